//! A section of a background picture under the word, so faint that letters stand out.

use crate::backgrounds::Background;
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::contrast::luminance;
use crate::picture::pixels::Pixels;
use crate::strong::ground::tones::Tones;

/// The darkest that a picture may make the paper: the step of a finished picture next to bare paper.
pub(in crate::strong) const DARKEST: f32 = 0.3;
/// The share of a section's pixels, at either end, that do not count for its range: a few specks would make the rest bare paper.
const SPECKS: f32 = 0.05;
/// The least range of shades that is stretched to [`DARKEST`]: the noise of a section that is nearly flat is no picture.
const FLATTEST: f32 = 0.03;

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
    let (least, most) = range(&shades);
    let stretch = DARKEST / (most - least).max(FLATTEST);
    for (tone, shade) in tones.values.iter_mut().zip(shades) {
        *tone = ((shade - least) * stretch).clamp(0.0, DARKEST);
    }
}

/// The shades of a section from light to dark, without the lightest and the darkest few pixels.
fn range(shades: &[f32]) -> (f32, f32) {
    let mut sorted = shades.to_vec();
    let few = (sorted.len() as f32 * SPECKS) as usize;
    let last = sorted.len() - 1;
    let least = *sorted.select_nth_unstable_by(few, f32::total_cmp).1;
    let most = *sorted.select_nth_unstable_by(last - few, f32::total_cmp).1;
    (least, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strong::ground::colours::places;
    use crate::{Assets, Scale};

    /// The share of a section's pixels that are not bare paper in a finished picture.
    fn share(picture: &Background, seed: u64) -> f32 {
        let mut tones = Tones::new(Scale::One);
        photo(
            &mut tones,
            std::slice::from_ref(picture),
            &mut CaptchaRng::new(seed),
        );
        let places = places(&tones);
        // Letters have the other steps.
        assert!(places.iter().all(|place| *place < 2));
        let seen = places.iter().filter(|place| **place == 1).count();
        seen as f32 / places.len() as f32
    }

    /// Neither bare paper nor a plain grey.
    #[test]
    fn each_picture_that_ships_is_seen_behind_the_letters() {
        let assets = Assets::shipped();
        let names = assets.backgrounds.names().iter();
        for (name, picture) in names.zip(assets.backgrounds.pictures()) {
            let shares: Vec<f32> = (0..30).map(|seed| share(picture, seed)).collect();
            assert!(
                shares.iter().all(|share| *share > 0.05),
                "{name}: {shares:?}"
            );
            let mean = shares.iter().sum::<f32>() / 30.0;
            assert!((0.1..0.7).contains(&mean), "{name}: {mean}");
        }
    }

    fn painted(colour: impl Fn(u32) -> [u8; 3]) -> Background {
        Background {
            width_px: 200,
            height_px: 110,
            pixels: Pixels::new((0..200 * 110).map(colour).collect()),
        }
    }

    /// Black and white in equal parts, whatever their distance; one colour, and two that nobody tells apart; a speck on paper.
    #[test]
    fn a_picture_is_as_faint_as_the_others_whatever_its_colours() {
        let halves =
            |dark: u8, light: u8| painted(move |n| [if n % 2 == 0 { dark } else { light }; 3]);
        for (dark, light) in [(0, 255), (180, 250), (0, 60)] {
            assert!((share(&halves(dark, light), 1) - 0.5).abs() < 0.01);
        }
        assert!(share(&halves(90, 90), 1) < 0.01);
        assert!(share(&halves(254, 255), 1) < 0.01);
        let speck = painted(|n| [if n == 0 { 0 } else { 250 }; 3]);
        assert!(share(&speck, 1) < 0.01);
    }
}
