//! The asset set: the fonts and backgrounds in use, and the files that were rejected.

use crate::backgrounds::Backgrounds;
use crate::shipped;
use crate::{AssetFile, Fonts, RejectedAsset};

/// Fonts and backgrounds, read and decoded once, and the files that could not be used. The default is empty: every letter is in the
/// built-in font, on plain paper, which is easier for programs. [`Assets::shipped`] has a dozen fonts and more.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// The typefaces; without one the built-in font is used.
    pub fonts: Fonts,
    /// The pictures under the text; without one the background is a plain colour.
    pub backgrounds: Backgrounds,
    /// The files that are not used with the reason, fonts first.
    pub rejected: Vec<RejectedAsset>,
}

impl Assets {
    /// Reads fonts and decodes backgrounds, in any order; a pair of name and bytes is a file too. Only these are used; the files that ship
    /// are [`shipped::font_files`] and [`shipped::background_files`]:
    ///
    /// ```
    /// use rookery_captcha::{Assets, shipped};
    ///
    /// # let bytes = [shipped::fonts()[0].1, &[0]].concat();
    /// let mut fonts = shipped::font_files();
    /// // let bytes = std::fs::read("fonts/Own.ttf")?;
    /// fonts.push(("Own.ttf".to_owned(), bytes).into());
    /// let assets = Assets::load(fonts, shipped::background_files());
    /// assert!(assets.rejected.is_empty());
    /// assert_eq!(assets.fonts.len(), shipped::fonts().len() + 1);
    /// ```
    pub fn load<F: Into<AssetFile>>(fonts: Vec<F>, backgrounds: Vec<F>) -> Self {
        let (fonts, mut rejected) = Fonts::load(fonts);
        let (backgrounds, rejected_backgrounds) = Backgrounds::load(backgrounds);
        rejected.extend(rejected_backgrounds);
        Assets {
            fonts,
            backgrounds,
            rejected,
        }
    }

    /// The fonts and backgrounds that come with the program.
    pub fn shipped() -> Self {
        Assets::load(shipped::font_files(), shipped::background_files())
    }
}

#[cfg(test)]
mod tests;
