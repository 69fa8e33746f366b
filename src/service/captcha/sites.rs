//! The captcha for other sites: a challenge for their visitor, a pass for the right answer, and the one time that their server
//! may ask about the pass.

use crate::accounts::{Token, token_hash};
use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::ids::SiteKey;
use crate::ids::UserId;
use crate::service::Client;
use crate::service::Error;
use crate::store::{
    self, Actor, AuditEntry, CaptchaSite, NewCaptchaPass, NewCaptchaSite, Redeemed, Store,
};
use crate::store::{site_of_session, site_session};
use rookery_captcha::defence::Purpose;

/// The secret before the current one stays valid for this long: time to put the new one into the other site's configuration.
pub const PREVIOUS_SECRET_MS: i64 = 24 * 60 * 60 * 1000;
/// A secret that is replaced again within this time is taken to be unused: the form was sent twice, or the response was lost.
const TRIED_SECRET_MS: i64 = 10 * 60 * 1000;
/// A pass is good for this long: time to send a form.
pub const PASS_LIFE_MS: i64 = 5 * 60 * 1000;

/// The pass that a visitor of another site gets for the right answer.
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
}

impl CaptchaSites {
    pub(super) fn new(store: Store, clock: Clock) -> Self {
        CaptchaSites { store, clock }
    }

    /// Adds a site and returns its secret, which is kept nowhere. As with all admin actions on sites, the change and its audit entry are
    /// one transaction: on an error, nothing has changed.
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
        let new = NewCaptchaSite {
            site: &site,
            secret_hash: &secret.hash(),
            created_by: by,
        };
        let entry = self.entry("captcha-site-add", &site, by, &whole(&site));
        self.store.create_captcha_site(&new, &entry).await?;
        Ok((site, secret))
    }

    /// Gives a site another name and other origins; `false` where there is no such site.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn change(&self, site: &CaptchaSite, by: UserId) -> Result<bool, Error> {
        let entry = self.entry("captcha-site-change", site, by, &whole(site));
        let (name, origins) = (&site.name, &site.origins);
        let changed = self
            .store
            .change_captcha_site(site.key, name, origins, &entry);
        Ok(changed.await?)
    }

    /// Removes a site with its passes, if it is there.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn remove(&self, site: &CaptchaSite, by: UserId) -> Result<(), Error> {
        let after = serde_json::json!({ "key": site.key });
        let entry = self.entry("captcha-site-remove", site, by, &after);
        Ok(self.store.delete_captcha_site(site.key, &entry).await?)
    }

    /// A line of the audit log about a site.
    fn entry(
        &self,
        action: &str,
        site: &CaptchaSite,
        by: UserId,
        after: &serde_json::Value,
    ) -> AuditEntry {
        AuditEntry {
            at_ms: self.clock.now_ms(),
            actor: Actor::User(by),
            action: action.to_owned(),
            subject: site.name.clone(),
            before: None,
            after: Some(after.to_string()),
        }
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

    /// A visitor of a site's page from an address range. All visitors of a site share its session, so that a challenge is known by
    /// its id alone.
    pub fn client(site: SiteKey, range: String) -> Client {
        Client {
            session: site_session(site),
            is_new: true,
            range,
            purpose: Purpose::OtherSite,
            waits_anyway: false,
            may_view: true,
        }
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

    /// Makes the pass of a visitor who passed the captcha on a page of this host, if that is known.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the site has been removed meanwhile; or the database does not answer.
    pub async fn make_pass(&self, site: SiteKey, hostname: &str) -> Result<Pass, Error> {
        let now_ms = self.clock.now_ms();
        let pass = Pass {
            token: Token::random(),
            expires_ms: now_ms + PASS_LIFE_MS,
        };
        let token_hash = pass.token.hash();
        let new = NewCaptchaPass {
            token_hash: &token_hash,
            site,
            hostname,
            created_ms: now_ms,
            expires_ms: pass.expires_ms,
        };
        match self.store.create_captcha_pass(&new).await {
            Ok(()) => Ok(pass),
            Err(store::Error::NotFound) => Err(Error::NotFound),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a site another secret; the one before it stays valid for [`PREVIOUS_SECRET_MS`], also where this is done twice
    /// within minutes. `None` where there is no such site.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn rotate_secret(
        &self,
        site: &CaptchaSite,
        by: UserId,
    ) -> Result<Option<Token>, Error> {
        let secret = Token::random();
        let until_ms = self.clock.now_ms() + PREVIOUS_SECRET_MS;
        let times = (until_ms, TRIED_SECRET_MS);
        let after = serde_json::json!({ "key": site.key });
        let entry = self.entry("captcha-site-secret", site, by, &after);
        let hash = secret.hash();
        let is_there = self
            .store
            .rotate_captcha_secret(site.key, &hash, times, &entry)
            .await?;
        Ok(is_there.then_some(secret))
    }

    /// The site with this secret.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn with_secret(&self, secret: &str) -> Result<Option<CaptchaSite>, Error> {
        Ok(self
            .store
            .captcha_site_by_secret(&token_hash(secret), self.clock.now_ms())
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

/// All that the audit log keeps of a site.
fn whole(site: &CaptchaSite) -> serde_json::Value {
    serde_json::json!({ "key": site.key, "origins": site.origins.join(" ") })
}
