//! The running site without HTTP: database, news, worker threads and the rules of play put together.
//!
//! A request changes a match and is done; the engine's answer belongs to the service. The row in the database says that the
//! engine is due and which node thinks, so that a search that is lost with its node is begun again by another; the version
//! of the row decides who was first, so that two searches of one position make one move.

mod accounts;
mod bus_scope;
mod captcha;
mod captcha_audio;
mod captcha_bench;
mod captcha_check;
mod captcha_figures;
mod captcha_files;
mod captcha_history;
mod captcha_rates;
mod captcha_samples;
mod captcha_settings;
mod captcha_sites;
mod captcha_uploads;
mod engine;
mod error;
mod games;
mod handle;
mod hint;
mod load;
mod maintenance;
mod news;
mod password_attempts;
mod running_searches;
mod shelf;
mod solve_times;
mod tables;

#[cfg(test)]
mod tests;

pub use accounts::{
    AccountLimits, Accounts, ChangeError, LogInError, Origin, SignUp, SignUpError, WAITING_AT_MOST,
    make_token,
};
pub use bus_scope::{BusScope, bus};
pub use captcha::{Asker, Offer, Offered};
pub use captcha_bench::{BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused, BenchResult, BenchState};
pub use captcha_check::{Attempt, Verdict};
pub use captcha_figures::{CaptchaDay, CaptchaFigures, People};
pub use captcha_files::Missing;
pub use captcha_history::{LISTED_VERSIONS, SettingsVersion};
pub use captcha_samples::{SAMPLES, Sample};
pub use captcha_settings::{ActiveCaptcha, CaptchaOptions, Captchas};
pub use captcha_sites::{PASS_LIFE_MS, Pass, SiteChallenge};
pub use captcha_uploads::{MAX_UPLOADED_BYTES, MAX_UPLOADS, NotKept, Uploaded};
pub use error::{Error, RETRY_AFTER_S};
pub use games::{MatchRef, MoveRequest, NewGame};
pub use handle::{Kinds, MatchService, Options};
pub use hint::Hint;
pub use maintenance::{BEAT_EVERY, PICK_UP_EVERY, SILENT_AFTER_MS, SWEEP_EVERY, in_batches};
pub use solve_times::SolveTimes;
pub use tables::TABLES_AFTER;
