//! Challenges of the captcha: issued, shown again, replaced.

use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::challenges::open::OpenChallenges;
use crate::service::captcha::challenges::prices::{Prices, Protection, Quote};
use crate::service::captcha::challenges::wait::{AHEAD_MS, over_ms, seconds};
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::counters::CaptchaCounters;
use crate::store::{CaptchaEvent, Challenge, Ended, Issued, Store};
use rookery_captcha::defence::Step;

/// A challenge that expires sooner than this is not shown again, unless no new one can be issued.
const TIME_TO_READ_MS: i64 = 2 * 60 * 1000;

/// The outcome of asking for a challenge.
#[derive(Clone, Debug)]
pub enum IssueOutcome {
    /// Here it is.
    Made(IssuedChallenge),
    /// The session has had enough of them for this minute.
    TooMany {
        /// Seconds until the next one.
        retry_after_s: u32,
    },
}

/// A challenge as far as a page shows it.
#[derive(Clone, Debug)]
pub struct IssuedChallenge {
    /// Its id, which is the seed of its work as well.
    pub id: ChallengeId,
    /// Whether there is something to read or to listen to.
    pub has_reading: bool,
    pub has_picture: bool,
    /// Whether there is something to listen to.
    pub has_audio: bool,
    /// When it ends by itself, unix milliseconds.
    pub expires_ms: i64,
    /// The price of a check at this moment.
    pub quote: Quote,
    /// Seconds until the wait is over.
    pub wait_s: u32,
}

/// Challenges of visitors. A clone is the same.
#[derive(Clone)]
pub struct Challenges {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
    counters: CaptchaCounters,
    prices: Prices,
    open: OpenChallenges,
}

