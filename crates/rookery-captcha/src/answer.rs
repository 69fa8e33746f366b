//! Comparison of a typed answer with the word of the picture.

use subtle::ConstantTimeEq;

/// Whether `typed` is the word `expected`: case and white space do not count, and an empty answer is never right.
///
/// The time depends on how much was typed and on whether the lengths agree, not on how many letters do.
pub fn answer_matches(expected: &str, typed: &str) -> bool {
    let expected = letters(expected);
    let typed = letters(typed);
    !expected.is_empty() && bool::from(expected.ct_eq(&typed))
}

fn letters(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut buffer = [0; 4];
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        bytes.extend_from_slice(
            letter
                .to_ascii_lowercase()
                .encode_utf8(&mut buffer)
                .as_bytes(),
        );
    }
    bytes
}

#[cfg(test)]
mod tests {
    use crate::answer_matches;

    #[test]
    fn case_and_white_space_do_not_count() {
        for typed in ["cavcel", "CAVCEL", " c a v\tc e\u{a0}l\n", "CaVcEl"] {
            assert!(answer_matches("cavcel", typed), "{typed:?}");
            assert!(answer_matches("CAVCEL", typed), "{typed:?}");
        }
    }

    #[test]
    fn anything_else_is_wrong() {
        for typed in [
            "",
            " ",
            "cavce",
            "cavcelx",
            "avcel",
            "cavcem",
            "cavcelcavcel",
            "câvcel",
            "ca",
        ] {
            assert!(!answer_matches("cavcel", typed), "{typed:?}");
        }
        assert!(!answer_matches("aa", "a"));
        assert!(!answer_matches("a", "aa"));
    }

    #[test]
    fn an_empty_word_never_matches() {
        for (expected, typed) in [("", ""), ("", "a"), ("a", ""), (" ", " "), ("\u{a0}", "")] {
            assert!(!answer_matches(expected, typed));
        }
    }
}
