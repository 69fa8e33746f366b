//! Accounts without a database: rules for names and passwords, password hashes, one-time tokens. Pure.

mod name;
mod network;
mod password;
mod password_hash;
mod role;
mod token;

pub use name::{Name, NameError, trimmed};
pub use network::network_hash;
pub use password::{Password, PasswordError};
pub use password_hash::{HashError, dummy_verify, hash, verify};
pub use role::Role;
pub use token::{Token, token_hash};
