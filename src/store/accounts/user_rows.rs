//! User rows, and their conversion to the domain type.

use crate::accounts::Name;
use crate::accounts::Role;
use crate::ids::UserId;
use crate::store::Error;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    /// Its name, as it was typed.
    pub name: Name,
    /// The role, which says what it may do.
    pub role: Role,
    /// Since when it may not log in, unix milliseconds.
    pub disabled_ms: Option<i64>,
    /// Since when it is approved, unix milliseconds; `None` waits for an admin.
    pub approved_ms: Option<i64>,
    /// When it was made, unix milliseconds.
    pub created_ms: i64,
    /// When it was last here, unix milliseconds, to the minute.
    pub seen_ms: i64,
    /// Counts up with every change of role, state, password or settings.
    pub version: i64,
    /// The user's preferences, as JSON text; the store does not look inside.
    pub settings: String,
}

/// Locks a user's row to the end of the transaction. Every transaction that changes a user's sessions, links or password locks this
/// row first: two of them then run one after the other and cannot deadlock. Binds: user.
pub(in crate::store) const LOCK_USER: &str = "UPDATE users SET version = version WHERE id = $1";

/// The same, but only if the account is not disabled and has this password hash; a NULL hash matches any. Binds: user, hash.
pub(in crate::store) const LOCK_PROVEN_USER: &str = "UPDATE users SET version = version
     WHERE id = $1 AND disabled_ms IS NULL AND password_hash = COALESCE($2, password_hash)";

/// Locks a user's row by [`LOCK_PROVEN_USER`], or leaves the transaction.
macro_rules! lock_proven_user {
    ($tx:ident, $id:expr, $password_hash:expr) => {
        let proven = execute!(
            &mut *$tx,
            $crate::store::accounts::user_rows::LOCK_PROVEN_USER,
            $id,
            $password_hash
        );
        if proven == 0 {
            return Err(Error::PasswordChanged);
        }
    };
}

/// The columns of [`UserRow`], in a form for `concat!`; the table is called `u`.
macro_rules! user_columns {
    () => {
        "u.id, u.name, u.role, u.disabled_ms, u.approved_ms, u.created_ms, u.seen_ms, u.version, u.settings"
    };
}

row! {
    /// A row of `users`, without the password.
    pub(in crate::store) struct UserRow {
        id: String,
        name: String,
        role: String,
        disabled_ms: Option<i64>,
        approved_ms: Option<i64>,
        created_ms: i64,
        seen_ms: i64,
        version: i64,
        settings: String,
    }
}

impl UserRow {
    /// The sort key of users: the case-folded name.
    pub(in crate::store) fn key(&self) -> String {
        self.name.to_ascii_lowercase()
    }
}

impl TryFrom<UserRow> for User {
    type Error = Error;

    fn try_from(row: UserRow) -> Result<Self, Error> {
        Ok(User {
            id: parsed("users.id", &row.id)?,
            name: parsed("users.name", &row.name)?,
            role: word("users.role", &row.role, Role::parse)?,
            disabled_ms: row.disabled_ms,
            approved_ms: row.approved_ms,
            created_ms: row.created_ms,
            seen_ms: row.seen_ms,
            version: row.version,
            settings: row.settings,
        })
    }
}

/// Reads a column that has a type of its own.
pub(in crate::store) fn parsed<T>(column: &str, text: &str) -> Result<T, Error>
where
    T: std::str::FromStr,
    T::Err: std::fmt::Display,
{
    text.parse()
        .map_err(|e| Error::Corrupt(format!("{column} is {text:?}: {e}")))
}

/// Reads a column that contains one of a few words.
pub(in crate::store) fn word<T>(
    column: &str,
    text: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, Error> {
    parse(text).ok_or_else(|| Error::Corrupt(format!("{column} is {text:?}")))
}
