//! The captcha without HTTP: challenges, checks, settings, files, figures and the sites of others.

pub(in crate::service) mod audio;
pub(in crate::service) mod bench;
pub(in crate::service) mod challenge;
pub(in crate::service) mod check;
pub(in crate::service) mod figures;
pub(in crate::service) mod files;
pub(in crate::service) mod history;
pub(in crate::service) mod rates;
pub(in crate::service) mod samples;
pub(in crate::service) mod settings;
pub(in crate::service) mod sites;
pub(in crate::service) mod solve_times;
pub(in crate::service) mod uploads;

pub use bench::{BENCH_PLAN, BENCH_REFERENCE_WORDS, BenchRefused, BenchResult, BenchState};
pub use challenge::{Asker, Offer, Offered};
pub use check::{Attempt, Verdict};
pub use figures::{CaptchaDay, CaptchaFigures, People};
pub use files::Missing;
pub use history::{LISTED_VERSIONS, SettingsVersion};
pub use samples::{SAMPLES, Sample};
pub use settings::{ActiveCaptcha, CaptchaOptions, Captchas};
pub use sites::{PASS_LIFE_MS, Pass, SiteChallenge};
pub use solve_times::SolveTimes;
pub use uploads::{MAX_UPLOADED_BYTES, MAX_UPLOADS, NotKept, Uploaded};
