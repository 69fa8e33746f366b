//! `/verify`: the captcha that lets a guest play against the engine, once a session.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::config::Guests;
use crate::web::body::Body;
use crate::web::captcha::{self, CaptchaBlock, CaptchaFields, Checked};
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::session;
use crate::web::who::Visitor;
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyPage {
    page: Page,
    form: Form,
    captcha: Option<CaptchaBlock>,
    next: String,
    /// Guests do not play here: only the ways to an account are offered.
    accounts_only: bool,
}

/// `?next=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct VerifyQuery {
    next: Option<String>,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct VerifyFields {
    next: Option<String>,
    #[serde(flatten)]
    captcha: CaptchaFields,
}

/// `GET /verify`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<VerifyQuery>,
) -> Result<Response, Error> {
    let next = guard::safe_next(query.next.as_deref());
    if guard::is_verified(&app, &visitor) && query.next.is_some() {
        return Ok(Redirect::to(&next).into_response());
    }
    let accounts_only = app.config.access.guests == Guests::Off;
    let captcha = if accounts_only {
        None
    } else {
        let key = session::ensure(&visitor.session).await?;
        captcha::issue(&app, &key).await?
    };
    Ok(page::html(&VerifyPage {
        page,
        form: Form::new(),
        captcha,
        next,
        accounts_only,
    }))
}

/// `POST /verify`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<VerifyFields>,
) -> Result<Response, Error> {
    let next = guard::safe_next(fields.next.as_deref());
    if app.config.access.guests == Guests::Off {
        return Err(Error::LogIn { next });
    }
    let key = session::ensure(&visitor.session).await?;
    let mut form = Form::new();
    let mut retry = None;
    let status = if captcha::is_reload(&fields.captcha) {
        app.captchas
            .replace(&fields.captcha.challenge, &key)
            .await?;
        StatusCode::OK
    } else {
        match captcha::check(&app, &page, &visitor, &key, &fields.captcha).await? {
            Checked::Right => {
                app.store().set_verified(&key, app.clock.now_ms()).await?;
                return Ok(Redirect::to(&next).into_response());
            }
            Checked::Refused(problem) => {
                form.refuse("answer", problem);
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Checked::Limited { retry_after_s } => {
                captcha::refuse_limited(&mut form, &page, retry_after_s);
                retry = Some(retry_after_s);
                StatusCode::TOO_MANY_REQUESTS
            }
        }
    };
    let captcha = captcha::issue(&app, &key).await?;
    let shown = VerifyPage {
        page,
        form,
        captcha,
        next,
        accounts_only: false,
    };
    Ok(page::html_refused(status, retry, &shown))
}
