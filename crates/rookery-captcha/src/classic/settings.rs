//! The twelve settings of the classic preset.

use serde::{Deserialize, Serialize};

use crate::classic::fields::FIELDS;
use crate::settings::fields::{FieldError, FieldSpec, Problem, Section, Slot};

/// The settings of the classic preset; the default is the factory setting. The bounds stand in the table of fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Draws capitals only; the answer is compared without case anyway.
    pub uppercase: bool,
    /// The directory of the site's own fonts.
    pub fonts_dir: String,
    /// Height of the em square of the letters.
    pub font_size_px: u32,
    /// The most space before a letter; the least is half of it.
    pub spacing_px: u32,
    /// How far a letter may be moved down.
    pub jiggle_px: u32,
    /// How far a letter may be turned, each way.
    pub rotation_deg: u32,
    /// How much a letter may be larger or smaller.
    pub size_variation_px: u32,
    /// The directory of the site's own backgrounds.
    pub backgrounds_dir: String,
    /// Noise pixels in each column.
    pub noise_pixels: u32,
    /// Noise lines, and as many ellipses.
    pub noise_lines: u32,
    /// Space round the text.
    pub margin_px: u32,
    /// How far the whole text may be turned, each way.
    pub image_rotation_deg: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            uppercase: false,
            fonts_dir: "fonts".to_owned(),
            font_size_px: 24,
            spacing_px: 10,
            jiggle_px: 5,
            rotation_deg: 5,
            size_variation_px: 2,
            backgrounds_dir: "backgrounds".to_owned(),
            noise_pixels: 4,
            noise_lines: 4,
            margin_px: 10,
            image_rotation_deg: 0,
        }
    }
}

impl Section for Settings {
    const FIELDS: &'static [FieldSpec] = &FIELDS;

    fn conflicts(&self) -> Option<FieldError> {
        (self.size_variation_px >= self.font_size_px).then_some(FieldError {
            field: "classic.size_variation_px",
            problem: Problem::NotBelowFontSize {
                font_size_px: self.font_size_px,
            },
        })
    }

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        Some(match key {
            "classic.uppercase" => Slot::Switch(&mut self.uppercase),
            "classic.fonts_dir" => Slot::Directory(&mut self.fonts_dir),
            "classic.font_size_px" => Slot::Number(&mut self.font_size_px),
            "classic.spacing_px" => Slot::Number(&mut self.spacing_px),
            "classic.jiggle_px" => Slot::Number(&mut self.jiggle_px),
            "classic.rotation_deg" => Slot::Number(&mut self.rotation_deg),
            "classic.size_variation_px" => Slot::Number(&mut self.size_variation_px),
            "classic.backgrounds_dir" => Slot::Directory(&mut self.backgrounds_dir),
            "classic.noise_pixels" => Slot::Number(&mut self.noise_pixels),
            "classic.noise_lines" => Slot::Number(&mut self.noise_lines),
            "classic.margin_px" => Slot::Number(&mut self.margin_px),
            "classic.image_rotation_deg" => Slot::Number(&mut self.image_rotation_deg),
            _ => return None,
        })
    }
}
