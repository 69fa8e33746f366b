//! Presets: the families of pictures that this build can draw.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A family of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Built to be easy for people and costly for machines.
    #[default]
    Strong,
    /// The Drupal textimage recipe.
    Classic,
}

impl Preset {
    /// Every preset of this build.
    pub const ALL: [Preset; 2] = [Preset::Strong, Preset::Classic];

    /// Their names, in the same order.
    pub const NAMES: [&'static str; 2] = [Preset::ALL[0].as_str(), Preset::ALL[1].as_str()];

    /// The name in configuration, database and command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Preset::Strong => "strong",
            Preset::Classic => "classic",
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A preset that this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown captcha preset {name:?}; this build has: {}", names())]
pub struct UnknownPreset {
    /// The requested name.
    pub name: String,
}

fn names() -> String {
    Preset::NAMES.join(", ")
}

impl FromStr for Preset {
    type Err = UnknownPreset;

    fn from_str(name: &str) -> Result<Self, UnknownPreset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.as_str() == name)
            .ok_or_else(|| UnknownPreset {
                name: name.to_owned(),
            })
    }
}
