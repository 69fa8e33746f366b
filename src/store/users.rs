//! Accounts: making, finding, changing, deleting.

use crate::accounts::Name;
use crate::accounts::Role;
use crate::ids::GuestId;
use crate::ids::UserId;
use crate::store::sessions::{BIND_USER, MOVE_SEATS};
use crate::store::tokens::{TokenKind, USE_TOKEN};
use crate::store::user_rows::{User, UserRow, parsed};
use crate::store::{Error, Store};

/// An account to be made.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    /// Its id.
    pub id: UserId,
    /// Its name.
    pub name: &'a Name,
    /// The hash of its password.
    pub password_hash: &'a str,
    /// What it may do.
    pub role: Role,
    /// `None` where an admin must approve it first.
    pub approved_ms: Option<i64>,
    /// Now, unix milliseconds.
    pub created_ms: i64,
    /// The guest whose games become the account's.
    pub guest: Option<GuestId>,
    /// The session that is logged in to the account, by its hash.
    pub session: Option<&'a str>,
    /// The one-time token that allows it, by its hash; used up in the same transaction.
    pub token: Option<(TokenKind, &'a str)>,
}

/// What a log-in needs.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The account.
    pub user: User,
    /// The hash of its password.
    pub password_hash: String,
}

#[derive(sqlx::FromRow)]
struct CredentialsRow {
    #[sqlx(flatten)]
    user: UserRow,
    password_hash: String,
}

/// Locks the rows of all admins who can act, and counts them: of two admins who remove each other, the second waits
/// here and then sees that nobody else is left.
const LOCK_ADMINS: &str =
    "UPDATE users SET version = version WHERE role = 'admin' AND disabled_ms IS NULL";
/// Whether a user is one of them.
const IS_ACTIVE_ADMIN: &str =
    "SELECT COUNT(*) FROM users WHERE id = $1 AND role = 'admin' AND disabled_ms IS NULL";
/// Leaves the transaction when this user is the last admin who can act.
macro_rules! keep_an_admin {
    ($tx:ident, $id:expr) => {
        let admins = execute!(&mut *$tx, LOCK_ADMINS);
        let is_one: i64 = sqlx::query_scalar(IS_ACTIVE_ADMIN)
            .bind($id)
            .fetch_one(&mut *$tx)
            .await?;
        if is_one == 1 && admins == 1 {
            return Err(Error::LastAdmin);
        }
    };
}

/// Ends all sessions of a user.
const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1";

impl Store {
    /// Makes an account, gives it the guest's seats, and logs the session in: one transaction.
    ///
    /// # Errors
    /// [`Error::NameTaken`], [`Error::TokenSpent`], or [`Error::NotFound`] when the session has ended meanwhile; then
    /// nothing has changed.
    pub async fn create_user(&self, new: &NewUser<'_>) -> Result<User, Error> {
        let id = new.id.to_string();
        transaction!(self, tx => {
            let made = execute!(
                &mut *tx,
                "INSERT INTO users (id, name, name_key, password_hash, role, approved_ms, created_ms, seen_ms, settings, version)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $7, '{}', 1) ON CONFLICT (name_key) DO NOTHING",
                &id, new.name.as_str(), new.name.key(), new.password_hash, new.role.as_str(), new.approved_ms,
                new.created_ms,
            );
            if made == 0 {
                return Err(Error::NameTaken);
            }
            if let Some((kind, token_hash)) = new.token {
                let used = execute!(&mut *tx, USE_TOKEN, token_hash, kind.as_str(), new.created_ms, Some(&id));
                if used == 0 {
                    return Err(Error::TokenSpent);
                }
            }
            if let Some(guest) = new.guest {
                execute!(&mut *tx, MOVE_SEATS, &id, guest.to_string());
            }
            if let Some(session) = new.session {
                let bound = execute!(&mut *tx, BIND_USER, session, &id, new.created_ms);
                if bound == 0 {
                    return Err(Error::NotFound);
                }
            }
        });
        self.user(new.id).await?.ok_or(Error::NotFound)
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

    /// A page of users by name, those first who wait to be approved, and how many there are in all. Pages count from 0.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn users(&self, page: u32, per_page: u32) -> Result<(Vec<User>, u64), Error> {
        let offset = i64::from(page) * i64::from(per_page);
        let (rows, total): (Vec<UserRow>, i64) = snapshot!(self, tx => {
            let rows = sqlx::query_as(concat!(
                "SELECT ", user_columns!(), " FROM users u
                 ORDER BY CASE WHEN u.approved_ms IS NULL THEN 0 ELSE 1 END, u.name_key LIMIT $1 OFFSET $2"
            ))
            .bind(i64::from(per_page))
            .bind(offset)
            .fetch_all(&mut *tx)
            .await?;
            let total = sqlx::query_scalar("SELECT COUNT(*) FROM users").fetch_one(&mut *tx).await?;
            (rows, total)
        });
        let users = rows
            .into_iter()
            .map(User::try_from)
            .collect::<Result<_, _>>()?;
        Ok((users, total.unsigned_abs()))
    }

