//! The captcha in a form: a challenge to show with its ways in, and the one check of what came back.

use axum::http::StatusCode;
use serde::Deserialize;

use crate::arena::{Asker, Attempt, Offer, Offered, Verdict};
use crate::captcha::defence::{Step, Work, is_nonce};
use crate::store::seconds_left;
use crate::web::address;
use crate::web::layers::over;
use crate::web::page::Page;
use crate::web::who::Visitor;
use crate::web::{App, Error};

const MINUTE_MS: i64 = 60_000;
/// What was typed is shown again where it was not looked at; more than any answer has is not.
const MAX_TYPED: usize = 64;

/// The captcha as a template shows it.
#[derive(Clone, Debug)]
pub struct CaptchaBlock {
    /// The challenge's id; empty where there is none for now.
    pub challenge: String,
    /// Seconds until there can be a challenge again, where there is none for now.
    pub retry_after_s: Option<u32>,
    /// What the challenge asks for.
    pub step: Step,
    /// Whether there is a picture to read.
    pub has_reading: bool,
    /// Whether there is something to listen to.
    pub has_audio: bool,
    /// The work, where it is a way in or asked for.
    pub work: Option<Work>,
    /// Seconds until the wait of the step is over.
    pub wait_s: u32,
    /// The proof of work, where it came too early to be looked at.
    pub nonce: String,
    /// What was typed, where it came too early to be looked at.
    pub typed: String,
    /// Whether an invitation can be typed instead.
    pub has_invite: bool,
    /// Whether the owner can be asked instead.
    pub has_approval: bool,
}

impl CaptchaBlock {
    fn of(offered: Offered) -> Self {
        CaptchaBlock {
            challenge: offered.id.to_string(),
            retry_after_s: None,
            step: offered.step,
            has_reading: offered.has_reading,
            has_audio: offered.has_audio,
            work: offered.work,
            wait_s: offered.wait_s,
            nonce: String::new(),
            typed: String::new(),
            has_invite: false,
            has_approval: false,
        }
    }

    /// Instead of a challenge the time to wait for one.
    fn later(retry_after_s: u32) -> Self {
        CaptchaBlock {
            challenge: String::new(),
            retry_after_s: Some(retry_after_s),
            step: Step::Read,
            has_reading: false,
            has_audio: false,
            work: None,
            wait_s: 0,
            nonce: String::new(),
            typed: String::new(),
            has_invite: false,
            has_approval: false,
        }
    }

    /// The address of the picture, without what it looks like.
    pub fn image(&self) -> String {
        format!("/captcha/{}/image", self.challenge)
    }

    /// Whether the picture is the first thing to try.
    pub fn is_reading_first(&self) -> bool {
        self.has_reading && self.step != Step::WorkAndWait
    }

