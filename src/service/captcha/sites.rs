//! The captcha for other sites: a challenge for their visitor, a pass for the right answer, and the one time that their server
//! may ask about the pass.

use crate::accounts::{Token, token_hash};
use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::ids::SiteKey;
use crate::ids::UserId;
use crate::service::Error;
use crate::service::captcha::challenge::Challenges;
use crate::service::{Attempt, Client, Verdict};
use crate::store::{CaptchaSite, NewCaptchaSite, Redeemed, Store};
use crate::store::{site_of_session, site_session};
use rookery_captcha::defence::Purpose;

/// A pass is good for this long: time to send a form.
pub const PASS_LIFE_MS: i64 = 5 * 60 * 1000;

/// A challenge as another site's page needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteChallenge {
    /// Its id: who knows it may fetch picture and recording.
    pub id: ChallengeId,
    /// When it ends by itself, unix milliseconds.
    pub expires_ms: i64,
}

/// What a visitor of another site gets for the right answer.
#[derive(Clone, Debug)]
pub struct Pass {
    /// The token that the site's server shows once.
    pub token: Token,
    /// Until when, unix milliseconds.
    pub expires_ms: i64,
}

/// The sites that use this captcha, their challenges and their passes. A clone is the same.
#[derive(Clone)]
pub struct CaptchaSites {
    store: Store,
    clock: Clock,
    challenges: Challenges,
}

impl CaptchaSites {
    pub(super) fn new(store: Store, clock: Clock, challenges: Challenges) -> Self {
        CaptchaSites {
            store,
            clock,
            challenges,
        }
    }

    /// Adds a site and returns its secret, which is kept nowhere.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn add(
        &self,
        name: &str,
        origins: Vec<String>,
        by: UserId,
    ) -> Result<(CaptchaSite, Token), Error> {
        let site = CaptchaSite {
            key: SiteKey::random(),
            name: name.to_owned(),
            origins,
            created_ms: self.clock.now_ms(),
        };
        let secret = Token::random();
        self.store
            .create_captcha_site(&NewCaptchaSite {
                site: &site,
                secret_hash: &secret.hash(),
                created_by: by,
            })
            .await?;
        Ok((site, secret))
    }

    /// Whether any site has this origin: its pages may read what this server answers.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn is_origin(&self, origin: &str) -> Result<bool, Error> {
        let sites = self.store.captcha_sites().await?;
        Ok(sites
            .iter()
            .any(|site| site.origins.iter().any(|known| known == origin)))
    }

    /// Makes a challenge for a visitor of a site.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn issue(&self, site: SiteKey) -> Result<SiteChallenge, Error> {
        let challenge = self.challenges.issue_to_read(site_session(site)).await?;
        Ok(SiteChallenge {
            id: challenge.id,
            expires_ms: challenge.expires_ms,
        })
    }

    /// The site that a challenge was made for; `None` for an unknown challenge, or one of this site's own visitors.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn of_challenge(&self, id: ChallengeId) -> Result<Option<CaptchaSite>, Error> {
        let challenge = self.store.challenge(id).await?;
        match challenge.and_then(|challenge| site_of_session(&challenge.session_hash)) {
            Some(key) => Ok(self.store.captcha_site(key).await?),
            None => Ok(None),
        }
    }

    /// The one check of a challenge of a site: a pass where the answer is right. Failures count for the address `range`.
    ///
    /// # Errors
    /// What came of the check instead, or the database does not answer.
    pub async fn check(
        &self,
        site: SiteKey,
        id: ChallengeId,
        typed: &str,
        range: String,
    ) -> Result<Result<Pass, Verdict>, Error> {
        let client = Client {
            session: site_session(site),
            is_new: false,
            range,
            purpose: Purpose::OtherSite,
        };
        let attempt = Attempt {
            challenge: &id.to_string(),
            typed,
            ..Attempt::default()
        };
        let verdict = self.challenges.check(&client, attempt).await?;
        if !matches!(verdict, Verdict::Right { .. }) {
            return Ok(Err(verdict));
        }
        let now_ms = self.clock.now_ms();
        let pass = Pass {
            token: Token::random(),
            expires_ms: now_ms + PASS_LIFE_MS,
        };
        self.store
            .create_captcha_pass(&pass.token.hash(), site, now_ms, pass.expires_ms)
            .await?;
        Ok(Ok(pass))
    }

    /// The site with this secret.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn with_secret(&self, secret: &str) -> Result<Option<CaptchaSite>, Error> {
        Ok(self
            .store
            .captcha_site_by_secret(&token_hash(secret))
            .await?)
    }

    /// Uses a pass of a site up.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn redeem(&self, site: SiteKey, token: &str) -> Result<Redeemed, Error> {
        Ok(self
            .store
            .redeem_captcha_pass(&token_hash(token), site, self.clock.now_ms())
            .await?)
    }
}
