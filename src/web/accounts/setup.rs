//! `/setup?token=…`: creation of the first admin. The link is printed at the start; only the post consumes it.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::{Name, Role, trimmed};
use crate::service::{SignUp, SignUpError, UsedUp};
use crate::store::TokenKind;
use crate::web::accounts::sent_twice::{self, Again};
use crate::web::page::{self, Page};
use crate::web::preferences::storage;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::visitor::Visitor;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_games::Registry;

/// Where the first admin goes on.
const ADMIN: &str = "/admin";

#[derive(Template)]
#[template(path = "setup.html")]
struct SetupPage {
    page: Page,
    form: Form,
    token: String,
    /// Whether the link is valid; otherwise the page says how to get another.
    is_good: bool,
    /// Whether a newer link has taken its place, so that nobody need think that somebody else has used it.
    is_replaced: bool,
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
    let status = page::link_status(&query.token, is_good);
    let is_replaced = !is_good && is_replaced(&app, &query.token).await?;
    let shown = SetupPage {
        page,
        form: Form::new(),
        token: query.token,
        is_good,
        is_replaced,
    };
    Ok(page::html_with(status, &shown))
}

/// `POST /setup`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SetupFields>,
) -> Result<Response, Error> {
    // Of a double click, the second form waits for what the first one does.
    let name = fields.name.parse::<Name>().ok();
    let _turn = match &name {
        Some(name) => Some(app.accounts.turn_of_name(name, &visitor.bucket()).await?),
        None => None,
    };
    let form = Form::new().with("name", trimmed(&fields.name));
    let is_good = app
        .accounts
        .is_link_good(TokenKind::Setup, &fields.token)
        .await?;
    let mut shown = SetupPage {
        page,
        form,
        token: fields.token.clone(),
        is_good,
        is_replaced: !is_good && is_replaced(&app, &fields.token).await?,
    };
    // Whatever else is wrong with the form: it makes no account.
    if !shown.is_good {
        let used = UsedUp {
            challenge: "",
            link: (TokenKind::Setup, &fields.token),
            session: "",
        };
        if let Some(name) = &name {
            let (account, end) = ((name, &*fields.password), (used, ADMIN));
            let entered = sent_twice::enter(&app, &visitor, &shown.page, account, end).await?;
            if let Some(Again::In(to)) = entered {
                return Ok(Redirect::to(&to).into_response());
            }
        }
        return Ok(spent(shown));
    }
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
            return Ok(Redirect::to(ADMIN).into_response());
        }
        Err(SignUpError::Name(error)) => ("name", error_texts::name(&shown.page, &error)),
        Err(SignUpError::Password(error)) => {
            ("password", error_texts::password(&shown.page, &error))
        }
        Err(SignUpError::NameTaken) => ("name", shown.page.t("name-taken")),
        Err(SignUpError::Link) => return Ok(spent(shown)),
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
    Ok(refused(&shown))
}

async fn is_replaced(app: &App, token: &str) -> Result<bool, Error> {
    let replaced = app.accounts.is_link_replaced(TokenKind::Setup, token);
    Ok(replaced.await?)
}

/// The page without its form: the link makes no account any more.
fn spent(mut shown: SetupPage) -> Response {
    shown.is_good = false;
    let words = shown.page.t(match shown.is_replaced {
        true => "setup-link-replaced",
        false => "setup-link-spent",
    });
    shown.form.refuse_whole(words);
    refused(&shown)
}

fn refused(shown: &SetupPage) -> Response {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    page::html_refused(status, None, shown, &shown.form)
}