impl Challenges {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        Challenges {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
            counters: handles.counters.clone(),
            prices: handles.prices.clone(),
            open: OpenChallenges::new(handles),
        }
    }

    /// Makes a challenge for a session, which may have `per_minute` of them (0 = no limit).
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn issue(&self, client: &Client, per_minute: u32) -> Result<IssueOutcome, Error> {
        self.make(client, per_minute, true).await
    }

    /// Makes a challenge without a picture, for a session that has had as many pictures as it may have for now: the
    /// recording and the work stay as ways in.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn issue_without_picture(&self, client: &Client) -> Result<IssueOutcome, Error> {
        self.make(client, 0, false).await
    }

    async fn make(
        &self,
        client: &Client,
        per_minute: u32,
        has_picture: bool,
    ) -> Result<IssueOutcome, Error> {
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let now_ms = self.clock.now_ms();
        let fresh = self.to_read(
            &live,
            client.session.clone(),
            defence.is_reading_open() && client.may_view,
            now_ms,
        );
        let challenge = Challenge {
            answer_image: match has_picture {
                true => fresh.answer_image,
                false => String::new(),
            },
            ..fresh
        };
        let store = &self.store;
        let issued = match client.is_new {
            true => store.add_challenge(&challenge).await.map(|()| Issued::Kept),
            false => store.create_challenge(&challenge, per_minute).await,
        }?;
        if let Issued::TooMany { again_ms } = issued {
            return Ok(IssueOutcome::TooMany {
                retry_after_s: seconds(again_ms - now_ms).max(1),
            });
        }
        let preset = &challenge.preset;
        self.counters.try_count(preset, CaptchaEvent::Issued).await;
        let shown = self.shown(client, challenge).await?;
        match shown.quote.step {
            Step::Usual => {}
            Step::Raised => self.counters.try_note(CaptchaEvent::StepWork).await,
            Step::RaisedAndWait => self.counters.try_note(CaptchaEvent::StepWait).await,
        }
        Ok(IssueOutcome::Made(shown))
    }

    /// A challenge, without answers where reading is no way in.
    fn to_read(
        &self,
        live: &ActiveCaptcha,
        session: String,
        has_answers: bool,
        now_ms: i64,
    ) -> Challenge {
        // The operating system's generator, not a seeded one: who could predict the word would not need the picture.
        let rng = &mut UnwrapErr(SysRng);
        let (answer_image, answer_audio) = match has_answers {
            true => (live.drawing.code(rng), live.drawing.audio_code(rng)),
            false => (String::new(), String::new()),
        };
        Challenge {
            id: ChallengeId::random(),
            session_hash: session,
            preset: live.drawing.settings.preset.as_str().to_owned(),
            settings_version: live.version,
            seed: rand::random(),
            answer_image,
            answer_audio,
            created_ms: now_ms,
            expires_ms: now_ms + self.settings.options().life_ms,
            ended: None,
        }
    }

    /// A challenge of this session that is still open, to be shown again.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn still_open(
        &self,
        id: &str,
        client: &Client,
    ) -> Result<Option<IssuedChallenge>, Error> {
        let Ok(id) = id.parse::<ChallengeId>() else {
            return Ok(None);
        };
        match self.open.find(id, &client.session).await? {
            Some(open) => Ok(Some(self.shown(client, open).await?)),
            None => Ok(None),
        }
    }

    /// The challenge of this session that is still open and was made last under the settings in force, to be shown again: a visitor
    /// who goes back or loads the page again sees the same picture. With `is_for_now`, a challenge that expires soon is accepted, too.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn last_open(
        &self,
        client: &Client,
        is_for_now: bool,
    ) -> Result<Option<IssuedChallenge>, Error> {
        let left_ms = match is_for_now {
            true => 0,
            false => TIME_TO_READ_MS.min(self.settings.options().life_ms / 4),
        };
        let version = self.settings.current().version;
        let now_ms = self.clock.now_ms();
        let times = (now_ms + AHEAD_MS, now_ms + left_ms);
        let challenge = self.store.open_challenge(&client.session, version, times);
        let challenge = challenge.await?;
        // Fonts and backgrounds may have changed twice since, and nobody can see its picture any more.
        match challenge.filter(|open| self.settings.of(open).is_some()) {
            Some(open) => Ok(Some(self.shown(client, open).await?)),
            None => Ok(None),
        }
    }

    /// A challenge as a page shows it, at the price of this moment.
    async fn shown(&self, client: &Client, challenge: Challenge) -> Result<IssuedChallenge, Error> {
        let live = self.settings.current();
        let defence = &live.drawing.settings.defence;
        let quote = self.prices.quote(defence, client);
        let now_ms = self.clock.now_ms();
        Ok(IssuedChallenge {
            id: challenge.id,
            has_reading: client.may_view && challenge.has_reading(),
            has_picture: client.may_view && !challenge.answer_image.is_empty(),
            has_audio: client.may_view && !challenge.answer_audio.is_empty(),
            expires_ms: challenge.expires_ms,
            quote: quote.await?,
            wait_s: seconds(over_ms(&challenge, defence, now_ms) - now_ms),
        })
    }

    /// The price of an account, and the number of them that an hour lets in without the owner.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn protection(&self) -> Result<Protection, Error> {
        let live = self.settings.current();
        self.prices.protection(&live.drawing.settings.defence).await
    }

    /// Ends a challenge because the visitor asked for another picture. Unknown ones are passed over.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn replace(&self, id: &str, session: &str) -> Result<(), Error> {
        let Ok(id) = id.parse::<ChallengeId>() else {
            return Ok(());
        };
        // Counted under the preset that it was shown with, like its other outcomes.
        let Some(challenge) = self.open.find(id, session).await? else {
            return Ok(());
        };
        let now_ms = self.clock.now_ms();
        let ended = self
            .store
            .end_challenge(id, session, Ended::Replaced, now_ms);
        if ended.await? {
            let preset = &challenge.preset;
            self.counters
                .try_count(preset, CaptchaEvent::Reloaded)
                .await;
        }
        Ok(())
    }
}
