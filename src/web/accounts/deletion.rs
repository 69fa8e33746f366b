//! `POST /account/delete`: the end of an account, at its user's wish.

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::service::DeletionError;
use crate::web::accounts::account::{self, Fault};
use crate::web::page::Page;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::session;
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
    let fault = match deleted {
        Ok(()) => {
            // The row has gone with the account; the browser's cookie is left.
            if let Err(error) = session::end(app.store(), &visitor.session).await {
                tracing::warn!(?error, "the cookie of a deleted account stays");
            }
            return Ok(Redirect::to("/login?deleted=1").into_response());
        }
        Err(DeletionError::Service(error)) => return Err(error.into()),
        Err(DeletionError::Password(error)) => {
            account::password_fault(&page, &visitor, "password", error)?
        }
        Err(DeletionError::LastAdmin) => Fault {
            field: None,
            words: page.t("account-delete-last-admin"),
            retry_after_s: None,
        },
    };
    account::refused(&app, page, &visitor, fault).await
}
