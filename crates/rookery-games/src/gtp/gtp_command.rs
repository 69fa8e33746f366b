//! Lines of the protocol: a number that names the command, the command, and its arguments.

use crate::text::split_word;

/// A line that has a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GtpCommand {
    /// The number, as it was written; empty where there is none.
    pub id: String,
    /// The command.
    pub name: String,
    /// Its arguments.
    pub words: Vec<String>,
    /// The text of the arguments as it was written, for one that has blanks.
    rest: String,
}

impl GtpCommand {
    /// Reads a line; none where nothing is left of it but blanks, comments and control characters.
    pub fn parse(line: &str) -> Option<Self> {
        let (line, _) = line.split_once('#').unwrap_or((line, ""));
        let plain = |c: char| match c {
            '\t' => Some(' '),
            c => (!c.is_control()).then_some(c),
        };
        let line: String = line.chars().filter_map(plain).collect();
        let (first, after) = split_word(&line);
        let (id, named) = match is_number(first) {
            true => (first, after),
            false => ("", line.as_str()),
        };
        let (name, rest) = split_word(named);
        if id.is_empty() && name.is_empty() {
            return None;
        }
        Some(GtpCommand {
            id: id.to_owned(),
            name: name.to_owned(),
            words: rest.split_whitespace().map(str::to_owned).collect(),
            rest: rest.to_owned(),
        })
    }

    /// The arguments as a path, which may have blanks, and the whole number after it, where the last of several words is one.
    ///
    /// # Errors
    /// `syntax error`: there is no path, or the number is too great.
    pub fn path(&self) -> Result<(&str, Option<u32>), String> {
        let rest = self.rest.as_str();
        match rest.rsplit_once(char::is_whitespace) {
            _ if rest.is_empty() => Err(syntax()),
            Some((path, last)) if is_number(last) => {
                let number = last.parse().map_err(|_| syntax())?;
                Ok((path.trim_end(), Some(number)))
            }
            _ => Ok((rest, None)),
        }
    }

    /// The argument with this number.
    ///
    /// # Errors
    /// `syntax error`, the words of the protocol: there are too few.
    pub fn word(&self, n: usize) -> Result<&str, String> {
        self.words.get(n).map(String::as_str).ok_or_else(syntax)
    }

    /// The argument with this number, as a whole number.
    ///
    /// # Errors
    /// `syntax error`: there is none, or it is no such number.
    pub fn number(&self, n: usize) -> Result<u32, String> {
        self.word(n)?.parse().map_err(|_| syntax())
    }

    /// The argument with this number as a time, seconds.
    ///
    /// # Errors
    /// `syntax error`: there is none, or it is no whole number from 0.
    pub fn seconds(&self, n: usize) -> Result<u32, String> {
        let seconds: u64 = self.word(n)?.parse().map_err(|_| syntax())?;
        Ok(u32::try_from(seconds).unwrap_or(u32::MAX))
    }

    /// The argument with this number as the time on a clock, seconds. One that has run out may be below zero.
    ///
    /// # Errors
    /// `syntax error`: there is none, or it is no whole number.
    pub fn seconds_left(&self, n: usize) -> Result<u32, String> {
        let seconds: i64 = self.word(n)?.parse().map_err(|_| syntax())?;
        Ok(u32::try_from(seconds.max(0)).unwrap_or(u32::MAX))
    }

    /// The argument with this number as a side.
    ///
    /// # Errors
    /// `syntax error`: there is none, or it is no colour.
    pub fn colour(&self, n: usize) -> Result<usize, String> {
        match self.word(n)?.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(0),
            "w" | "white" => Ok(1),
            _ => Err(syntax()),
        }
    }
}

/// Whether a word is digits, and nothing else.
fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The answer to arguments that cannot be read.
pub(super) fn syntax() -> String {
    "syntax error".to_owned()
}
