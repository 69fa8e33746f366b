//! The rules for passwords: long enough, and not what a guesser tries first: one of the best known, the account's name, the site's name
//! (OWASP ASVS 5.0, 6.2.11). No composition rules (NIST SP 800-63B, section 3.1.1.2).

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use crate::accounts::name::{Name, is_blank};

/// Common passwords, one per line, lower case; only those that are long enough for the other rules.
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    include_str!("common_passwords.txt")
        .lines()
        .filter(|line| !line.is_empty())
        .collect()
});

/// A valid new password. Its text is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// The reason why a text is not a valid password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Fewer than [`Password::MIN_CHARS`] characters.
    #[error("a password has at least {} characters", Password::MIN_CHARS)]
    TooShort,
    /// More than [`Password::MAX_BYTES`] bytes.
    #[error("a password has at most {} bytes", Password::MAX_BYTES)]
    TooLong,
    /// One of the passwords that everybody tries first.
    #[error("this password is among the most common; choose one that nobody else has")]
    Common,
    /// Nothing that can be seen.
    #[error("a password does not consist of blanks only")]
    Blank,
    /// The account's name: once or repeated, alone or with digits after it.
    #[error("the password must not be the name, repeated or with digits after it")]
    IsName,
    /// The same of the site's name.
    #[error("the password must not be the name of the site, repeated or with digits after it")]
    IsSite,
    /// The new password is the one that is to be changed.
    #[error("the new password is the old one")]
    IsOld,
}

impl Password {
    /// The fewest characters.
    pub const MIN_CHARS: usize = 8;
    /// The most bytes (UTF-8).
    pub const MAX_BYTES: usize = 256;

    /// Checks a new password for the account `name` on the site that is called `site`.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn new(text: &str, name: &Name, site: &str) -> Result<Self, PasswordError> {
        if text.len() > Self::MAX_BYTES {
            return Err(PasswordError::TooLong);
        }
        let folded = text.to_lowercase();
        if is_made_of(&folded, &name.key()) {
            return Err(PasswordError::IsName);
        }
        if text.chars().count() < Self::MIN_CHARS {
            return Err(PasswordError::TooShort);
        }
        if text.chars().all(is_blank) {
            return Err(PasswordError::Blank);
        }
        if is_made_of(&folded, &site.to_lowercase()) {
            return Err(PasswordError::IsSite);
        }
        if COMMON.contains(folded.as_str()) {
            return Err(PasswordError::Common);
        }
        Ok(Password(text.to_owned()))
    }

    /// The text, exactly as it was typed.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Whether a text is a word, once or repeated, with nothing but digits after it. Blanks do not count: `chess club 1` is made of `Chess Club`.
fn is_made_of(text: &str, word: &str) -> bool {
    let [text, word] = [text, word].map(|text| text.replace(is_blank, ""));
    if word.is_empty() {
        return false;
    }
    let rest = text.trim_start_matches(&word);
    rest.len() < text.len() && rest.chars().all(|c| c.is_ascii_digit())
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<(), PasswordError> {
        Password::new(text, &"Lancelot".parse().unwrap(), "Café du Roi").map(|_| ())
    }

    #[test]
    fn counts_characters_below_and_bytes_above() {
        assert_eq!(check("sieben7"), Err(PasswordError::TooShort));
        assert_eq!(check("größe-ß8"), Ok(()));
        assert_eq!(check(&"x".repeat(256)), Ok(()));
        assert_eq!(check(&"x".repeat(257)), Err(PasswordError::TooLong));
        // 128 characters of two bytes fit, one more does not.
        assert_eq!(check(&"é".repeat(128)), Ok(()));
        assert_eq!(check(&"é".repeat(129)), Err(PasswordError::TooLong));
    }

    #[test]
    fn refuses_the_best_known_in_any_case() {
        for text in ["password", "PassWord", "12345678", "iloveyou", "Qwertyuiop"] {
            assert_eq!(check(text), Err(PasswordError::Common), "{text}");
        }
    }

    #[test]
    fn refuses_the_name_and_what_is_made_of_it() {
        for text in [
            "lanceLOT",
            "lancelot2",
            "Lancelot1999",
            "LancelotLancelot",
            "lancelot lancelot 7",
        ] {
            assert_eq!(check(text), Err(PasswordError::IsName), "{text}");
        }
        // Whoever guesses these has to know more.
        for text in ["lancelot!", "2lancelot", "lancelot2x", "sir lancelot"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn refuses_the_name_of_the_site_likewise() {
        for text in ["Café du Roi", "cafédu roi12", "CAFÉ DU ROI café du roi"] {
            assert_eq!(check(text), Err(PasswordError::IsSite), "{text}");
        }
        assert_eq!(check("Café du Roi, corner table"), Ok(()));
        // A site without a name forbids nothing.
        let name = "Lancelot".parse().unwrap();
        assert!(Password::new("20261231-9", &name, "").is_ok());
    }

    #[test]
    fn refuses_blanks_alone() {
        for text in [
            "        ",
            "\t\t\t\t\t\t\t\t",
            "\u{200b}\u{200b}\u{200b}\u{200b} \u{a0} \u{feff}",
        ] {
            assert_eq!(check(text), Err(PasswordError::Blank), "{text:?}");
        }
    }

    #[test]
    fn asks_for_no_kinds_of_characters() {
        assert_eq!(check("correct horse battery staple"), Ok(()));
        assert_eq!(check("        spaces        "), Ok(()));
    }

    #[test]
    fn keeps_the_text_and_never_prints_it() {
        let password = Password::new(" ünchanged ", &"Anna".parse().unwrap(), "Rookery").unwrap();
        assert_eq!(password.expose(), " ünchanged ");
        assert_eq!(format!("{password:?}"), "Password(hidden)");
    }

    #[test]
    fn the_list_holds_only_lines_that_can_match() {
        assert!(COMMON.len() > 200, "{}", COMMON.len());
        for line in COMMON.iter() {
            assert_eq!(*line, line.to_lowercase().trim(), "{line}");
            assert!(line.chars().count() >= Password::MIN_CHARS, "{line}");
        }
    }
}
