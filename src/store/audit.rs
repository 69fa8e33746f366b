//! The audit log: log-ins, refusals, actions of admins. It never contains passwords, answers or cookies.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::accounts::Role;
use crate::ids::AuditId;
use crate::ids::UserId;
use crate::store::accounts::user_rows::parsed;
use crate::store::{Error, Listed, PageCursor, Store};

/// The person or program that did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody with an account.
    User(UserId),
    /// Anybody or anything else, in a few words: `console`, `visitor 192.0.2.0/24`.
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

/// The action of users who delete their own account: the subject is the name of the actor.
const DELETE_ACCOUNT: &str = "delete-account";

impl AuditEntry {
    /// The same entry, about a role that becomes another.
    #[must_use]
    pub fn of_role(self, before: Role, after: Role) -> Self {
        let json = |role: Role| Some(serde_json::json!({ "role": role.as_str() }).to_string());
        AuditEntry {
            before: json(before),
            after: json(after),
            ..self
        }
    }

    /// The name of the actor, where there is no account with the actor's id when the entry is written.
    pub(in crate::store) fn name_without_account(&self) -> String {
        match self.action.as_str() {
            DELETE_ACCOUNT => self.subject.clone(),
            _ => self.actor.to_string(),
        }
    }
}

/// The two kinds of actors. A user may be called as somebody else is in the log: names that no account gets today were taken in earlier releases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActorKind {
    /// Somebody with an account, called by name.
    #[default]
    User,
    /// Anybody or anything else, called by the words of [`Actor::Other`].
    Other,
}

impl ActorKind {
    /// The word in the statements.
    fn as_str(self) -> &'static str {
        match self {
            ActorKind::User => "user",
            ActorKind::Other => "other",
        }
    }
}

/// A filter of the log; an empty text matches every line.
#[derive(Clone, Copy, Debug, Default)]
pub struct AuditFilter<'a> {
    pub action: &'a str,
    /// The name of the user who acted, or the words for anybody else, in whatever case.
    pub who: &'a str,
    /// The kind of actor that `who` is.
    pub kind: ActorKind,
}

/// A row of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    pub id: AuditId,
    pub entry: AuditEntry,
    /// The name of the user who did it, also where the account is gone; `None` for anybody else.
    pub actor_name: Option<String>,
    /// The number of times that it happened within the minute; 1 for all but refusals and log-ins.
    pub n: u64,
    /// Whether any of these times had a subject other than the entry's, which is that of the first time.
    pub has_others: bool,
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
        actor_name: String,
        n: i64,
        has_others: i64,
    }
}

impl TryFrom<Row> for AuditRow {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self, Error> {
        // Where no name was to be had, the id stands in its place.
        let is_named = !row.actor_name.is_empty() && row.actor_name != row.actor;
        let actor = match row.actor.parse() {
            Ok(id) => Actor::User(id),
            Err(_) => Actor::Other(row.actor),
        };
        Ok(AuditRow {
            id: parsed("audit.id", &row.id)?,
            actor_name: actor.user().filter(|_| is_named).map(|_| row.actor_name),
            entry: AuditEntry {
                at_ms: row.at_ms,
                actor,
                action: row.action,
                subject: row.subject,
                before: row.before,
                after: row.after,
            },
            n: row.n.unsigned_abs(),
            has_others: row.has_others != 0,
        })
    }
}

/// Refusals and log-ins of the same minute are one row, see [`Store::audit_counted`].
const MINUTE_MS: i64 = 60_000;

/// The text of [`INSERT_AUDIT`], in a form for `concat!`.
macro_rules! insert_audit {
    () => {
        "INSERT INTO audit (id, at_ms, actor, action, subject, before, after, actor_name)
         VALUES ($1, $2, $3, $4, $5, $6, $7, COALESCE((SELECT name FROM users WHERE id = $3), $8))"
    };
}

/// Adds a row. Binds: id, time, actor, action, subject, before, after, the actor's name where there is no account.
pub(in crate::store) const INSERT_AUDIT: &str = insert_audit!();

/// Adds a row, or counts one more time in the row of this id. Binds: those of [`INSERT_AUDIT`].
const COUNT_AUDIT: &str = concat!(
    insert_audit!(),
    " ON CONFLICT (id) DO UPDATE SET n = audit.n + 1,
        has_others = CASE WHEN audit.subject <> excluded.subject THEN 1 ELSE audit.has_others END"
);

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
            $entry.name_without_account(),
        );
    };
}
pub(in crate::store) use write_entry;

