//! Tokens of links by their hash: each use is one statement. Every token works once, except that an invitation may be for
//! several accounts.

use crate::ids::UserId;
use crate::store::accounts::user_rows::{LOCK_USER, parsed, word};
use crate::store::audit::{AuditEntry, write_entry};
use crate::store::{Error, Store};

/// The action that a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// To make the first admin.
    Setup,
    /// To set a new password.
    Reset,
    /// To sign up.
    Invite,
}

impl TokenKind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            TokenKind::Setup => "setup",
            TokenKind::Reset => "reset",
            TokenKind::Invite => "invite",
        }
    }

    /// The inverse of [`TokenKind::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [TokenKind::Setup, TokenKind::Reset, TokenKind::Invite]
            .into_iter()
            .find(|k| k.as_str() == text)
    }
}

/// A token to be kept.
#[derive(Clone, Debug)]
pub struct NewToken<'a> {
    /// The action that it allows.
    pub kind: TokenKind,
    /// Its hash, see `accounts::token_hash`.
    pub token_hash: &'a str,
    /// The user whose password it may set.
    pub subject: Option<UserId>,
    /// The user who made it, if it was one.
    pub created_by: Option<UserId>,
    /// The number of times that it may be used.
    pub uses: u32,
    /// Now, unix milliseconds.
    pub created_ms: i64,
    /// When it expires, unix milliseconds.
    pub expires_ms: i64,
}

impl<'a> NewToken<'a> {
    /// A token for one use, which no user made and which is about none.
    pub fn new(kind: TokenKind, token_hash: &'a str, created_ms: i64, expires_ms: i64) -> Self {
        NewToken {
            kind,
            token_hash,
            subject: None,
            created_by: None,
            uses: 1,
            created_ms,
            expires_ms,
        }
    }
}

/// A valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedToken {
    pub token_hash: String,
    /// The action that it allows.
    pub kind: TokenKind,
    /// The user whose password it may set.
    pub subject: Option<UserId>,
    /// The user who made it, if it was one.
    pub created_by: Option<UserId>,
    /// The number of times that it may be used.
    pub uses: u32,
    /// The number of times that it has been used.
    pub used: u32,
    /// When it was made, unix milliseconds.
    pub created_ms: i64,
    /// Until when it is good, unix milliseconds.
    pub expires_ms: i64,
}

/// An invitation that can still be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    pub token: IssuedToken,
    /// The words by which an admin tells it from others.
    pub note: String,
    /// The name of the user who made it, if the account still exists.
    pub maker: Option<String>,
}

impl Invitation {
    /// The digits of an invitation's number.
    pub const NUMBER_DIGITS: usize = 8;

    /// The number by which the audit log names the invitation whose token has this hash: the first digits of the hash, which open nothing.
    pub fn number(token_hash: &str) -> &str {
        token_hash.get(..Self::NUMBER_DIGITS).unwrap_or(token_hash)
    }
}

row! {
    struct TokenRow {
        token_hash: String,
        kind: String,
        subject_user: Option<String>,
        created_by: Option<String>,
        uses: i64,
        used: i64,
        created_ms: i64,
        expires_ms: i64,
    }
}

row! {
    struct NotedRow {
        note: String,
        maker: Option<String>,
        ..token: TokenRow,
    }
}

impl TryFrom<NotedRow> for Invitation {
    type Error = Error;

    fn try_from(row: NotedRow) -> Result<Self, Error> {
        Ok(Invitation {
            token: row.token.try_into()?,
            note: row.note,
            maker: row.maker,
        })
    }
}

impl TryFrom<TokenRow> for IssuedToken {
    type Error = Error;

    fn try_from(row: TokenRow) -> Result<Self, Error> {
        let user = |column: &str, id: Option<String>| {
            id.map(|id| parsed::<UserId>(column, &id)).transpose()
        };
        let times = |n: i64| u32::try_from(n).unwrap_or(0);
        Ok(IssuedToken {
            token_hash: row.token_hash,
            uses: times(row.uses),
            used: times(row.used),
            kind: word("tokens.kind", &row.kind, TokenKind::parse)?,
            subject: user("tokens.subject_user", row.subject_user)?,
            created_by: user("tokens.created_by", row.created_by)?,
            created_ms: row.created_ms,
            expires_ms: row.expires_ms,
        })
    }
}

/// Uses a token once; the last use exhausts it. However many callers race, the number of changed rows never exceeds its remaining
/// uses. Binds: hash, kind, now, user.
pub(in crate::store) const USE_TOKEN: &str =
    "UPDATE tokens SET used = used + 1, used_by = $4, used_ms = CASE WHEN used + 1 >= uses THEN $3 END
     WHERE token_hash = $1 AND kind = $2 AND used_ms IS NULL AND expires_ms > $3";

/// Ends the links that could still set a user's password. Binds: user.
pub(in crate::store) const END_RESET_LINKS: &str =
    "DELETE FROM tokens WHERE subject_user = $1 AND kind = 'reset' AND used_ms IS NULL";

/// Ends the set-up links if this user is an admin who can log in: the site then has its first admin. Binds: user.
pub(in crate::store) const END_SETUP_LINKS: &str =
    "DELETE FROM tokens WHERE kind = 'setup' AND used_ms IS NULL AND EXISTS (SELECT 1 FROM users
       WHERE id = $1 AND role = 'admin' AND disabled_ms IS NULL AND approved_ms IS NOT NULL)";

/// The columns of a [`TokenRow`]; the table is called `t`.
macro_rules! token_columns {
    () => {
        "t.token_hash, t.kind, t.subject_user, t.created_by, t.uses, t.used, t.created_ms, t.expires_ms"
    };
}

