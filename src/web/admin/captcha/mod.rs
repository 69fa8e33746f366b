//! `/admin/captcha…`: the captcha's settings pages: settings with live samples, fonts and backgrounds, history, figures.

pub mod assets;
pub mod bench;
pub mod history;
pub mod metrics;
pub mod samples;
pub mod settings;

mod chart;
mod form;
mod person;
mod protection;
