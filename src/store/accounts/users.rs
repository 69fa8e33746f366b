//! Accounts: creating, finding, and changing what their users choose.

use std::ops::RangeInclusive;

use crate::accounts::Name;
use crate::accounts::Role;
use crate::ids::ChallengeId;
use crate::ids::GuestId;
use crate::ids::UserId;
use crate::store::accounts::tokens::{END_RESET_LINKS, END_SETUP_LINKS, TokenKind, USE_TOKEN};
use crate::store::accounts::user_rows::{User, UserRow, parsed};
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::captcha::kept_challenges::SPEND_KEPT_CHALLENGE;
use crate::store::matches::best_levels::move_seats;
use crate::store::matches::totals::COUNT_USERS;
use crate::store::sessions::session_rows::BIND_USER;
use crate::store::{COUNTED_AT_MOST, Error, Store};

/// An account to be made.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    pub id: UserId,
    pub name: &'a Name,
    pub password_hash: &'a str,
    /// The role, which says what it may do.
    pub role: Role,
    /// `None` if an admin must approve it first.
    pub approved_ms: Option<i64>,
    /// Now, unix milliseconds.
    pub created_ms: i64,
    /// The guest whose games become the account's: at once, or with the first log-in of one that has to wait.
    pub guest: Option<GuestId>,
    /// The session that is logged in to the account, by its hash.
    pub session: Option<&'a str>,
    /// The one-time token that allows it, by its hash; used up in the same transaction.
    pub token: Option<(TokenKind, &'a str)>,
    /// The kept challenge that allows it, spent in the same transaction.
    pub kept: Option<ChallengeId>,
}

/// Data for a log-in.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub user: User,
    pub password_hash: String,
}

row! {
    struct CredentialsRow {
        password_hash: String,
        ..user: UserRow,
    }
}

/// Ends all sessions of a user. Binds: user.
pub(in crate::store) const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1";

