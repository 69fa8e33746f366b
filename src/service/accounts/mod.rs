//! Accounts without HTTP: sign-up, log-in, passwords, roles, and all matches of a user.

pub(in crate::service) mod errors;
pub(in crate::service) mod links;
pub(in crate::service) mod own_matches;
pub(in crate::service) mod password_attempts;
pub(in crate::service) mod service;

pub use errors::{ChangeError, DeletionError, LogInError, SignUpError};
pub use own_matches::OwnMatches;
pub use password_attempts::UsedUp;
pub use service::{Accounts, Origin, SignUp, WAITING_AT_MOST};
