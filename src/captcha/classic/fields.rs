//! The table of the settings: what the form on the settings page is made from, and what may be wrong with a value.

use std::fmt;

use crate::captcha::classic::Settings;

/// One setting of the classic preset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// The key in configuration, form and database.
    pub key: &'static str,
    /// Its name in English.
    pub label: &'static str,
    /// The fieldset that it stands in.
    pub group: Group,
    /// What it accepts.
    pub kind: Kind,
}

/// A fieldset of the settings page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// How the letters look.
    Fonts,
    /// How the picture looks.
    Image,
}

/// What a setting accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Switch,
    /// A whole number, both bounds included.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// The path of a directory; whether it exists is seen when it is read.
    Directory,
}

impl FieldSpec {
    /// The factory setting, as a form shows it.
    pub fn factory(&self) -> String {
        Settings::default().get(self.key).unwrap_or_default()
    }
}

const FIELDS: [FieldSpec; 12] = [
    spec(
        "uppercase",
        "Use only uppercase",
        Group::Fonts,
        Kind::Switch,
    ),
    spec(
        "fonts_dir",
        "TrueType fonts path",
        Group::Fonts,
        Kind::Directory,
    ),
    number("font_size_px", "Font size", Group::Fonts, 8, 99),
    number("spacing_px", "Character spacing", Group::Fonts, 0, 200),
    number("jiggle_px", "Character jiggle", Group::Fonts, 0, 99),
    number("rotation_deg", "Character rotation", Group::Fonts, 0, 90),
    number(
        "size_variation_px",
        "Character size adjustment",
        Group::Fonts,
        0,
        50,
    ),
    spec(
        "backgrounds_dir",
        "Background images path",
        Group::Image,
        Kind::Directory,
    ),
    number(
        "noise_pixels",
        "Image noise (pixels per column)",
        Group::Image,
        0,
        200,
    ),
    number(
        "noise_lines",
        "Image noise (lines and ellipses)",
        Group::Image,
        0,
        100,
    ),
    number("margin_px", "Image margin", Group::Image, 0, 200),
    number("image_rotation_deg", "Image rotation", Group::Image, 0, 30),
];

const fn spec(key: &'static str, label: &'static str, group: Group, kind: Kind) -> FieldSpec {
    FieldSpec {
        key,
        label,
        group,
        kind,
    }
}

const fn number(
    key: &'static str,
    label: &'static str,
    group: Group,
    min: u32,
    max: u32,
) -> FieldSpec {
    spec(key, label, group, Kind::Number { min, max })
}

/// The settings in the order of the page.
pub fn fields() -> &'static [FieldSpec] {
    &FIELDS
}

/// The setting with this key.
pub fn field(key: &str) -> Option<&'static FieldSpec> {
    FIELDS.iter().find(|spec| spec.key == key)
}

/// What is wrong with the value of one setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FieldError {
    /// The key of the setting; empty where no setting has the key that was given.
    pub field: &'static str,
    /// What is wrong.
    pub problem: Problem,
}

/// What may be wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No setting has this key.
    Unknown {
        /// The key that was given.
        key: String,
    },
    /// No whole number, or one outside the bounds, which are included.
    NotFromTo {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// The size adjustment must leave letters of at least one pixel.
    NotBelowFontSize {
        /// The font size.
        font_size_px: u32,
    },
    /// Neither on nor off.
    NotASwitch,
    /// Too long for a path, or with control characters.
    NotAPath,
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = field(self.field).map_or(self.field, |spec| spec.label);
        match &self.problem {
            Problem::Unknown { key } => write!(f, "there is no captcha setting {key:?}"),
            Problem::NotFromTo { min, max } => {
                write!(f, "{label} must be a number from {min} to {max}")
            }
            Problem::NotBelowFontSize { font_size_px } => {
                write!(f, "{label} must be below the font size ({font_size_px})")
            }
            Problem::NotASwitch => write!(f, "{label} must be on or off"),
            Problem::NotAPath => write!(f, "{label} must be a path without control characters"),
        }
    }
}
