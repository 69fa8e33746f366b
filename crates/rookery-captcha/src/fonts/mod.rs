//! Fonts: checks of font files, the typefaces read from them, previews.

mod big_endian;
mod charstrings;
pub(crate) mod font_file;
pub(crate) mod font_preview;
pub(crate) mod font_set;
pub(crate) mod typeface;
