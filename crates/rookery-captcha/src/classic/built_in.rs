//! Layout without a usable font: the built-in font, upright, as the original placed its bitmap font.

use crate::Fonts;
use crate::classic::Settings;
use crate::classic::layout::{Layout, Placed};
use crate::picture::captcha_rng::CaptchaRng;

/// The em of the built-in face before scaling: its widest letter fills the least advance of ten pixels and little more.
const EM_PX: i32 = 13;
/// Minimum em, however much the size varies.
const MIN_EM_PX: i32 = 5;
/// The advance of the bitmap font.
const ADVANCE_PX: i32 = 10;
/// Everything is scaled by the font size times this.
const SCALE_PER_PX: f32 = 0.08;

/// Places the letters of `word`: the first at the upper edge, later ones below the margin.
pub(crate) fn layout(settings: &Settings, word: &str, rng: &mut CaptchaRng) -> Layout<'static> {
    let [spacing, jiggle, variation, margin] = [
        settings.spacing_px,
        settings.jiggle_px,
        settings.size_variation_px,
        settings.margin_px,
    ]
    .map(|setting| setting as i32);
    let (mut x, mut right, mut bottom) = (margin, margin, 0);
    let mut letters = Vec::with_capacity(word.len());
    for (place, character) in word.chars().enumerate() {
        let size = (EM_PX + rng.between(-variation, variation)).max(MIN_EM_PX);
        let top = match place {
            0 => 0,
            _ => margin + rng.between(0, jiggle),
        };
        let Some(letter) = Fonts::built_in().letter(character) else {
            continue;
        };
        let upright = letter.turned_box(size as f32, 0.0);
        // A cell is one em high and its baseline at three quarters, so that letters of one size stand on one line.
        let baseline = top + upright.ascent.max(size * 3 / 4);
        letters.push(Placed {
            letter,
            size_px: size as f32,
            angle_deg: 0.0,
            x: (x - upright.min_x) as f32,
            y: baseline as f32,
        });
        right = right.max(x + upright.max_x - upright.min_x);
        bottom = bottom.max(baseline + upright.descent.max(0));
        x += rng.between(ADVANCE_PX + spacing / 2, ADVANCE_PX + spacing);
    }
    let mut layout = Layout {
        width: (right + margin) as f32,
        height: (bottom + margin) as f32,
        margin: margin as f32,
        letters,
    };
    layout.scale(settings.font_size_px as f32 * SCALE_PER_PX);
    layout
}
