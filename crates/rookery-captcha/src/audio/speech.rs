//! The first voice: the words of the code, each at a speed and loudness of its own, with gaps of random length between.

use crate::Error;
use crate::audio::background_voice::background_voice;
use crate::audio::clip::VOICES;
use crate::audio::code::words;
use crate::audio::recording::{RATE_HZ, Recording};
use crate::audio::time_stretch::TimeStretched;
use crate::audio::vocabulary::Word;
use crate::picture::captcha_rng::CaptchaRng;

/// Softest and loudest word, in thousandths of the clip. The loudest and the second voice together stay below full scale, so
/// nothing is ever clipped.
pub(crate) const GAIN_PERMILLE: (i32, i32) = (500, 750);
/// Before the first word.
pub(crate) const LEAD_MS: (i32, i32) = (250, 450);
/// Between two words.
pub(crate) const GAP_MS: (i32, i32) = (150, 400);
/// After the last word.
const TAIL_MS: (i32, i32) = (250, 250);

/// Separates the random numbers of a recording from those of a picture with the same seed.
const AUDIO: u64 = 0x6f63_7370_6f6b_656e;

/// Speaks a code. The same code and seed give the same bytes; the seed is as secret as the code.
///
/// # Errors
/// [`Error::Speech`] where `code` is not one to eight words as [`crate::audio::code`] makes them.
pub fn speak(code: &str, seed: u64) -> Result<Recording, Error> {
    let words = words(code)?;
    let mut rng = CaptchaRng::new(seed ^ AUDIO);
    let mut track = speech(&words, &mut rng);
    let other = background_voice(track.len(), &mut rng);
    for (sample, other) in track.iter_mut().zip(other) {
        *sample += other;
    }
    Ok(Recording::of(&track))
}

/// Only the first voice.
pub(crate) fn speech(words: &[&Word], rng: &mut CaptchaRng) -> Vec<i32> {
    // One voice speaks all words: changing speakers would cost people more than programs.
    let voice = rng.index(VOICES);
    let mut track = Vec::new();
    for (n, word) in words.iter().enumerate() {
        pause(&mut track, if n == 0 { LEAD_MS } else { GAP_MS }, rng);
        let (softest, loudest) = GAIN_PERMILLE;
        let gain = rng.between(softest, loudest);
        let paced = TimeStretched::random(word.clips[voice], rng);
        track.extend((0..paced.len()).map(|n| paced.sample(n) * gain / 1000));
    }
    pause(&mut track, TAIL_MS, rng);
    track
}

fn pause(track: &mut Vec<i32>, (least_ms, most_ms): (i32, i32), rng: &mut CaptchaRng) {
    let samples = rng.between(least_ms, most_ms).unsigned_abs() * RATE_HZ / 1000;
    track.resize(track.len() + samples as usize, 0);
}
