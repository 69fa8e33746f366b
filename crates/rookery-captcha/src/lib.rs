//! Distorted text captchas with an audio alternative. One distortion idea per file.
//!
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod assets;
pub mod audio;
pub mod backgrounds;
pub mod classic;
pub mod defence;
mod fonts;
mod picture;
mod settings;
pub mod shipped;
pub mod strong;

mod answer;
mod current;
mod error;

pub use answer::answer_matches;
pub use assets::asset_file::{AssetFile, Source};
pub use assets::asset_set::Assets;
pub use assets::inspect_upload::{Content, InspectedUpload, inspect_upload};
pub use assets::rejected_asset::{Reason, RejectedAsset};
pub use assets::shrink::{ShrunkPicture, shrink};
pub use current::{Captcha, DRAWING_REVISION, check_word};
pub use error::Error;
pub use fonts::font_set::{Fonts, is_font_name};
pub use picture::contact_sheet::sheet;
pub use picture::contrast::{ENOUGH as ENOUGH_CONTRAST, luminance, ratio as contrast_ratio};
pub use picture::drawing::{Drawing, Look, Scale, Theme, UnknownScale};
pub use settings::captcha_settings::Settings;
pub use settings::preset::{Preset, UnknownPreset};
pub use settings::settings_macro::{FieldError, FieldSpec, Group, Kind, Problem};

#[cfg(test)]
mod tests;
