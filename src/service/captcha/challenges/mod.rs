//! Challenges of the captcha: issued, drawn and spoken, checked, priced, kept.

pub(in crate::service) mod admission;
pub(in crate::service) mod check;
pub(in crate::service) mod client;
pub(in crate::service) mod ending;
pub(in crate::service) mod issue;
pub(in crate::service) mod kept;
pub(in crate::service) mod media;
pub(in crate::service) mod open;
pub(in crate::service) mod prices;
pub(in crate::service) mod verdict;
pub(in crate::service) mod wait;
