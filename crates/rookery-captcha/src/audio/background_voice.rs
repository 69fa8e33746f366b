//! The second voice: words of the vocabulary, played backwards without a pause, 10 dB below the first. People tell the two
//! apart by loudness and by sense; a program that looks for words by their energy finds no gaps.

use crate::audio::clip::VOICES;
use crate::audio::recording::RATE_HZ;
use crate::audio::time_stretch::TimeStretched;
use crate::audio::vocabulary::WORDS;
use crate::picture::captcha_rng::CaptchaRng;

/// Gain, in thousandths of the clip: the root mean square of the gains of the first voice (0.629 for 0.5 to 0.75, all equally
/// likely) by 10^(−10/20).
const GAIN_PERMILLE: i32 = 199;
/// Fade-out at the end, so that there is no click.
const FADE_SAMPLES: usize = (RATE_HZ / 100) as usize;

/// A number of samples of the second voice.
pub(crate) fn background_voice(samples: usize, rng: &mut CaptchaRng) -> Vec<i32> {
    let mut track = Vec::with_capacity(samples);
    while track.len() < samples {
        let word = &WORDS[rng.index(WORDS.len())];
        let paced = TimeStretched::random(word.clips[rng.index(VOICES)], rng);
        let left = samples - track.len();
        track.extend(
            (0..paced.len())
                .rev()
                .take(left)
                .map(|n| paced.sample(n) * GAIN_PERMILLE / 1000),
        );
    }
    let fade = FADE_SAMPLES.min(samples);
    for (n, sample) in track.iter_mut().rev().take(fade).enumerate() {
        *sample = *sample * n as i32 / fade as i32;
    }
    track
}
