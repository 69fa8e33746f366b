//! The word of the classic preset: consonants and vowels in a pronounceable pattern.

use rand::{CryptoRng, RngExt};
use serde::{Deserialize, Serialize};

use crate::settings::settings_macro::Choice;

const CONSONANTS: &[u8; 13] = b"bcdgjxvmnprst";
const VOWELS: &[u8; 5] = b"aeiou";

/// The order of consonants (C) and vowels (V) in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// CVCCVC, truncated to a random length of 4 to 6, as in the original.
    #[default]
    #[serde(rename = "original")]
    Original,
    /// Four letters.
    #[serde(rename = "CVCC")]
    Cvcc,
    /// Four letters, two syllables.
    #[serde(rename = "CVCV")]
    Cvcv,
    /// Five letters.
    #[serde(rename = "CVCCV")]
    Cvccv,
    /// Five letters, each consonant beside a vowel.
    #[serde(rename = "CVCVC")]
    Cvcvc,
    /// Six letters.
    #[serde(rename = "CVCCVC")]
    Cvccvc,
    /// Six letters, three syllables.
    #[serde(rename = "CVCVCV")]
    Cvcvcv,
}

impl Pattern {
    const ALL: [Pattern; 7] = [
        Pattern::Original,
        Pattern::Cvcc,
        Pattern::Cvcv,
        Pattern::Cvccv,
        Pattern::Cvcvc,
        Pattern::Cvccvc,
        Pattern::Cvcvcv,
    ];

    /// The words of the setting.
    pub const NAMES: [&'static str; 7] = [
        Self::ALL[0].as_str(),
        Self::ALL[1].as_str(),
        Self::ALL[2].as_str(),
        Self::ALL[3].as_str(),
        Self::ALL[4].as_str(),
        Self::ALL[5].as_str(),
        Self::ALL[6].as_str(),
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Pattern::Original => "original",
            Pattern::Cvcc => "CVCC",
            Pattern::Cvcv => "CVCV",
            Pattern::Cvccv => "CVCCV",
            Pattern::Cvcvc => "CVCVC",
            Pattern::Cvccvc => "CVCCVC",
            Pattern::Cvcvcv => "CVCVCV",
        }
    }

    /// The letters of a new word: C or V.
    fn letters(self, rng: &mut impl CryptoRng) -> &'static str {
        match self {
            Pattern::Original => &Pattern::Cvccvc.as_str()[..rng.random_range(4..=6)],
            fixed => fixed.as_str(),
        }
    }
}

impl Choice for Pattern {
    fn word(&self) -> &'static str {
        self.as_str()
    }

    fn take(&mut self, word: &str) -> bool {
        let found = Self::ALL
            .into_iter()
            .find(|pattern| pattern.as_str().eq_ignore_ascii_case(word));
        found.map(|pattern| *self = pattern).is_some()
    }
}

/// A new word in lower case.
pub fn code(pattern: Pattern, rng: &mut impl CryptoRng) -> String {
    pattern
        .letters(rng)
        .chars()
        .map(|kind| {
            let letters: &[u8] = if kind == 'V' { VOWELS } else { CONSONANTS };
            char::from(letters[rng.random_range(0..letters.len())])
        })
        .collect()
}
