//! Settings: the presets, and the table of fields for forms and validation.

pub(crate) mod captcha_settings;
pub(crate) mod fields;
pub(crate) mod preset;
