//! `/setup?token=…`: creation of the first admin. The link is printed at the start; only the post consumes it.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::Role;
use crate::service::{SignUp, SignUpError};
use crate::store::TokenKind;
use crate::web::page::{self, Page};
use crate::web::preferences::storage;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_games::Registry;

#[derive(Template)]
#[template(path = "setup.html")]
struct SetupPage {
    page: Page,
    form: Form,
    token: String,
    /// Whether the link is valid; otherwise the page says how to get another.
    is_good: bool,
}

/// `?token=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetupQuery {
    token: String,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SetupFields {
    token: String,
    name: String,
    password: String,
}

impl Fields for SetupFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("token"),
            Field::text("name"),
            Field::text("password"),
        ]
    }
}

/// `GET /setup`
pub async fn show(
    State(app): State<App>,
    page: Page,
    Query(query): Query<SetupQuery>,
) -> Result<Response, Error> {
    let is_good = app
        .accounts
        .is_link_good(TokenKind::Setup, &query.token)
        .await?;
    Ok(page::html(&SetupPage {
        page,
        form: Form::new(),
        token: query.token,
        is_good,
    }))
}

/// `POST /setup`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SetupFields>,
) -> Result<Response, Error> {
    let form = Form::new().with("name", fields.name.as_str());
    let mut shown = SetupPage {
        page,
        form,
        token: fields.token.clone(),
        is_good: true,
    };
    let key = visitor.ensure_session(&app).await?;
    let made = app
        .accounts
        .sign_up(
            SignUp {
                name: fields.name,
                password: fields.password,
                role: Role::Admin,
                needs_approval: false,
                is_request: false,
                token: Some((TokenKind::Setup, fields.token)),
                kept: None,
            },
            &visitor.origin(&app, &key),
        )
        .await;
    let (field, words) = match made {
        Ok(user) => {
            visitor.log_in(&app, &user, None).await?;
            storage::adopt(&app, &user, &shown.page.boards).await;
            return Ok(Redirect::to("/admin").into_response());
        }
        Err(SignUpError::Name(error)) => ("name", error_texts::name(&shown.page, &error)),
        Err(SignUpError::Password(error)) => {
            ("password", error_texts::password(&shown.page, &error))
        }
        Err(SignUpError::NameTaken) => ("name", shown.page.t("name-taken")),
        Err(SignUpError::Link) => {
            shown.is_good = false;
            return Ok(page::html_with(StatusCode::UNPROCESSABLE_ENTITY, &shown));
        }
        Err(
            SignUpError::Limited { retry_after_s }
            | SignUpError::RequestsLimited { retry_after_s }
            | SignUpError::NamesLimited { retry_after_s },
        ) => {
            return Err(Error::Limited { retry_after_s });
        }
        Err(error @ (SignUpError::TooManyWaiting | SignUpError::CaptchaSpent)) => {
            return Err(Error::Internal(error.to_string()));
        }
        Err(SignUpError::Service(error)) => return Err(error.into()),
    };
    shown.form.refuse(field, words);
    Ok(page::html_with(StatusCode::UNPROCESSABLE_ENTITY, &shown))
}
