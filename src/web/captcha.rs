//! The captcha in a form: a fresh challenge to show, and the one check of what was typed.

use serde::Deserialize;

use crate::arena::Verdict;
use crate::store::seconds_left;
use crate::web::address;
use crate::web::form::Form;
use crate::web::page::Page;
use crate::web::who::Visitor;
use crate::web::{App, Error};

const MINUTE_MS: i64 = 60_000;

/// The captcha as a template shows it.
#[derive(Clone, Debug)]
pub struct CaptchaBlock {
    /// The challenge's id.
    pub challenge: String,
    /// Whether there is something to listen to.
    pub has_audio: bool,
}

/// The fields that the captcha adds to a form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CaptchaFields {
    /// The challenge's id, hidden in the form.
    pub challenge: String,
    /// What was typed.
    pub answer: String,
    /// A field that people do not see and programs fill.
    pub website: String,
    /// Set where the visitor asked for another picture.
    pub reload: String,
}

/// What came of a check.
#[derive(Debug)]
pub enum Checked {
    /// The visitor may pass.
    Right,
    /// Not this time: the words for the field `answer`.
    Refused(String),
    /// Too many wrong answers from this address.
    Limited {
        /// Seconds to wait.
        retry_after_s: u32,
    },
}

/// A fresh challenge for a session.
///
/// # Errors
/// The database does not answer.
pub async fn issue(app: &App, session: &str) -> Result<Option<CaptchaBlock>, Error> {
    let challenge = app.captchas.issue(session).await?;
    Ok(Some(CaptchaBlock {
        challenge: challenge.to_string(),
        has_audio: app.captchas.has_audio(),
    }))
}

/// Checks an answer, once. Only failures count against the address.
///
/// # Errors
/// The database does not answer.
pub async fn check(
    app: &App,
    page: &Page,
    visitor: &Visitor,
    session: &str,
    fields: &CaptchaFields,
) -> Result<Checked, Error> {
    let limit = u64::from(app.config.limits.captcha_checks_per_minute);
    let is_exempt = limit == 0 || address::is_exempt(visitor.ip, &app.config.limits.exempt);
    let key = format!("captcha:{}", visitor.bucket());
    let now_ms = app.clock.now_ms();
    if !is_exempt && app.store().hits(&key, MINUTE_MS, now_ms).await? >= limit {
        return Ok(Checked::Limited {
            retry_after_s: seconds_left(MINUTE_MS, now_ms),
        });
    }
    let verdict = app
        .captchas
        .check(&fields.challenge, session, &fields.answer)
        .await?;
    // Only a program fills the field that nobody sees; it learns no more than a wrong answer would tell.
    let verdict = if fields.website.is_empty() {
        verdict
    } else {
        Verdict::Wrong
    };
    let problem = match verdict {
        Verdict::Right => return Ok(Checked::Right),
        Verdict::Wrong => "captcha-wrong",
        Verdict::Expired => "captcha-expired",
        Verdict::AlreadyUsed => "captcha-used",
        Verdict::Missing => "captcha-missing",
    };
    if !is_exempt {
        app.store().count_hit(&key, MINUTE_MS, now_ms).await?;
    }
    Ok(Checked::Refused(page.t(problem)))
}

/// Whether the visitor asked for another picture rather than sent the form.
pub fn is_reload(fields: &CaptchaFields) -> bool {
    !fields.reload.is_empty()
}

/// Says at the field that the visitor has to wait.
pub fn refuse_limited(form: &mut Form, page: &Page, retry_after_s: u32) {
    form.refuse(
        "answer",
        page.t1("captcha-limited", "seconds", retry_after_s),
    );
}
