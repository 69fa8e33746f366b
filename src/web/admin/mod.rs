//! `/admin`: the owner's pages.

pub mod captcha;
pub mod captcha_sites;
pub mod index;
pub mod users;

pub use index::show;
