//! `/signup`: a new account by passing the captcha, by an invitation, or by asking the owner.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::{Name, Password, Role, trimmed};
use crate::config::Signup;
use crate::service::{self, SignUp, SignUpError, UsedUp};
use crate::store::{CaptchaEvent, TokenKind};
use crate::web::accounts::sent_twice::{self, Again};
use crate::web::captcha::captcha_form::{self, CaptchaBlock, CaptchaFields, CaptchaForm, Passed};
use crate::web::error::with_next;
use crate::web::matches::requested_match;
use crate::web::page::{self, Page};
use crate::web::preferences::storage;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::words::duration::duration;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_captcha::defence::Purpose;
use rookery_games::{Message, Registry};

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

/// The mode of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Anybody may fill in the form.
    Open,
    /// Accounts need approval by an admin.
    Approval,
    /// With a valid invitation: no captcha, no approval.
    Invited,
    /// An invitation is required and missing.
    NeedsInvite,
    /// Nobody.
    Closed,
    /// The account was created and waits for approval.
    Waiting,
}

impl SignupPage {
    fn has_form(&self) -> bool {
        matches!(self.mode, Mode::Open | Mode::Approval | Mode::Invited)
    }

    /// Whether another picture was asked for: what was typed as the password is gone.
    fn is_reloaded(&self) -> bool {
        self.captcha.as_ref().is_some_and(|block| block.is_reloaded)
    }

    fn is_approval(&self) -> bool {
        self.mode == Mode::Approval
    }

    fn is_invited(&self) -> bool {
        self.mode == Mode::Invited
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
    /// `approval` if the visitor asks the owner instead of passing the captcha.
    way: String,
    #[serde(flatten)]
    captcha: CaptchaFields,
}

impl Fields for SignupFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = [
            Field::text("name"),
            Field::text("password"),
            Field::text("next"),
            Field::text("invite"),
            Field::text("way"),
        ];
        own.into_iter().chain(captcha_form::fields()).collect()
    }
}

/// `GET /signup`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<SignupQuery>,
) -> Result<Response, Error> {
    let next = authorize::safe_next(query.next.as_deref());
    if visitor.user().is_some() {
        return Ok(Redirect::to(&next).into_response());
    }
    let mode = mode(&app, &query.invite).await?;
    let mut shown = SignupPage {
        page,
        form: Form::new().with("invite", query.invite.as_str()),
        captcha: None,
        next,
        invite: query.invite,
        mode,
    };
    refuse_invite(&app, &mut shown);
    match mode {
        Mode::Open | Mode::Approval => {
            let key = visitor.ensure_session(&app).await?;
            let block = CaptchaForm::new(&app, &visitor, &key, Purpose::Account)
                .show()
                .await?;
            let opened = block.opened();
            Ok(with_captcha(&app, shown, block, opened))
        }
        Mode::Invited => {
            visitor.ensure_session(&app).await?;
            Ok(page::html(&shown))
        }
        Mode::NeedsInvite | Mode::Closed | Mode::Waiting => Ok(page::html(&shown)),
    }
}

/// `POST /signup`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<SignupFields>,
) -> Result<Response, Error> {
    let next = authorize::safe_next(fields.next.as_deref());
    // Of a double click, the second form waits for what the first one does.
    let _turn = match fields.name.parse::<Name>() {
        Ok(name) => Some(app.accounts.turn_of_name(&name, &visitor.bucket()).await?),
        Err(_) => None,
    };
    let mode = mode(&app, &fields.invite).await?;
    let key = visitor.ensure_session(&app).await?;
    let mut shown = SignupPage {
        page,
        form: Form::new()
            .with("name", trimmed(&fields.name))
            .with("invite", fields.invite.as_str()),
        captcha: None,
        next,
        invite: fields.invite.clone(),
        mode,
    };
    if !shown.has_form() {
        if let Some(done) = again(&app, &mut shown, &visitor, &key, &fields).await? {
            return Ok(done);
        }
        refuse_invite(&app, &mut shown);
        let status = StatusCode::FORBIDDEN;
        return Ok(page::html_refused(status, None, &shown, &shown.form));
    }
    let captcha = CaptchaForm::new(&app, &visitor, &key, Purpose::Account);
    if captcha_form::is_reload(&fields.captcha) && mode != Mode::Invited {
        let block = captcha.reload(&fields.captcha).await?;
        let reloaded = block.reloaded();
        return Ok(with_captcha(&app, shown, block, reloaded));
    }
    // A form with invalid fields does not use up the captcha: the same picture stays.
    refuse_format(&mut shown, &fields);
    refuse_invite(&app, &mut shown);
    if !shown.form.is_right() {
        if let Some(done) = again(&app, &mut shown, &visitor, &key, &fields).await? {
            return Ok(done);
        }
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        if mode == Mode::Invited {
            return Ok(page::html_refused(status, None, &shown, &shown.form));
        }
        let block = captcha.keep(&fields.captcha).await?;
        return Ok(with_captcha(&app, shown, block, (status, None)));
    }
    let is_request = mode != Mode::Invited && fields.way == "approval" && may_ask(&app);
    let mut entry = match is_request {
        true => Entry::Request,
        false => Entry::Invitation,
    };
    // Before it is counted as another request.
    if is_request && let Some(done) = again(&app, &mut shown, &visitor, &key, &fields).await? {
        return Ok(done);
    }
    if mode != Mode::Invited && !is_request {
        let passed = match captcha.take_up(&fields.captcha).await? {
            Some(passed) => Ok(passed),
            None => captcha.check(&shown.page, &fields.captcha).await?,
        };
        match passed {
            Ok(passed) => entry = Entry::Captcha(passed),
            Err(refusal) => {
                if let Some(done) = again(&app, &mut shown, &visitor, &key, &fields).await? {
                    return Ok(done);
                }
                shown.form.refuse("answer", refusal.words);
                let status = (refusal.status, refusal.retry_after_s);
                return Ok(with_captcha(&app, shown, refusal.block, status));
            }
        }
    }
    make(&app, shown, &visitor, &key, &fields, entry).await
}

