//! Attempts at passwords: what each is charged to before it is looked at, and how a user gets in past a full account.
//!
//! An attempt is charged to its address, to the pair of account and address, and to the account, before any hash is
//! computed, and refunded when it succeeds: of attempts that race, no more are looked at than of those that wait.

use crate::accounts::{Name, network_hash};
use crate::service::accounts::service::{Accounts, LOGIN_WINDOW_MS, LogInError, Origin};
use crate::service::{AccountLimits, Error};
use crate::store;
use crate::store::{Actor, AuditEntry, Charge, User};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A network from which a user has logged in is known for this long.
pub const KNOWN_NETWORK_MS: i64 = 90 * DAY_MS;

/// The counters of an attempt, in the order in which they are charged.
struct Counters {
    address: String,
    pair: String,
    account: String,
}

/// What an attempt was charged to, and when.
struct Charged<'a> {
    keys: Vec<&'a str>,
    at_ms: i64,
}

impl Counters {
    fn of(name_key: &str, origin: &Origin) -> Self {
        Counters {
            address: format!("logins:{}", origin.bucket),
            pair: format!("login:{name_key}:{}", origin.bucket),
            account: format!("login:{name_key}"),
        }
    }

    /// Those that have a limit; none where the address is exempt.
    fn charges(
        &self,
        limits: &AccountLimits,
        origin: &Origin,
        by_account: bool,
    ) -> Vec<Charge<'_>> {
        let all = [
            (&self.address, limits.logins_per_address),
            (&self.pair, limits.logins),
            (&self.account, limits.logins_per_account),
        ];
        let wanted = all.into_iter().take(if by_account { 3 } else { 2 });
        wanted
            .filter(|(_, limit)| *limit > 0 && !origin.bucket.is_empty())
            .map(|(key, limit)| Charge { key, limit })
            .collect()
    }
}

impl Accounts {
    /// Checks name and password in the same time whether the name exists or not.
    ///
    /// # Errors
    /// Wrong, waiting, limited, or a captcha is asked for.
    pub async fn check_log_in(
        &self,
        name: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<User, LogInError> {
        let name: Option<Name> = name.parse().ok();
        let key = name.as_ref().map(Name::key).unwrap_or_default();
        let counters = Counters::of(&key, origin);
        let charged = self.charge(&counters, &key, origin).await?;
        let found = match &name {
            Some(name) => self.store().credentials(name).await?,
            None => None,
        };
        let hash = found.as_ref().map(|c| c.password_hash.clone());
        let matches = match self
            .verify_password(password.to_owned(), hash, origin)
            .await
        {
            Ok(matches) => matches,
            Err(error) => {
                // It was not looked at.
                self.refund(&charged).await?;
                return Err(error.into());
            }
        };
        let user = found
            .map(|c| c.user)
            .filter(|u| matches && u.disabled_ms.is_none());
        let Some(user) = user else {
            let actor = Actor::Other(format!("visitor {}", origin.network));
            self.note_refusal(actor, "log-in-refused", &key).await?;
            return Err(LogInError::Wrong);
        };
        self.refund(&charged).await?;
        if user.approved_ms.is_none() {
            return Err(LogInError::Waiting);
        }
        Ok(user)
    }

    /// Whether a log-in to this account from here asks for a captcha first. The same for names that nobody has.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn asks_captcha(&self, name: &str, origin: &Origin) -> Result<bool, Error> {
        let limit = self.limits().logins_per_account;
        if limit == 0 || origin.bucket.is_empty() || origin.is_vouched_for {
            return Ok(false);
        }
        let name: Option<Name> = name.parse().ok();
        let key = name.as_ref().map(Name::key).unwrap_or_default();
        let counters = Counters::of(&key, origin);
        if !self.is_full(&counters.account, limit).await? || self.knows(&key, origin).await? {
            return Ok(false);
        }
        // Whom the address keeps out need not read letters first.
        let limits = self.limits();
        Ok(!self
            .is_full(&counters.address, limits.logins_per_address)
            .await?
            && !self.is_full(&counters.pair, limits.logins).await?)
    }

    async fn is_full(&self, key: &str, limit: u32) -> Result<bool, Error> {
        let used = self
            .store()
            .hits(key, LOGIN_WINDOW_MS, self.now_ms())
            .await?;
        Ok(limit > 0 && used >= u64::from(limit))
    }

    async fn charge<'a>(
        &self,
        counters: &'a Counters,
        name_key: &str,
        origin: &Origin,
    ) -> Result<Charged<'a>, LogInError> {
        let at_ms = self.now_ms();
        let limits = self.limits();
        let all = counters.charges(&limits, origin, true);
        let full = self.store().charge(&all, LOGIN_WINDOW_MS, at_ms).await?;
        let (charges, full) = match full {
            Some(place) if all[place].key == counters.account => {
                // Guesses from everywhere must not lock the owner out.
                if !origin.is_vouched_for && !self.knows(name_key, origin).await? {
                    return Err(LogInError::CaptchaNeeded);
                }
                let own = counters.charges(&limits, origin, false);
                let full = self.store().charge(&own, LOGIN_WINDOW_MS, at_ms).await?;
                (own, full)
            }
            full => (all, full),
        };
        if full.is_some() {
            return Err(LogInError::Limited {
                retry_after_s: store::seconds_left(LOGIN_WINDOW_MS, at_ms),
            });
        }
        Ok(Charged {
            keys: charges.iter().map(|charge| charge.key).collect(),
            at_ms,
        })
    }

    async fn refund(&self, charged: &Charged<'_>) -> Result<(), Error> {
        let Charged { keys, at_ms } = charged;
        Ok(self.store().refund(keys, LOGIN_WINDOW_MS, *at_ms).await?)
    }

    /// Whether the user with this name has logged in from the network in the last [`KNOWN_NETWORK_MS`].
    async fn knows(&self, name_key: &str, origin: &Origin) -> Result<bool, Error> {
        let hash = network_hash(&self.network_secret().await?, &origin.network);
        let since_ms = self.now_ms() - KNOWN_NETWORK_MS;
        Ok(self
            .store()
            .knows_network(name_key, &hash, since_ms)
            .await?)
    }

    /// Notes that a user has logged in from here.
    pub(in crate::service) async fn remember(
        &self,
        user: &User,
        origin: &Origin,
    ) -> Result<(), Error> {
        let hash = network_hash(&self.network_secret().await?, &origin.network);
        let now_ms = self.now_ms();
        Ok(self
            .store()
            .remember_network(user.id, &hash, now_ms)
            .await?)
    }

    /// Counts a refusal in the audit log: a row a minute, actor and action, which keeps the first one's subject.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn note_refusal(
        &self,
        actor: Actor,
        action: &str,
        subject: &str,
    ) -> Result<(), Error> {
        let entry = AuditEntry {
            at_ms: self.now_ms(),
            actor,
            action: action.to_owned(),
            subject: subject.to_owned(),
            before: None,
            after: None,
        };
        Ok(self.store().audit_refusal(&entry).await?)
    }
}
