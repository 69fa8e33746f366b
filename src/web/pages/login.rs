//! `/login` and `/logout`. No captcha here; failures are limited by account and address.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::arena::LogInError;
use crate::play::Player;
use crate::web::asked;
use crate::web::body::{Body, Nothing};
use crate::web::fields::{Field, Fields};
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::session;
use crate::web::who::Visitor;
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage {
    page: Page,
    form: Form,
    next: String,
    /// Somebody is logged in and only shows the password again.
    is_reauth: bool,
}

/// `?next=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoginQuery {
    next: Option<String>,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoginFields {
    name: String,
    password: String,
    next: Option<String>,
}

impl Fields for LoginFields {
    fn known(_: &Map<String, Value>) -> Vec<Field> {
        vec![
            Field::text("name"),
            Field::text("password"),
            Field::text("next"),
        ]
    }
}

/// `GET /login`
pub async fn show(page: Page, visitor: Visitor, Query(query): Query<LoginQuery>) -> Response {
    let next = guard::safe_next(query.next.as_deref());
    // Who is logged in and still sent here has to show the password again: an admin page wants it fresh.
    let (is_reauth, form) = match visitor.user() {
        Some(user) => (true, Form::new().with("name", user.name.as_str())),
        None => (false, Form::new()),
    };
    page::html(&LoginPage {
        page,
        form,
        next,
        is_reauth,
    })
}

/// `POST /login`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<LoginFields>,
) -> Result<Response, Error> {
    let next = guard::safe_next(fields.next.as_deref());
    let is_reauth = visitor.user().is_some();
    let mut form = Form::new().with("name", fields.name.as_str());
    let origin = visitor.origin(&app, "");
    match app
        .accounts
        .check_log_in(&fields.name, &fields.password, &origin)
        .await
    {
        Ok(user) => {
            // The new id keeps a session that somebody else planted from becoming the user's.
            let asked = asked::take(&app, &visitor, &next).await?;
            let fresh = session::rotate(&visitor.session).await?;
            app.accounts
                .log_in(&user, &visitor.origin(&app, &fresh))
                .await?;
            let to = match asked {
                Some(asked) => asked::start(&app, Player::User(user.id), asked).await,
                None => next,
            };
            Ok(Redirect::to(&to).into_response())
        }
        Err(LogInError::Arena(error)) => Err(error.into()),
        Err(LogInError::Limited { retry_after_s }) => {
            form.refuse(
                "name",
                page.t1("login-limited", "minutes", retry_after_s.div_ceil(60)),
            );
            let shown = LoginPage {
                page,
                form,
                next,
                is_reauth,
            };
            let status = StatusCode::TOO_MANY_REQUESTS;
            Ok(page::html_refused(status, Some(retry_after_s), &shown))
        }
        Err(error) => {
            let id = match error {
                LogInError::Waiting => "login-waiting",
                _ => "login-wrong",
            };
            form.refuse("name", page.t(id));
            Ok(page::html_with(
                StatusCode::UNPROCESSABLE_ENTITY,
                &LoginPage {
                    page,
                    form,
                    next,
                    is_reauth,
                },
            ))
        }
    }
}

/// `POST /logout`
pub async fn log_out(visitor: Visitor, _: Body<Nothing>) -> Result<Redirect, Error> {
    session::end(&visitor.session).await?;
    Ok(Redirect::to("/"))
}
