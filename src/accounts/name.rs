//! The name of an account: 2 to 20 characters of `A-Z a-z 0-9 _ -`, the first a letter. Blanks around a typed name are no part of it: keyboards
//! of phones add one after a word that they complete, and nobody sees it.

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
    /// A word by which the site names itself, in the audit log or as a player.
    #[error("this name stands for the site itself")]
    Reserved,
}

/// Names that no new account gets, case-folded: the actors of the audit log that are no users, and the player of the engine. An account that
/// has had one since an earlier release keeps it.
const RESERVED: [&str; 4] = ["console", "engine", "rookery", "visitor"];

/// White space, and what is as invisible: the zero-width space and the byte order mark, which come with copied text.
pub(in crate::accounts) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}')
}

/// A typed text without the blanks around it.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

impl Name {
    /// The fewest characters.
    pub const MIN_CHARS: usize = 2;
    /// The most characters.
    pub const MAX_CHARS: usize = 20;
    /// The rule as the `pattern` of an HTML field, which may have blanks around the name.
    pub const PATTERN: &str = r"\s*[A-Za-z][A-Za-z0-9_\-]{1,19}\s*";

    /// The name that somebody has chosen for a new account.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn of_new(text: &str) -> Result<Self, NameError> {
        let name: Name = text.parse()?;
        match RESERVED.contains(&&*name.key()) {
            true => Err(NameError::Reserved),
            false => Ok(name),
        }
    }

    /// The name as it was typed, without the blanks around it.
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
        let text = trimmed(text);
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
        let bare = format!(r"[A-Za-z][A-Za-z0-9_\-]{more}");
        assert_eq!(Name::PATTERN, format!(r"\s*{bare}\s*"));
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
            ("an\u{200b}na", NameError::Character('\u{200b}')),
            (" \t", NameError::TooShort),
            ("änna", NameError::Character('ä')),
            ("an\0a", NameError::Character('\0')),
            // A look-alike: Cyrillic а.
            ("\u{430}nna", NameError::Character('\u{430}')),
        ] {
            assert_eq!(text.parse::<Name>(), Err(why), "{text:?}");
        }
    }

    #[test]
    fn blanks_around_a_name_are_no_part_of_it() {
        for typed in [
            "anna ",
            " anna",
            "\tanna\r\n",
            "\u{feff}anna\u{200b}",
            "\u{a0}anna",
        ] {
            let name = typed.parse::<Name>().map(|name| name.to_string());
            assert_eq!(name.as_deref(), Ok("anna"), "{typed:?}");
        }
    }

    #[test]
    fn the_names_of_the_site_are_not_for_new_accounts() {
        for typed in ["console", "Console", "VISITOR", "Rookery ", "engine"] {
            assert_eq!(Name::of_new(typed), Err(NameError::Reserved), "{typed}");
            // Whoever has had one from before can log in.
            assert!(typed.parse::<Name>().is_ok(), "{typed}");
        }
        for typed in ["consoles", "Rookery2", "anna"] {
            assert!(Name::of_new(typed).is_ok(), "{typed}");
        }
        assert_eq!(Name::of_new("1"), Err(NameError::TooShort));
    }

    #[test]
    fn case_does_not_tell_names_apart() {
        let key = |text: &str| text.parse::<Name>().map(|n| n.key());
        assert_eq!(key("Anna_B"), key("aNNA_b"));
    }
}
