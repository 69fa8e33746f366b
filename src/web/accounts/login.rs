//! `/login` and `/logout`. Failures are limited by address, by account, and by both; a captcha is required only if an account
//! has had too many of them in total.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::Name;
use crate::service::LogInError;
use crate::store::Credentials;
use crate::web::captcha::captcha_form::{self, CaptchaBlock, CaptchaFields, CaptchaForm};
use crate::web::matches::requested_match;
use crate::web::page::{self, Page};
use crate::web::preferences::storage;
use crate::web::request::body::{Body, Nothing};
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::words::duration::duration;
use crate::web::{App, Error};
use rookery_captcha::defence::Purpose;
use rookery_games::{Message, Registry};

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage {
    page: Page,
    form: Form,
    next: String,
    /// The visitor is logged in and only confirms the password.
    is_reauth: bool,
    /// What the visitor has just done: deleted the account, or chosen a password by a link.
    done: Option<String>,
    /// Only if the account has had too many failures.
    captcha: Option<CaptchaBlock>,
}

/// `?next=…`; `?deleted=1` after an account was deleted; `?reset=1` after a password was chosen by a link
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoginQuery {
    next: Option<String>,
    deleted: Option<String>,
    reset: Option<String>,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LoginFields {
    name: String,
    password: String,
    next: Option<String>,
    #[serde(flatten)]
    captcha: CaptchaFields,
}

impl Fields for LoginFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = [
            Field::text("name"),
            Field::text("password"),
            Field::text("next"),
        ];
        own.into_iter().chain(captcha_form::fields()).collect()
    }
}

/// `GET /login`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<LoginQuery>,
) -> Response {
    let next = authorize::safe_next(query.next.as_deref());
    // Who is in already goes on, as after the button "Back"; admins are sent here to confirm the password.
    let is_on_the_way = query.next.is_some() && visitor.user().is_some();
    if is_on_the_way && !authorize::must_confirm(&app, &visitor, &next) {
        return Redirect::to(&next).into_response();
    }
    let (is_reauth, form) = match visitor.user() {
        Some(user) => (true, Form::new().with("name", user.name.as_str())),
        None => (false, Form::new()),
    };
    let done = match (query.deleted, query.reset) {
        (Some(_), _) => Some(page.t("account-deleted")),
        (None, Some(_)) => Some(page.t("reset-done")),
        (None, None) => None,
    };
    page::html(&LoginPage {
        page,
        form,
        next,
        is_reauth,
        done,
        captcha: None,
    })
}

/// `POST /login`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<LoginFields>,
) -> Result<Response, Error> {
    let next = authorize::safe_next(fields.next.as_deref());
    let mut shown = LoginPage {
        page,
        form: Form::new().with("name", fields.name.as_str()),
        next,
        is_reauth: visitor.user().is_some(),
        done: None,
        captcha: None,
    };
    let mut origin = visitor.origin(&app, "");
    origin.is_vouched_for = is_own(&visitor, &fields.name);
    let mut has_passed = false;
    if app.accounts.asks_captcha(&fields.name, &origin).await? {
        if let Some(refused) = ask_captcha(&app, &mut shown, &visitor, &fields.captcha).await? {
            return Ok(refused);
        }
        origin.is_vouched_for = true;
        has_passed = true;
    }
    let checked = app
        .accounts
        .check_log_in(&fields.name, &fields.password, &origin)
        .await;
    let refused = match checked {
        Ok(Credentials {
            user,
            password_hash,
        }) => {
            let (hash, next) = (Some(&*password_hash), shown.next.clone());
            let to = requested_match::log_in(&app, &visitor, &user, hash, next).await?;
            if let Some(to) = to {
                storage::adopt(&app, &user, &shown.page.boards).await;
                return Ok(Redirect::to(&to).into_response());
            }
            LogInError::Wrong
        }
        Err(error) => error,
    };
    visitor.log_refused(&refused);
    let id = match refused {
        LogInError::Service(error) => return Err(error.into()),
        LogInError::Limited { retry_after_s } => {
            let words = Message::new("login-limited").with("wait", duration(retry_after_s));
            shown.form.refuse_whole(shown.page.say(&words));
            let status = StatusCode::TOO_MANY_REQUESTS;
            let retry = Some(retry_after_s);
            return Ok(page::html_refused(status, retry, &shown, &shown.form));
        }
        // The account reached its limit of failures in the meantime.
        LogInError::CaptchaNeeded => {
            let words = shown.page.t("login-captcha");
            shown.form.refuse("answer", words);
            return show_captcha(&app, &mut shown, &visitor).await;
        }
        LogInError::Waiting => "login-waiting",
        LogInError::Disabled => "login-disabled",
        LogInError::Wrong => "login-wrong",
    };
    let words = shown.page.t(id);
    shown.form.refuse_whole(words);
    if has_passed {
        // The next attempt needs the next captcha.
        return show_captcha(&app, &mut shown, &visitor).await;
    }
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(page::html_refused(status, None, &shown, &shown.form))
}

/// Whether a logged-in user confirms their own password.
fn is_own(visitor: &Visitor, name: &str) -> bool {
    let typed = name.parse::<Name>();
    visitor
        .user()
        .is_some_and(|user| typed.is_ok_and(|typed| typed.key() == user.name.key()))
}

/// Checks the captcha of the form, or asks for one; `None` if it was passed.
async fn ask_captcha(
    app: &App,
    shown: &mut LoginPage,
    visitor: &Visitor,
    fields: &CaptchaFields,
) -> Result<Option<Response>, Error> {
    if fields.challenge.is_empty() {
        let words = shown.page.t("login-captcha");
        shown.form.refuse("answer", words);
        return show_captcha(app, shown, visitor).await.map(Some);
    }
    let key = visitor.ensure_session(app).await?;
    let captcha = CaptchaForm::new(app, visitor, &key, Purpose::LogIn);
    let (status, retry, block) = if captcha_form::is_reload(fields) {
        let block = captcha.reload(fields).await?;
        let (status, retry) = block.reloaded();
        (status, retry, block)
    } else {
        match captcha.check(&shown.page, fields).await? {
            Ok(_) => return Ok(None),
            Err(refusal) => {
                shown.form.refuse("answer", refusal.words);
                (refusal.status, refusal.retry_after_s, refusal.block)
            }
        }
    };
    Ok(Some(with_captcha(shown, block, (status, retry))))
}

/// The form with a captcha, which has to be passed before the attempt is checked.
async fn show_captcha(
    app: &App,
    shown: &mut LoginPage,
    visitor: &Visitor,
) -> Result<Response, Error> {
    let key = visitor.ensure_session(app).await?;
    let block = CaptchaForm::new(app, visitor, &key, Purpose::LogIn)
        .issue()
        .await?;
    let (status, retry) = match block.is_closed() {
        true => (StatusCode::TOO_MANY_REQUESTS, block.retry_after_s),
        false => (StatusCode::UNPROCESSABLE_ENTITY, None),
    };
    Ok(with_captcha(shown, block, (status, retry)))
}

fn with_captcha(
    shown: &mut LoginPage,
    block: CaptchaBlock,
    (status, retry): (StatusCode, Option<u32>),
) -> Response {
    shown.form.ask(&block.challenge);
    shown.captcha = Some(block);
    page::html_refused(status, retry, shown, &shown.form)
}

/// `POST /logout`
pub async fn log_out(
    State(app): State<App>,
    visitor: Visitor,
    _: Body<Nothing>,
) -> Result<Redirect, Error> {
    session::end(app.store(), &visitor.session).await?;
    Ok(Redirect::to("/"))
}
