//! The settings of the classic preset.

use crate::classic::Pattern;
use crate::settings::settings_macro::{FieldError, Problem, settings};

settings! {
    /// The settings of the classic preset; the default is the factory setting. The crate opens no file: `fonts_dir` and `backgrounds_dir`
    /// are for whoever calls [`Assets::load`](crate::Assets::load).
    "classic";
    /// Order of consonants (C) and vowels (V): "original" is CVCCVC, cut to 4 to 6 letters.
    pattern: choice(Pattern) = Pattern::Original, Fonts, "Pattern of words";
    /// Draw only capital letters; answers are compared without case anyway.
    uppercase: switch = false, Fonts, "Use only uppercase";
    /// Folder of *.ttf and *.otf files, added to the fonts that ship.
    fonts_dir: directory = "fonts", Fonts, "TrueType fonts path";
    /// Font size in pixels.
    font_size_px: number(8..=99) = 24, Fonts, "Font size";
    /// Space between letters in pixels.
    spacing_px: number(0..=200) = 10, Fonts, "Character spacing";
    /// How far a letter may be moved down in pixels.
    jiggle_px: number(0..=99) = 5, Fonts, "Character jiggle";
    /// How far a letter may turn in degrees.
    rotation_deg: number(0..=90) = 5, Fonts, "Character rotation";
    /// How much the size of letters varies in pixels; must be less than the font size.
    size_variation_px: number(0..=50) = 2, Fonts, "Character size adjustment";
    /// Folder of png, jpg, gif and webp images, added to the backgrounds that ship.
    backgrounds_dir: directory = "backgrounds", Image, "Background images path";
    /// Noise pixels in each column.
    noise_pixels: number(0..=200) = 4, Image, "Image noise (pixels per column)";
    /// Noise lines and ellipses.
    noise_lines: number(0..=100) = 4, Image, "Image noise (lines and ellipses)";
    /// Margin around the text in pixels.
    margin_px: number(0..=200) = 10, Image, "Image margin";
    /// How far the whole image may turn in degrees.
    image_rotation_deg: number(0..=30) = 0, Image, "Image rotation";
}

impl Settings {
    /// Conflicts between settings that are valid by themselves.
    fn contradictions(&self) -> Vec<FieldError> {
        let not_below = FieldError {
            field: "classic.size_variation_px",
            problem: Problem::NotBelowFontSize {
                font_size_px: self.font_size_px,
            },
        };
        match self.size_variation_px >= self.font_size_px {
            true => vec![not_below],
            false => Vec::new(),
        }
    }
}
