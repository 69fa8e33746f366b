//! `/signup`: a new account past the captcha.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::accounts::{Name, Password, Role};
use crate::arena::{SignUp, SignUpError};
use crate::config::Signup;
use crate::store::TokenKind;
use crate::web::body::Body;
use crate::web::captcha::{self, CaptchaBlock, CaptchaFields, Checked};
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::session;
use crate::web::who::Visitor;
use crate::web::words_of;
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "signup.html")]
struct SignupPage {
    page: Page,
    form: Form,
    captcha: Option<CaptchaBlock>,
    next: String,
    invite: String,
    mode: Mode,
}

/// What the page can offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Anybody may fill in the form.
    Open,
    /// An admin lets people in afterwards.
    Approval,
    /// Only with an invitation, and this link is none.
    NeedsInvite,
    /// Nobody.
    Closed,
    /// The account was made and waits for an admin.
    Waiting,
}

impl SignupPage {
    fn has_form(&self) -> bool {
        matches!(self.mode, Mode::Open | Mode::Approval)
    }

    fn is_approval(&self) -> bool {
        self.mode == Mode::Approval
    }

    fn is_waiting(&self) -> bool {
        self.mode == Mode::Waiting
    }

    fn needs_invite(&self) -> bool {
        self.mode == Mode::NeedsInvite
    }
}

/// `?next=…&invite=…`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SignupQuery {
    next: Option<String>,
    invite: String,
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SignupFields {
    name: String,
    password: String,
    next: Option<String>,
    invite: String,
    #[serde(flatten)]
    captcha: CaptchaFields,
}

/// `GET /signup`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<SignupQuery>,
) -> Result<Response, Error> {
    let next = guard::safe_next(query.next.as_deref());
    if visitor.user().is_some() {
        return Ok(Redirect::to(&next).into_response());
    }
    let mode = mode(&app, &query.invite).await?;
    let mut shown = SignupPage {
        page,
        form: Form::new(),
        captcha: None,
        next,
        invite: query.invite,
        mode,
    };
    if shown.has_form() {
        let key = session::ensure(&visitor.session).await?;
        shown.captcha = captcha::issue(&app, &key).await?;
    }
    Ok(page::html(&shown))
}

/// `POST /signup`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SignupFields>,
) -> Result<Response, Error> {
    let next = guard::safe_next(fields.next.as_deref());
    let mode = mode(&app, &fields.invite).await?;
    let key = session::ensure(&visitor.session).await?;
    let mut shown = SignupPage {
        page,
        form: Form::new().with("name", fields.name.as_str()),
        captcha: None,
        next,
        invite: fields.invite.clone(),
        mode,
    };
    if !shown.has_form() {
        return Ok(page::html_with(StatusCode::FORBIDDEN, &shown));
    }
    if captcha::is_reload(&fields.captcha) {
        app.captchas
            .replace(&fields.captcha.challenge, &key)
            .await?;
        return again(&app, shown, &key, StatusCode::OK, None).await;
    }
    // What the form's own rules refuse costs no captcha: the same picture stays.
    refuse_format(&mut shown, &fields);
    if !shown.form.is_right() {
        shown.captcha = Some(CaptchaBlock {
            challenge: fields.captcha.challenge,
            has_audio: false,
        });
        return Ok(page::html_with(StatusCode::UNPROCESSABLE_ENTITY, &shown));
    }
    match captcha::check(&app, &shown.page, &visitor, &key, &fields.captcha).await? {
        Checked::Right => {}
        Checked::Refused(problem) => {
            shown.form.refuse("answer", problem);
            return again(&app, shown, &key, StatusCode::UNPROCESSABLE_ENTITY, None).await;
        }
        Checked::Limited { retry_after_s } => {
            captcha::refuse_limited(&mut shown.form, &shown.page, retry_after_s);
            return again(
                &app,
                shown,
                &key,
                StatusCode::TOO_MANY_REQUESTS,
                Some(retry_after_s),
            )
            .await;
        }
    }
    let needs_approval = shown.is_approval();
    let made = app
        .accounts
        .sign_up(
            SignUp {
                name: fields.name,
                password: fields.password,
                role: Role::User,
                needs_approval,
                token: (app.config.access.signup == Signup::Invite)
                    .then_some((TokenKind::Invite, fields.invite)),
            },
            &visitor.origin(&app, &key),
        )
        .await;
    match made {
        Ok(_) if needs_approval => {
            shown.mode = Mode::Waiting;
            Ok(page::html(&shown))
        }
        Ok(user) => {
            let fresh = session::rotate(&visitor.session).await?;
            app.accounts
                .log_in(&user, &visitor.origin(&app, &fresh))
                .await?;
            Ok(Redirect::to(&shown.next).into_response())
        }
        Err(error) => refuse(&app, shown, &key, error).await,
    }
}

/// What the rules for names and passwords say, without asking the database.
fn refuse_format(shown: &mut SignupPage, fields: &SignupFields) {
    match fields.name.parse::<Name>() {
        Err(error) => {
            let words = words_of::name(&shown.page, &error);
            shown.form.refuse("name", words);
        }
        Ok(name) => {
            if let Err(error) = Password::new(&fields.password, &name) {
                let words = words_of::password(&shown.page, &error);
                shown.form.refuse("password", words);
            }
        }
    }
}

async fn refuse(
    app: &App,
    mut shown: SignupPage,
    key: &str,
    error: SignUpError,
) -> Result<Response, Error> {
    let page = &shown.page;
    let (field, words, retry) = match error {
        SignUpError::Name(error) => ("name", words_of::name(page, &error), None),
        SignUpError::Password(error) => ("password", words_of::password(page, &error), None),
        SignUpError::NameTaken => ("name", page.t("name-taken"), None),
        SignUpError::Link => ("invite", page.t("invite-invalid"), None),
        SignUpError::Limited { retry_after_s } => (
            "name",
            page.t1("signup-limited", "minutes", retry_after_s.div_ceil(60)),
            Some(retry_after_s),
        ),
        SignUpError::Arena(error) => return Err(error.into()),
    };
    shown.form.refuse(field, words);
    let status = if retry.is_some() {
        StatusCode::TOO_MANY_REQUESTS
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    again(app, shown, key, status, retry).await
}

/// The form once more, with a fresh picture.
async fn again(
    app: &App,
    mut shown: SignupPage,
    key: &str,
    status: StatusCode,
    retry_after_s: Option<u32>,
) -> Result<Response, Error> {
    shown.captcha = captcha::issue(app, key).await?;
    Ok(page::html_refused(status, retry_after_s, &shown))
}

async fn mode(app: &App, invite: &str) -> Result<Mode, Error> {
    Ok(match app.config.access.signup {
        Signup::Open => Mode::Open,
        Signup::Approval => Mode::Approval,
        Signup::Closed => Mode::Closed,
        Signup::Invite if invite.is_empty() => Mode::NeedsInvite,
        Signup::Invite => match app.accounts.is_link_good(TokenKind::Invite, invite).await? {
            true => Mode::Open,
            false => Mode::NeedsInvite,
        },
    })
}
