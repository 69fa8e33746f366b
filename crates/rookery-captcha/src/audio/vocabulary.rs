//! The vocabulary: the spoken words with their clips and accepted spellings.

use crate::audio::clip::{Clip, VOICES};

/// A word of the vocabulary.
#[derive(Debug)]
pub(crate) struct Word {
    /// Its form in a code: a digit, or the noun.
    pub(crate) written: &'static str,
    /// Its spelling.
    pub(crate) spelt: &'static str,
    /// One clip per voice.
    pub(crate) clips: [Clip; VOICES],
}

/// Number of digits in [`WORDS`]; they come first.
pub(crate) const DIGITS: usize = 9;

macro_rules! word {
    ($written:literal, $spelt:literal) => {
        Word {
            written: $written,
            spelt: $spelt,
            clips: [
                Clip::of(include_bytes!(concat!(
                    "../../sounds/high/",
                    $spelt,
                    ".wav"
                ))),
                Clip::of(include_bytes!(concat!("../../sounds/low/", $spelt, ".wav"))),
            ],
        }
    };
    ($noun:literal) => {
        word!($noun, $noun)
    };
}

/// All words: the digits without five, which nobody can tell from nine at 8 kHz, then the nouns.
pub(crate) static WORDS: [Word; 41] = [
    word!("0", "zero"),
    word!("1", "one"),
    word!("2", "two"),
    word!("3", "three"),
    word!("4", "four"),
    word!("6", "six"),
    word!("7", "seven"),
    word!("8", "eight"),
    word!("9", "nine"),
    word!("animal"),
    word!("apple"),
    word!("banana"),
    word!("bottle"),
    word!("candle"),
    word!("coffee"),
    word!("dolphin"),
    word!("dragon"),
    word!("elbow"),
    word!("finger"),
    word!("garden"),
    word!("guitar"),
    word!("island"),
    word!("jungle"),
    word!("ladder"),
    word!("lemon"),
    word!("lobster"),
    word!("magnet"),
    word!("mirror"),
    word!("monkey"),
    word!("music"),
    word!("painter"),
    word!("piano"),
    word!("planet"),
    word!("rabbit"),
    word!("rocket"),
    word!("sandwich"),
    word!("shoulder"),
    word!("teacher"),
    word!("tomato"),
    word!("turtle"),
    word!("window"),
];

/// Other spellings of heard words, with their form in a code. Five is never spoken: people who hear it have heard a nine.
pub(crate) const ALSO: [(&str, &str); 7] = [
    ("won", "1"),
    ("to", "2"),
    ("too", "2"),
    ("for", "4"),
    ("ate", "8"),
    ("five", "9"),
    ("5", "9"),
];

/// The index in [`WORDS`] of a word in its form in a code.
pub(crate) fn place(written: &str) -> Option<usize> {
    WORDS.iter().position(|word| word.written == written)
}
