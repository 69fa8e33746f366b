//! Generator of backgrounds from numbers alone, so that they are free of anybody's rights.

use crate::Error;
use crate::backgrounds::kinds::{Field, KINDS};
use crate::backgrounds::value_noise::ValueNoise;
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::pixels::Pixels;
use crate::picture::png;

/// The seed of the backgrounds that come with the program.
pub const SHIPPED_SEED: u64 = 1;

const WIDTH_PX: u32 = 320;
const HEIGHT_PX: u32 = 160;
const COLOURS: u8 = 16;

/// Generates one background of each kind: its file name and the bytes of a PNG of 320×160 pixels and 16 light colours, no
/// channel of which is below 180, so that the ink (at most 80 per channel) stays readable. The same seed gives the same bytes
/// everywhere.
///
/// # Errors
/// [`Error::Png`], which does not happen with pictures of this size.
pub fn generate(seed: u64) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut rng = CaptchaRng::new(seed);
    KINDS
        .iter()
        .map(|(name, field)| {
            let colours = colours(&mut rng);
            let noise = ValueNoise::new(rng.seed(), WIDTH_PX, HEIGHT_PX);
            let places = places(*field, noise);
            let png = png::encode(WIDTH_PX, HEIGHT_PX, &Pixels::Palette { colours, places })?;
            Ok((format!("{name}.png"), png))
        })
        .collect()
}

/// Sixteen steps from a light colour to a less light one of about the same hue.
fn colours(rng: &mut CaptchaRng) -> Vec<[u8; 3]> {
    let light = [(); 3].map(|()| rng.between(230, 250));
    let dark = light.map(|channel| (channel - rng.between(36, 64)).max(180));
    let last = i32::from(COLOURS) - 1;
    (0..=last)
        .map(|step| [0, 1, 2].map(|c| (light[c] + (dark[c] - light[c]) * step / last) as u8))
        .collect()
}

fn places(field: Field, noise: ValueNoise) -> Vec<u8> {
    let step = |darkness: f32| (darkness.clamp(0.0, 1.0) * f32::from(COLOURS - 1) + 0.5) as u8;
    (0..HEIGHT_PX)
        .flat_map(|y| (0..WIDTH_PX).map(move |x| step(field(noise, x, y))))
        .collect()
}
