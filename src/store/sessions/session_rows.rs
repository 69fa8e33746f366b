//! Sessions by the hash of their cookie: the logged-in user, the passed captcha, and the expiry. Every change is a statement
//! on a live row: a session that has ended stays ended, even if a change comes late.

use crate::accounts::Role;
use crate::ids::GuestId;
use crate::ids::UserId;
use crate::store::accounts::user_rows::{User, parsed, word};
use crate::store::matches::best_levels::move_seats;
use crate::store::{Error, Store};

/// A session that nobody uses ends after 14 days.
pub const SESSION_IDLE_MS: i64 = 14 * 24 * 3_600_000;
/// A session ends 90 days after its beginning, used or not.
pub const SESSION_ABSOLUTE_MS: i64 = 90 * 24 * 3_600_000;
/// A session of nobody in particular (no user, no guest, no captcha passed) ends an hour after it was last used.
pub const STRANGER_MS: i64 = 3_600_000;
/// `seen_ms` is written at most this often.
const TOUCH_MS: i64 = 60_000;

/// A visitor's session: user, guest, and the times that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// SHA-256 of the cookie's value, lower-case hex.
    pub id_hash: String,
    /// The user who is logged in; `None` also if the account is disabled.
    pub user: Option<User>,
    /// The visitor as a guest.
    pub guest_id: Option<GuestId>,
    /// When it passed a captcha, unix milliseconds.
    pub verified_ms: Option<i64>,
    /// When the user last typed the password, or used a page that requires it, unix milliseconds.
    pub reauth_ms: Option<i64>,
    /// When it began, unix milliseconds.
    pub created_ms: i64,
    /// When it was last used, unix milliseconds, to the minute.
    pub seen_ms: i64,
}

row! {
    /// A session with its user, whose columns are all empty where nobody is logged in or the account is disabled.
    struct SessionRow {
        id_hash: String,
        user_id: Option<String>,
        guest_id: Option<String>,
        verified_ms: Option<i64>,
        reauth_ms: Option<i64>,
        created_ms: i64,
        seen_ms: i64,
        name: Option<String>,
        role: Option<String>,
        approved_ms: Option<i64>,
        user_created_ms: Option<i64>,
        user_seen_ms: Option<i64>,
        user_version: Option<i64>,
        settings: Option<String>,
    }
}

impl SessionRow {
    fn user(&self) -> Result<Option<User>, Error> {
        let columns = (&self.user_id, &self.name, &self.role, &self.settings);
        let (Some(id), Some(name), Some(role), Some(settings)) = columns else {
            return Ok(None);
        };
        Ok(Some(User {
            id: parsed("users.id", id)?,
            name: parsed("users.name", name)?,
            role: word("users.role", role, Role::parse)?,
            disabled_ms: None,
            approved_ms: self.approved_ms,
            created_ms: self.user_created_ms.unwrap_or_default(),
            seen_ms: self.user_seen_ms.unwrap_or_default(),
            version: self.user_version.unwrap_or_default(),
            settings: settings.clone(),
        }))
    }
}

/// Sets `expires_ms` of a session that is no longer a stranger's, from [`SESSION_IDLE_MS`] and [`SESSION_ABSOLUTE_MS`].
macro_rules! whole_life {
    () => {
        "expires_ms = CASE WHEN seen_ms + 1209600000 < created_ms + 7776000000
                      THEN seen_ms + 1209600000 ELSE created_ms + 7776000000 END"
    };
}

/// Logs a living session in. Binds: session, user, now.
pub(in crate::store) const BIND_USER: &str = concat!(
    "UPDATE sessions SET user_id = $2, reauth_ms = $3, ",
    whole_life!(),
    " WHERE id_hash = $1 AND expires_ms > $3"
);

/// Maximum number of sessions of one user; the most recently used ones stay. Otherwise a program that logs in again and again would fill
/// the table.
const SESSIONS_OF_A_USER: i64 = 50;

/// Ends a session. Binds: session.
const END_SESSION: &str = "DELETE FROM sessions WHERE id_hash = $1";
/// Ends the session whose place another one takes, and returns its guest. Binds: session.
const END_FORMER: &str = "DELETE FROM sessions WHERE id_hash = $1 RETURNING guest_id";

/// Ends the sessions of a user that are too many. Binds: user, the number that may stay.
const END_OLDEST: &str = "DELETE FROM sessions WHERE user_id = $1 AND id_hash IN
     (SELECT id_hash FROM sessions WHERE user_id = $1 ORDER BY seen_ms DESC, id_hash LIMIT 1000 OFFSET $2)";

