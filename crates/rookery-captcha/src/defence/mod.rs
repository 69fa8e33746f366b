//! The defence around the picture: the open ways in, the price of each and its rise, and proof of work. Pure like the
//! rest of the crate: rates, counts and answers in, decisions out; it knows no addresses.
//!
//! ```
//! use rookery_captcha::defence::{
//!     CaptchaMethod, CheckOutcome, Evidence, Price, Proof, Purpose, Rate, SOLUTIONS, Settings, Step,
//!     Volume, judge,
//! };
//!
//! // The usual 1,024 tries would take some seconds here.
//! let settings = Settings { work_tries: 16, ..Settings::default() };
//!
//! // With the form: the price, by the failures and the accounts that you have counted lately.
//! let (network, site) = (Rate::default(), Rate { tries: 200, failures: 130 });
//! let step = Step::choose(&settings, network, site);
//! let volume = Volume::with_one_more(3, settings.site_usual);
//! let price = Price::new(&settings, Purpose::Account, step, volume);
//! assert_eq!((step, price.tries), (Step::Raised, 64));
//!
//! // A script on the page knows the public id of the challenge and `price.tries`, and looks for eight numbers that are good enough.
//! let challenge = "the id of the challenge, never the seed of its picture";
//! let is_good = |number: &String| {
//!     Proof::tries_of_number(number, challenge) >= u64::from(price.tries)
//! };
//! let numbers = (0_u32..).map(|number| number.to_string()).filter(is_good);
//! let sent = numbers.take(SOLUTIONS).collect::<Vec<_>>().join(".");
//!
//! // The answer: one check, which ends the challenge unless it was too early or showed too little work.
//! let given = Evidence {
//!     read: Some(true), // by `answer_matches`, of the picture or of the recording
//!     worked: Proof::parse(&sent).map(|proof| proof.tries(challenge, price.tries)),
//!     waited: false,
//! };
//! assert_eq!(judge(price, given), CheckOutcome::Pass(CaptchaMethod::Read));
//! ```

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
