//! The captcha in a form: a challenge with its ways in, and the one check of the answer.

use std::net::IpAddr;

use axum::http::StatusCode;
use serde::Deserialize;

use crate::config::Signup;
use crate::ids::{ChallengeId, SiteKey};
use crate::service::{
    Attempt, CaptchaSites, Client, IssueOutcome, IssuedChallenge, LimitedAction, Quote, Verdict,
};
use crate::store::KeptChallenge;
use crate::web::captcha::api;
use crate::web::captcha::check_limit::{self, Counters};
use crate::web::captcha::picture;
use crate::web::page::Page;
use crate::web::request::fields::Field;
use crate::web::session::visitor::Visitor;
use crate::web::words::duration::duration;
use crate::web::{App, Error};
use rookery_captcha::defence::{Proof, Purpose};
use rookery_games::Message;

/// Maximum length of an unchecked answer that is shown again; no answer is longer.
const MAX_TYPED: usize = 64;

/// The captcha as a template shows it.
#[derive(Clone, Debug, Default)]
pub struct CaptchaBlock {
    /// The challenge's id; empty if there is none for now.
    pub challenge: String,
    /// Below this path are its picture and its recording.
    files: String,
    /// Seconds until there can be another picture, if there can be none for now.
    pub retry_after_s: Option<u32>,
    /// Whether there is something to read or to listen to.
    pub has_reading: bool,
    pub has_picture: bool,
    /// Whether there is something to listen to.
    pub has_audio: bool,
    /// The price; `None` if there is no challenge.
    pub quote: Option<Quote>,
    /// Seconds until the wait is over.
    pub wait_s: u32,
    /// Milliseconds until the challenge ends; 0 if there is none.
    pub life_ms: i64,
    /// The proof of work, if it was not enough or came too early to be checked.
    pub proof: String,
    /// The typed answer, if it came too early to be checked.
    pub typed: String,
    /// Whether the visitor asked for another picture, and goes on from there.
    pub is_reloaded: bool,
    /// Whether the captcha was passed for an earlier form and is kept for this one.
    pub is_passed: bool,
    /// Whether an invitation can be typed instead.
    pub has_invite: bool,
    /// Whether the owner can be asked instead.
    pub has_approval: bool,
}

impl CaptchaBlock {
    fn of(issued: IssuedChallenge, files: &str, now_ms: i64) -> Self {
        CaptchaBlock {
            life_ms: issued.expires_ms - now_ms,
            files: format!("{files}/{}", issued.id),
            challenge: issued.id.to_string(),
            has_reading: issued.has_reading,
            has_picture: issued.has_picture,
            has_audio: issued.has_audio,
            quote: Some(issued.quote),
            wait_s: issued.wait_s,
            ..CaptchaBlock::default()
        }
    }

    /// A kept challenge: nothing is left to do.
    fn passed(challenge: &str) -> Self {
        CaptchaBlock {
            challenge: challenge.to_owned(),
            is_passed: true,
            ..CaptchaBlock::default()
        }
    }

    /// The address of the picture, without its look.
    pub fn image(&self) -> String {
        format!("{}/image", self.files)
    }

    /// The address of the recording.
    pub fn audio(&self) -> String {
        format!("{}/audio", self.files)
    }

    /// Whether it can be listened to, but not seen for now.
    pub fn is_without_picture(&self) -> bool {
        self.retry_after_s.is_some() && !self.has_picture && !self.is_closed()
    }

    /// The tries of work beside reading; 0 where nobody works.
    pub fn tries(&self) -> u32 {
        self.quote.map_or(0, |quote| quote.price.tries)
    }

    /// The tries of a visitor who neither reads nor listens.
    pub fn tries_without_reading(&self) -> u32 {
        self.quote
            .map_or(0, |quote| quote.price.tries_without_reading())
    }

    /// Whether a wait is required even of visitors who do the work.
    pub fn waits(&self) -> bool {
        self.quote.is_some_and(|quote| quote.price.waits)
    }

