//! Notation of a move in a sentence: lines break before and after it, never at its hyphens.

const NON_BREAKING_HYPHEN: &str = "\u{2011}";

/// A move as it stands in a sentence. Lists, lines and files keep the plain hyphen, which programs read.
pub fn in_sentence(notation: &str) -> String {
    notation.replace('-', NON_BREAKING_HYPHEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// UAX #14: a line may end after U+002D (class HY), and not at U+2011 (class GL).
    #[test]
    fn a_move_in_a_sentence_has_no_hyphen_at_which_a_line_ends() {
        for (notation, shown) in [
            ("O-O", "O\u{2011}O"),
            ("O-O-O+", "O\u{2011}O\u{2011}O+"),
            ("exd8=Q#", "exd8=Q#"),
        ] {
            assert_eq!(in_sentence(notation), shown);
        }
    }
}
