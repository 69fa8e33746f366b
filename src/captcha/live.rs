//! What draws: the preset in force with its settings and assets.

use rand::CryptoRng;

use crate::captcha::classic;
use crate::captcha::{Assets, Drawing, Error, Preset, Scale};

/// The most letters a word may have.
const MAX_LETTERS: usize = 8;

/// The captcha in force: replaced as a whole when the owner changes a setting.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// The family of pictures.
    pub preset: Preset,
    /// The settings of [`Preset::Classic`].
    pub classic: classic::Settings,
    /// Fonts, backgrounds, and the files that were skipped.
    pub assets: Assets,
}

impl Live {
    /// A new word for a picture, in lower case. Takes a cryptographic generator: who can predict it needs no picture.
    pub fn code(&self, rng: &mut impl CryptoRng) -> String {
        match self.preset {
            Preset::Classic => classic::code(rng),
        }
    }

    /// Draws `code`. The same code and seed give the same layout at every scale; the seed is as secret as the code.
    ///
    /// # Errors
    /// [`Error::Word`] where `code` is not 1–8 letters a–z in any case.
    pub fn draw(&self, code: &str, seed: u64, scale: Scale) -> Result<Drawing, Error> {
        check_word(code)?;
        match self.preset {
            Preset::Classic => classic::draw(&self.classic, &self.assets, code, seed, scale),
        }
    }
}

/// Whether a word can be drawn: 1–8 letters a–z in any case.
///
/// # Errors
/// [`Error::Word`] where it cannot.
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
