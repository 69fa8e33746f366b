//! The code of a recording: four digits and one noun.

use rand::{CryptoRng, RngExt};

use crate::Error;
use crate::audio::vocabulary::{DIGITS, WORDS, Word, place};

/// Words of a code, one of them a noun.
const LENGTH: usize = 5;
/// Maximum number of spoken words; codes have fewer.
const MOST: usize = 8;

/// A new code: its words separated by spaces, such as `7 dragon 0 4 4`. The noun may be in any of the five places, so there
/// are 5 · 32 · 9⁴ = 1,049,760 codes (2^20), all equally likely.
pub fn code(rng: &mut impl CryptoRng) -> String {
    let noun_at = rng.random_range(0..LENGTH);
    let words: Vec<&str> = (0..LENGTH)
        .map(|at| {
            let from = if at == noun_at {
                DIGITS..WORDS.len()
            } else {
                0..DIGITS
            };
            WORDS[rng.random_range(from)].written
        })
        .collect();
    words.join(" ")
}

/// The words of a code.
///
/// # Errors
/// [`Error::Speech`] if it has none, more than eight, or one that is not in the vocabulary.
pub(crate) fn words(code: &str) -> Result<Vec<&'static Word>, Error> {
    let words: Option<Vec<_>> = code
        .split(' ')
        .map(|written| place(written).map(|at| &WORDS[at]))
        .collect();
    words
        .filter(|words| words.len() <= MOST)
        .ok_or_else(|| Error::Speech {
            code: code.chars().take(40).collect(),
            max: MOST,
        })
}
