//! The settings: the presets, and the table of fields that forms and checks are made from.

pub(in crate::captcha) mod captcha_settings;
pub(in crate::captcha) mod fields;
pub(in crate::captcha) mod preset;
