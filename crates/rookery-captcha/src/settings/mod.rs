//! Settings: the presets, and the table of fields for forms and validation.

pub(crate) mod captcha_settings;
pub(crate) mod preset;
pub(crate) mod settings_macro;
