//! `/verify`: the captcha that lets a guest play against the engine, once in 24 hours.

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::config::Guests;
use crate::web::captcha::captcha_form::{self, CaptchaBlock, CaptchaFields, CaptchaForm};
use crate::web::matches::requested_match;
use crate::web::matches::start;
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::defence::Purpose;
use rookery_games::Registry;

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyPage {
    page: Page,
    form: Form,
    captcha: Option<CaptchaBlock>,
    next: String,
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

impl Fields for VerifyFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = [Field::text("next")];
        own.into_iter().chain(captcha_form::fields()).collect()
    }
}

/// `GET /verify`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<VerifyQuery>,
) -> Result<Response, Error> {
    let next = authorize::safe_next(query.next.as_deref());
    if authorize::is_verified(&app, &visitor) && query.next.is_some() {
        return Ok(Redirect::to(&next).into_response());
    }
    let mut shown = VerifyPage {
        page,
        form: Form::new(),
        captcha: None,
        next,
    };
    // Only the ways to an account are offered.
    if shown.page.accounts_only {
        return Ok(page::html(&shown));
    }
    let key = visitor.ensure_session(&app).await?;
    let block = CaptchaForm::new(&app, &visitor, &key, Purpose::Pass)
        .show()
        .await?;
    let (status, retry) = block.opened();
    shown.form.ask(&block.challenge);
    shown.captcha = Some(block);
    Ok(page::html_refused(status, retry, &shown, &shown.form))
}

/// `POST /verify`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<VerifyFields>,
) -> Result<Response, Error> {
    let next = authorize::safe_next(fields.next.as_deref());
    if app.config.access.guests == Guests::Off {
        return Err(Error::LogIn { next });
    }
    let key = visitor.ensure_session(&app).await?;
    let mut form = Form::new();
    let captcha = CaptchaForm::new(&app, &visitor, &key, Purpose::Pass);
    let (status, retry, block) = if captcha_form::is_reload(&fields.captcha) {
        let block = captcha.reload(&fields.captcha).await?;
        let (status, retry) = block.reloaded();
        (status, retry, block)
    } else {
        match captcha.check(&page, &fields.captcha).await? {
            Ok(_) => {
                app.store().set_verified(&key, app.clock().now_ms()).await?;
                let to = match start_requested(&app, &visitor, &next).await {
                    Ok(begun) => begun.unwrap_or(next),
                    // The captcha is used up, and the visitor may play: an error page would hide that.
                    Err(error) => {
                        tracing::warn!(?error, "the requested match could not be started");
                        next
                    }
                };
                return Ok(Redirect::to(&to).into_response());
            }
            Err(refusal) => {
                form.refuse("answer", refusal.words);
                (refusal.status, refusal.retry_after_s, refusal.block)
            }
        }
    };
    form.ask(&block.challenge);
    let shown = VerifyPage {
        page,
        form,
        captcha: Some(block),
        next,
    };
    Ok(page::html_refused(status, retry, &shown, &shown.form))
}

/// Starts the match that the visitor asked for before the captcha. Returns its address, or `None` where there is none.
async fn start_requested(
    app: &App,
    visitor: &Visitor,
    next: &str,
) -> Result<Option<String>, Error> {
    let Some(asked) = requested_match::take(app, visitor, next).await? else {
        return Ok(None);
    };
    let player = start::player(app, visitor).await?;
    Ok(Some(requested_match::start(app, player, asked).await))
}
