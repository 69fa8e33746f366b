//! The asset set: the fonts and backgrounds in use, and the files that were rejected.

use crate::assets::asset_file::own;
use crate::backgrounds::Backgrounds;
use crate::shipped;
use crate::{AssetFile, Fonts, RejectedAsset};

/// Fonts and backgrounds, read and decoded once, and the files that could not be used.
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
    /// Reads fonts and decodes backgrounds, in any order; a pair of name and bytes is a file too.
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
        Assets::load(own(shipped::fonts()), own(shipped::backgrounds()))
    }
}

#[cfg(test)]
mod tests;
