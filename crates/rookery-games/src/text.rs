//! Texts from outside: the encoding of a file, its lines, their first words, numbers of moves, and quoting a piece of it in a message.

use std::fmt::Display;

/// The text of a file, without its byte order mark: UTF-8, or else Latin-1, which PGN's standard of 1994 asks for.
pub fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// The lines of a text: a line feed, a carriage return or both of them end one.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.split('\n');
    lines.flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// The first word of a text, and the text after it, without blanks around them.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A move without its number in front, as files have it: `1.`, `23...`. A number alone leaves nothing.
pub fn without_move_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.len() < text.len() && rest.starts_with(['.', '…']) {
        true => rest.trim_start_matches(['.', '…', ' ']),
        false => text,
    }
}

/// The part of a text that is quoted in a message, see [`shown`].
pub fn shortened(text: &str) -> String {
    const MOST_CHARS: usize = 80;
    shown(text, MOST_CHARS)
}

/// Something that was said, for a message: between quotation marks, cut where it is long.
pub fn quoted(text: impl Display) -> String {
    format!("'{}'", shortened(&text.to_string()))
}

/// The part of a given name that is compared with known ones and quoted, see [`shown`]: no name of a game, a variant or an option
/// is as long.
pub fn in_short(name: &str) -> String {
    const MOST_CHARS: usize = 40;
    shown(name, MOST_CHARS)
}

/// The beginning of a text, with invisible characters as their numbers: it may be shown by a terminal.
pub fn shown(text: &str, most_chars: usize) -> String {
    let mut shown = String::new();
    for (i, c) in text.chars().enumerate() {
        match c {
            _ if i == most_chars => {
                shown.push('…');
                break;
            }
            '\'' | '"' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

/// Whether a name that does not exist may be a misspelling of one that does: one letter, or up to a third of them, is wrong, missing or
/// too many, or has changed places with the next one.
pub fn is_near(asked: &str, known: &str) -> bool {
    let longest = asked.chars().count().max(known.chars().count());
    strsim::damerau_levenshtein(&asked.to_lowercase(), known) <= (longest / 3).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf_8_or_latin_1() {
        for (bytes, text) in [
            (&b"Andr\xc3\xa9"[..], "André"),
            (b"Andr\xe9", "André"),
            (b"\xef\xbb\xbfe4", "e4"),
            (b"", ""),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }

    #[test]
    fn line_ends_of_all_systems_count_once() {
        for (text, expected) in [
            ("a\nb", &["a", "b"][..]),
            ("a\r\n\r\nb\n", &["a", "", "b", ""]),
            ("a\rb\r\rc", &["a", "b", "", "c"]),
            ("", &[""]),
        ] {
            assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_word_is_parted_from_the_text_after_it() {
        for (text, expected) in [
            ("play b q16", ("play", "b q16")),
            (" TURN \t 7 , 8 ", ("TURN", "7 , 8")),
            ("quit", ("quit", "")),
            (" ", ("", "")),
        ] {
            assert_eq!(split_word(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_move_number_ends_with_a_dot() {
        for (text, expected) in [
            ("1.e4", "e4"),
            ("12. e4", "e4"),
            ("3...Nc6", "Nc6"),
            ("3… Nc6", "Nc6"),
            ("1.", ""),
            ("12", "12"),
            ("11-15", "11-15"),
            ("e4", "e4"),
            (".e4", ".e4"),
        ] {
            assert_eq!(without_move_number(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_is_near_where_a_few_letters_differ() {
        for (asked, known) in [
            ("levl", "level"),
            ("moves-frist", "moves-first"),
            ("Gomuku", "gomoku"),
            ("tictactoe", "tic-tac-toe"),
            ("gp", "go"),
        ] {
            assert!(is_near(asked, known), "{asked} {known}");
        }
        for (asked, known) in [
            ("moves-first", "variant"),
            ("foo", "act"),
            ("foo", "go"),
            ("", "go"),
        ] {
            assert!(!is_near(asked, known), "{asked} {known}");
        }
    }

    #[test]
    fn quotations_are_short_and_can_be_seen() {
        for (text, expected) in [
            ("e4", "e4".to_owned()),
            ("it's \"é\"", "it's \"é\"".to_owned()),
            ("\u{1b}[2J\n\0", "\\u{1b}[2J\\n\\0".to_owned()),
            (&"x".repeat(80), "x".repeat(80)),
            (&"é".repeat(81), "é".repeat(80) + "…"),
        ] {
            assert_eq!(shortened(text), expected);
        }
    }
}
