//! `/account/reset?token=…`: a new password with the one-time link of `rookery admin reset` or of an admin.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::service::SignUpError;
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_games::Registry;

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    page: Page,
    form: Form,
    token: String,
    /// The user whose password it is; `None` if the link is no longer valid.
    name: Option<String>,
}

/// `?token=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ResetQuery {
    token: String,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ResetFields {
    token: String,
    password: String,
}

impl Fields for ResetFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("token"), Field::text("password")]
    }
}

/// `GET /account/reset`
pub async fn show(
    State(app): State<App>,
    page: Page,
    Query(query): Query<ResetQuery>,
) -> Result<Response, Error> {
    let name = app
        .accounts
        .reset_subject(&query.token)
        .await?
        .map(|u| u.name.to_string());
    let status = page::link_status(&query.token, name.is_some());
    let shown = ResetPage {
        page,
        form: Form::new(),
        token: query.token,
        name,
    };
    Ok(page::html_with(status, &shown))
}

/// `POST /account/reset`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<ResetFields>,
) -> Result<Response, Error> {
    let name = app
        .accounts
        .reset_subject(&fields.token)
        .await?
        .map(|u| u.name.to_string());
    let mut shown = ResetPage {
        page,
        form: Form::new(),
        token: fields.token.clone(),
        name,
    };
    let origin = visitor.origin(&app, "");
    let mut done = app
        .accounts
        .reset_password(&fields.token, fields.password.clone(), &origin)
        .await;
    // The second form of a double click finds the link used.
    if matches!(done, Err(SignUpError::Link))
        && app
            .accounts
            .has_reset(&fields.token, &fields.password, &origin)
            .await?
    {
        done = Ok(());
    }
    match done {
        Ok(()) => return Ok(Redirect::to("/login?reset=1").into_response()),
        Err(SignUpError::Password(error)) => {
            let words = error_texts::password(&shown.page, &error);
            shown.form.refuse("password", words);
        }
        Err(SignUpError::Service(error)) => return Err(error.into()),
        Err(_) => {
            shown.name = None;
            // The page says so by itself.
            let words = shown.page.t("reset-link-spent");
            shown.form.refuse_whole(words);
        }
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(page::html_refused(status, None, &shown, &shown.form))
}
