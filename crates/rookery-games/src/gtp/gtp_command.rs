//! Lines of the protocol: a number that names the command, the command, and its arguments.

/// A line that has a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GtpCommand {
    /// The number, as it was written; empty where there is none.
    pub id: String,
    /// The command.
    pub name: String,
    /// Its arguments.
    pub words: Vec<String>,
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
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number).unwrap_or_default();
        let name = words.next();
        if id.is_empty() && name.is_none() {
            return None;
        }
        Some(GtpCommand {
            id,
            name: name.unwrap_or_default(),
            words: words.collect(),
        })
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

    /// The argument with this number as a time, seconds. A clock that has run out may be below zero.
    ///
    /// # Errors
    /// `syntax error`: there is none, or it is no whole number.
    pub fn seconds(&self, n: usize) -> Result<u32, String> {
        let number: i64 = self.word(n)?.parse().map_err(|_| syntax())?;
        Ok(u32::try_from(number.max(0)).unwrap_or(u32::MAX))
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

/// The answer to arguments that cannot be read.
pub(super) fn syntax() -> String {
    "syntax error".to_owned()
}
