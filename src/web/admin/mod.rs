//! `/admin`: the owner's pages.

mod audit_lines;
pub mod captcha;
pub mod captcha_sites;
pub mod index;
mod invitations;
pub mod look;
mod narrowing;
mod user_acts;
pub mod user_fields;
pub mod users;
mod versions;

pub use index::show;
