//! The defence around the picture: the open ways in, the price of each and its rise, and proof of work. Pure like the
//! rest of the crate: rates, counts and answers in, decisions out; it knows no addresses.

mod price;
mod proof;
mod rate;
mod rule;
mod settings;
mod step;
mod volume;

pub use price::{LEAST_TRIES, Price, Purpose, RAISE};
pub use proof::{Proof, SOLUTIONS, scrypt};
pub use rate::Rate;
pub use rule::{CaptchaMethod, CheckOutcome, Evidence, judge};
pub use settings::Settings;
pub use step::Step;
pub use volume::{Volume, usual_of};
