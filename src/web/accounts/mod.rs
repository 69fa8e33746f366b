//! Accounts on pages: sign-up, log-in, one's own account, links for a new password and for the first admin.

pub(in crate::web) mod account;
pub(in crate::web) mod login;
pub(in crate::web) mod reset;
pub(in crate::web) mod setup;
pub(in crate::web) mod signup;
