//! `/admin`: the owner's pages.

pub mod captcha;
pub mod captcha_sites;
pub mod index;
mod invitations;
pub mod look;
pub mod users;
mod versions;

pub use index::show;
