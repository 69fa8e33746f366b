//! Fonts: checks of font files, the typefaces read from them, previews.

pub(crate) mod font_file;
pub(crate) mod font_preview;
pub(crate) mod font_set;
pub(crate) mod typeface;
