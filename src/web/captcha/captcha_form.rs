//! The captcha in a form: a challenge with its ways in, and the one check of the answer.

use axum::http::StatusCode;
use serde::Deserialize;

use crate::service::{Attempt, Client, IssueOutcome, IssuedChallenge, LimitedAction, Verdict};
use crate::web::page::Page;
use crate::web::request::fields::Field;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::defence::{Step, Work, is_nonce};

/// Maximum length of an unchecked answer that is shown again; no answer is longer.
const MAX_TYPED: usize = 64;

/// The captcha as a template shows it.
#[derive(Clone, Debug)]
pub struct CaptchaBlock {
    /// The challenge's id; empty if there is none for now.
    pub challenge: String,
    /// Seconds until there can be another picture, if there can be none for now.
    pub retry_after_s: Option<u32>,
    /// The step of the challenge.
    pub step: Step,
    /// Whether there is something to read or to listen to.
    pub has_reading: bool,
    pub has_picture: bool,
    /// Whether there is something to listen to.
    pub has_audio: bool,
    /// The work, if it is a way in or required.
    pub work: Option<Work>,
    /// Seconds until the wait of the step is over.
    pub wait_s: u32,
    /// The proof of work, if it came too early to be checked.
    pub nonce: String,
    /// The typed answer, if it came too early to be checked.
    pub typed: String,
    /// Whether an invitation can be typed instead.
    pub has_invite: bool,
    /// Whether the owner can be asked instead.
    pub has_approval: bool,
}

impl CaptchaBlock {
    fn of(issued: IssuedChallenge) -> Self {
        CaptchaBlock {
            challenge: issued.id.to_string(),
            retry_after_s: None,
            step: issued.step,
            has_reading: issued.has_reading,
            has_picture: issued.has_picture,
            has_audio: issued.has_audio,
            work: issued.work,
            wait_s: issued.wait_s,
            nonce: String::new(),
            typed: String::new(),
            has_invite: false,
            has_approval: false,
        }
    }

    /// No challenge.
    fn none() -> Self {
        CaptchaBlock {
            challenge: String::new(),
            retry_after_s: None,
            step: Step::Read,
            has_reading: false,
            has_picture: false,
            has_audio: false,
            work: None,
            wait_s: 0,
            nonce: String::new(),
            typed: String::new(),
            has_invite: false,
            has_approval: false,
        }
    }

    /// The address of the picture, without its look.
    pub fn image(&self) -> String {
        format!("/captcha/{}/image", self.challenge)
    }

    /// Whether the picture is the first thing to try.
    pub fn is_reading_first(&self) -> bool {
        self.has_reading && self.step != Step::WorkAndWait
    }

    /// Whether it can be listened to, but not seen for now.
    pub fn is_without_picture(&self) -> bool {
        self.retry_after_s.is_some() && !self.has_picture && !self.is_closed()
    }

    /// The step as the script knows it.
    pub fn step_word(&self) -> &'static str {
        self.step.as_str()
    }

    /// Whether the step asks for more than the picture.
    pub fn is_raised(&self) -> bool {
        self.step != Step::Read
    }

    /// Whether the only way for now is to wait.
    pub fn is_closed(&self) -> bool {
        self.challenge.is_empty()
    }

    /// Status and time to wait of a page that is opened: an error if the visitor can only wait.
    pub fn opened(&self) -> (StatusCode, Option<u32>) {
        match self.is_closed() {
            true => (StatusCode::TOO_MANY_REQUESTS, self.retry_after_s),
            false => (StatusCode::OK, None),
        }
    }

    /// The same for a page on which another picture was requested.
    pub fn reloaded(&self) -> (StatusCode, Option<u32>) {
        match self.retry_after_s {
            Some(wait_s) => (StatusCode::TOO_MANY_REQUESTS, Some(wait_s)),
            None => (StatusCode::OK, None),
        }
    }
}

/// The fields that the captcha adds to a form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CaptchaFields {
    /// The challenge's id, hidden in the form.
    pub challenge: String,
    /// What was typed.
    pub answer: String,
    /// The proof of work.
    pub nonce: String,
    /// A field that people do not see and programs fill.
    pub website: String,
    /// Set if the visitor asked for another picture.
    pub reload: String,
}