impl Store {
    /// Makes an account, gives it the guest's matches and wins, and logs the session in: one transaction. If there are very many matches,
    /// it gets only some of them here and the rest from [`Store::give_matches`]. An account that has to wait gets them with its first
    /// log-in; until then the sweep spares them, see [`Store::delete_unowned_games`].
    ///
    /// # Errors
    /// [`Error::NameTaken`], [`Error::TokenSpent`], [`Error::ChallengeSpent`], or [`Error::NotFound`] when the session has ended meanwhile; then
    /// nothing has changed.
    pub async fn create_user(&self, new: &NewUser<'_>) -> Result<User, Error> {
        let id = new.id.to_string();
        transaction!(self, tx => {
            let made = execute!(
                &mut *tx,
                "INSERT INTO users (id, name, name_key, password_hash, role, approved_ms, created_ms, seen_ms, settings, version,
                                    guest_id)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $7, '{}', 1, $8) ON CONFLICT (name_key) DO NOTHING",
                &id, new.name.as_str(), new.name.key(), new.password_hash, new.role.as_str(), new.approved_ms,
                new.created_ms, waiting_guest(new),
            );
            if made == 0 {
                return Err(Error::NameTaken);
            }
            if let Some((kind, token_hash)) = new.token {
                let used = execute!(&mut *tx, USE_TOKEN, token_hash, kind.as_str(), new.created_ms, Some(&id));
                if used == 0 {
                    return Err(Error::TokenSpent);
                }
                // The first admin is created with one of the set-up links; the others become invalid.
                if kind == TokenKind::Setup {
                    execute!(&mut *tx, END_SETUP_LINKS, &id);
                }
            }
            if let Some(kept) = new.kept {
                let spent = execute!(&mut *tx, SPEND_KEPT_CHALLENGE, kept.to_string());
                if spent == 0 {
                    return Err(Error::ChallengeSpent);
                }
            }
            execute!(&mut *tx, COUNT_USERS, 1_i64);
            // Who has to wait plays on as a guest; the first log-in brings the matches.
            if let Some(guest) = new.guest.filter(|_| new.approved_ms.is_some()) {
                let _ = move_seats!(tx, &id, guest);
            }
            if let Some(session) = new.session {
                let bound = execute!(&mut *tx, BIND_USER, session, &id, new.created_ms);
                if bound == 0 {
                    return Err(Error::NotFound);
                }
            }
        });
        // Nothing is read from here on: the account exists, so a failure must not be reported to its creator.
        Ok(User {
            id: new.id,
            name: new.name.clone(),
            role: new.role,
            disabled_ms: None,
            approved_ms: new.approved_ms,
            created_ms: new.created_ms,
            seen_ms: new.created_ms,
            version: 1,
            settings: "{}".to_owned(),
        })
    }

    /// A user by id.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn user(&self, id: UserId) -> Result<Option<User>, Error> {
        let row: Option<UserRow> = reading!(self, db => {
            sqlx::query_as(concat!("SELECT ", user_columns!(), " FROM users u WHERE u.id = $1"))
                .bind(id.to_string())
                .fetch_optional(db)
                .await?
        });
        row.map(User::try_from).transpose()
    }

    /// A user by name, in whatever case, with the hash of the password.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn credentials(&self, name: &Name) -> Result<Option<Credentials>, Error> {
        let row: Option<CredentialsRow> = reading!(self, db => {
            sqlx::query_as(concat!(
                "SELECT ", user_columns!(), ", u.password_hash FROM users u WHERE u.name_key = $1"
            ))
            .bind(name.key())
            .fetch_optional(db)
            .await?
        });
        row.map(|row| {
            Ok(Credentials {
                user: row.user.try_into()?,
                password_hash: row.password_hash,
            })
        })
        .transpose()
    }

    /// The hash of a user's password, to ask for it again.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn password_hash(&self, id: UserId) -> Result<Option<String>, Error> {
        Ok(reading!(self, db => {
            sqlx::query_scalar("SELECT password_hash FROM users WHERE id = $1")
                .bind(id.to_string())
                .fetch_optional(db)
                .await?
        }))
    }

    /// Whether a challenge has made an account at about this time, unix milliseconds: it was passed then, or else it was kept and is spent.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn has_challenge_made(
        &self,
        id: ChallengeId,
        about: RangeInclusive<i64>,
    ) -> Result<bool, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT COUNT(*) FROM captchas WHERE id = $1 AND ended = 'right'
                 AND (names_left < 0 OR (names_left IS NULL AND ended_ms BETWEEN $2 AND $3))",
            )
            .bind(id.to_string())
            .bind(*about.start())
            .bind(*about.end())
            .fetch_one(db)
            .await?
        });
        Ok(n > 0)
    }

    /// Whether the guest of this session is the one who asked for an account that had to wait.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn has_asked(&self, session: &str, user: UserId) -> Result<bool, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT COUNT(*) FROM users u JOIN sessions s ON s.guest_id = u.guest_id
                 WHERE u.id = $1 AND s.id_hash = $2",
            )
            .bind(user.to_string())
            .bind(session)
            .fetch_one(db)
            .await?
        });
        Ok(n > 0)
    }

    /// The number of accounts waiting for approval, up to [`COUNTED_AT_MOST`].
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_waiting(&self) -> Result<u64, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT COUNT(*) FROM (SELECT 1 FROM users WHERE approved_ms IS NULL AND disabled_ms IS NULL LIMIT $1) AS waiting",
            )
            .bind(COUNTED_AT_MOST.cast_signed())
            .fetch_one(db)
            .await?
        });
        Ok(n.unsigned_abs())
    }

    /// The number of active admins. If there is none, the site has not been set up.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_admins(&self) -> Result<u64, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE role = 'admin' AND disabled_ms IS NULL AND approved_ms IS NOT NULL")
                .fetch_one(db)
                .await?
        });
        Ok(n.unsigned_abs())
    }

    /// Changes the password, ends the user's other sessions and password links, and writes `audit`: one transaction. `old_hash` is the
    /// hash that the old password was checked against.
    ///
    /// # Errors
    /// [`Error::PasswordChanged`] when the account has another one by now, or is gone.
    pub async fn set_password(
        &self,
        id: UserId,
        old_hash: &str,
        password_hash: &str,
        keep_session: Option<&str>,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            let changed = execute!(
                &mut *tx,
                "UPDATE users SET password_hash = $2, version = version + 1 WHERE id = $1 AND password_hash = $3",
                &id, password_hash, old_hash,
            );
            if changed == 0 {
                return Err(Error::PasswordChanged);
            }
            execute!(&mut *tx, END_RESET_LINKS, &id);
            execute!(
                &mut *tx,
                "DELETE FROM sessions WHERE user_id = $1 AND id_hash <> $2",
                &id, keep_session.unwrap_or_default(),
            );
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Saves the user's preferences, as JSON text.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn set_user_settings(&self, id: UserId, settings: &str) -> Result<(), Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                "UPDATE users SET settings = $2, version = version + 1 WHERE id = $1",
                id.to_string(), settings,
            )
        });
        found(changed)
    }

    /// Uses up a password link: the new password is set, all of the user's sessions and further links end, and `audit` is written, in one
    /// transaction. Says whose password it was.
    ///
    /// # Errors
    /// [`Error::TokenSpent`].
    pub async fn reset_password(
        &self,
        token_hash: &str,
        password_hash: &str,
        now_ms: i64,
        audit: &AuditEntry,
    ) -> Result<UserId, Error> {
        let id: String = transaction!(self, tx => {
            let subject: Option<String> = sqlx::query_scalar(
                "SELECT subject_user FROM tokens WHERE token_hash = $1 AND kind = 'reset' AND subject_user IS NOT NULL",
            )
            .bind(token_hash)
            .fetch_optional(&mut *tx)
            .await?;
            let id = subject.ok_or(Error::TokenSpent)?;
            execute!(
                &mut *tx,
                "UPDATE users SET password_hash = $2, version = version + 1 WHERE id = $1",
                &id, password_hash,
            );
            let used = execute!(
                &mut *tx,
                "UPDATE tokens SET used_ms = $2, used_by = subject_user
                 WHERE token_hash = $1 AND used_ms IS NULL AND expires_ms > $2",
                token_hash, now_ms,
            );
            if used == 0 {
                return Err(Error::TokenSpent);
            }
            execute!(&mut *tx, END_SESSIONS, &id);
            execute!(&mut *tx, END_RESET_LINKS, &id);
            write_entry!(tx, audit);
            id
        });
        parsed("tokens.subject_user", &id)
    }
}

/// The guest of an account that has to wait, as a column.
fn waiting_guest(new: &NewUser<'_>) -> Option<String> {
    let guest = new.guest.filter(|_| new.approved_ms.is_none());
    guest.map(|guest| guest.to_string())
}

/// Turns a count of changed rows into a result.
fn found(changed: u64) -> Result<(), Error> {
    if changed == 0 {
        Err(Error::NotFound)
    } else {
        Ok(())
    }
}
