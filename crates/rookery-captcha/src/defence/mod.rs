//! The defence around the picture: the open ways in, the steps taken when captchas fail, and proof of work. Pure like the
//! rest of the crate: rates and answers in, decisions out; it knows no addresses.

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
