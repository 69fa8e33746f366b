//! The captcha: settings, fonts, backgrounds and a seed in; a word and the bytes of a PNG, or of a WAV file, out.
//!
//! The room is pure: it reads no file, no clock and no source of randomness of its own. Whoever uses it brings the bytes of
//! fonts and pictures (or takes the [`shipped`] ones), a cryptographic generator for the word, and a seed for the layout: the
//! same word, seed and settings give the same picture on every node. One distortion idea per file.
//!
//! # In a project of your own
//!
//! The feature `captcha` alone brings this room without the rest of the site:
//!
//! ```toml
//! rookery = { path = "../rookery", default-features = false, features = ["captcha"] }
//! ```
//!
//! Picture and recording have codes of their own; the answer to either passes:
//!
//! ```
//! use std::sync::Arc;
//!
//! use rand::RngExt;
//! use rand::rand_core::UnwrapErr;
//! use rand::rngs::SysRng;
//! use rookery::captcha::{Assets, Captcha, Error, Look, Settings, answer_matches, audio};
//!
//! # fn main() -> Result<(), Error> {
//! // Once: decodes the shipped fonts and backgrounds. A clone shares them.
//! let captcha = Captcha {
//!     settings: Settings::default(),
//!     assets: Arc::new(Assets::shipped()),
//! };
//!
//! // For each challenge: two codes and a seed, from the operating system's generator. Keep all three on the server.
//! let mut rng = UnwrapErr(SysRng);
//! let (seen, heard, seed) = (captcha.code(&mut rng), captcha.audio_code(&mut rng), rng.random());
//!
//! let picture = captcha.draw(&seen, seed, Look::default())?;
//! assert!(picture.png.starts_with(b"\x89PNG"));
//! let recording = captcha.speak(&heard, seed)?;
//! assert!(recording.wav.starts_with(b"RIFF"));
//!
//! // When the answer comes: one check, then the challenge is over, whatever came of it.
//! let typed = heard.to_uppercase();
//! let is_right = answer_matches(&seen, &typed) | audio::answer_matches(&heard, &typed);
//! assert!(is_right);
//! # Ok(())
//! # }
//! ```
//!
//! What makes a captcha safe stands around it and is yours to do: one check a challenge, a life of some minutes, limits by
//! address, and codes that the browser never sees. The server in this crate does all of it for other sites too, over HTTP; see
//! `docs/captcha-api.md`.
//!
//! | for | see |
//! |---|---|
//! | what is drawn, and its settings | [`Settings`], [`Preset`], [`Settings::fields`] for a form |
//! | your own fonts and backgrounds | [`Assets::load`] |
//! | screens with two device pixels per CSS pixel, dark pages | [`Look`] |
//! | what is said | [`audio`] |

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
pub use assets::inspect_upload::{Content, Examined, examine};
pub use assets::rejected_asset::{Reason, Skipped};
pub use current::{Captcha, check_word};
pub use error::Error;
pub use fonts::font_set::{Fonts, is_font_name};
pub use picture::contact_sheet::sheet;
pub use picture::contrast::ENOUGH as ENOUGH_CONTRAST;
pub use picture::drawing::{Drawing, Look, Scale, Theme, UnknownScale};
pub use settings::captcha_settings::Settings;
pub use settings::fields::{FieldError, FieldSpec, Group, Kind, Problem};
pub use settings::preset::{Preset, UnknownPreset};

#[cfg(test)]
mod tests;