/// Notes that a user is here. Binds: user, now.
const SEE_USER: &str = "UPDATE users SET seen_ms = $2 WHERE id = $1";

/// The guest who asked for an account that had to wait, until its first log-in. Binds: user.
const GUEST_WHO_ASKED: &str = "SELECT guest_id FROM users WHERE id = $1 AND guest_id IS NOT NULL";

/// When a session ends that began at `created_ms` and was last used at `seen_ms`.
pub(in crate::store) fn expiry_ms(created_ms: i64, seen_ms: i64, is_stranger: bool) -> i64 {
    let idle_ms = match is_stranger {
        true => STRANGER_MS,
        false => SESSION_IDLE_MS,
    };
    seen_ms
        .saturating_add(idle_ms)
        .min(created_ms.saturating_add(SESSION_ABSOLUTE_MS))
}

impl Store {
    /// The living session with this hash, its user included; marks it as used.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when it cannot be read. That it cannot be marked as used is only logged: reading goes on
    /// while the disk is full.
    pub async fn session(&self, id_hash: &str, now_ms: i64) -> Result<Option<Session>, Error> {
        let row: Option<SessionRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT s.id_hash, s.user_id, s.guest_id, s.verified_ms, s.reauth_ms, s.created_ms, s.seen_ms,
                        u.name, u.role, u.approved_ms, u.created_ms AS user_created_ms, u.seen_ms AS user_seen_ms,
                        u.version AS user_version, u.settings
                 FROM sessions s LEFT JOIN users u ON u.id = s.user_id AND u.disabled_ms IS NULL
                 WHERE s.id_hash = $1 AND s.expires_ms > $2",
            )
            .bind(id_hash)
            .bind(now_ms)
            .fetch_optional(db)
            .await?
        });
        let Some(row) = row else { return Ok(None) };
        let user = row.user()?;
        if now_ms.saturating_sub(row.seen_ms) >= TOUCH_MS
            && let Err(error) = self.touch_session(&row, now_ms).await
        {
            tracing::warn!(%error, "cannot note that a session was used");
        }
        Ok(Some(Session {
            guest_id: row
                .guest_id
                .map(|id| parsed("sessions.guest_id", &id))
                .transpose()?,
            id_hash: row.id_hash,
            user,
            verified_ms: row.verified_ms,
            reauth_ms: row.reauth_ms,
            created_ms: row.created_ms,
            seen_ms: row.seen_ms,
        }))
    }

    async fn touch_session(&self, row: &SessionRow, now_ms: i64) -> Result<(), Error> {
        let of = |is_stranger| expiry_ms(row.created_ms, now_ms, is_stranger);
        transaction!(self, tx => {
            // The user first, as in all that changes both (see `LOCK_USER`).
            if let Some(user) = &row.user_id {
                execute!(&mut *tx, SEE_USER, user, now_ms);
            }
            // The visitor may have become known since the row was read.
            execute!(
                &mut *tx,
                "UPDATE sessions SET seen_ms = $2,
                   expires_ms = CASE WHEN user_id IS NULL AND guest_id IS NULL AND verified_ms IS NULL THEN $3 ELSE $4 END
                 WHERE id_hash = $1",
                &row.id_hash, now_ms, of(true), of(false),
            );
        });
        Ok(())
    }

    /// Gives the user the matches and wins of the guest who asked for the account, if it had to wait for approval. Then logs a session in,
    /// which counts as a password check, and gives the user as many of the guest's matches as one transaction takes
    /// ([`Store::give_matches`] gives all of them). The session must be a new one; `former`, the one that it takes the place of, ends in the
    /// same transaction, and its guest comes before `guest`, who may have been read earlier. `password_hash` is the hash that the typed
    /// password was checked against.
    ///
    /// # Errors
    /// [`Error::PasswordChanged`] when the account has another one, is disabled or gone; [`Error::NotFound`] when the session has
    /// ended meanwhile.
    pub async fn log_in(
        &self,
        id_hash: &str,
        former: Option<&str>,
        user: UserId,
        password_hash: Option<&str>,
        guest: Option<GuestId>,
        now_ms: i64,
    ) -> Result<(), Error> {
        let asked = self.guest_who_asked(user).await?;
        if let Some(asked) = asked {
            self.give_matches(user, password_hash, asked).await?;
        }
        let user = user.to_string();
        transaction!(self, tx => {
            lock_proven_user!(tx, &user, password_hash);
            let bound = execute!(&mut *tx, BIND_USER, id_hash, &user, now_ms);
            if bound == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, SEE_USER, &user, now_ms);
            // The visitor may have become a guest while the password was checked.
            let current: Option<Option<String>> = match former {
                Some(former) => {
                    sqlx::query_scalar(END_FORMER)
                        .bind(former)
                        .fetch_optional(&mut *tx)
                        .await?
                }
                None => None,
            };
            let current: Option<GuestId> = current
                .flatten()
                .map(|id| parsed("sessions.guest_id", &id))
                .transpose()?;
            execute!(&mut *tx, END_OLDEST, &user, SESSIONS_OF_A_USER);
            if asked.is_some() {
                execute!(&mut *tx, "UPDATE users SET guest_id = NULL WHERE id = $1", &user);
            }
            // What was begun since all of them were given.
            for guest in [asked, current.or(guest)].into_iter().flatten() {
                let _ = move_seats!(tx, &user, guest);
            }
        });
        Ok(())
    }

    async fn guest_who_asked(&self, user: UserId) -> Result<Option<GuestId>, Error> {
        let asked: Option<String> = reading!(self, db => {
            sqlx::query_scalar(GUEST_WHO_ASKED)
                .bind(user.to_string())
                .fetch_optional(db)
                .await?
        });
        asked.map(|id| parsed("users.guest_id", &id)).transpose()
    }

    /// Gives a user the guest's matches and wins in batches: between two transactions other writers have a turn. If one fails, the
    /// matches not yet moved stay the guest's. `password_hash` is as for [`Store::log_in`].
    ///
    /// # Errors
    /// [`Error::PasswordChanged`] as there.
    pub async fn give_matches(
        &self,
        user: UserId,
        password_hash: Option<&str>,
        guest: GuestId,
    ) -> Result<(), Error> {
        let user = user.to_string();
        let mut has_more = true;
        while has_more {
            has_more = transaction!(self, tx => {
                lock_proven_user!(tx, &user, password_hash);
                move_seats!(tx, &user, guest)
            });
        }
        Ok(())
    }

    /// Makes the session's visitor this guest, unless it is one already; returns the guest.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such session.
    pub async fn set_guest(&self, id_hash: &str, guest: GuestId) -> Result<GuestId, Error> {
        let now: Option<String> = writing!(self, db => {
            sqlx::query_scalar(
                concat!(
                    "UPDATE sessions SET guest_id = COALESCE(guest_id, $2), ", whole_life!(),
                    " WHERE id_hash = $1 RETURNING guest_id",
                ),
            )
            .bind(id_hash)
            .bind(guest.to_string())
            .fetch_optional(db)
            .await?
        });
        parsed("sessions.guest_id", &now.ok_or(Error::NotFound)?)
    }

    /// Makes the session's visitor this guest, whoever it was; returns the guest.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such session.
    pub async fn replace_guest(&self, id_hash: &str, guest: GuestId) -> Result<GuestId, Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                concat!("UPDATE sessions SET guest_id = $2, ", whole_life!(), " WHERE id_hash = $1"),
                id_hash, guest.to_string(),
            )
        });
        living(changed).map(|()| guest)
    }

    /// Whether the first log-in to an account that had to wait will give it this guest's matches.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn is_guest_awaited(&self, guest: GuestId) -> Result<bool, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE guest_id = $1")
                .bind(guest.to_string())
                .fetch_one(db)
                .await?
        });
        Ok(n > 0)
    }

    /// Notes that the session's visitor passed a captcha.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such session.
    pub async fn set_verified(&self, id_hash: &str, now_ms: i64) -> Result<(), Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                concat!("UPDATE sessions SET verified_ms = $2, ", whole_life!(), " WHERE id_hash = $1"),
                id_hash, now_ms,
            )
        });
        living(changed)
    }

    /// Notes that an admin used a page that asks for the password from time to time.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn renew_reauth(&self, id_hash: &str, now_ms: i64) -> Result<(), Error> {
        writing!(self, db => {
            execute!(db, "UPDATE sessions SET reauth_ms = $2 WHERE id_hash = $1 AND reauth_ms < $2", id_hash, now_ms)
        });
        Ok(())
    }

    /// Ends a session, if it has not ended already.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn end_session(&self, id_hash: &str) -> Result<(), Error> {
        writing!(self, db => {
            execute!(db, END_SESSION, id_hash)
        });
        Ok(())
    }
}

/// Turns a count of changed rows into a result.
fn living(changed: u64) -> Result<(), Error> {
    if changed == 0 {
        Err(Error::NotFound)
    } else {
        Ok(())
    }
}
