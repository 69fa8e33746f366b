//! The order of the ideas.

use crate::captcha::backgrounds::Pixels;
use crate::captcha::contrast::{luminance, ratio};
use crate::captcha::dice::Dice;
use crate::captcha::ink::{FULL, Ink};
use crate::captcha::png;
use crate::captcha::strong::Settings;
use crate::captcha::{Assets, Drawing, Error, Fonts, Look, Theme};

const WIDTH_PX: u32 = 220;
const HEIGHT_PX: u32 = 80;

/// Draws `code`, whose characters are all letters a–z in any case.
///
/// # Errors
/// [`Error::Png`], which does not happen with this size.
pub fn draw(
    settings: &Settings,
    assets: &Assets,
    code: &str,
    seed: u64,
    look: Look,
) -> Result<Drawing, Error> {
    let mut dice = Dice::new(seed);
    let mut ink = Ink::new(WIDTH_PX, HEIGHT_PX, look.scale);
    let factor = look.scale.factor() as f32;
    let step = (WIDTH_PX as f32 - 20.0) / code.len() as f32;
    for (letter, n) in code.chars().zip(0u8..) {
        let face = assets.fonts.face(dice.index(assets.fonts.len()));
        let Some(letter) = face.unwrap_or(Fonts::built_in()).letter(letter) else {
            continue;
        };
        let most = settings.rotation_deg as i32;
        let angle_deg = dice.between(-most, most) as f32;
        let x = 10.0 + step * f32::from(n);
        let [size_px, x, y] = [36.0, x, 52.0].map(|length| length * factor);
        ink.glyph(&letter.outlined(size_px, angle_deg, x, y));
    }
    let (dark, light) = match look.theme {
        Theme::Light => (20, 240),
        Theme::Dark => (240, 20),
    };
    let grey = |level: u8| {
        let level = u32::from(level);
        let full = u32::from(FULL);
        [((light * (full - level) + dark * level) / full) as u8; 3]
    };
    Ok(Drawing {
        png: png::encode(
            ink.width_px(),
            ink.height_px(),
            &Pixels::Palette {
                colours: (0..=FULL).map(grey).collect(),
                places: ink.levels().to_vec(),
            },
        )?,
        width_px: ink.width_px(),
        height_px: ink.height_px(),
        contrast: ratio(luminance(grey(0)), luminance(grey(FULL))),
    })
}
