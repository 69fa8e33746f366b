//! The running site without HTTP: database, news, worker threads and the rules of play put together.
//!
//! A request changes a match and returns; the engine's reply is the service's own work. The row in the database records
//! that the engine is due and which node is searching, so that another node repeats a search that was lost with its node;
//! the version of the row decides who was first, so that two searches of one position make only one move.

mod accounts;
mod analysis;
mod bus_scope;
mod captcha;
mod error;
mod first_hits;
mod heartbeat;
mod limits;
mod look;
mod maintenance;
mod match_service;
mod matches;
mod options;
mod outage;
mod takeover;
mod versioned_setting;

#[cfg(test)]
mod tests;

pub use accounts::{
    Accounts, ChangeError, DeletionError, LogInError, Origin, OwnMatches, SignUp, SignUpError,
    UsedUp, WAITING_AT_MOST,
};
pub use analysis::{Analyses, AnalysisState, SILENT_JOB_MS};
pub use bus_scope::{BusScope, bus};
pub use captcha::{
    ActiveCaptcha, AssetFolder, Attempt, BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused,
    BenchResult, BenchState, CaptchaDay, CaptchaFigures, CaptchaOptions, CaptchaSites, Captchas,
    Client, IssueOutcome, IssuedChallenge, MAX_UPLOADED_BYTES, MAX_UPLOADS, Missing, NotKept,
    PASS_LIFE_MS, PICTURES, PREVIOUS_SECRET_MS, Pass, People, Protection, Quote, ReadOutcome,
    SAMPLES, Sample, SolveTimes, Uploaded, Verdict,
};
pub use error::{Error, RETRY_AFTER_S};
pub use heartbeat::{BEAT_EVERY, SILENT_AFTER_MS};
pub use limits::{Limited, LimitedAction, Limits};
pub use look::{ActiveLook, KeptLogo, LookOptions, ServedLogo, SiteLook, Stylesheet};
pub use maintenance::{PICK_UP_EVERY, SWEEP_EVERY, in_batches};
pub use match_service::MatchService;
pub use matches::{Hint, MatchRef, MoveRequest, NewGame, TABLES_AFTER};
pub use options::Options;
pub use versioned_setting::{LISTED_VERSIONS, SettingsVersion};
