//! Positions in a text, by line and character.

/// Why a text is not a game, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Misread {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The fault, and what was expected.
    pub what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextPlace {
    pub line: usize,
    pub column: usize,
}

impl TextPlace {
    pub fn misread(self, what: impl Into<String>) -> Misread {
        Misread {
            line: self.line,
            column: self.column,
            what: what.into(),
        }
    }
}

/// Whether the character is a line feed or a carriage return; the two together end one line.
pub(super) fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// The rest of a text, with the place where it begins.
#[derive(Clone, Debug)]
pub(super) struct Rest<'a> {
    pub text: &'a str,
    pub place: TextPlace,
    /// Whether this line is blank so far.
    is_blank: bool,
    /// Whether the line before is blank.
    is_after_blank: bool,
}

impl<'a> Rest<'a> {
    pub fn new(text: &'a str) -> Self {
        Rest {
            text: text.strip_prefix('\u{feff}').unwrap_or(text),
            place: TextPlace { line: 1, column: 1 },
            is_blank: true,
            is_after_blank: true,
        }
    }

    pub fn first(&self) -> Option<char> {
        self.text.chars().next()
    }

    /// Takes the first character.
    pub fn bump(&mut self) -> Option<char> {
        let first = self.first()?;
        self.text = &self.text[first.len_utf8()..];
        // A carriage return and a line feed end one line, not two.
        let is_half = first == '\r' && self.text.starts_with('\n');
        if ends_line(first) && !is_half {
            self.place.line += 1;
            self.place.column = 1;
            self.is_after_blank = std::mem::replace(&mut self.is_blank, true);
        } else {
            self.place.column += 1;
            self.is_blank &= first.is_whitespace();
        }
        Some(first)
    }

    /// Takes characters for as long as `is_such` holds.
    pub fn take_while(&mut self, is_such: impl Fn(char) -> bool) -> &'a str {
        let before = self.text;
        while self.first().is_some_and(&is_such) {
            self.bump();
        }
        &before[..before.len() - self.text.len()]
    }

    /// Takes the text before `end`, and `end` too; none if the text ends first, or another game begins.
    pub fn take_up_to(&mut self, end: char) -> Option<&'a str> {
        let before = self.text;
        loop {
            let taken = &before[..before.len() - self.text.len()];
            if self.bump()? == end {
                return Some(taken);
            }
            if self.begins_game() {
                return None;
            }
        }
    }

    /// Whether a game begins at this line: with the tag `Event`, or with any tag after a blank line.
    pub fn begins_game(&self) -> bool {
        self.place.column == 1
            && (self.text.starts_with("[Event ") || self.is_after_blank && self.begins_tag())
    }

    fn begins_tag(&self) -> bool {
        let tag = self.text.strip_prefix('[').map(str::trim_start);
        let value = tag.map(|tag| tag.trim_start_matches(is_of_name));
        value != tag && value.is_some_and(|value| value.trim_start().starts_with('"'))
    }
}

/// Whether names of tags have this character.
pub(super) fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
