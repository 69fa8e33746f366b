//! The captcha: the preset in force with its settings and assets.

use std::sync::Arc;

use rand::CryptoRng;

use crate::audio;
use crate::audio::Recording;
use crate::classic;
use crate::strong;
use crate::{Assets, Drawing, Error, FieldError, Look, Preset, Settings};

/// The revision of the drawing: a release whose pictures of the same settings and seeds look otherwise has the next one, since
/// figures about how people read pictures say nothing about other ones.
pub const DRAWING_REVISION: u32 = 1;

/// Maximum number of letters of a word.
const MAX_LETTERS: usize = 8;

/// A captcha with its settings and assets, replaced as a whole when the owner changes a setting. Clones share the fonts and
/// backgrounds. The default has the factory settings and what ships with the crate, which takes some milliseconds to read.
///
/// The fields are open, and whoever fills them in answers for the values: [`Captcha::new`] refuses settings that would draw for hours, or
/// make words that nobody can type.
#[derive(Clone, Debug)]
pub struct Captcha {
    /// The preset and its settings.
    pub settings: Settings,
    /// Fonts, backgrounds, and the files that were rejected.
    pub assets: Arc<Assets>,
}

impl Default for Captcha {
    fn default() -> Self {
        Captcha {
            settings: Settings::default(),
            assets: Arc::new(Assets::shipped()),
        }
    }
}

impl Captcha {
    /// A captcha of settings from outside, as from a file or a form.
    ///
    /// # Errors
    /// Everything that is wrong with the settings, as [`Settings::validate`] finds it.
    pub fn new(
        settings: Settings,
        assets: impl Into<Arc<Assets>>,
    ) -> Result<Self, Vec<FieldError>> {
        settings.validate()?;
        Ok(Captcha {
            settings,
            assets: assets.into(),
        })
    }

    /// A new word for a picture, in lower case. Takes a cryptographic generator: if it were predictable, nobody would need the picture.
    pub fn code(&self, rng: &mut impl CryptoRng) -> String {
        match self.settings.preset {
            Preset::Strong => strong::code(&self.settings.strong, rng),
            Preset::Classic => classic::code(self.settings.classic.pattern, rng),
        }
    }

    /// Draws `code`. The same code and seed give the same layout in every look; the seed is as secret as the code: with it and the settings
    /// anybody can draw one word after another until the picture is the same.
    ///
    /// Of the strong preset, a picture in some thousands has letters that stand out at scale 1 and not at scale 2, if the settings lie at
    /// their ends. At scale 2 that one lacks what may cover a letter: the stroke, faint letters and picture behind the word, and overlaps.
    ///
    /// # Errors
    /// [`Error::Word`] if `code` is not 1–8 letters a–z in any case.
    pub fn draw(&self, code: &str, seed: u64, look: Look) -> Result<Drawing, Error> {
        check_word(code)?;
        let Settings {
            preset,
            classic,
            strong,
            ..
        } = &self.settings;
        match preset {
            Preset::Strong => strong::draw(strong, &self.assets, code, seed, look),
            Preset::Classic => classic::draw(classic, &self.assets, code, seed, look.scale),
        }
    }

    /// A new code for a recording, its words separated by spaces: never the word of the picture. Takes a cryptographic generator,
    /// as [`Captcha::code`] does.
    pub fn audio_code(&self, rng: &mut impl CryptoRng) -> String {
        audio::code(rng)
    }

    /// Speaks a code of [`Captcha::audio_code`]. The same code and seed give the same bytes; the seed is as secret as the code.
    ///
    /// # Errors
    /// [`Error::Speech`] if `code` is not one to eight words of the vocabulary.
    pub fn speak(&self, code: &str, seed: u64) -> Result<Recording, Error> {
        audio::speak(code, seed)
    }
}

/// Whether a word can be drawn: 1–8 letters a–z in any case.
///
/// # Errors
/// [`Error::Word`] if it cannot.
pub fn check_word(word: &str) -> Result<(), Error> {
    let fits = (1..=MAX_LETTERS).contains(&word.len());
    if fits && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        Ok(())
    } else {
        Err(Error::Word {
            word: word.chars().take(40).collect(),
            max: MAX_LETTERS,
        })
    }
}
