//! Access of accounts: approval, disabling, roles, and the end of an account. There is always at least one admin who can log in, and the
//! links made by somebody who is no longer an admin stop working.

use std::time::Duration;

use crate::accounts::Role;
use crate::ids::{GuestId, UserId};
use crate::store::accounts::tokens::END_SETUP_LINKS;
use crate::store::accounts::users::END_SESSIONS;
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::matches::game_rows::DELETED_USER;
use crate::store::matches::totals::COUNT_USERS;
use crate::store::{Error, Store};

/// The active admins, in an order that is the same for everybody.
macro_rules! active_admins {
    ($order:literal) => {
        concat!(
            "SELECT id FROM users WHERE role = 'admin' AND disabled_ms IS NULL AND approved_ms IS NOT NULL ORDER BY id",
            $order
        )
    };
}
/// Leaves the transaction if this user is the last active admin. If two admins remove each other, the second waits here and then sees that
/// nobody else is left.
macro_rules! keep_an_admin {
    ($store:expr, $tx:ident, $id:expr) => {
        let admins: Vec<String> = sqlx::query_scalar($store.lock_admins())
            .fetch_all(&mut *$tx)
            .await?;
        if admins.iter().eq([$id]) {
            return Err(Error::LastAdmin);
        }
    };
}

/// The accounts that an action may apply to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Only {
    Any,
    /// Those that wait for approval.
    Waiting,
}

/// Locks a user's row, if the account waits for approval. Binds: user.
const LOCK_WAITING: &str =
    "UPDATE users SET version = version WHERE id = $1 AND approved_ms IS NULL";
/// Returns [`Error::NotFound`] if only waiting accounts are meant and this one is not waiting.
macro_rules! keep_to {
    ($tx:ident, $id:expr, $only:expr) => {
        if $only == Only::Waiting {
            let waits = execute!(&mut *$tx, LOCK_WAITING, $id);
            if waits == 0 {
                return Err(Error::NotFound);
            }
        }
    };
}

/// Ends the password links and invitations that a user has made as an admin. Those that are used up let nobody in and stay. Binds: user.
const END_MADE_LINKS: &str =
    "DELETE FROM tokens WHERE created_by = $1 AND kind IN ('reset', 'invite') AND used_ms IS NULL";

/// Takes a user's seats away, in a limited number of matches: they go to [`DELETED_USER`] where the engine is the opponent, elsewhere
/// to a fresh guest id that no session has. `COALESCE` makes SQLite look up these matches, not walk through all seats of the user each
/// time. Binds: user, that guest, the deleted user, limit.
pub(in crate::store) const LEAVE_SEATS: &str =
    "UPDATE seats SET user_id = NULL, guest_id = CASE WHEN EXISTS (
         SELECT 1 FROM seats e WHERE e.game_id = seats.game_id AND e.level IS NOT NULL) THEN $3 ELSE $2 END
     WHERE COALESCE(user_id, '') = $1 AND game_id IN (SELECT game_id FROM seats WHERE user_id = $1 LIMIT $4)";
/// A match of a user who has more seats than a number. Binds: user, that number.
pub(in crate::store) const HAS_MORE_SEATS: &str =
    "SELECT game_id FROM seats WHERE user_id = $1 LIMIT 1 OFFSET $2";
/// Maximum number of seats that one transaction takes away from an account that goes: SQLite's only writer is blocked meanwhile.
const LEFT_AT_ONCE: i64 = 200;
/// Pause between two such transactions, so that other writers have a turn.
const BETWEEN_BATCHES: Duration = Duration::from_millis(5);

