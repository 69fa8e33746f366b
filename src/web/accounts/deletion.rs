//! `POST /account/delete`: the end of an account, at its user's wish.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::service::{DeletionError, LogInError};
use crate::web::accounts::account::account;
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Registry;

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DeletionFields {
    password: String,
}

impl Fields for DeletionFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("password")]
    }
}

/// `POST /account/delete`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<DeletionFields>,
) -> Result<Response, Error> {
    let user = authorize::user(&visitor, "/account")?;
    let origin = visitor.own_origin(&app);
    let deleted = app
        .accounts
        .delete_account(user, &fields.password, &origin)
        .await;
    if let Err(DeletionError::Password(error)) = &deleted {
        visitor.log_refused(error);
    }
    let (words, retry) = match deleted {
        Ok(()) => return Ok(Redirect::to("/login?deleted=1").into_response()),
        Err(DeletionError::LastAdmin) => (page.t("account-delete-last-admin"), None),
        Err(DeletionError::Service(error))
        | Err(DeletionError::Password(LogInError::Service(error))) => return Err(error.into()),
        Err(DeletionError::Password(LogInError::Limited { retry_after_s })) => (
            page.t1("login-limited", "minutes", retry_after_s.div_ceil(60)),
            Some(retry_after_s),
        ),
        Err(DeletionError::Password(_)) => (page.t("password-old-wrong"), None),
    };
    let mut form = Form::new();
    form.refuse("password", words);
    let shown = account(&app, page, &visitor, form, (None, None)).await?;
    let status = match retry {
        Some(_) => StatusCode::TOO_MANY_REQUESTS,
        None => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Ok(page::html_refused(status, retry, &shown))
}
