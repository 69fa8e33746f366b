//! Account pages: sign-up, log-in, the user's own account, its games as a file and its deletion, password reset links and the first admin's link.

pub(in crate::web) mod account;
pub(in crate::web) mod deletion;
pub(in crate::web) mod export;
pub(in crate::web) mod login;
pub(in crate::web) mod reset;
pub(in crate::web) mod sent_twice;
pub(in crate::web) mod setup;
pub(in crate::web) mod signup;