/// A page of the lines that meet a condition, which ends with `AND` or is empty.
macro_rules! list_audit {
    ($condition:literal) => {
        concat!(
            "SELECT a.id, a.at_ms, a.actor, a.action, a.subject, a.before, a.after,
                COALESCE(u.name, a.actor_name) AS actor_name, a.n, a.has_others
             FROM audit a LEFT JOIN users u ON u.id = a.actor
             WHERE ",
            $condition,
            " (a.at_ms, a.id) < ($1, $2) ORDER BY a.at_ms DESC, a.id DESC LIMIT $3"
        )
    };
}

/// A page of the log. Binds: the place after which it begins (time, id), limit.
pub(in crate::store) const LIST_AUDIT: &str = list_audit!("");
/// A page of the lines of an action. Binds: those of [`LIST_AUDIT`], action.
pub(in crate::store) const LIST_AUDIT_OF_ACTION: &str = list_audit!("a.action = $4 AND");
/// A page of the lines of an actor: who has no account is called by the words of the column itself. Binds: those of [`LIST_AUDIT`], name, kind.
pub(in crate::store) const LIST_AUDIT_OF_ACTOR: &str = list_audit!(
    "LOWER(a.actor_name) = LOWER($4) AND CASE WHEN a.actor = a.actor_name THEN 'other' ELSE 'user' END = $5 AND"
);
/// A page of the lines of an action of an actor. Binds: those of [`LIST_AUDIT_OF_ACTOR`], action.
pub(in crate::store) const LIST_AUDIT_OF_BOTH: &str = list_audit!(
    "LOWER(a.actor_name) = LOWER($4) AND CASE WHEN a.actor = a.actor_name THEN 'other' ELSE 'user' END = $5 AND a.action = $6 AND"
);

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
                &entry.subject, &entry.before, &entry.after, entry.name_without_account(),
            )
        });
        Ok(())
    }

    /// Adds what anybody may do again and again, such as a refusal or a log-in: one row per minute, actor and action, however many there
    /// are; the row keeps the time and subject of the first one, a count, and whether there were other subjects. One statement.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn audit_counted(&self, entry: &AuditEntry) -> Result<(), Error> {
        let actor = entry.actor.to_string();
        let minute = entry.at_ms.div_euclid(MINUTE_MS);
        // The row's id is derived from the facts that are counted together, so that the primary key decides when two nodes insert the
        // first one at once.
        let digest = Sha256::digest(format!("{minute} {actor} {}", entry.action));
        let id = digest
            .first_chunk()
            .map(|bytes| u128::from_be_bytes(*bytes));
        writing!(self, db => {
            execute!(
                db,
                COUNT_AUDIT,
                id.map_or_else(AuditId::random, AuditId::from).to_string(), entry.at_ms, &actor, &entry.action,
                &entry.subject, &entry.before, &entry.after, entry.name_without_account(),
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
        self.audit_log_of(AuditFilter::default(), limit, place)
            .await
    }

    /// The same of the lines that are asked for.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn audit_log_of(
        &self,
        filter: AuditFilter<'_>,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<AuditRow>, Error> {
        let newest = PageCursor::newest();
        let place = place.unwrap_or(&newest);
        let kind = filter.kind.as_str();
        let (sql, asked) = match (filter.who, filter.action) {
            ("", "") => (LIST_AUDIT, Vec::new()),
            ("", action) => (LIST_AUDIT_OF_ACTION, vec![action]),
            (who, "") => (LIST_AUDIT_OF_ACTOR, vec![who, kind]),
            (who, action) => (LIST_AUDIT_OF_BOTH, vec![who, kind, action]),
        };
        let found: Vec<Row> = reading!(self, db => {
            let mut query = sqlx::query_as(sql)
                .bind(place.number)
                .bind(&place.key)
                .bind(i64::from(limit) + 1);
            for text in &asked {
                query = query.bind(*text);
            }
            query.fetch_all(db).await?
        });
        let place_of = |row: &Row| PageCursor {
            number: row.at_ms,
            key: row.id.clone(),
        };
        Ok(Listed::of(found, limit, place_of, AuditRow::try_from))
    }
}
