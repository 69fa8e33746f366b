//! The defence around the picture: the ways in that are open, the steps that the site takes when captchas fail, and the
//! proof of work. Pure as the rest of the room: rates and answers in, decisions out; nobody's address is known here.

mod rate;
mod rule;
mod settings;
mod step;
mod work;

pub use rate::Rate;
pub use rule::{CaptchaMethod, CheckOutcome, Evidence, Requirement, judge};
pub use settings::Settings;
pub use step::Step;
pub use work::{MAX_NONCE_DIGITS, Work, is_nonce, scrypt, tries_after};