    /// Whether more is asked for than usual.
    pub fn is_raised(&self) -> bool {
        self.quote.is_some_and(|quote| quote.is_raised)
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
    pub answer: String,
    /// The proof of work.
    pub proof: String,
    /// A field that people do not see and programs fill.
    pub website: String,
    /// Set if the visitor asked for another picture.
    pub reload: String,
}

/// The descriptions of these fields.
pub fn fields() -> [Field; 5] {
    ["challenge", "answer", "proof", "website", "reload"].map(Field::text)
}

/// A check that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    pub challenge: ChallengeId,
    /// Whether it was passed for an earlier form and kept.
    pub is_kept: bool,
    /// Whether the account has to wait for the owner, because too many were made.
    pub is_held: bool,
}

/// The refusal of a form, with the captcha for showing it again.
#[derive(Debug)]
pub struct FormRefusal {
    /// The words for the field `answer`.
    pub words: String,
    /// The status of the page.
    pub status: StatusCode,
    /// Seconds to wait, if waiting helps.
    pub retry_after_s: Option<u32>,
    /// The captcha to show.
    pub block: CaptchaBlock,
}

/// The captcha of one visitor's form.
pub struct CaptchaForm<'a> {
    app: &'a App,
    ip: IpAddr,
    client: Client,
    /// The session by which limits count; empty where visitors share one.
    session: String,
    /// Below this path are pictures and recordings.
    files: &'static str,
}

impl<'a> CaptchaForm<'a> {
    /// The captcha of a form that serves `purpose`, in the session with this row.
    pub fn new(app: &'a App, visitor: &'a Visitor, session: &str, purpose: Purpose) -> Self {
        CaptchaForm {
            app,
            ip: visitor.ip,
            client: Client {
                session: session.to_owned(),
                is_new: visitor.row.is_none(),
                range: app.limit_range(visitor.ip),
                purpose,
                waits_anyway: app.config.access.signup == Signup::Approval,
                may_view: picture::may_view(app, visitor),
            },
            session: session.to_owned(),
            files: "/captcha",
        }
    }

    /// The captcha of a page of another site, for the visitor with this address.
    pub fn of_site(app: &'a App, ip: IpAddr, site: SiteKey) -> Self {
        CaptchaForm {
            app,
            ip,
            client: CaptchaSites::client(site, app.limit_range(ip)),
            session: String::new(),
            files: api::CHALLENGES,
        }
    }

    fn block(&self, issued: IssuedChallenge) -> CaptchaBlock {
        CaptchaBlock::of(issued, self.files, self.app.clock().now_ms())
    }

