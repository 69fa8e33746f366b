//! The word of the classic preset: consonants and vowels in a pronounceable pattern.

use rand::{CryptoRng, RngExt};

const CONSONANTS: &[u8; 13] = b"bcdgjxvmnprst";
const VOWELS: &[u8; 5] = b"aeiou";
/// Positions of the vowels in the word.
const VOWEL_AT: [bool; 6] = [false, true, false, false, true, false];

/// A new word in lower case: consonant, vowel, consonant, consonant, vowel, consonant, truncated to a random length of 4 to 6.
pub fn code(rng: &mut impl CryptoRng) -> String {
    let length = rng.random_range(4..=VOWEL_AT.len());
    VOWEL_AT[..length]
        .iter()
        .map(|vowel| {
            let letters: &[u8] = if *vowel { VOWELS } else { CONSONANTS };
            char::from(letters[rng.random_range(0..letters.len())])
        })
        .collect()
}
