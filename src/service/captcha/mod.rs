//! The captcha without HTTP: challenges, checks, settings, files, figures and the sites of others.

pub(in crate::service) mod active_captcha;
pub(in crate::service) mod admin;
pub(in crate::service) mod asset_files;
pub(in crate::service) mod captchas;
pub(in crate::service) mod challenges;
pub(in crate::service) mod handles;
pub(in crate::service) mod live_settings;
pub(in crate::service) mod reading_tests;
pub(in crate::service) mod sites;
pub(in crate::service) mod statistics;
pub(in crate::service) mod threads;

pub use active_captcha::ActiveCaptcha;
pub use admin::bench::{BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused, BenchResult, BenchState};
pub use admin::sample_book::Sample;
pub use admin::samples::SAMPLES;
pub use admin::uploads::{MAX_UPLOADED_BYTES, MAX_UPLOADS, NotKept, Uploaded};
pub use asset_files::{AssetFolder, Missing};
pub use captchas::Captchas;
pub use challenges::client::Client;
pub use challenges::issue::{IssueOutcome, IssuedChallenge};
pub use challenges::prices::{Protection, Quote};
pub use challenges::verdict::{Attempt, Verdict};
pub use live_settings::CaptchaOptions;
pub use reading_tests::{PICTURES, ReadOutcome};
pub use sites::{CaptchaSites, PASS_LIFE_MS, PREVIOUS_SECRET_MS, Pass};
pub use statistics::counters::{CaptchaDay, CaptchaFigures, People};
pub use statistics::solve_times::SolveTimes;
