//! The variant and the options of one game, checked against what the game offers.

use crate::text::in_short;
use crate::{Error, OptionSpec, Setup, Variant};

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
    /// [`Error::UnknownOption`] names what is not known and lists what is.
    pub fn new(setup: &Setup, variants: &[Variant], options: &[OptionSpec]) -> Result<Self, Error> {
        let keys: Vec<_> = variants.iter().map(|v| v.key).collect();
        let variant = pick("variant", &setup.variant, &keys)?;
        let names: Vec<_> = options.iter().map(|o| o.key).collect();
        if let Some((key, _)) = setup
            .options
            .iter()
            .find(|(k, _)| !names.contains(&k.as_str()))
        {
            return Err(unknown("option", key, &names));
        }
        let options = options
            .iter()
            .map(|option| {
                let values: Vec<_> = option.values.iter().map(|(value, _)| *value).collect();
                let asked = setup.options.iter().find(|(k, _)| k == option.key);
                let value = asked.map_or("", |(_, value)| value.as_str());
                Ok((option.key, pick(option.key, value, &values)?))
            })
            .collect::<Result<_, Error>>()?;
        Ok(RuleOptions { variant, options })
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
        known: if known.is_empty() {
            "none: this game has no options".to_owned()
        } else {
            known.join(", ")
        },
    }
}
