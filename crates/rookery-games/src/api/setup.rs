//! The set-up of a game: its variant, its options and its first position.

use crate::Message;

/// What can be chosen when a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key, for example `first`.
    pub key: &'static str,
    /// What it is about.
    pub label: Message,
    /// The values with their words; the first is the default.
    pub values: Vec<(&'static str, Message)>,
}

/// A named set of rules within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The key, for example `standard`; the first of a game is its default.
    pub key: &'static str,
    /// What it is called.
    pub label: Message,
}

/// Everything that decides the first position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The variant; empty means the default.
    pub variant: String,
    /// Options, `(key, value)`; those that are missing have their default.
    pub options: Vec<(String, String)>,
    /// A position string; empty means the usual start.
    pub start: String,
}
