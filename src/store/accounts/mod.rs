//! Rows of accounts: users, tokens, and known networks.

#[macro_use]
pub(in crate::store) mod user_rows;
pub(in crate::store) mod access;
pub(in crate::store) mod known_networks;
pub(in crate::store) mod tokens;
pub(in crate::store) mod user_lists;
pub(in crate::store) mod users;

pub use tokens::{Invitation, IssuedToken, NewToken, TokenKind};
pub use user_lists::{UserFilter, UserState};
pub use user_rows::User;
pub use users::{Credentials, NewUser};