    /// The step as the script knows it.
    pub fn step_word(&self) -> &'static str {
        self.step.as_str()
    }

    /// Whether the step asks for more than the picture.
    pub fn is_raised(&self) -> bool {
        self.step != Step::Read
    }

    /// Whether a page that is shown for the first time can be a success: not where it has to send the visitor away to wait.
    pub fn status(&self) -> StatusCode {
        match self.retry_after_s {
            Some(_) => StatusCode::TOO_MANY_REQUESTS,
            None => StatusCode::OK,
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
    /// Set where the visitor asked for another picture.
    pub reload: String,
}

/// Why a form does not pass, and the captcha that it is shown with again.
#[derive(Debug)]
pub struct Refusal {
    /// The words for the field `answer`.
    pub words: String,
    /// The status of the page.
    pub status: StatusCode,
    /// Seconds to wait, where it is a matter of time.
    pub retry_after_s: Option<u32>,
    /// The captcha to show.
    pub block: CaptchaBlock,
}

/// A fresh challenge for a session, or the time to wait for one.
///
/// # Errors
/// The database does not answer.
pub async fn issue(app: &App, visitor: &Visitor, session: &str) -> Result<CaptchaBlock, Error> {
    let limits = &app.config.limits;
    let is_exempt = address::is_exempt(visitor.ip, &limits.exempt);
    if !is_exempt && let Some(wait_s) = over(&app.challenge_flood, &visitor.bucket()) {
        return Ok(CaptchaBlock::later(wait_s));
    }
    let per_minute = match is_exempt {
        true => 0,
        false => limits.captcha_challenges_per_minute,
    };
    let asker = asker(app, visitor, session);
    Ok(match app.captchas.issue(&asker, per_minute).await? {
        Offer::Made(offered) => CaptchaBlock::of(offered),
        Offer::TooMany { retry_after_s } => CaptchaBlock::later(retry_after_s),
    })
}

/// The challenge that a form came with, to be shown again with what was typed; a fresh one where that is over.
///
/// # Errors
/// The database does not answer.
pub async fn keep(
    app: &App,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<CaptchaBlock, Error> {
    let open = app.captchas.still_open(&fields.challenge, session).await?;
    let Some(offered) = open else {
        return issue(app, visitor, session).await;
    };
    let mut block = CaptchaBlock::of(offered);
    block.typed = fields.answer.chars().take(MAX_TYPED).collect();
    if is_nonce(&fields.nonce) {
        block.nonce.clone_from(&fields.nonce);
    }
    Ok(block)
}

/// Ends the challenge of a form whose visitor asked for another picture, and makes the next one.
///
/// # Errors
/// The database does not answer.
pub async fn reload(
    app: &App,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<CaptchaBlock, Error> {
    app.captchas.replace(&fields.challenge, session).await?;
    issue(app, visitor, session).await
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
    let limit = u64::from(app.config.limits.captcha_checks_per_minute);
    let is_limited = limit > 0 && !address::is_exempt(visitor.ip, &app.config.limits.exempt);
    let bucket = visitor.bucket();
    let (by_address, by_session) = (format!("captcha:{bucket}"), format!("captcha:{session}"));
    // Guesses of one address that come at once are counted one after the other, or all would be within the limit.
    let _turn = match is_limited {
        true => Some(app.turns.take(&bucket).await),
        false => None,
    };
    let now_ms = app.clock.now_ms();
    if is_limited {
        let store = app.store();
        let failed = store.hits(&by_address, MINUTE_MS, now_ms).await?;
        let failed = failed.max(store.hits(&by_session, MINUTE_MS, now_ms).await?);
        if failed >= limit {
            let wait_s = seconds_left(MINUTE_MS, now_ms);
            let words = page.t1("captcha-limited", "seconds", wait_s);
            // The answer was not looked at: it is not lost.
            let block = keep(app, visitor, session, fields).await?;
            return Ok(Some(Refusal::to_wait(words, wait_s, block)));
        }
    }
    let attempt = Attempt {
        challenge: &fields.challenge,
        typed: &fields.answer,
        nonce: &fields.nonce,
        // Only a program fills the field that nobody sees; it learns no more than a wrong answer would tell.
        is_trapped: !fields.website.is_empty(),
    };
    let asker = asker(app, visitor, session);
    let problem = match app.captchas.check(&asker, attempt).await? {
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
    if is_limited {
        let keys = [by_session.as_str(), by_address.as_str()];
        app.store().count_hits(&keys, MINUTE_MS, now_ms).await?;
    }
    let block = issue(app, visitor, session).await?;
    Ok(Some(Refusal::wrong(page.t(problem), block)))
}

impl Refusal {
    fn to_wait(words: String, wait_s: u32, block: CaptchaBlock) -> Self {
        Refusal {
            words,
            status: StatusCode::TOO_MANY_REQUESTS,
            retry_after_s: Some(wait_s.max(block.retry_after_s.unwrap_or(0))),
            block,
        }
    }

    fn wrong(words: String, block: CaptchaBlock) -> Self {
        match block.retry_after_s {
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

/// Counts a picture or a recording that is fetched, by address and by session.
///
/// # Errors
/// Too many of them.
pub fn may_fetch(app: &App, visitor: &Visitor) -> Result<(), Error> {
    if address::is_exempt(visitor.ip, &app.config.limits.exempt) {
        return Ok(());
    }
    let by_address = over(&app.image_flood, &visitor.bucket());
    let by_session = visitor
        .row
        .as_ref()
        .and_then(|row| over(&app.session_image_flood, &row.id_hash));
    match by_address.max(by_session) {
        Some(retry_after_s) => Err(Error::Limited { retry_after_s }),
        None => Ok(()),
    }
}

fn asker(app: &App, visitor: &Visitor, session: &str) -> Asker {
    let is_exempt = address::is_exempt(visitor.ip, &app.config.limits.exempt);
    Asker {
        session: session.to_owned(),
        range: match is_exempt {
            true => String::new(),
            false => address::range(visitor.ip),
        },
    }
}
