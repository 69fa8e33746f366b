//! Accounts without HTTP: signing up, logging in, changing a password, and the one-time links.
//! Passwords are hashed on a pool of their own; limits are counted in the database, so that they hold across nodes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OnceCell;

use crate::accounts::{self, Name, Password, PasswordError, Role, Token};
use crate::clock::Clock;
use crate::ids::{ChallengeId, GuestId, UserId};
use crate::service::accounts::errors::{ChangeError, DeletionError, LogInError, SignUpError};
use crate::service::{Error, Limited, LimitedAction, Limits, SiteLook};
use crate::store::{self, Actor, AuditEntry, Invitation, NewUser, Store, TokenKind, User};
use crate::work::{KeyedMutex, Pool};

/// Maximum number of accounts that wait for the owner's approval: more would not help an owner who has not dealt with these.
pub const WAITING_AT_MOST: u64 = 100;

/// The origin of a request, for limits and for binding the session.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The key by which limits count; empty = exempt.
    pub bucket: String,
    /// The same, exempt or not: password hashes of one address wait for each other.
    pub address: String,
    /// The network around it, by which users are known again.
    pub network: String,
    /// Whether a captcha was passed for this very attempt, or the session is the user's own: then the password is checked
    /// even if the account has had too many failures.
    pub is_vouched_for: bool,
    /// The session's row.
    pub session: String,
    /// The guest whose games follow into the account.
    pub guest: Option<GuestId>,
}

impl Origin {
    /// The visitor in the audit log: whoever it is, from this network.
    pub(in crate::service) fn visitor(&self) -> Actor {
        Actor::Other(format!("visitor {}", self.network))
    }
}

/// The form of a new account.
#[derive(Debug)]
pub struct SignUp {
    pub name: String,
    pub password: String,
    /// The role: an admin only by the set-up link.
    pub role: Role,
    /// Whether an admin still has to let the user in.
    pub needs_approval: bool,
    /// Whether no captcha was passed because the visitor asks the owner instead.
    pub is_request: bool,
    /// The one-time link that allows it, where one is needed.
    pub token: Option<(TokenKind, String)>,
    /// The kept challenge that allows it, where the captcha was passed for an earlier form.
    pub kept: Option<ChallengeId>,
}

/// Threads that hash passwords: one keeps the other cores for pages and games.
const HASH_THREADS: usize = 1;
/// Hashes that may wait; each takes about 25 ms. One address has one of them at a time, so that a flood from one refuses
/// nobody else.
const HASH_QUEUE: usize = 64;
/// Requests of one address that may wait for their turn: a class that logs in at the same moment.
const WAIT_FOR_TURN: usize = 128;
/// The secret under which networks are hashed.
const NETWORK_SECRET: &str = "known-networks";

/// Sign-up, log-in, passwords and one-time links. Clones share their state.
#[derive(Clone)]
pub struct Accounts(Arc<Inner>);

struct Inner {
    store: Store,
    clock: Clock,
    limits: Limits,
    /// Has the site's name, which is no password.
    look: SiteLook,
    hashing: Pool<String>,
    locks: KeyedMutex,
    network_secret: OnceCell<String>,
}

impl Accounts {
    /// Starts the hashing thread.
    ///
    /// # Errors
    /// [`Error::Threads`].
    pub fn new(store: Store, clock: Clock, limits: Limits, look: SiteLook) -> Result<Self, Error> {
        let hashing = Pool::new("passwords", HASH_THREADS, HASH_QUEUE).map_err(Error::Threads)?;
        Ok(Accounts(Arc::new(Inner {
            store,
            clock,
            limits,
            look,
            hashing,
            locks: KeyedMutex::default(),
            network_secret: OnceCell::new(),
        })))
    }

    /// Jobs of the pool of hashes: its name, how many run, how many wait.
    pub fn pool(&self) -> (&'static str, usize, usize) {
        let hashing = &self.0.hashing;
        ("hash", hashing.running(), hashing.waiting())
    }

    /// Ends the hashing thread.
    pub async fn shutdown(&self, within: Duration) -> bool {
        self.0.hashing.shutdown(within).await
    }

