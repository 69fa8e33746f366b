//! The set-up of a game: its variant, options and starting position, checked against those that the game offers.

use crate::text::in_short;
use crate::{Error, Message, Sheet};

/// A choice at the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key, for example `first`.
    pub key: &'static str,
    /// The subject of the choice, in words.
    pub label: Message,
    /// The values with their words; the first is the default.
    pub values: Vec<(&'static str, Message)>,
}

/// A named set of rules within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The key, for example `standard`; the first of a game is its default.
    pub key: &'static str,
    /// Its name, in words.
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

impl Setup {
    /// The default variant and options from this position on.
    pub fn at(start: impl Into<String>) -> Self {
        Setup {
            start: start.into(),
            ..Setup::default()
        }
    }
}

/// A variant and a value for every option; each is one that the game lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    variant: &'static str,
    options: Vec<(&'static str, &'static str)>,
}

impl RuleOptions {
    /// Checks a set-up against the variants and options of a game and fills in the defaults.
    ///
    /// # Errors
    /// [`Error::UnknownOption`] names the unknown value and lists the known ones.
    pub fn new(setup: &Setup, sheet: &Sheet) -> Result<Self, Error> {
        let variant = pick("variant", &setup.variant, sheet.variants)?;
        let known: Vec<_> = sheet.options.iter().map(|option| option.key).collect();
        let mut asked = setup.options.iter().map(|(key, _)| key.as_str());
        if let Some(stranger) = asked.find(|key| !known.contains(key)) {
            return Err(unknown("option", stranger, &known));
        }
        let options = sheet.options.iter().map(|option| {
            let asked = setup.options.iter().find(|(key, _)| key == option.key);
            let value = asked.map_or("", |(_, value)| value.as_str());
            Ok((option.key, pick(option.key, value, option.values)?))
        });
        Ok(RuleOptions {
            variant,
            options: options.collect::<Result<_, Error>>()?,
        })
    }

    /// The variant's key.
    pub fn variant(&self) -> &'static str {
        self.variant
    }

    /// The value of an option; empty where the game has no such option.
    pub fn option(&self, key: &str) -> &'static str {
        let found = self.options.iter().find(|(k, _)| *k == key);
        found.map_or("", |(_, value)| value)
    }
}

/// The known value that was asked for; the first where nothing was.
fn pick(key: &str, asked: &str, known: &[&'static str]) -> Result<&'static str, Error> {
    let found = known.iter().find(|k| asked.is_empty() || **k == asked);
    found.copied().ok_or_else(|| unknown(key, asked, known))
}

fn unknown(key: &str, value: &str, known: &[&'static str]) -> Error {
    Error::UnknownOption {
        key: in_short(key),
        value: in_short(value),
        known: known.join(", "),
    }
}
