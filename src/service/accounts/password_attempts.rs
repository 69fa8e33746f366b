//! Attempts at passwords: the counters that each is charged to before it is looked at, a user's way in past a full account, and the
//! sign-up that is sent twice.
//!
//! An attempt is charged to its address, to the pair of account and address, and to the account, before any hash is
//! computed, and refunded when it succeeds: attempts that race are limited as strictly as attempts made one after another. Callers must
//! run an attempt to its end even if the client disconnects: otherwise every lost connection would count as a wrong password.

use tokio::sync::OwnedMutexGuard;

use crate::accounts::{self, Name, network_hash};
use crate::service::accounts::errors::LogInError;
use crate::service::accounts::service::{Accounts, Origin};
use crate::service::limits::Charged;
use crate::service::{Error, LimitedAction};
use crate::store::{Actor, AuditEntry, Credentials, TokenKind, User};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// A network from which a user has logged in is known for this long.
pub const KNOWN_NETWORK_MS: i64 = 90 * DAY_MS;
/// A form whose account was made, or whose link was used, less than this long ago may be the same form, sent twice.
pub(in crate::service) const SENT_TWICE_MS: i64 = 60 * 1000;
/// Forms for one name from one address that may wait for each other.
const FORMS_AT_ONCE: usize = 8;

/// What a form that makes an account may have used up beside its name, and its session; empty texts where it has none.
#[derive(Clone, Copy, Debug)]
pub struct UsedUp<'a> {
    pub challenge: &'a str,
    /// The one-time link.
    pub link: (TokenKind, &'a str),
    /// The session's row.
    pub session: &'a str,
}

/// The keys of an attempt's counters. All are empty if the address is exempt; the other two are also empty if no account can have the
/// name, because all such names share the empty key and would count as one account.
struct Keys<'a> {
    address: &'a str,
    pair: String,
    account: &'a str,
}

impl<'a> Keys<'a> {
    fn of(name_key: &'a str, origin: &'a Origin) -> Self {
        // If limits do not apply, nothing is counted for the account either.
        let is_exempt = origin.bucket.is_empty();
        Keys {
            address: &origin.bucket,
            pair: match is_exempt || name_key.is_empty() {
                true => String::new(),
                false => format!("{name_key}:{}", origin.bucket),
            },
            account: if is_exempt { "" } else { name_key },
        }
    }

    /// In the order in which they are charged.
    fn counters(&self) -> [(LimitedAction, &str); 3] {
        [
            (LimitedAction::FailedLogInOfAddress, self.address),
            (LimitedAction::FailedLogIn, &self.pair),
            (LimitedAction::FailedLogInOfAccount, self.account),
        ]
    }
}

impl Accounts {
    /// Checks name and password in the same time whether the name exists or not.
    ///
    /// # Errors
    /// Wrong, waiting, disabled, limited, or a captcha is asked for.
    pub async fn check_log_in(
        &self,
        name: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<Credentials, LogInError> {
        let name: Option<Name> = name.parse().ok();
        let key = name.as_ref().map(Name::key).unwrap_or_default();
        let charged = self.charge(&key, origin).await?;
        let proven = match self
            .look_at(name.as_ref(), password.to_owned(), origin)
            .await
        {
            Ok(proven) => proven,
            Err(error) => {
                // It was not looked at.
                self.limits().refund(&charged).await?;
                return Err(error.into());
            }
        };
        let (is_known, proven) = proven;
        let proven = match proven {
            Some(proven) if proven.user.disabled_ms.is_none() => proven,
            refused => {
                // It stays charged: each attempt costs the site a hash.
                // A name that nobody has may be a password in the wrong field.
                let subject = if is_known { &*key } else { "" };
                self.note_counted(origin.visitor(), "log-in-refused", subject)
                    .await?;
                return Err(match refused {
                    Some(_) => LogInError::Disabled,
                    None => LogInError::Wrong,
                });
            }
        };
        self.limits().refund(&charged).await?;
        if proven.user.approved_ms.is_none() {
            return Err(LogInError::Waiting);
        }
        Ok(proven)
    }

    /// Waits until no other sign-up for this name from this address is under way: of two that a double click has sent, the second then finds
    /// the account of the first.
    ///
    /// # Errors
    /// Too many of them wait.
    pub async fn turn_of_name(
        &self,
        name: &Name,
        address: &str,
    ) -> Result<OwnedMutexGuard<()>, Error> {
        let key = format!("{address} {}", name.key());
        let turn = self.locks().take_of_few(&key, FORMS_AT_ONCE).await;
        turn.ok_or_else(Error::busy)
    }

    /// Whether a form has made an account of this name a moment ago: its challenge was passed at that time or, if it was kept for a while, has made
    /// an account; or its link has made this one; or its session has asked the owner for this one. Only then may its password be tried: any
    /// other form must not tell which names are new.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn has_made(&self, name: &Name, used: UsedUp<'_>) -> Result<bool, Error> {
        let Some(user) = self.made_just_now(name).await? else {
            return Ok(false);
        };
        let store = self.store();
        if let Ok(id) = used.challenge.parse() {
            let about = user.created_ms - SENT_TWICE_MS..=user.created_ms + SENT_TWICE_MS;
            if store.has_challenge_made(id, about).await? {
                return Ok(true);
            }
        }
        let (kind, token) = used.link;
        let (hash, since_ms) = (accounts::token_hash(token), self.now_ms() - SENT_TWICE_MS);
        if store.token_user(kind, &hash, since_ms).await? == Some(user.id) {
            return Ok(true);
        }
        Ok(store.has_asked(used.session, user.id).await?)
    }

