//! The two colours of a picture and the steps between them.

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::ground::tones::Tones;

/// Tones of a finished picture: few, so that it is small.
pub(in crate::strong) const STEPS: u8 = 4;
/// The share of ink in each. Bare paper is the first; background pictures, decoys and the inside of grey letters are the second (in an
/// inverted part the third), so that their shade tells no reader which of them belongs to the word. People go by the border of ink, which
/// letters alone have.
const SHARES: [f32; STEPS as usize] = [0.0, 0.24, 0.62, 1.0];

/// The colours of the steps from paper to ink, for a light page and for a dark one.
pub(in crate::strong) fn palettes(rng: &mut CaptchaRng) -> [Vec<[u8; 3]>; 2] {
    let mut tint = |low: i32, high: i32| [(); 3].map(|()| rng.between(low, high) as f32);
    let (dark, light) = (tint(0, 56), tint(222, 255));
    // On a dark page the paper is dark, and nothing glares.
    let (night, glow) = (dark.map(|c| c * 0.6 + 12.0), light.map(|c| c * 0.9));
    [steps(light, dark), steps(night, glow)]
}

fn steps(paper: [f32; 3], ink: [f32; 3]) -> Vec<[u8; 3]> {
    SHARES
        .iter()
        .map(|share| [0, 1, 2].map(|c| (paper[c] + (ink[c] - paper[c]) * share).round() as u8))
        .collect()
}

/// Each pixel's index in the palette.
pub(in crate::strong) fn places(tones: &Tones) -> Vec<u8> {
    let top = f32::from(STEPS - 1);
    tones
        .values
        .iter()
        .map(|tone| (tone * top + 0.5) as u8)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::strong::ground::tones::inverted;
    use crate::strong::ground::{decoys, photo};
    use crate::strong::letters::style;

    #[test]
    fn what_is_faint_has_one_shade_whether_it_belongs_to_the_word_or_not() {
        for (share, step) in [(0.0, 1), (1.0, 2)] {
            for tone in [photo::DARKEST, decoys::TONE, style::GREY] {
                let mut tones = Tones::new(Scale::One);
                tones.values.fill(inverted(tone, share));
                let places = places(&tones);
                assert!(places.iter().all(|place| *place == step), "{tone} {share}");
            }
        }
    }
}