impl Store {
    /// Stores a token. A password link replaces the user's earlier ones, which may have fallen into other hands.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the user who makes it is no longer an admin, or may not log in.
    pub async fn create_token(&self, new: &NewToken<'_>) -> Result<(), Error> {
        self.keep_token(new, "", None).await
    }

    /// Stores a token with a note, so that an admin can tell it apart from others; writes `audit` in the same transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`] as there.
    pub async fn create_noted_token(
        &self,
        new: &NewToken<'_>,
        note: &str,
        audit: &AuditEntry,
    ) -> Result<(), Error> {
        self.keep_token(new, note, Some(audit)).await
    }

    async fn keep_token(
        &self,
        new: &NewToken<'_>,
        note: &str,
        audit: Option<&AuditEntry>,
    ) -> Result<(), Error> {
        transaction!(self, tx => {
            // A link that is made while its admin loses the role must not outlive the links that end with it.
            if let Some(by) = new.created_by {
                let admins: Vec<String> = sqlx::query_scalar(self.lock_admins())
                    .fetch_all(&mut *tx)
                    .await?;
                if !admins.contains(&by.to_string()) {
                    return Err(Error::NotFound);
                }
            }
            if let Some(subject) = new.subject {
                execute!(&mut *tx, LOCK_USER, subject.to_string());
                execute!(&mut *tx, END_RESET_LINKS, subject.to_string());
            }
            execute!(
                &mut *tx,
                "INSERT INTO tokens (token_hash, kind, subject_user, created_by, created_ms, expires_ms, uses, note)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                new.token_hash, new.kind.as_str(), new.subject.map(|id| id.to_string()),
                new.created_by.map(|id| id.to_string()), new.created_ms, new.expires_ms, i64::from(new.uses),
                note,
            );
            if let Some(audit) = audit {
                write_entry!(tx, audit);
            }
        });
        Ok(())
    }

    /// A token of this kind, if it can be used and has not expired.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn token(
        &self,
        kind: TokenKind,
        token_hash: &str,
        now_ms: i64,
    ) -> Result<Option<IssuedToken>, Error> {
        let row: Option<TokenRow> = reading!(self, db => {
            sqlx::query_as(concat!(
                "SELECT ", token_columns!(), " FROM tokens t
                 WHERE t.token_hash = $1 AND t.kind = $2 AND t.used_ms IS NULL AND t.expires_ms > $3"
            ))
            .bind(token_hash)
            .bind(kind.as_str())
            .bind(now_ms)
            .fetch_optional(db)
            .await?
        });
        row.map(IssuedToken::try_from).transpose()
    }

    /// The user who has used a token of this kind last, if it can be used again or its last use was after `since_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn token_user(
        &self,
        kind: TokenKind,
        token_hash: &str,
        since_ms: i64,
    ) -> Result<Option<UserId>, Error> {
        let user: Option<Option<String>> = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT used_by FROM tokens
                 WHERE token_hash = $1 AND kind = $2 AND (used_ms IS NULL OR used_ms > $3)",
            )
            .bind(token_hash)
            .bind(kind.as_str())
            .bind(since_ms)
            .fetch_optional(db)
            .await?
        });
        let user = user.flatten();
        user.map(|id| parsed("tokens.used_by", &id)).transpose()
    }

    /// The invitations that can still be used, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn invitations(&self, now_ms: i64) -> Result<Vec<Invitation>, Error> {
        let rows: Vec<NotedRow> = reading!(self, db => {
            sqlx::query_as(concat!(
                "SELECT ", token_columns!(), ", t.note, u.name AS maker
                 FROM tokens t LEFT JOIN users u ON u.id = t.created_by
                 WHERE t.kind = 'invite' AND t.used_ms IS NULL AND t.expires_ms > $1
                 ORDER BY t.created_ms DESC, t.token_hash"
            ))
            .bind(now_ms)
            .fetch_all(db)
            .await?
        });
        rows.into_iter().map(Invitation::try_from).collect()
    }

    /// Removes a token of this kind, and writes `audit` in the same transaction; says whether there was one, and writes nothing otherwise.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_token(
        &self,
        kind: TokenKind,
        token_hash: &str,
        audit: &AuditEntry,
    ) -> Result<bool, Error> {
        let removed = transaction!(self, tx => {
            let removed = execute!(
                &mut *tx, "DELETE FROM tokens WHERE kind = $1 AND token_hash = $2",
                kind.as_str(), token_hash,
            );
            if removed > 0 {
                write_entry!(tx, audit);
            }
            removed
        });
        Ok(removed > 0)
    }

    /// Ends the unused tokens of a kind, because another one takes their place; returns their number.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn replace_tokens(&self, kind: TokenKind, now_ms: i64) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(
                db,
                "UPDATE tokens SET used_ms = $2 WHERE kind = $1 AND used_ms IS NULL",
                kind.as_str(), now_ms,
            )
        }))
    }

    /// Whether a token of this kind has ended by [`Store::replace_tokens`]: nobody has used it.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn is_token_replaced(
        &self,
        kind: TokenKind,
        token_hash: &str,
    ) -> Result<bool, Error> {
        let replaced: i64 = reading!(self, db => {
            sqlx::query_scalar(
                "SELECT COUNT(*) FROM tokens
                 WHERE token_hash = $1 AND kind = $2 AND used_ms IS NOT NULL AND used_by IS NULL",
            )
            .bind(token_hash)
            .bind(kind.as_str())
            .fetch_one(db)
            .await?
        });
        Ok(replaced > 0)
    }
}
