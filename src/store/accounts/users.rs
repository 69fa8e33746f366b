//! Accounts: creating, finding, changing, deleting.

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
use crate::store::matches::totals::{COUNT_GAMES, COUNT_USERS, counts_of};
use crate::store::sessions::session_rows::BIND_USER;
use crate::store::{COUNTED_AT_MOST, Error, Listed, PageCursor, Store};

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
    /// The guest whose games become the account's.
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

/// Locks the rows of all active admins and counts them: if two admins remove each other, the second waits here and then
/// sees that nobody else is left.
const LOCK_ADMINS: &str = "UPDATE users SET version = version WHERE role = 'admin' AND disabled_ms IS NULL AND approved_ms IS NOT NULL";
/// Whether a user is one of them.
const IS_ACTIVE_ADMIN: &str = "SELECT COUNT(*) FROM users WHERE id = $1 AND role = 'admin' AND disabled_ms IS NULL AND approved_ms IS NOT NULL";
/// Leaves the transaction if this user is the last active admin.
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

/// Deletes a user's matches against the engine, and returns the status of each. Binds: user.
const DELETE_GAMES_AGAINST_ENGINE: &str = "DELETE FROM games WHERE id IN (
         SELECT s.game_id FROM seats s JOIN seats e ON e.game_id = s.game_id AND e.level IS NOT NULL WHERE s.user_id = $1)
     RETURNING status";

/// Ranks in the list of users: those waiting for approval come first.
const WAITING: i64 = 0;
const APPROVED: i64 = 1;
/// A page of waiting users, by name. Binds: the name after which it begins, limit.
pub(in crate::store) const LIST_WAITING: &str = concat!(
    "SELECT ",
    user_columns!(),
    " FROM users u WHERE u.approved_ms IS NULL AND u.name_key > $1 ORDER BY u.name_key LIMIT $2"
);
/// A page of the others, by name. Binds: the name after which it begins, limit.
pub(in crate::store) const LIST_APPROVED: &str = concat!(
    "SELECT ",
    user_columns!(),
    " FROM users u WHERE u.approved_ms IS NOT NULL AND u.name_key > $1 ORDER BY u.name_key LIMIT $2"
);

/// Ends all sessions of a user.
const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1";

impl Store {
    /// Makes an account, gives it the guest's matches and wins, and logs the session in: one transaction.
    ///
    /// # Errors
    /// [`Error::NameTaken`], [`Error::TokenSpent`], [`Error::ChallengeSpent`], or [`Error::NotFound`] when the session has ended meanwhile; then
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
                move_seats!(tx, &id, guest);
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

    /// A page of users after `place`, those waiting for approval first, then by name. A user that this build cannot read is
    /// logged and left out.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn users(
        &self,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<User>, Error> {
        let after_waiting = place.filter(|place| place.number >= APPROVED);
        let mut found: Vec<(i64, UserRow)> = Vec::new();
        for (rank, sql) in [(WAITING, LIST_WAITING), (APPROVED, LIST_APPROVED)] {
            let is_passed = rank == WAITING && after_waiting.is_some();
            let room = (i64::from(limit) + 1) - i64::try_from(found.len()).unwrap_or(i64::MAX);
            if is_passed || room <= 0 {
                continue;
            }
            let after = place.filter(|place| place.number == rank);
            let rows: Vec<UserRow> = reading!(self, db => {
                sqlx::query_as(sql)
                    .bind(after.map_or("", |place| place.key.as_str()))
                    .bind(room)
                    .fetch_all(db)
                    .await?
            });
            found.extend(rows.into_iter().map(|row| (rank, row)));
        }
        let place_of = |(rank, row): &(i64, UserRow)| PageCursor {
            number: *rank,
            key: row.key(),
        };
        Ok(Listed::of(found, limit, place_of, |(_, row)| {
            row.try_into()
        }))
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

    /// Disables an account, which ends its sessions, or allows it again (`None`); writes `audit` in the same transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn set_disabled(
        &self,
        id: UserId,
        disabled_ms: Option<i64>,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            if disabled_ms.is_some() {
                keep_an_admin!(tx, &id);
            }
            let changed = execute!(
                &mut *tx,
                "UPDATE users SET disabled_ms = $2, version = version + 1 WHERE id = $1",
                &id, disabled_ms,
            );
            if changed == 0 {
                return Err(Error::NotFound);
            }
            if disabled_ms.is_some() {
                execute!(&mut *tx, END_SESSIONS, &id);
            } else {
                execute!(&mut *tx, END_SETUP_LINKS, &id);
            }
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Lets a waiting account in, and writes `audit` in the same transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn approve(
        &self,
        id: UserId,
        approved_ms: i64,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            let changed = execute!(
                &mut *tx,
                "UPDATE users SET approved_ms = COALESCE(approved_ms, $2), version = version + 1 WHERE id = $1",
                &id, approved_ms,
            );
            if changed == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, END_SETUP_LINKS, &id);
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Gives an account a role, and writes `audit` in the same transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn set_role(&self, id: UserId, role: Role, audit: &AuditEntry) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            if role != Role::Admin {
                keep_an_admin!(tx, &id);
            }
            let changed = execute!(&mut *tx, "UPDATE users SET role = $2, version = version + 1 WHERE id = $1", &id, role.as_str());
            if changed == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, END_SETUP_LINKS, &id);
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Deletes an account with its sessions and its games against the engine. In other games its seat passes to a guest that
    /// nobody owns, so that the opponent keeps the game; a game without any account left falls under the retention of unowned
    /// games. `password_hash` is the hash that the typed password was checked against, where the user deletes the account. `audit` is
    /// written in the same transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`]; [`Error::PasswordChanged`] when the account has another password by now, or is gone.
    pub async fn delete_user(
        &self,
        id: UserId,
        password_hash: Option<&str>,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        let nobody = GuestId::random().to_string();
        transaction!(self, tx => {
            keep_an_admin!(tx, &id);
            if password_hash.is_some() {
                lock_proven_user!(tx, &id, password_hash);
            }
            // The matches first: a move that ends one of them holds its row, and is about to ask for the user's. Then the user, so that
            // no match is begun any more, and those that were begun meanwhile.
            let mut games: Vec<String> = sqlx::query_scalar(DELETE_GAMES_AGAINST_ENGINE).bind(&id).fetch_all(&mut *tx).await?;
            execute!(&mut *tx, self.lock_user(), &id);
            games.extend(sqlx::query_scalar::<_, String>(DELETE_GAMES_AGAINST_ENGINE).bind(&id).fetch_all(&mut *tx).await?);
            let (gone, playing) = counts_of(&games);
            execute!(&mut *tx, COUNT_GAMES, -gone, -playing);
            execute!(&mut *tx, "UPDATE seats SET user_id = NULL, guest_id = $2 WHERE user_id = $1", &id, &nobody);
            let gone = execute!(&mut *tx, "DELETE FROM users WHERE id = $1", &id);
            if gone == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, COUNT_USERS, -1_i64);
            write_entry!(tx, audit);
        });
        Ok(())
    }
}

impl Store {
    /// The statement that keeps other transactions from adding rows that belong to a user, until this one ends. In SQLite there is
    /// one writer at a time anyway. Binds: user.
    fn lock_user(&self) -> &'static str {
        match self {
            Store::Sqlite(_) => "SELECT id FROM users WHERE id = $1",
            Store::Postgres(_) => "SELECT id FROM users WHERE id = $1 FOR UPDATE",
        }
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