/// The descriptions of these fields.
pub fn fields() -> [Field; 5] {
    ["challenge", "answer", "nonce", "website", "reload"].map(Field::text)
}

/// The refusal of a form, with the captcha for showing it again.
#[derive(Debug)]
pub struct Refusal {
    /// The words for the field `answer`.
    pub words: String,
    /// The status of the page.
    pub status: StatusCode,
    /// Seconds to wait, if waiting helps.
    pub retry_after_s: Option<u32>,
    /// The captcha to show.
    pub block: CaptchaBlock,
}

/// The challenge of a page that is opened: the session's open one, so that going back or reloading the page shows the same one;
/// otherwise a fresh one.
///
/// # Errors
/// The database does not answer.
pub async fn show(app: &App, visitor: &Visitor, session: &str) -> Result<CaptchaBlock, Error> {
    let open = match visitor.row {
        Some(_) => app.captchas.challenges.last_open(session, false).await?,
        // The session was made for this request.
        None => None,
    };
    match open {
        Some(open) if open.has_picture || !open.has_reading => Ok(CaptchaBlock::of(open)),
        _ => issue(app, visitor, session).await,
    }
}

/// A fresh challenge for a session. If the session has used up its pictures for now, the challenge that is still open is shown
/// with the time until the next picture, or else a challenge without a picture.
///
/// # Errors
/// The database does not answer.
pub async fn issue(app: &App, visitor: &Visitor, session: &str) -> Result<CaptchaBlock, Error> {
    match fresh(app, visitor, session).await? {
        IssueOutcome::Made(issued) => Ok(CaptchaBlock::of(issued)),
        IssueOutcome::TooMany { retry_after_s } => {
            spare(app, visitor, session, retry_after_s).await
        }
    }
}

async fn fresh(app: &App, visitor: &Visitor, session: &str) -> Result<IssueOutcome, Error> {
    let key = app.limit_key(visitor.ip);
    if let Err(limited) = app.limits.count(LimitedAction::CaptchaChallenge, &key) {
        return Ok(IssueOutcome::TooMany {
            retry_after_s: limited.retry_after_s,
        });
    }
    let per_minute = match key.is_empty() {
        true => 0,
        false => app.limits.number(LimitedAction::CaptchaChallengeOfSession),
    };
    let client = client(app, visitor, session);
    Ok(app.captchas.challenges.issue(&client, per_minute).await?)
}

/// The challenge for a session that can have no picture for this number of seconds. A browser without a session gets nothing:
/// otherwise a flood could come without one each time.
async fn spare(
    app: &App,
    visitor: &Visitor,
    session: &str,
    retry_after_s: u32,
) -> Result<CaptchaBlock, Error> {
    let open = app.captchas.challenges.last_open(session, true).await?;
    let issued = match open {
        Some(open) => Some(open),
        None if visitor.row.is_none() => None,
        None => {
            let client = client(app, visitor, session);
            match app
                .captchas
                .challenges
                .issue_without_picture(&client)
                .await?
            {
                IssueOutcome::Made(issued) => Some(issued),
                IssueOutcome::TooMany { .. } => None,
            }
        }
    };
    let mut block = issued.map_or_else(CaptchaBlock::none, CaptchaBlock::of);
    block.retry_after_s = Some(retry_after_s);
    Ok(block)
}