    /// The challenge of a page that is opened: the session's open one, so that going back or reloading the page shows the same one;
    /// otherwise a fresh one.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn show(&self) -> Result<CaptchaBlock, Error> {
        let open = match self.client.is_new {
            true => None,
            false => self.last_open(false).await?,
        };
        match open {
            Some(open) if open.has_picture || !open.has_reading => Ok(self.block(open)),
            _ => self.issue().await,
        }
    }

    /// A fresh challenge for the session. If it has used up its pictures for now, the challenge that is still open is shown
    /// with the time until the next picture, or else a challenge without a picture.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn issue(&self) -> Result<CaptchaBlock, Error> {
        match self.fresh().await? {
            IssueOutcome::Made(issued) => Ok(self.block(issued)),
            IssueOutcome::TooMany { retry_after_s } => self.spare(retry_after_s).await,
        }
    }

    async fn fresh(&self) -> Result<IssueOutcome, Error> {
        let app = self.app;
        let key = app.limit_key(self.ip);
        if let Err(limited) = app.limits.count(LimitedAction::CaptchaChallenge, &key) {
            return Ok(IssueOutcome::TooMany {
                retry_after_s: limited.retry_after_s,
            });
        }
        let per_minute = match key.is_empty() {
            true => 0,
            false => app.limits.number(LimitedAction::CaptchaChallengeOfSession),
        };
        let challenges = &app.captchas.challenges;
        Ok(challenges.issue(&self.client, per_minute).await?)
    }

    async fn last_open(&self, is_for_now: bool) -> Result<Option<IssuedChallenge>, Error> {
        let challenges = &self.app.captchas.challenges;
        Ok(challenges.last_open(&self.client, is_for_now).await?)
    }

    async fn still_open(&self, fields: &CaptchaFields) -> Result<Option<IssuedChallenge>, Error> {
        let challenges = &self.app.captchas.challenges;
        Ok(challenges
            .still_open(&fields.challenge, &self.client)
            .await?)
    }

    /// The challenge for a session that can have no picture for this number of seconds. A browser without a session gets
    /// nothing: otherwise a flood could evade the limit by sending no cookie.
    async fn spare(&self, retry_after_s: u32) -> Result<CaptchaBlock, Error> {
        let challenges = &self.app.captchas.challenges;
        let issued = match self.client.is_new {
            true => None,
            false => match self.last_open(true).await? {
                Some(open) => Some(open),
                None => match challenges.issue_without_picture(&self.client).await? {
                    IssueOutcome::Made(issued) => Some(issued),
                    IssueOutcome::TooMany { .. } => None,
                },
            },
        };
        let mut block = issued.map_or_else(CaptchaBlock::default, |issued| self.block(issued));
        block.retry_after_s = Some(retry_after_s);
        Ok(block)
    }

    /// The challenge of a submitted form, to be shown again with the typed answer; a new challenge if that one has ended.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn keep(&self, fields: &CaptchaFields) -> Result<CaptchaBlock, Error> {
        let Some(issued) = self.still_open(fields).await? else {
            return match self.kept(fields).await? {
                Some(_) => Ok(CaptchaBlock::passed(&fields.challenge)),
                None => self.show().await,
            };
        };
        let mut block = self.block(issued);
        block.typed = fields.answer.chars().take(MAX_TYPED).collect();
        if Proof::parse(&fields.proof).is_some() {
            block.proof.clone_from(&fields.proof);
        }
        Ok(block)
    }

    /// The next picture for a visitor who asked for another one; the challenge of the form ends. If no picture is available for
    /// now, the challenge stays as it is.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn reload(&self, fields: &CaptchaFields) -> Result<CaptchaBlock, Error> {
        let mut block = match self.fresh().await? {
            IssueOutcome::Made(issued) => {
                let (old, session) = (&fields.challenge, &self.client.session);
                let challenges = &self.app.captchas.challenges;
                challenges.replace(old, session).await?;
                self.block(issued)
            }
            IssueOutcome::TooMany { retry_after_s } => {
                let mut block = match self.still_open(fields).await? {
                    None => self.spare(retry_after_s).await?,
                    Some(_) => self.keep(fields).await?,
                };
                block.retry_after_s = Some(retry_after_s);
                block
            }
        };
        block.is_reloaded = true;
        Ok(block)
    }

    /// The challenge of a form that was passed for an earlier one and kept.
    async fn kept(&self, fields: &CaptchaFields) -> Result<Option<KeptChallenge>, Error> {
        match fields.challenge.parse() {
            Ok(id) => Ok(self.app.captchas.kept.find(id, &self.client).await?),
            Err(_) => Ok(None),
        }
    }

    /// Keeps a passed challenge, so that the form can be sent again without another captcha; a fresh challenge if it serves
    /// no further name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn keep_passed(&self, passed: Passed) -> Result<CaptchaBlock, Error> {
        let kept = &self.app.captchas.kept;
        match kept
            .keep(passed.challenge, &self.client, passed.is_held)
            .await?
        {
            true => Ok(CaptchaBlock::passed(&passed.challenge.to_string())),
            false => self.issue().await,
        }
    }

    /// Takes up a challenge that was passed for an earlier form and kept.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn take_up(&self, fields: &CaptchaFields) -> Result<Option<Passed>, Error> {
        // A form of a kept challenge has no fields for them.
        if !(fields.answer.is_empty() && fields.proof.is_empty()) {
            return Ok(None);
        }
        let Ok(challenge) = fields.challenge.parse() else {
            return Ok(None);
        };
        let kept = &self.app.captchas.kept;
        let taken = kept.take_name(challenge, &self.client).await?;
        Ok(taken.map(|kept| Passed {
            challenge,
            is_kept: true,
            is_held: kept.is_held,
        }))
    }

    /// Checks a form, once. Only failures count against the address and the session.
    ///
    /// # Errors
    /// The database does not answer, or too many proofs of work wait to be checked.
    pub async fn check(
        &self,
        page: &Page,
        fields: &CaptchaFields,
    ) -> Result<Result<Passed, FormRefusal>, Error> {
        let app = self.app;
        let counters = Counters {
            session: &self.session,
            address: &app.limit_key(self.ip),
        };
        let attempt = Attempt {
            challenge: &fields.challenge,
            typed: &fields.answer,
            proof: &fields.proof,
            // Only a program fills the invisible field; it learns no more than from a wrong answer.
            is_trapped: !fields.website.is_empty(),
        };
        let checked = check_limit::check(app, counters, &self.client, attempt);
        let verdict = match checked.await? {
            Ok(verdict) => verdict,
            Err(limited) => {
                let wait_s = limited.retry_after_s;
                let words = Message::new("captcha-limited").with("wait", duration(wait_s));
                // The answer was not checked, so it is kept.
                let (words, block) = (page.say(&words), self.keep(fields).await?);
                return Ok(Err(FormRefusal::to_wait(words, wait_s, block)));
            }
        };
        let problem = match verdict {
            Verdict::Right { is_held } => {
                let challenge = fields.challenge.parse().map_err(|_| Error::NotFound)?;
                return Ok(Ok(Passed {
                    challenge,
                    is_kept: false,
                    is_held,
                }));
            }
            Verdict::TooEarly { wait_s } => {
                let words = Message::new("captcha-early").with("wait", duration(wait_s));
                let (words, block) = (page.say(&words), self.keep(fields).await?);
                return Ok(Err(FormRefusal::to_wait(words, wait_s, block)));
            }
            Verdict::TooManyWithoutScripts { retry_after_s } => {
                let words = Message::new("captcha-many-without-scripts");
                let words = page.say(&words.with("wait", duration(retry_after_s)));
                let block = self.keep(fields).await?;
                return Ok(Err(FormRefusal::to_wait(words, retry_after_s, block)));
            }
            Verdict::TooManyWaiting { retry_after_s } => {
                let words = Message::new("captcha-many-waiting");
                let words = page.say(&words.with("wait", duration(retry_after_s)));
                let block = self.keep(fields).await?;
                return Ok(Err(FormRefusal::to_wait(words, retry_after_s, block)));
            }
            Verdict::MoreWork => "captcha-more-work",
            Verdict::Wrong => "captcha-wrong",
            Verdict::Expired => "captcha-expired",
            Verdict::AlreadyUsed => "captcha-used",
            Verdict::Missing => "captcha-missing",
            Verdict::Unknown => "captcha-unknown",
        };
        let block = match problem {
            "captcha-more-work" => self.keep(fields).await?,
            _ => self.issue().await?,
        };
        Ok(Err(FormRefusal::wrong(page.t(problem), block)))
    }
}

/// Whether the visitor asked for another picture rather than sent the form.
pub fn is_reload(fields: &CaptchaFields) -> bool {
    !fields.reload.is_empty()
}

impl FormRefusal {
    fn to_wait(words: String, wait_s: u32, block: CaptchaBlock) -> Self {
        FormRefusal {
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
            Some(wait_s) => FormRefusal::to_wait(words, wait_s, block),
            None => FormRefusal {
                words,
                status: StatusCode::UNPROCESSABLE_ENTITY,
                retry_after_s: None,
                block,
            },
        }
    }
}
