//! Decoys: faint letters behind the word, which a machine reader has to learn to ignore.

use ab_glyph::point;

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::code::ALPHABET;
use crate::strong::ground::tones::{HEIGHT, Tones, WIDTH, under};
use crate::{Assets, Fonts};

/// The tone of a decoy: that of the inside of a grey letter, so that a reader cannot tell the two by their shade. A fainter one would
/// be rounded to bare paper.
pub(in crate::strong) const TONE: f32 = 0.24;

/// Draws decoys.
pub(in crate::strong) fn decoys(
    tones: &mut Tones,
    settings: &Settings,
    assets: &Assets,
    rng: &mut CaptchaRng,
) {
    if !settings.decoys {
        return;
    }
    let factor = tones.factor;
    for _ in 0..rng.between(0, settings.decoys_count as i32) {
        let face = assets.fonts.face(rng.index(assets.fonts.len()));
        let letter = char::from(ALPHABET[rng.index(ALPHABET.len())]);
        let Some(letter) = face.unwrap_or_else(|| Fonts::built_in()).letter(letter) else {
            continue;
        };
        let size = rng.real(28.0, 60.0) * factor;
        let (sin, cos) = rng.real(-0.6, 0.6).sin_cos();
        let x = rng.real(0.0, WIDTH as f32) * factor;
        let y = rng.real(10.0, HEIGHT as f32) * factor;
        let glyph = letter.mapped(|p| {
            point(
                x + (p.x * cos + p.y * sin) * size,
                y + (p.x * sin - p.y * cos) * size,
            )
        });
        under(&glyph, (tones.width, tones.height), |at, covered| {
            let pixel = &mut tones.values[at];
            *pixel = pixel.max(TONE * covered);
        });
    }
}
