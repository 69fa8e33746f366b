//! The owner's side of the captcha: history of the settings, uploads, samples, and the measurement of a machine's reading.

pub(in crate::service) mod bench;
pub(in crate::service) mod history;
pub(in crate::service) mod sample_book;
pub(in crate::service) mod samples;
pub(in crate::service) mod uploads;