/// The permission to sign up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Captcha(Passed),
    /// An invitation takes its place.
    Invitation,
    /// The owner is asked.
    Request,
}

/// Creates the account, after the captcha, with an invitation, or as a request to the owner.
async fn make(
    app: &App,
    mut shown: SignupPage,
    visitor: &Visitor,
    key: &str,
    fields: &SignupFields,
    entry: Entry,
) -> Result<Response, Error> {
    let is_request = entry == Entry::Request;
    let is_held = matches!(entry, Entry::Captcha(passed) if passed.is_held);
    let kept = match entry {
        Entry::Captcha(passed) if passed.is_kept => Some(passed.challenge),
        _ => None,
    };
    let needs_approval = shown.is_approval() || is_request || is_held;
    let made = app
        .accounts
        .sign_up(
            SignUp {
                name: fields.name.clone(),
                password: fields.password.clone(),
                role: Role::User,
                needs_approval,
                is_request,
                token: shown
                    .is_invited()
                    .then_some((TokenKind::Invite, fields.invite.clone())),
                kept,
            },
            &visitor.origin(app, key),
        )
        .await;
    let user = match made {
        Ok(user) => user,
        Err(error) => {
            // Its captcha, passed just now, has made no account; an invitation may have.
            if matches!(error, SignUpError::NameTaken)
                && entry == Entry::Invitation
                && let Some(done) = again(app, &mut shown, visitor, key, fields).await?
            {
                return Ok(done);
            }
            return refuse(app, shown, visitor, key, (entry, error)).await;
        }
    };
    let counters = &app.captchas.counters;
    if shown.is_invited() {
        counters.try_note(CaptchaEvent::Invite).await;
    }
    if is_request {
        counters.try_note(CaptchaEvent::Approval).await;
    }
    if needs_approval {
        shown.mode = Mode::Waiting;
        return Ok(page::html(&shown));
    }
    let login = with_next("/login", &shown.next);
    let to = requested_match::log_in(app, visitor, &user, None, shown.next).await?;
    storage::adopt(app, &user, &shown.page.boards).await;
    // Refused where an admin has disabled the account since; the log-in says so.
    Ok(Redirect::to(&to.unwrap_or(login)).into_response())
}

/// The answer to a form that was sent twice: that of the first one, which has made the account. `None` for any other form.
async fn again(
    app: &App,
    shown: &mut SignupPage,
    visitor: &Visitor,
    key: &str,
    fields: &SignupFields,
) -> Result<Option<Response>, Error> {
    let Ok(name) = fields.name.parse::<Name>() else {
        return Ok(None);
    };
    let used = UsedUp {
        challenge: &fields.captcha.challenge,
        link: (TokenKind::Invite, &fields.invite),
        session: key,
    };
    let (account, end) = ((&name, &*fields.password), (used, &*shown.next));
    let entered = sent_twice::enter(app, visitor, &shown.page, account, end).await?;
    Ok(entered.map(|entered| match entered {
        Again::In(to) => Redirect::to(&to).into_response(),
        Again::Waits => {
            shown.mode = Mode::Waiting;
            page::html(&*shown)
        }
    }))
}

/// Checks name and password against the rules, without the database.
fn refuse_format(shown: &mut SignupPage, fields: &SignupFields) {
    match Name::of_new(&fields.name) {
        Err(error) => {
            let words = error_texts::name(&shown.page, &error);
            shown.form.refuse("name", words);
        }
        Ok(name) => {
            if let Err(error) = Password::new(&fields.password, &name, shown.page.site_name()) {
                let words = error_texts::password(&shown.page, &error);
                shown.form.refuse("password", words);
            }
        }
    }
}

