//! One-time links of accounts: whether one is good, whose password it sets, and the new password.

use crate::accounts;
use crate::service::Error;
use crate::service::accounts::errors::{LogInError, SignUpError};
use crate::service::accounts::password_attempts::SENT_TWICE_MS;
use crate::service::accounts::service::{Accounts, Origin};
use crate::store::{AuditEntry, TokenKind, User};

impl Accounts {
    /// Sets a new password by a one-time link; all sessions end. Anybody may have got hold of the link, so the audit log names the
    /// network.
    ///
    /// # Errors
    /// The link is not valid, or the password does not fit.
    pub async fn reset_password(
        &self,
        token: &str,
        new: String,
        origin: &Origin,
    ) -> Result<(), SignUpError> {
        let now_ms = self.now_ms();
        let hash = accounts::token_hash(token);
        let user = self.reset_subject(token).await?.ok_or(SignUpError::Link)?;
        let password = self.new_password(&new, &user.name)?;
        let password_hash = self.hash_password(password, &origin.address).await?;
        let entry = AuditEntry {
            actor: origin.visitor(),
            ..self.audit_entry(None, "reset-password", user.name.as_str(), None)
        };
        self.store()
            .reset_password(&hash, &password_hash, now_ms, &entry)
            .await?;
        self.forget_failures(&user, origin).await;
        Ok(())
    }

    /// Whether a link has set this password a moment ago, as when somebody clicks twice. It is checked as in a log-in and limited like one.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn has_reset(
        &self,
        token: &str,
        password: &str,
        origin: &Origin,
    ) -> Result<bool, Error> {
        let (hash, since_ms) = (accounts::token_hash(token), self.now_ms() - SENT_TWICE_MS);
        let used_by = self.store().token_user(TokenKind::Reset, &hash, since_ms);
        let user = match used_by.await? {
            Some(id) => self.store().user(id).await?,
            None => None,
        };
        let Some(user) = user else {
            return Ok(false);
        };
        match self
            .check_log_in(user.name.as_str(), password, origin)
            .await
        {
            // The latter two are reported only after the right password.
            Ok(_) | Err(LogInError::Waiting | LogInError::Disabled) => Ok(true),
            Err(LogInError::Service(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// The user whose password a one-time link sets, if the link is good.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn reset_subject(&self, token: &str) -> Result<Option<User>, Error> {
        let (kind, hash) = (TokenKind::Reset, accounts::token_hash(token));
        let found = self.store().token(kind, &hash, self.now_ms()).await?;
        match found.and_then(|t| t.subject) {
            Some(id) => Ok(self.store().user(id).await?),
            None => Ok(None),
        }
    }

    /// Whether a one-time link is still good.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn is_link_good(&self, kind: TokenKind, token: &str) -> Result<bool, Error> {
        let hash = accounts::token_hash(token);
        let found = self.store().token(kind, &hash, self.now_ms()).await?;
        Ok(found.is_some())
    }

    /// Whether a link has ended because a newer one took its place, and not because somebody has used it.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn is_link_replaced(&self, kind: TokenKind, token: &str) -> Result<bool, Error> {
        let hash = accounts::token_hash(token);
        Ok(self.store().is_token_replaced(kind, &hash).await?)
    }
}