/// The challenge of a submitted form, to be shown again with the typed answer; another one if that is over.
///
/// # Errors
/// The database does not answer.
pub async fn keep(
    app: &App,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<CaptchaBlock, Error> {
    let open = app
        .captchas
        .challenges
        .still_open(&fields.challenge, session)
        .await?;
    let Some(issued) = open else {
        return show(app, visitor, session).await;
    };
    let mut block = CaptchaBlock::of(issued);
    block.typed = fields.answer.chars().take(MAX_TYPED).collect();
    if is_nonce(&fields.nonce) {
        block.nonce.clone_from(&fields.nonce);
    }
    Ok(block)
}

/// The next picture for a visitor who asked for another one; the challenge of the form ends. If no picture is available for now,
/// the challenge stays as it is.
///
/// # Errors
/// The database does not answer.
pub async fn reload(
    app: &App,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<CaptchaBlock, Error> {
    match fresh(app, visitor, session).await? {
        IssueOutcome::Made(issued) => {
            app.captchas
                .challenges
                .replace(&fields.challenge, session)
                .await?;
            Ok(CaptchaBlock::of(issued))
        }
        IssueOutcome::TooMany { retry_after_s } => {
            let open = app
                .captchas
                .challenges
                .still_open(&fields.challenge, session)
                .await?;
            if open.is_none() {
                return spare(app, visitor, session, retry_after_s).await;
            }
            let mut block = keep(app, visitor, session, fields).await?;
            block.retry_after_s = Some(retry_after_s);
            Ok(block)
        }
    }
}

/// Whether the visitor asked for another picture rather than sent the form.
pub fn is_reload(fields: &CaptchaFields) -> bool {
    !fields.reload.is_empty()
}

/// Checks a form, once; `None` where the visitor may pass. Only failures count against the address and the session.
///
/// # Errors
/// The database does not answer, or too many proofs of work wait to be checked.
pub async fn check(
    app: &App,
    page: &Page,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<Option<Refusal>, Error> {
    let address = app.limit_key(visitor.ip);
    // If the address is exempt, so is the session.
    let keys = match address.is_empty() {
        true => ["", ""],
        false => [session, address.as_str()],
    };
    let _turn = app.captcha_turn(&address).await;
    let room = app
        .limits
        .has_room(LimitedAction::FailedCaptchaCheck, &keys);
    if let Err(limited) = room.await? {
        let wait_s = limited.retry_after_s;
        let words = page.t1("captcha-limited", "seconds", wait_s);
        // The answer was not checked, so it is kept.
        let block = keep(app, visitor, session, fields).await?;
        return Ok(Some(Refusal::to_wait(words, wait_s, block)));
    }
    let attempt = Attempt {
        challenge: &fields.challenge,
        typed: &fields.answer,
        nonce: &fields.nonce,
        // Only a program fills the invisible field; it learns no more than from a wrong answer.
        is_trapped: !fields.website.is_empty(),
    };
    let client = client(app, visitor, session);
    let problem = match app.captchas.challenges.check(&client, attempt).await? {
        Verdict::Right => return Ok(None),
        Verdict::TooEarly { wait_s } => {
            let words = page.t1("captcha-early", "seconds", wait_s);
            let block = keep(app, visitor, session, fields).await?;
            return Ok(Some(Refusal::to_wait(words, wait_s, block)));
        }
        Verdict::Wrong => "captcha-wrong",
        Verdict::Expired => "captcha-expired",
        Verdict::AlreadyUsed => "captcha-used",
        Verdict::Missing => "captcha-missing",
    };
    app.limits
        .add(LimitedAction::FailedCaptchaCheck, &keys)
        .await?;
    let block = issue(app, visitor, session).await?;
    Ok(Some(Refusal::wrong(page.t(problem), block)))
}

impl Refusal {
    fn to_wait(words: String, wait_s: u32, block: CaptchaBlock) -> Self {
        Refusal {
            words,
            status: StatusCode::TOO_MANY_REQUESTS,
            retry_after_s: Some(match block.is_closed() {
                true => wait_s.max(block.retry_after_s.unwrap_or(0)),
                false => wait_s,
            }),
            block,
        }
    }

    fn wrong(words: String, block: CaptchaBlock) -> Self {
        match block.retry_after_s.filter(|_| block.is_closed()) {
            Some(wait_s) => Refusal::to_wait(words, wait_s, block),
            None => Refusal {
                words,
                status: StatusCode::UNPROCESSABLE_ENTITY,
                retry_after_s: None,
                block,
            },
        }
    }
}

fn client(app: &App, visitor: &Visitor, session: &str) -> Client {
    Client {
        session: session.to_owned(),
        is_new: visitor.row.is_none(),
        range: app.limit_range(visitor.ip),
    }
}