/// Locks the row of a user who is to be deleted, and says which role the user has. Binds: user.
const LOCK_ROLE: &str = "UPDATE users SET version = version WHERE id = $1 RETURNING role";
/// Locks the row of a user who is to be deleted, or leaves the transaction if the account may not go. The other admins are locked only
/// where it is an admin's, and before it: see [`Store::lock_admins`].
macro_rules! lock_leaving_user {
    ($store:expr, $tx:ident, $id:expr, $password_hash:expr, $only:expr) => {
        let is_admin = |role: &str| role == Role::Admin.as_str();
        let seen: Option<String> = sqlx::query_scalar("SELECT role FROM users WHERE id = $1")
            .bind($id)
            .fetch_optional(&mut *$tx)
            .await?;
        let was_admin = seen.as_deref().is_some_and(is_admin);
        if was_admin {
            keep_an_admin!($store, $tx, $id);
        }
        keep_to!($tx, $id, $only);
        if $password_hash.is_some() {
            lock_proven_user!($tx, $id, $password_hash);
        }
        let role: Option<String> = sqlx::query_scalar(LOCK_ROLE)
            .bind($id)
            .fetch_optional(&mut *$tx)
            .await?;
        let role = role.ok_or(Error::NotFound)?;
        // Made an admin in this moment: nobody has looked whether it is the last one.
        if is_admin(&role) && !was_admin {
            return Err(Error::Conflict);
        }
    };
}

