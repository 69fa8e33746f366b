//! The owner's side of the captcha: settings and their history, files, samples, figures, the gauge.

pub(in crate::service) mod active_captcha;
pub(in crate::service) mod bench;
pub(in crate::service) mod figures;
pub(in crate::service) mod files;
pub(in crate::service) mod history;
pub(in crate::service) mod sample_book;
pub(in crate::service) mod samples;
pub(in crate::service) mod settings;
pub(in crate::service) mod uploads;
