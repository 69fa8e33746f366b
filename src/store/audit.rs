//! The audit log: log-ins, refusals, actions of admins. It never contains passwords, answers or cookies.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::ids::AuditId;
use crate::ids::UserId;
use crate::store::accounts::user_rows::parsed;
use crate::store::{Error, Listed, PageCursor, Store};

/// The person or program that did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody with an account.
    User(UserId),
    /// Anybody or anything else, in a few words: `command line`, `visitor 192.0.2.0`.
    Other(String),
}

impl Actor {
    pub fn user(&self) -> Option<UserId> {
        match self {
            Actor::User(id) => Some(*id),
            Actor::Other(_) => None,
        }
    }
}

/// The text of the column.
impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::User(id) => write!(f, "{id}"),
            Actor::Other(words) => f.write_str(words),
        }
    }
}

/// An entry to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When, unix milliseconds.
    pub at_ms: i64,
    pub actor: Actor,
    /// The action, a short stable word: `log-in`, `log-in-refused`, `captcha-settings`.
    pub action: String,
    /// The person or thing that it was done to.
    pub subject: String,
    /// The value before, JSON text.
    pub before: Option<String>,
    /// The value after, JSON text.
    pub after: Option<String>,
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub id: AuditId,
    pub entry: AuditEntry,
    /// The name of the user who did it, if the account still exists.
    pub actor_name: Option<String>,
    /// The number of times that it happened within the minute; 1 for all but refusals and log-ins.
    pub n: u64,
}

row! {
    struct Row {
        id: String,
        at_ms: i64,
        actor: String,
        action: String,
        subject: String,
        before: Option<String>,
        after: Option<String>,
        actor_name: Option<String>,
        n: i64,
    }
}

impl TryFrom<Row> for AuditRow {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        Ok(AuditRow {
            id: parsed("audit.id", &row.id)?,
            entry: AuditEntry {
                at_ms: row.at_ms,
                actor: match row.actor.parse() {
                    Ok(id) => Actor::User(id),
                    Err(_) => Actor::Other(row.actor),
                },
                action: row.action,
                subject: row.subject,
                before: row.before,
                after: row.after,
            },
            actor_name: row.actor_name,
            n: row.n.unsigned_abs(),
        })
    }
}

/// Refusals of the same minute are one row.
const MINUTE_MS: i64 = 60_000;

/// Adds a row. Binds: id, time, actor, action, subject, before, after.
pub(in crate::store) const INSERT_AUDIT: &str = "INSERT INTO audit (id, at_ms, actor, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7)";

/// Adds an entry in the transaction that makes the change it tells of.
macro_rules! write_entry {
    ($tx:ident, $entry:expr) => {
        execute!(
            &mut *$tx,
            $crate::store::audit::INSERT_AUDIT,
            $crate::ids::AuditId::random().to_string(),
            $entry.at_ms,
            $entry.actor.to_string(),
            &$entry.action,
            &$entry.subject,
            &$entry.before,
            &$entry.after,
        );
    };
}
pub(in crate::store) use write_entry;

/// A page of the log. Binds: the place after which it begins (time, id), limit.
pub(in crate::store) const LIST_AUDIT: &str =
    "SELECT a.id, a.at_ms, a.actor, a.action, a.subject, a.before, a.after, u.name AS actor_name, a.n
     FROM audit a LEFT JOIN users u ON u.id = a.actor
     WHERE (a.at_ms, a.id) < ($1, $2) ORDER BY a.at_ms DESC, a.id DESC LIMIT $3";

impl Store {
    /// Adds an entry.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn audit(&self, entry: &AuditEntry) -> Result<(), Error> {
        writing!(self, db => {
            execute!(
                db,
                INSERT_AUDIT,
                AuditId::random().to_string(), entry.at_ms, entry.actor.to_string(), &entry.action,
                &entry.subject, &entry.before, &entry.after,
            )
        });
        Ok(())
    }

    /// Adds what anybody may do again and again, such as a refusal or a log-in: one row per minute, actor and action, however many there
    /// are; the row keeps the time and subject of the first one, and a count. One statement.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn audit_counted(&self, entry: &AuditEntry) -> Result<(), Error> {
        let actor = entry.actor.to_string();
        let minute = entry.at_ms.div_euclid(MINUTE_MS);
        // The row's id is derived from the facts that are counted together, so that the primary key decides between two first ones.
        let digest = Sha256::digest(format!("{minute} {actor} {}", entry.action));
        let id = digest
            .first_chunk()
            .map(|bytes| u128::from_be_bytes(*bytes));
        writing!(self, db => {
            execute!(
                db,
                "INSERT INTO audit (id, at_ms, actor, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (id) DO UPDATE SET n = audit.n + 1",
                id.map_or_else(AuditId::random, AuditId::from).to_string(), entry.at_ms, &actor, &entry.action,
                &entry.subject, &entry.before, &entry.after,
            )
        });
        Ok(())
    }

    /// A page of the log after `place`, the newest first. A row that this build cannot read is logged and left out.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn audit_log(
        &self,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<AuditRow>, Error> {
        let newest = PageCursor::newest();
        let place = place.unwrap_or(&newest);
        let found: Vec<Row> = reading!(self, db => {
            sqlx::query_as(LIST_AUDIT)
                .bind(place.number)
                .bind(&place.key)
                .bind(i64::from(limit) + 1)
                .fetch_all(db)
                .await?
        });
        let place_of = |row: &Row| PageCursor {
            number: row.at_ms,
            key: row.id.clone(),
        };
        Ok(Listed::of(found, limit, place_of, AuditRow::try_from))
    }
}
