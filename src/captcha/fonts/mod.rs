//! Fonts: font files as they are checked, the typefaces that are read from them, previews.

pub(in crate::captcha) mod font_file;
pub(in crate::captcha) mod font_preview;
pub(in crate::captcha) mod font_set;
pub(in crate::captcha) mod typeface;
