//! Refusals of sign-up, log-in, new passwords and deletion.

use crate::accounts::{NameError, PasswordError};
use crate::service::Error;
use crate::store;

/// Why there is no new account.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    /// The name does not fit the rules.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The password does not fit the rules.
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("the name is taken")]
    NameTaken,
    /// The link does not exist, was used or has expired.
    #[error("the link is not valid")]
    Link,
    /// The captcha has made an account already.
    #[error("an account has already been created with this captcha")]
    CaptchaSpent,
    /// Too many from this address.
    #[error("too many accounts from one address; try again in {retry_after_s} s")]
    Limited { retry_after_s: u32 },
    /// Too many requests to the owner from this address.
    #[error("too many requests from one address; try again in {retry_after_s} s")]
    RequestsLimited { retry_after_s: u32 },
    /// Too many names that were taken, by invitation from this address.
    #[error("too many taken names from one address; try again in {retry_after_s} s")]
    NamesLimited { retry_after_s: u32 },
    /// [`WAITING_AT_MOST`](super::WAITING_AT_MOST) accounts wait for the owner.
    #[error("too many accounts wait for approval")]
    TooManyWaiting,
    /// Something of the house failed.
    #[error(transparent)]
    Service(#[from] Error),
}

/// Why somebody is not logged in.
#[derive(Debug, thiserror::Error)]
pub enum LogInError {
    /// Unknown name or wrong password: the same for both.
    #[error("wrong name or password")]
    Wrong,
    /// The account waits for approval by an admin. Reported only after the right password.
    #[error("the account waits for approval")]
    Waiting,
    /// An admin has disabled the account. Reported only after the right password.
    #[error("the account is disabled")]
    Disabled,
    /// Too many failures at this account, counted over all addresses: a captcha is required, and the password was not checked.
    #[error("a captcha is needed")]
    CaptchaNeeded,
    /// Too many failures.
    #[error("too many attempts; try again in {retry_after_s} s")]
    Limited { retry_after_s: u32 },
    /// Something of the house failed.
    #[error(transparent)]
    Service(#[from] Error),
}

impl From<store::Error> for SignUpError {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::NameTaken => SignUpError::NameTaken,
            store::Error::TokenSpent => SignUpError::Link,
            store::Error::ChallengeSpent => SignUpError::CaptchaSpent,
            other => SignUpError::Service(Error::Store(other)),
        }
    }
}

impl From<store::Error> for LogInError {
    fn from(error: store::Error) -> Self {
        match error {
            // The password was changed during the check, so the one that was typed is now wrong.
            store::Error::PasswordChanged => LogInError::Wrong,
            other => LogInError::Service(Error::Store(other)),
        }
    }
}

/// Why a password was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The old password.
    #[error(transparent)]
    Old(#[from] LogInError),
    /// The new password.
    #[error(transparent)]
    New(#[from] SignUpError),
}

/// Why an account was not deleted.
#[derive(Debug, thiserror::Error)]
pub enum DeletionError {
    /// The password is wrong, or it was not checked.
    #[error(transparent)]
    Password(#[from] LogInError),
    /// The user is the only admin, and a site must have one.
    #[error("the only admin's account cannot be deleted")]
    LastAdmin,
    #[error(transparent)]
    Service(#[from] Error),
}

impl From<PasswordError> for ChangeError {
    fn from(error: PasswordError) -> Self {
        ChangeError::New(error.into())
    }
}

impl From<Error> for ChangeError {
    fn from(error: Error) -> Self {
        ChangeError::New(SignUpError::Service(error))
    }
}