    async fn made_just_now(&self, name: &Name) -> Result<Option<User>, Error> {
        let found = self.store().credentials(name).await?;
        let now_ms = self.now_ms();
        let is_new = |user: &User| (now_ms - user.created_ms).abs() < SENT_TWICE_MS;
        Ok(found.map(|found| found.user).filter(is_new))
    }

    /// Whether somebody has this name; and the user, where the password is right, with the hash that says so.
    async fn look_at(
        &self,
        name: Option<&Name>,
        password: String,
        origin: &Origin,
    ) -> Result<(bool, Option<Credentials>), Error> {
        let found = match name {
            Some(name) => self.store().credentials(name).await?,
            None => None,
        };
        let hash = found.as_ref().map(|c| c.password_hash.clone());
        let matches = self.verify_password(password, hash, origin).await?;
        Ok((found.is_some(), found.filter(|_| matches)))
    }

    /// Whether a log-in to this account from here requires a captcha first. Unknown names are treated alike.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn asks_captcha(&self, name: &str, origin: &Origin) -> Result<bool, Error> {
        if origin.bucket.is_empty() || origin.is_vouched_for {
            return Ok(false);
        }
        let name: Option<Name> = name.parse().ok();
        let key = name.as_ref().map(Name::key).unwrap_or_default();
        let keys = Keys::of(&key, origin);
        let [address, pair, account] = keys.counters();
        if !self.is_full(account).await? || self.knows(&key, origin).await? {
            return Ok(false);
        }
        // A visitor whose address is refused anyway need not solve a captcha first.
        Ok(!self.is_full(address).await? && !self.is_full(pair).await?)
    }

    async fn is_full(&self, (action, key): (LimitedAction, &str)) -> Result<bool, Error> {
        Ok(self.limits().has_room(action, &[key]).await?.is_err())
    }

    async fn charge(&self, name_key: &str, origin: &Origin) -> Result<Charged, LogInError> {
        let keys = Keys::of(name_key, origin);
        let counters = keys.counters();
        let mut charged = self.limits().charge(&counters).await?;
        if let Err((LimitedAction::FailedLogInOfAccount, _)) = charged {
            // Guesses from everywhere must not lock the owner out.
            if !origin.is_vouched_for && !self.knows(name_key, origin).await? {
                return Err(LogInError::CaptchaNeeded);
            }
            charged = self.limits().charge(&counters[..2]).await?;
        }
        charged.map_err(|(_, limited)| LogInError::Limited {
            retry_after_s: limited.retry_after_s,
        })
    }

    /// Forgets the failures at an account that has a new password: they concern the old one. Those of the address stay.
    pub(in crate::service) async fn forget_failures(&self, user: &User, origin: &Origin) {
        let name_key = user.name.key();
        let keys = Keys::of(&name_key, origin);
        let counters = [
            (LimitedAction::FailedLogIn, keys.pair.as_str()),
            (LimitedAction::FailedLogInOfAccount, name_key.as_str()),
        ];
        // The password is already set, so a failure here is not reported to the user.
        if let Err(error) = self.limits().forget(&counters).await {
            tracing::warn!(%error, "failures at an account with a new password stay counted");
        }
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

    /// Counts a refusal in the audit log: one row per minute, actor and action, with the subject of the first one.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn note_counted(
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
        Ok(self.store().audit_counted(&entry).await?)
    }
}
