//! The captcha without HTTP: challenges, checks, settings, files, figures and the sites of others.

pub(in crate::service) mod admin;
pub(in crate::service) mod audio;
pub(in crate::service) mod challenge;
pub(in crate::service) mod check;
pub(in crate::service) mod rates;
pub(in crate::service) mod sites;
pub(in crate::service) mod solve_times;

pub use admin::active_captcha::ActiveCaptcha;
pub use admin::bench::{BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused, BenchResult, BenchState};
pub use admin::figures::{CaptchaDay, CaptchaFigures, People};
pub use admin::files::Missing;
pub use admin::history::{LISTED_VERSIONS, SettingsVersion};
pub use admin::sample_book::Sample;
pub use admin::samples::SAMPLES;
pub use admin::settings::{CaptchaOptions, Captchas};
pub use admin::uploads::{MAX_UPLOADED_BYTES, MAX_UPLOADS, NotKept, Uploaded};
pub use challenge::{Client, IssueOutcome, IssuedChallenge};
pub use check::{Attempt, Verdict};
pub use sites::{PASS_LIFE_MS, Pass, SiteChallenge};
pub use solve_times::SolveTimes;