/// Reports an invalid invitation.
fn refuse_invite(app: &App, shown: &mut SignupPage) {
    let is_of_no_use = matches!(shown.mode, Mode::Open | Mode::Approval | Mode::NeedsInvite);
    if is_of_no_use && !shown.invite.trim().is_empty() {
        let words = shown.page.t("invite-invalid");
        match shown.mode == Mode::NeedsInvite || takes_invites(app) {
            true => shown.form.refuse("invite", words),
            false => shown.form.refuse_whole(words),
        }
    }
}

/// Whether the captcha has a field for an invitation.
fn takes_invites(app: &App) -> bool {
    let live = app.captchas.settings.current();
    live.drawing.settings.defence.invite
}

/// The field name for an error that concerns the form as a whole.
const WHOLE: &str = "";

/// The refusal of a form that may be sent again after some seconds.
fn later(page: &Page, why: Message, wait_s: u32) -> (&'static str, String, Option<u32>) {
    let words = page.say(&why.with("wait", duration(wait_s)));
    (WHOLE, words, Some(wait_s))
}

async fn refuse(
    app: &App,
    mut shown: SignupPage,
    visitor: &Visitor,
    key: &str,
    (entry, error): (Entry, SignUpError),
) -> Result<Response, Error> {
    let page = &shown.page;
    let is_busy = matches!(error, SignUpError::Service(service::Error::Busy { .. }));
    let (field, words, retry) = match error {
        SignUpError::Name(error) => ("name", error_texts::name(page, &error), None),
        SignUpError::Password(error) => ("password", error_texts::password(page, &error), None),
        SignUpError::NameTaken => ("name", page.t("name-taken"), None),
        SignUpError::Link => ("invite", page.t("invite-invalid"), None),
        SignUpError::CaptchaSpent => ("answer", page.t("captcha-used"), None),
        SignUpError::Limited { retry_after_s } => {
            later(page, Message::new("signup-limited"), retry_after_s)
        }
        SignUpError::RequestsLimited { retry_after_s } => {
            later(page, Message::new("requests-limited"), retry_after_s)
        }
        SignUpError::NamesLimited { retry_after_s } => {
            later(page, Message::new("names-limited"), retry_after_s)
        }
        SignUpError::TooManyWaiting => (WHOLE, page.t("requests-full"), None),
        SignUpError::Service(service::Error::Busy { retry_after_s }) => {
            (WHOLE, page.t("error-busy"), Some(retry_after_s))
        }
        SignUpError::Service(error) => return Err(error.into()),
    };
    match field {
        WHOLE => shown.form.refuse_whole(words),
        field => shown.form.refuse(field, words),
    }
    let status = match is_busy {
        true => StatusCode::SERVICE_UNAVAILABLE,
        false => page::refusal_status(retry),
    };
    if shown.is_invited() && field != "invite" {
        return Ok(page::html_refused(status, retry, &shown, &shown.form));
    }
    shown.mode = mode(app, "").await?;
    if !shown.has_form() {
        return Ok(page::html_refused(status, retry, &shown, &shown.form));
    }
    let captcha = CaptchaForm::new(app, visitor, key, Purpose::Account);
    let block = match entry {
        // A captcha that was passed need not be passed again for another name.
        Entry::Captcha(passed) => captcha.keep_passed(passed).await?,
        Entry::Invitation | Entry::Request => captcha.show().await?,
    };
    Ok(with_captcha(app, shown, block, (status, retry)))
}

/// The form with a captcha and its other ways in.
fn with_captcha(
    app: &App,
    mut shown: SignupPage,
    mut block: CaptchaBlock,
    (status, retry): (StatusCode, Option<u32>),
) -> Response {
    block.has_invite = takes_invites(app);
    block.has_approval = may_ask(app);
    shown.form.ask(&block.challenge);
    shown.captcha = Some(block);
    page::html_refused(status, retry, &shown, &shown.form)
}

/// Whether asking the owner is a way in.
fn may_ask(app: &App) -> bool {
    app.captchas
        .settings
        .current()
        .drawing
        .settings
        .defence
        .approval
}

async fn mode(app: &App, invite: &str) -> Result<Mode, Error> {
    let without = match app.config.access.signup {
        Signup::Open => Mode::Open,
        Signup::Approval => Mode::Approval,
        Signup::Invite => Mode::NeedsInvite,
        Signup::Closed => return Ok(Mode::Closed),
    };
    let defence = &app.captchas.settings.current().drawing.settings.defence;
    let is_way = defence.invite || without == Mode::NeedsInvite;
    if !is_way || invite.trim().is_empty() {
        return Ok(without);
    }
    Ok(
        match app.accounts.is_link_good(TokenKind::Invite, invite).await? {
            true => Mode::Invited,
            false => without,
        },
    )
}
