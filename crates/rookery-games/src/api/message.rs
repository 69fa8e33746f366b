//! Messages of games: ids of the message catalogue with arguments, never English.

use std::borrow::Cow;

/// A text of the catalogue, named by its id, with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The id in the catalogue, for example `move-place`.
    pub id: Cow<'static, str>,
    /// Named arguments of the text.
    pub args: Vec<(&'static str, Arg)>,
}

/// An argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A text that is the same in every language: a square, a move.
    Text(String),
    /// A number, for plural forms.
    Number(i64),
    /// Another text of the catalogue, for example a side's name.
    Message(Box<Message>),
}

impl Message {
    /// A text without arguments.
    pub fn new(id: impl Into<Cow<'static, str>>) -> Self {
        Message {
            id: id.into(),
            args: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Arg::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Text(text)
    }
}

impl From<i64> for Arg {
    fn from(n: i64) -> Self {
        Arg::Number(n)
    }
}

impl From<usize> for Arg {
    fn from(n: usize) -> Self {
        Arg::Number(i64::try_from(n).unwrap_or(i64::MAX))
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Arg::Message(Box::new(message))
    }
}
