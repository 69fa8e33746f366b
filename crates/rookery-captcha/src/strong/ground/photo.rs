//! A section of a background picture under the word, so faint that letters stand out.

use crate::backgrounds::Background;
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::contrast::luminance;
use crate::picture::pixels::Pixels;
use crate::strong::ground::tones::Tones;

/// The darkest that a picture may make the paper.
const DARKEST: f32 = 0.3;

/// Draws a random section of one of the pictures, repeated if it is too small; there is at least one picture.
pub(in crate::strong) fn photo(tones: &mut Tones, pictures: &[Background], rng: &mut CaptchaRng) {
    let picture = &pictures[rng.index(pictures.len())];
    let left = rng.between(0, picture.width_px as i32 - 1) as usize;
    let top = rng.between(0, picture.height_px as i32 - 1) as usize;
    let (width, height) = (picture.width_px as usize, picture.height_px as usize);
    let (across, down) = (tones.width, tones.height);
    let factor = tones.factor as usize;
    let spot = |at: usize| {
        let (x, y) = (at % across / factor, at / across / factor);
        (top + y) % height * width + (left + x) % width
    };
    // By perceived brightness, which is about the cube root of the luminance.
    let shade = |colour: [u8; 3]| 1.0 - luminance(colour).cbrt();
    let shades: Vec<f32> = match &picture.pixels {
        Pixels::Palette { colours, places } => {
            let known: Vec<f32> = colours.iter().map(|colour| shade(*colour)).collect();
            let place = |at| usize::from(places[spot(at)]);
            (0..across * down).map(|at| known[place(at)]).collect()
        }
        Pixels::Rgb(colours) => (0..across * down)
            .map(|at| shade(colours[spot(at)]))
            .collect(),
    };
    let least = shades.iter().copied().fold(f32::MAX, f32::min);
    let most = shades.iter().copied().fold(f32::MIN, f32::max);
    let stretch = DARKEST / (most - least).max(DARKEST);
    for (tone, shade) in tones.values.iter_mut().zip(shades) {
        *tone = (shade - least) * stretch;
    }
}