    /// How many accounts wait to be approved.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_waiting(&self) -> Result<u64, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE approved_ms IS NULL AND disabled_ms IS NULL")
                .fetch_one(db)
                .await?
        });
        Ok(n.unsigned_abs())
    }

    /// How many admins can act. None: the site waits to be set up.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_admins(&self) -> Result<u64, Error> {
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE role = 'admin' AND disabled_ms IS NULL")
                .fetch_one(db)
                .await?
        });
        Ok(n.unsigned_abs())
    }

    /// Changes the password and ends the user's other sessions: one transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn set_password(
        &self,
        id: UserId,
        password_hash: &str,
        keep_session: Option<&str>,
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            let changed = execute!(
                &mut *tx,
                "UPDATE users SET password_hash = $2, version = version + 1 WHERE id = $1",
                &id, password_hash,
            );
            if changed == 0 {
                return Err(Error::NotFound);
            }
            execute!(
                &mut *tx,
                "DELETE FROM sessions WHERE user_id = $1 AND id_hash <> $2",
                &id, keep_session.unwrap_or_default(),
            );
        });
        Ok(())
    }

    /// Uses up a password link: the new password is set and all of the user's sessions end, in one transaction.
    /// Says whose password it was.
    ///
    /// # Errors
    /// [`Error::TokenSpent`].
    pub async fn reset_password(
        &self,
        token_hash: &str,
        password_hash: &str,
        now_ms: i64,
    ) -> Result<UserId, Error> {
        let id: String = transaction!(self, tx => {
            let subject: Option<String> = sqlx::query_scalar(
                "UPDATE tokens SET used_ms = $2, used_by = subject_user
                 WHERE token_hash = $1 AND kind = 'reset' AND used_ms IS NULL AND expires_ms > $2
                   AND subject_user IS NOT NULL RETURNING subject_user",
            )
            .bind(token_hash)
            .bind(now_ms)
            .fetch_optional(&mut *tx)
            .await?;
            let id = subject.ok_or(Error::TokenSpent)?;
            execute!(
                &mut *tx,
                "UPDATE users SET password_hash = $2, version = version + 1 WHERE id = $1",
                &id, password_hash,
            );
            execute!(&mut *tx, END_SESSIONS, &id);
            id
        });
        parsed("tokens.subject_user", &id)
    }

    /// Disables an account, which ends its sessions, or allows it again (`None`).
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn set_disabled(&self, id: UserId, disabled_ms: Option<i64>) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            if disabled_ms.is_some() {
                keep_an_admin!(tx, &id);
                execute!(&mut *tx, END_SESSIONS, &id);
            }
            let changed = execute!(
                &mut *tx,
                "UPDATE users SET disabled_ms = $2, version = version + 1 WHERE id = $1",
                &id, disabled_ms,
            );
            if changed == 0 {
                return Err(Error::NotFound);
            }
        });
        Ok(())
    }

    /// Lets a waiting account in.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn approve(&self, id: UserId, approved_ms: i64) -> Result<(), Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                "UPDATE users SET approved_ms = COALESCE(approved_ms, $2), version = version + 1 WHERE id = $1",
                id.to_string(), approved_ms,
            )
        });
        found(changed)
    }

    /// Gives an account a role.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn set_role(&self, id: UserId, role: Role) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            if role != Role::Admin {
                keep_an_admin!(tx, &id);
            }
            let changed = execute!(&mut *tx, "UPDATE users SET role = $2, version = version + 1 WHERE id = $1", &id, role.as_str());
            if changed == 0 {
                return Err(Error::NotFound);
            }
        });
        Ok(())
    }

    /// Keeps what the user chose (JSON text).
    ///
    /// # Errors
    /// [`Error::Conflict`] when the account has another version by now.
    pub async fn save_user_settings(
        &self,
        id: UserId,
        settings: &str,
        expected_version: i64,
    ) -> Result<(), Error> {
        let changed = writing!(self, db => {
            execute!(
                db,
                "UPDATE users SET settings = $2, version = version + 1 WHERE id = $1 AND version = $3",
                id.to_string(), settings, expected_version,
            )
        });
        found(changed).map_err(|_| Error::Conflict)
    }

    /// Deletes an account and its sessions. Its games against the engine go with it; in the others its seat passes to a
    /// guest whom nobody is, so that the opponent keeps the game, and a game without any account left falls under the
    /// retention of games that nobody owns.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn delete_user(&self, id: UserId) -> Result<(), Error> {
        let id = id.to_string();
        let nobody = GuestId::random().to_string();
        transaction!(self, tx => {
            keep_an_admin!(tx, &id);
            execute!(
                &mut *tx,
                "DELETE FROM games WHERE id IN (SELECT game_id FROM seats WHERE user_id = $1)
                   AND id IN (SELECT game_id FROM seats WHERE level IS NOT NULL)",
                &id,
            );
            execute!(&mut *tx, "UPDATE seats SET user_id = NULL, guest_id = $2 WHERE user_id = $1", &id, &nobody);
            let gone = execute!(&mut *tx, "DELETE FROM users WHERE id = $1", &id);
            if gone == 0 {
                return Err(Error::NotFound);
            }
        });
        Ok(())
    }
}

/// Turns a count of changed rows into a result.
fn found(changed: u64) -> Result<(), Error> {
    if changed == 0 {
        Err(Error::NotFound)
    } else {
        Ok(())
    }
}
