//! Comparison of a typed answer with the code of a recording.

use subtle::ConstantTimeEq;

use crate::audio::vocabulary::{ALSO, DIGITS, WORDS, place};

/// Longer answers are not parsed: no spelling of a code needs as many letters.
const MOST_BYTES: usize = 200;

/// Whether `typed` is the code `expected`. A digit may be typed as `7` or `seven`; case, blanks, commas and other signs do not
/// count, a noun may have one wrong, missing, doubled or swapped letter, and an empty answer is never right.
///
/// The time depends on the typed text and on whether the numbers of words agree, not on how many words do.
pub fn answer_matches(expected: &str, typed: &str) -> bool {
    let (Some(expected), Some(typed)) = (read(expected), read(typed)) else {
        return false;
    };
    !expected.is_empty() && bool::from(expected.ct_eq(&typed))
}

/// The words of an answer as indexes into the vocabulary; `None` if some of it is not a word.
fn read(text: &str) -> Option<Vec<u8>> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let text = text.to_lowercase();
    // Letters and digits of other scripts are not separators: they are wrong.
    if text.chars().any(|c| c.is_alphanumeric() && !c.is_ascii()) {
        return None;
    }
    let mut places = Vec::new();
    for part in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        if !read_run(part, &mut places) {
            places.push(near(part)?);
        }
    }
    Some(places)
}

/// Parses words without separators. There is at most one way (a test shows it).
fn read_run(run: &str, places: &mut Vec<u8>) -> bool {
    if run.is_empty() {
        return true;
    }
    let known = places.len();
    for (spelt, place) in spellings() {
        let Some(rest) = run.strip_prefix(spelt) else {
            continue;
        };
        places.push(place);
        if read_run(rest, places) {
            return true;
        }
        places.truncate(known);
    }
    false
}

/// All accepted spellings, with the index of the word.
pub(crate) fn spellings() -> impl Iterator<Item = (&'static str, u8)> {
    let digits = &WORDS[..DIGITS];
    let own = (0_u8..)
        .zip(&WORDS)
        .map(|(place, word)| (word.spelt, place));
    let figures = (0_u8..)
        .zip(digits)
        .map(|(place, word)| (word.written, place));
    let also = ALSO.iter().filter_map(|(spelt, written)| {
        let place = place(written)?;
        Some((*spelt, u8::try_from(place).ok()?))
    });
    figures.chain(own).chain(also)
}

/// The noun that differs from this by one typing error.
fn near(part: &str) -> Option<u8> {
    let at = WORDS
        .iter()
        .skip(DIGITS)
        .position(|noun| is_one_slip(noun.spelt.as_bytes(), part.as_bytes()))?;
    u8::try_from(DIGITS + at).ok()
}

/// Whether one letter was replaced, left out or added, or two neighbours were swapped.
fn is_one_slip(meant: &[u8], typed: &[u8]) -> bool {
    let front = meant.iter().zip(typed).take_while(|(a, b)| a == b).count();
    let (meant, typed) = (&meant[front..], &typed[front..]);
    let pairs = meant.iter().rev().zip(typed.iter().rev());
    let back = pairs.take_while(|(a, b)| a == b).count();
    match (&meant[..meant.len() - back], &typed[..typed.len() - back]) {
        ([_], [_]) | ([_], []) | ([], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
