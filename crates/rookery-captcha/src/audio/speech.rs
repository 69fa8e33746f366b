//! Speech: the words of a code by one voice, at their natural speed and one loudness, with short pauses between.

use crate::Error;
use crate::audio::clip::VOICES;
use crate::audio::code::words;
use crate::audio::recording::{RATE_HZ, Recording};
use crate::picture::captcha_rng::CaptchaRng;

/// Before the first word, and after the last: players need a moment to start, and some cut the end.
pub(crate) const EDGE_MS: i32 = 200;
/// Between two words: time enough to type a digit.
pub(crate) const GAP_MS: (i32, i32) = (250, 350);

/// Separates the random numbers of a recording from those of a picture with the same seed.
const AUDIO: u64 = 0x6f63_7370_6f6b_656e;

/// Speaks a code. The same code and seed give the same bytes; the seed is as secret as the code.
///
/// Nothing is distorted: whoever has the clips can have a program read them, whatever is done to them, and people who listen
/// would pay for it alone.
///
/// # Errors
/// [`Error::Speech`] where `code` is not one to eight words as [`crate::audio::code`] makes them.
pub fn speak(code: &str, seed: u64) -> Result<Recording, Error> {
    let words = words(code)?;
    let mut rng = CaptchaRng::new(seed ^ AUDIO);
    // One voice speaks all words: changing speakers would cost people more than programs.
    let voice = rng.index(VOICES);
    let mut track = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let (least_ms, most_ms) = if n == 0 { (EDGE_MS, EDGE_MS) } else { GAP_MS };
        pause(&mut track, rng.between(least_ms, most_ms));
        let clip = word.clips[voice];
        track.extend((0..clip.len()).map(|n| clip.sample(n)));
    }
    pause(&mut track, EDGE_MS);
    Ok(Recording::of(&track))
}

fn pause(track: &mut Vec<i32>, ms: i32) {
    let samples = ms.unsigned_abs() * RATE_HZ / 1000;
    track.resize(track.len() + samples as usize, 0);
}