impl Store {
    /// Disables an account, which ends its sessions and the links it made as an admin; `None` enables it again. Writes `audit` in the
    /// same transaction.
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
                keep_an_admin!(self, tx, &id);
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
                execute!(&mut *tx, END_MADE_LINKS, &id);
            } else {
                execute!(&mut *tx, END_SETUP_LINKS, &id);
            }
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Enables an account that is disabled, and writes `audit`: one transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`] also when somebody has enabled it meanwhile.
    pub async fn enable(&self, id: UserId, audit: &AuditEntry) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            let enabled = execute!(
                &mut *tx,
                "UPDATE users SET disabled_ms = NULL, version = version + 1 WHERE id = $1 AND disabled_ms IS NOT NULL",
                &id,
            );
            if enabled == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, END_SETUP_LINKS, &id);
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Lets a waiting account in and writes `audit`: one transaction. The guest who asked for it goes on playing as a guest; the first
    /// log-in moves the guest's matches to the account.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn approve(
        &self,
        id: UserId,
        approved_ms: i64,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        self.let_in(id, approved_ms, Only::Any, audit).await
    }

    /// The same of an account that still waits.
    ///
    /// # Errors
    /// [`Error::NotFound`] also when somebody has approved it meanwhile.
    pub async fn approve_waiting(
        &self,
        id: UserId,
        approved_ms: i64,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        self.let_in(id, approved_ms, Only::Waiting, audit).await
    }

    async fn let_in(
        &self,
        id: UserId,
        approved_ms: i64,
        only: Only,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            keep_to!(tx, &id, only);
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

    /// Sets the role of an account, ends the links it has made if the new role is not admin, and writes `audit`: one transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`].
    pub async fn set_role(&self, id: UserId, role: Role, audit: &AuditEntry) -> Result<(), Error> {
        let id = id.to_string();
        transaction!(self, tx => {
            if role != Role::Admin {
                keep_an_admin!(self, tx, &id);
            }
            let changed = execute!(&mut *tx, "UPDATE users SET role = $2, version = version + 1 WHERE id = $1", &id, role.as_str());
            if changed == 0 {
                return Err(Error::NotFound);
            }
            if role == Role::Admin {
                execute!(&mut *tx, END_SETUP_LINKS, &id);
            } else {
                execute!(&mut *tx, END_MADE_LINKS, &id);
            }
            write_entry!(tx, audit);
        });
        Ok(())
    }

    /// Deletes an account with its sessions and the links it made as an admin. Its games against the engine can no longer be found, and
    /// [`Store::delete_games_of_deleted_users`] removes them. In other games its seat passes to a guest id that no session has, so that
    /// the opponent keeps the game; a game without any account left falls under the retention of unowned games. `password_hash` is the
    /// hash that the typed password was checked against, where the user deletes the account. `audit` is written in the same transaction.
    ///
    /// If there are very many games, most seats go before that, in transactions of their own, each of which looks again whether the
    /// account may go. Where it may not after all, the database fails, the caller's time is up or the site stops meanwhile, the account is
    /// left without the games of these seats. So the first of these transactions writes `audit`: the log says who began.
    ///
    /// # Errors
    /// [`Error::NotFound`], [`Error::LastAdmin`]; [`Error::PasswordChanged`] when the account has another password by now, or is gone;
    /// [`Error::Conflict`] when its user is made an admin in this moment.
    pub async fn delete_user(
        &self,
        id: UserId,
        password_hash: Option<&str>,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        self.remove_user(id, password_hash, Only::Any, audit).await
    }

    /// The same of an account that still waits for approval.
    ///
    /// # Errors
    /// [`Error::NotFound`] also when somebody has approved it meanwhile.
    pub async fn delete_waiting_user(&self, id: UserId, audit: &AuditEntry) -> Result<(), Error> {
        self.remove_user(id, None, Only::Waiting, audit).await
    }

    async fn remove_user(
        &self,
        id: UserId,
        password_hash: Option<&str>,
        only: Only,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        let id = id.to_string();
        let nobody = GuestId::random().to_string();
        let mut is_noted = false;
        while self.has_more_seats(&id).await? {
            transaction!(self, tx => {
                lock_leaving_user!(self, tx, &id, password_hash, only);
                execute!(&mut *tx, LEAVE_SEATS, &id, &nobody, DELETED_USER, LEFT_AT_ONCE);
                if !is_noted {
                    write_entry!(tx, audit);
                }
            });
            is_noted = true;
            tokio::time::sleep(BETWEEN_BATCHES).await;
        }
        transaction!(self, tx => {
            lock_leaving_user!(self, tx, &id, password_hash, only);
            // Lock order: the seats first, as a move that ends a match locks them before it refers to the user. Then the user once
            // more, so that nothing can refer to it and no more matches can begin, and then the seats of those begun in between.
            execute!(&mut *tx, LEAVE_SEATS, &id, &nobody, DELETED_USER, i64::MAX);
            execute!(&mut *tx, self.lock_user(), &id);
            execute!(&mut *tx, LEAVE_SEATS, &id, &nobody, DELETED_USER, i64::MAX);
            execute!(&mut *tx, END_MADE_LINKS, &id);
            let gone = execute!(&mut *tx, "DELETE FROM users WHERE id = $1", &id);
            if gone == 0 {
                return Err(Error::NotFound);
            }
            execute!(&mut *tx, COUNT_USERS, -1_i64);
            if !is_noted {
                write_entry!(tx, audit);
            }
        });
        Ok(())
    }

    /// Whether a user has more seats than one transaction takes away.
    async fn has_more_seats(&self, id: &str) -> Result<bool, Error> {
        let more: Option<String> = reading!(self, db => {
            sqlx::query_scalar(HAS_MORE_SEATS)
                .bind(id)
                .bind(LEFT_AT_ONCE)
                .fetch_optional(db)
                .await?
        });
        Ok(more.is_some())
    }

    /// The statement that locks the rows of all active admins to the end of the transaction, and lists their ids. Whoever locks another
    /// user as well does so afterwards: of two at once one waits for the other, and neither for what the other holds. In SQLite there is
    /// one writer at a time anyway.
    pub(in crate::store) fn lock_admins(&self) -> &'static str {
        match self {
            Store::Sqlite(_) => active_admins!(""),
            Store::Postgres(_) => active_admins!(" COLLATE \"C\" FOR NO KEY UPDATE"),
        }
    }

    /// The statement that keeps other transactions from adding rows that belong to a user, until this one ends. In SQLite there is
    /// one writer at a time anyway. Binds: user.
    fn lock_user(&self) -> &'static str {
        match self {
            Store::Sqlite(_) => "SELECT id FROM users WHERE id = $1",
            Store::Postgres(_) => "SELECT id FROM users WHERE id = $1 FOR UPDATE",
        }
    }
}
