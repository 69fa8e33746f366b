//! Filters of the owner's lists: the text that was typed into one, and the part of an address that keeps it.

use crate::accounts::trimmed;
use crate::web::error::with_query;

/// The most characters of a filter: names and networks are shorter.
const MAX_CHARACTERS: usize = 64;

/// A filter's text without the blanks around it and without control characters, which PostgreSQL does not take.
pub fn typed(text: &str) -> String {
    let seen = trimmed(text).chars().filter(|c| !c.is_control());
    seen.take(MAX_CHARACTERS).collect()
}

/// The query of an address with these values, without its question mark; empty ones are left out.
pub fn query_of(values: &[(&'static str, &str)]) -> String {
    let kept: Vec<(&str, String)> = values
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect();
    match kept.is_empty() {
        true => String::new(),
        false => with_query("", &kept).split_off(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_what_was_typed() {
        assert_eq!(typed(" An\0na\t "), "Anna");
        assert_eq!(typed("\u{feff}Anna\u{200b}"), "Anna");
        assert_eq!(typed(&"x".repeat(99)).len(), MAX_CHARACTERS);
        let values = [("name", "a b&c"), ("state", "")];
        assert_eq!(query_of(&values), "name=a%20b%26c");
        assert_eq!(query_of(&[("name", ""), ("state", "")]), "");
    }
}
