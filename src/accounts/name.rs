//! The name of an account: 2 to 20 characters of `A-Z a-z 0-9 _ -`, the first a letter.

use std::fmt;
use std::str::FromStr;

/// A valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// The reason why a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Fewer than [`Name::MIN_CHARS`] characters.
    #[error("a name has at least {} characters", Name::MIN_CHARS)]
    TooShort,
    /// More than [`Name::MAX_CHARS`] characters.
    #[error("a name has at most {} characters", Name::MAX_CHARS)]
    TooLong,
    /// The first character is not a letter.
    #[error("a name starts with a letter, A to Z")]
    NoLetterFirst,
    /// A character that is not allowed.
    #[error("a name has only letters A to Z, digits, _ and -; this one has {0:?}")]
    Character(char),
}

impl Name {
    /// The fewest characters.
    pub const MIN_CHARS: usize = 2;
    /// The most characters.
    pub const MAX_CHARS: usize = 20;
    /// The rule as the `pattern` of an HTML field.
    pub const PATTERN: &str = r"[A-Za-z][A-Za-z0-9_\-]{1,19}";

    /// The name as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The case-folded name that identifies the account: `Anna` and `anna` are one.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let allowed = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
        if let Some(other) = text.chars().find(|c| !allowed(c)) {
            return Err(NameError::Character(other));
        }
        match text.len() {
            n if n < Self::MIN_CHARS => Err(NameError::TooShort),
            n if n > Self::MAX_CHARS => Err(NameError::TooLong),
            _ if !text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Err(NameError::NoLetterFirst)
            }
            _ => Ok(Name(text.to_owned())),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_what_the_rule_allows() {
        for text in ["Al", "anna", "B-2_b", "abcdefghijklmnopqrst"] {
            assert_eq!(
                text.parse::<Name>().map(|n| n.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn the_pattern_has_the_bounds_of_the_rule() {
        let more = format!("{{{},{}}}", Name::MIN_CHARS - 1, Name::MAX_CHARS - 1);
        assert_eq!(Name::PATTERN, format!(r"[A-Za-z][A-Za-z0-9_\-]{more}"));
    }

    #[test]
    fn says_which_rule_is_broken() {
        for (text, why) in [
            ("", NameError::TooShort),
            ("a", NameError::TooShort),
            ("abcdefghijklmnopqrstu", NameError::TooLong),
            ("1abc", NameError::NoLetterFirst),
            ("-abc", NameError::NoLetterFirst),
            ("an na", NameError::Character(' ')),
            ("änna", NameError::Character('ä')),
            ("an\0a", NameError::Character('\0')),
            // A look-alike: Cyrillic а.
            ("\u{430}nna", NameError::Character('\u{430}')),
        ] {
            assert_eq!(text.parse::<Name>(), Err(why), "{text:?}");
        }
    }

    #[test]
    fn case_does_not_tell_names_apart() {
        let key = |text: &str| text.parse::<Name>().map(|n| n.key());
        assert_eq!(key("Anna_B"), key("aNNA_b"));
    }
}
