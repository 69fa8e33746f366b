//! Links with a token: to set the site up, to choose a new password, to sign up by invitation. The text of a token stands in its link
//! alone; the database has its hash.

use crate::accounts::Token;
use crate::ids::UserId;
use crate::store::{self, NewToken, Store, TokenKind};

const HOUR_MS: i64 = 60 * 60 * 1000;
/// The set-up link is good for this long; every start makes a new one.
const SETUP_LIFE_MS: i64 = 7 * 24 * HOUR_MS;

/// A link to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewLink {
    kind: TokenKind,
    subject: Option<UserId>,
    by: Option<UserId>,
    uses: u32,
    expires_ms: i64,
}

impl NewLink {
    /// The link that makes the first admin.
    pub fn setup(now_ms: i64) -> Self {
        NewLink {
            kind: TokenKind::Setup,
            subject: None,
            by: None,
            uses: 1,
            expires_ms: now_ms + SETUP_LIFE_MS,
        }
    }
}

/// Makes a link's token and keeps its hash.
///
/// # Errors
/// The database does not answer.
pub async fn make_token(store: &Store, link: NewLink, now_ms: i64) -> Result<String, store::Error> {
    let token = Token::random();
    store
        .create_token(&NewToken {
            kind: link.kind,
            token_hash: &token.hash(),
            subject: link.subject,
            created_by: link.by,
            uses: link.uses,
            created_ms: now_ms,
            expires_ms: link.expires_ms,
        })
        .await?;
    Ok(token.as_str().to_owned())
}
