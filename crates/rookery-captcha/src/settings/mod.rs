//! The settings: the presets, and the table of fields that forms and checks are made from.

pub(crate) mod captcha_settings;
pub(crate) mod fields;
pub(crate) mod preset;
