//! Where in a text something stands.

use std::fmt;

/// Why a text is no game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misread { line, column, what } = self;
        write!(f, "line {line}, column {column}: {what}")
    }
}

impl std::error::Error for Misread {}

/// The text of a file: UTF-8, or else Latin-1, which the standard of 1994 asks for.
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    pub fn misread(self, what: impl Into<String>) -> Misread {
        Misread {
            line: self.line,
            column: self.column,
            what: what.into(),
        }
    }
}

/// The rest of a text, with the place where it begins.
#[derive(Clone, Debug)]
pub(super) struct Rest<'a> {
    pub text: &'a str,
    pub place: Place,
}

impl<'a> Rest<'a> {
    pub fn new(text: &'a str) -> Self {
        Rest {
            text: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: Place { line: 1, column: 1 },
        }
    }

    pub fn first(&self) -> Option<char> {
        self.text.chars().next()
    }

    /// Takes the first character.
    pub fn bump(&mut self) -> Option<char> {
        let first = self.first()?;
        self.text = &self.text[first.len_utf8()..];
        self.place = match first {
            '\n' => Place {
                line: self.place.line + 1,
                column: 1,
            },
            _ => Place {
                column: self.place.column + 1,
                ..self.place
            },
        };
        Some(first)
    }

    /// Takes characters as long as they are such.
    pub fn take_while(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let before = self.text;
        while self.first().is_some_and(&is_such) {
            self.bump();
        }
        &before[..before.len() - self.text.len()]
    }
}
