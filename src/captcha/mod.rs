//! The captcha: settings, fonts, backgrounds and a seed in; a word and the bytes of a PNG out.
//!
//! The room is pure: it reads no file, no clock and no source of randomness of its own. Whoever uses it brings the bytes of
//! fonts and pictures (or takes the [`shipped`] ones), a cryptographic generator for the word, and a seed for the layout: the
//! same word, seed and settings give the same picture on every node. One distortion idea per file.

pub mod backgrounds;
pub mod classic;
pub mod defence;
pub mod shipped;
pub mod strong;

mod answer;
mod assets;
mod contrast;
mod dice;
mod drawing;
mod error;
mod face;
mod fields;
mod fonts;
mod ink;
mod live;
mod png;
mod preset;
mod settings;
mod sheet;
mod skipped;

pub use answer::answer_matches;
pub use assets::Assets;
pub use drawing::{Drawing, Look, Scale, Theme, UnknownScale};
pub use error::Error;
pub use fields::{FieldError, FieldSpec, Group, Kind, Problem};
pub use fonts::{Fonts, is_font_name};
pub use live::{Live, check_word};
pub use preset::{Preset, UnknownPreset};
pub use settings::Settings;
pub use sheet::sheet;
pub use skipped::{Reason, Skipped};

#[cfg(test)]
mod tests;
