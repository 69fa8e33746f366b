//! Rows of captchas: challenges, those that are kept, arrivals, counts, times, first tries, and other sites.

pub(in crate::store) mod arrivals;
pub(in crate::store) mod audio;
pub(in crate::store) mod challenges;
pub(in crate::store) mod counts;
pub(in crate::store) mod first_tries;
pub(in crate::store) mod kept_challenges;
pub(in crate::store) mod reading_tests;
pub(in crate::store) mod sites;
pub(in crate::store) mod times;

pub use arrivals::{Admission, Arrival, ArrivalKind, LastHour};
pub use challenges::{Challenge, Ended, Issued, OPEN_CHALLENGES};
pub use counts::{CaptchaCount, CaptchaEvent};
pub use first_tries::FirstTries;
pub use kept_challenges::KeptChallenge;
pub use reading_tests::{ReadingTest, ReadingTotals};
pub use sites::{
    CaptchaSite, NewCaptchaPass, NewCaptchaSite, Redeemed, site_of_session, site_session,
};
pub use times::CaptchaTime;
