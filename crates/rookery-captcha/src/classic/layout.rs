//! Layout of the classic preset: position, size and rotation of each letter, in the order in which the recipe draws its
//! random numbers.

use crate::Fonts;
use crate::classic::Settings;
use crate::fonts::typeface::Letter;
use crate::picture::captcha_rng::CaptchaRng;

/// Maximum number of pixels at scale 1: a larger layout is shrunk as a whole. The shipped fonts reach it only with several
/// settings at their limits.
pub(crate) const MAX_PIXELS: f32 = 4_194_304.0;

/// Letters on an empty canvas, in pixels of scale 1; y points downwards.
pub(crate) struct Layout<'a> {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Space round the text that is part of `width` and `height`.
    pub(crate) margin: f32,
    pub(crate) letters: Vec<Placed<'a>>,
}

/// A letter in its place.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    pub(crate) letter: &'a Letter,
    pub(crate) size_px: f32,
    /// Anticlockwise, round the origin.
    pub(crate) angle_deg: f32,
    /// The origin: on the baseline, at the left.
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl<'a> Layout<'a> {
    /// Places the letters of `word`, which are all letters a–z or A–Z, in random fonts of `fonts`, which is not empty.
    pub(crate) fn new(
        settings: &Settings,
        fonts: &'a Fonts,
        word: &str,
        rng: &mut CaptchaRng,
    ) -> Self {
        let [size, spacing, jiggle, rotation, variation, margin] = [
            settings.font_size_px,
            settings.spacing_px,
            settings.jiggle_px,
            settings.rotation_deg,
            settings.size_variation_px,
            settings.margin_px,
        ]
        .map(|setting| setting as i32);
        let (mut width, mut height) = (0, 0);
        let mut letters = Vec::with_capacity(word.len());
        for character in word.chars() {
            let angle = rng.between(-rotation, rotation);
            let size = size + rng.between(-variation, variation);
            let face = fonts.face(rng.index(fonts.len()));
            let Some(letter) = face.and_then(|face| face.letter(character)) else {
                continue;
            };
            let turned = letter.turned_box(size as f32, angle as f32);
            let x = width + rng.between(spacing / 2, spacing);
            let y = turned.descent.abs() + turned.ascent + rng.between(0, jiggle);
            width = x + turned.max_x - turned.min_x;
            // The recipe ends at y + jiggle and starts a rotated letter left of x: both would cut off letters.
            height = height.max(y + jiggle + turned.descent.max(0));
            letters.push(Placed {
                letter,
                size_px: size as f32,
                angle_deg: angle as f32,
                x: (x - turned.min_x + margin) as f32,
                y: (y + margin) as f32,
            });
        }
        Layout {
            width: (width + 2 * margin) as f32,
            height: (height + 2 * margin) as f32,
            margin: margin as f32,
            letters,
        }
    }

    /// Makes everything larger or smaller.
    pub(crate) fn scale(&mut self, factor: f32) {
        self.width *= factor;
        self.height *= factor;
        self.margin *= factor;
        for placed in &mut self.letters {
            placed.x *= factor;
            placed.y *= factor;
            placed.size_px *= factor;
        }
    }

    /// Shrinks the whole until it has no more than [`MAX_PIXELS`].
    pub(crate) fn fit(&mut self) {
        let excess = self.width.ceil() * self.height.ceil() / MAX_PIXELS;
        if excess > 1.0 {
            self.scale(0.999 / excess.sqrt());
        }
    }
}