    /// The number of addresses, and of names at addresses, in memory.
    pub fn kept_keys(&self) -> usize {
        self.0.locks.kept_keys()
    }

    /// Forgets those that have been quiet.
    pub fn sweep(&self) {
        self.0.locks.sweep();
    }

    /// The number of passwords ever hashed or checked, and the number that wait for it now.
    pub fn hashes(&self) -> (u64, usize) {
        (self.0.hashing.taken(), self.0.hashing.waiting())
    }

    pub(in crate::service) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(in crate::service) fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }

    pub(in crate::service) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// Turns of addresses, and of names at an address.
    pub(in crate::service) fn locks(&self) -> &KeyedMutex {
        &self.0.locks
    }

    /// The key of the hashes of networks: the site's, made by the first node that needs it.
    pub(in crate::service) async fn network_secret(&self) -> Result<String, Error> {
        let secret = self.0.network_secret.get_or_try_init(|| async {
            let (fresh, now_ms) = (Token::random(), self.now_ms());
            self.store()
                .secret(NETWORK_SECRET, fresh.as_str(), now_ms)
                .await
        });
        Ok(secret.await?.clone())
    }

    /// Makes an account and logs it in (unless it has to wait for approval). The captcha was checked before.
    ///
    /// # Errors
    /// The first of these that fails: limit of sign-ups, name, password, link, limit of requests to the owner, limit of taken names, name
    /// taken.
    pub async fn sign_up(&self, form: SignUp, origin: &Origin) -> Result<User, SignUpError> {
        let now_ms = self.now_ms();
        // An invitation has a count of its own, which a class may use up behind one address.
        let is_invited = matches!(&form.token, Some((TokenKind::Invite, _)));
        let counted_by = match is_invited {
            true => "",
            false => origin.bucket.as_str(),
        };
        let counts = [counted_by];
        let room = self.limits().has_room(LimitedAction::SignUp, &counts);
        room.await?.map_err(|limited| SignUpError::Limited {
            retry_after_s: limited.retry_after_s,
        })?;
        let name = Name::of_new(&form.name)?;
        let password = self.new_password(&form.password, &name)?;
        let id = UserId::random();
        let token = form
            .token
            .as_ref()
            .map(|(kind, token)| (*kind, accounts::token_hash(token)));
        if let Some((kind, hash)) = &token
            && self.store().token(*kind, hash, now_ms).await?.is_none()
        {
            return Err(SignUpError::Link);
        }
        // Counted before the name is checked: a request needs no captcha, so nothing else would stop a program from probing all names.
        if form.is_request {
            self.count_request(origin).await?;
        }
        // An invitation replaces the captcha and is not used up by a taken name; such a refusal comes before the hash and costs none.
        self.refuse_taken(&name, is_invited, origin).await?;
        // Charged before the hash, which takes a while, so that concurrent sign-ups see the count.
        let charged = self
            .limits()
            .charge(&[(LimitedAction::SignUp, counted_by)])
            .await?
            .map_err(|(_, limited)| SignUpError::Limited {
                retry_after_s: limited.retry_after_s,
            })?;
        let made = async {
            let password_hash = self.hash_password(password, &origin.address).await?;
            let guest = self.guest_to_follow(form.needs_approval, origin).await?;
            let user = NewUser {
                id,
                name: &name,
                password_hash: &password_hash,
                role: form.role,
                approved_ms: (!form.needs_approval).then_some(now_ms),
                created_ms: now_ms,
                guest,
                // The session is bound when it has its new id.
                session: None,
                token: token.as_ref().map(|(kind, hash)| (*kind, hash.as_str())),
                kept: form.kept,
            };
            Ok::<_, SignUpError>(self.store().create_user(&user).await?)
        }
        .await;
        if made.is_err()
            && let Err(error) = self.limits().refund(&charged).await
        {
            tracing::warn!(%error, "a sign-up that was refused stays counted");
        }
        let made = made?;
        let invitation = token.filter(|_| is_invited).map(|(_, hash)| {
            serde_json::json!({ "invitation": Invitation::number(&hash) }).to_string()
        });
        let noted = self.note(Some(id), "sign-up", name.as_str(), invitation.as_deref());
        // The account exists, so a failure to log it is not reported to the user.
        if let Err(error) = noted.await {
            tracing::warn!(%error, "a sign-up is not in the audit log");
        }
        Ok(made)
    }

    /// Refuses a name that is taken. Taken names are counted by address for sign-ups by invitation, where no captcha stops a program
    /// from probing names; after too many, no further name is answered.
    async fn refuse_taken(
        &self,
        name: &Name,
        is_invited: bool,
        origin: &Origin,
    ) -> Result<(), SignUpError> {
        let counted_by = match is_invited {
            true => origin.bucket.as_str(),
            false => "",
        };
        let refused = |limited: Limited| SignUpError::NamesLimited {
            retry_after_s: limited.retry_after_s,
        };
        let (limits, action) = (self.limits(), LimitedAction::TakenName);
        let room = limits.has_room(action, &[counted_by]).await?;
        room.map_err(refused)?;
        if self.store().credentials(name).await?.is_none() {
            return Ok(());
        }
        let counted = limits.count_stored(action, counted_by).await?;
        counted.map_err(refused)?;
        Err(SignUpError::NameTaken)
    }

    /// The guest whose matches the new account gets. A user who has to wait for approval plays on as a guest, so the session gets a guest
    /// id now: a new one if the present guest already belongs to another request from the same browser.
    async fn guest_to_follow(
        &self,
        needs_approval: bool,
        origin: &Origin,
    ) -> Result<Option<GuestId>, Error> {
        if !needs_approval {
            return Ok(origin.guest);
        }
        let (store, fresh) = (self.store(), GuestId::random());
        let guest = match origin.guest {
            Some(guest) if !store.is_guest_awaited(guest).await? => return Ok(Some(guest)),
            Some(_) => store.replace_guest(&origin.session, fresh).await,
            None => store.set_guest(&origin.session, fresh).await,
        };
        match guest {
            Ok(guest) => Ok(Some(guest)),
            // The session has ended meanwhile.
            Err(store::Error::NotFound) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Counts a visitor who asks the owner instead of passing a captcha.
    async fn count_request(&self, origin: &Origin) -> Result<(), SignUpError> {
        if self.store().count_waiting().await? >= WAITING_AT_MOST {
            return Err(SignUpError::TooManyWaiting);
        }
        let counted = self
            .limits()
            .count_stored(LimitedAction::ApprovalRequest, &origin.bucket);
        counted
            .await?
            .map_err(|limited| SignUpError::RequestsLimited {
                retry_after_s: limited.retry_after_s,
            })
    }

    /// Binds a session, which takes the place of `former`, to a user after [`Accounts::check_log_in`], which returns the hash that the password
    /// was checked against; matches that the guest still has follow. `false` if the password has changed since, or the account is disabled or gone.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn log_in(
        &self,
        user: &User,
        password_hash: Option<&str>,
        former: Option<&str>,
        origin: &Origin,
    ) -> Result<bool, Error> {
        let (store, now_ms) = (self.store(), self.now_ms());
        let (session, guest) = (&origin.session, origin.guest);
        let bound = store.log_in(session, former, user.id, password_hash, guest, now_ms);
        match bound.await {
            Err(store::Error::PasswordChanged) => return Ok(false),
            done => done?,
        }
        // The user is logged in already, so a failure here is not reported.
        let name = user.name.as_str();
        let remembered = self.remember(user, origin).await;
        let noted = self.note_counted(Actor::User(user.id), "log-in", name);
        if let Err(error) = remembered.and(noted.await) {
            tracing::warn!(%error, "a log-in is not in the audit log, or its network is not remembered");
        }
        Ok(true)
    }

    /// Changes a password that its owner knows; the other sessions end.
    ///
    /// # Errors
    /// The old one is wrong, the new one does not fit, or limited.
    pub async fn change_password(
        &self,
        user: &User,
        old: &str,
        new: String,
        origin: &Origin,
    ) -> Result<(), ChangeError> {
        let proven = self.check_log_in(user.name.as_str(), old, origin).await?;
        if new == old {
            return Err(PasswordError::IsOld.into());
        }
        let password = self.new_password(&new, &user.name)?;
        let hash = self.hash_password(password, &origin.address).await?;
        let entry = self.audit_entry(Some(user.id), "change-password", user.name.as_str(), None);
        let (old_hash, session) = (&proven.password_hash, Some(origin.session.as_str()));
        let set = self
            .store()
            .set_password(user.id, old_hash, &hash, session, &entry)
            .await;
        set.map_err(LogInError::from)?;
        self.forget_failures(user, origin).await;
        Ok(())
    }

    /// Deletes the account of a user who knows its password, with all that [`Store::delete_user`] deletes.
    ///
    /// # Errors
    /// The password is wrong, or the user is the only admin.
    pub async fn delete_account(
        &self,
        user: &User,
        password: &str,
        origin: &Origin,
    ) -> Result<(), DeletionError> {
        let proven = self
            .check_log_in(user.name.as_str(), password, origin)
            .await?;
        let hash = Some(proven.password_hash.as_str());
        let entry = self.audit_entry(Some(user.id), "delete-account", user.name.as_str(), None);
        match self.store().delete_user(user.id, hash, &entry).await {
            Err(store::Error::LastAdmin) => return Err(DeletionError::LastAdmin),
            // Deleted in another window meanwhile.
            Err(store::Error::PasswordChanged) if self.is_gone(user).await? => return Ok(()),
            done => done.map_err(LogInError::from)?,
        }
        Ok(())
    }

    async fn is_gone(&self, user: &User) -> Result<bool, Error> {
        Ok(self.store().user(user.id).await?.is_none())
    }

    /// Writes a line of the audit log.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn note(
        &self,
        actor: Option<UserId>,
        action: &str,
        subject: &str,
        after: Option<&str>,
    ) -> Result<(), Error> {
        let entry = self.audit_entry(actor, action, subject, after);
        Ok(self.store().audit(&entry).await?)
    }

    /// A line of the audit log, dated now, for a method of the store that writes it with what it changes.
    pub fn audit_entry(
        &self,
        actor: Option<UserId>,
        action: &str,
        subject: &str,
        after: Option<&str>,
    ) -> AuditEntry {
        AuditEntry {
            at_ms: self.now_ms(),
            actor: actor.map_or_else(|| Actor::Other("visitor".to_owned()), Actor::User),
            action: action.to_owned(),
            subject: subject.to_owned(),
            before: None,
            after: after.map(ToOwned::to_owned),
        }
    }

    /// Checks a password that somebody has chosen.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub(in crate::service) fn new_password(
        &self,
        text: &str,
        name: &Name,
    ) -> Result<Password, PasswordError> {
        Password::new(text, name, &self.0.look.current().look.name)
    }

    pub(in crate::service) async fn hash_password(
        &self,
        password: Password,
        address: &str,
    ) -> Result<String, Error> {
        self.hashed(address, move || accounts::hash(&password))
            .await?
            .map_err(failed)
    }

    pub(in crate::service) async fn verify_password(
        &self,
        password: String,
        hash: Option<String>,
        origin: &Origin,
    ) -> Result<bool, Error> {
        let job = move || match hash {
            Some(hash) => accounts::verify(&password, &hash),
            // The same work for an unknown name, so that the time does not reveal whether it exists.
            None => accounts::dummy_verify(&password).map(|()| false),
        };
        self.hashed(&origin.address, job).await?.map_err(failed)
    }

    /// Runs a job on the hashing thread when it is the address's turn.
    async fn hashed<T: Send + 'static>(
        &self,
        address: &str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let turn = self.0.locks.take_of_few(address, WAIT_FOR_TURN).await;
        let _turn = turn.ok_or_else(Error::busy)?;
        let ticket = self
            .0
            .hashing
            .submit(Some(address.to_owned()), move |_| job())
            .map_err(|_| Error::busy())?;
        ticket.await.map_err(failed)
    }
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::Internal(error.to_string())
}
