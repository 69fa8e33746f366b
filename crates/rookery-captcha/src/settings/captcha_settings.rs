//! All settings of the captcha: the active preset, and the settings of each preset by dotted keys.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Preset;
use crate::classic;
use crate::defence;
use crate::settings::settings_macro::{
    Choice, FieldError, FieldSpec, Group, Kind, MAX_PATH_BYTES, Problem, Section, Slot,
};
use crate::strong;

/// All settings of the captcha; the default is the factory setting. Bounds and labels are in [`Settings::fields`]. The fields are open and
/// reading a file checks no bounds: [`Settings::validate`] does, as does [`Captcha::new`](crate::Captcha::new).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The family of pictures that is drawn.
    pub preset: Preset,
    /// The settings of [`Preset::Classic`]; its directories of fonts and backgrounds serve every preset.
    pub classic: classic::Settings,
    /// The settings of [`Preset::Strong`].
    pub strong: strong::Settings,
    /// The settings of the defence around the picture.
    pub defence: defence::Settings,
}

/// The one setting that belongs to no preset.
const OWN: [FieldSpec; 1] = [FieldSpec {
    key: "preset",
    label: "Kind of picture",
    group: Group::Preset,
    kind: Kind::Choice(&Preset::NAMES),
    help: "How the picture is drawn: \"strong\", or \"classic\", which programs can read.",
}];

impl Choice for Preset {
    fn word(&self) -> &'static str {
        self.as_str()
    }

    fn take(&mut self, word: &str) -> bool {
        word.parse().map(|preset| *self = preset).is_ok()
    }
}

impl Settings {
    /// Every setting in the order of the page.
    pub fn fields() -> impl Iterator<Item = &'static FieldSpec> {
        OWN.iter()
            .chain(classic::Settings::FIELDS)
            .chain(strong::Settings::FIELDS)
            .chain(defence::Settings::FIELDS)
    }

    /// The setting with this key.
    pub fn field(key: &str) -> Option<&'static FieldSpec> {
        Self::fields().find(|spec| spec.key == key)
    }

    /// The value of a setting as a form shows it; `None` for an unknown key.
    pub fn get(&self, key: &str) -> Option<String> {
        self.value(key)
    }

    /// Sets one setting from the text of a form, an environment variable or a command line. Conflicts between settings are
    /// only detected by [`Settings::validate`].
    ///
    /// # Errors
    /// The value is invalid; the setting stays as it was.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), FieldError> {
        let spec = Self::field(key).ok_or(FieldError {
            field: "",
            problem: Problem::Unknown {
                key: key.to_owned(),
            },
        })?;
        self.put(spec, text)
    }

    /// Checks all settings, in the order of [`Settings::fields`].
    ///
    /// # Errors
    /// All problems at once, each with the field it belongs to.
    pub fn validate(&self) -> Result<(), Vec<FieldError>> {
        let mut scratch = self.clone();
        let mut errors: Vec<_> = Self::fields()
            .filter_map(|spec| {
                let text = self.get(spec.key)?;
                scratch.put(spec, &text).err()
            })
            .collect();
        let conflicts = [
            self.classic.conflicts(),
            self.strong.conflicts(),
            self.defence.conflicts(),
        ];
        for conflict in conflicts.into_iter().flatten() {
            if errors.iter().all(|error| error.field != conflict.field) {
                errors.push(conflict);
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

impl Section for Settings {
    const FIELDS: &'static [FieldSpec] = &OWN;

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        match key {
            "preset" => Some(Slot::Choice(&mut self.preset)),
            _ => self
                .classic
                .slot(key)
                .or_else(|| self.strong.slot(key))
                .or_else(|| self.defence.slot(key)),
        }
    }

    fn conflicts(&self) -> Vec<FieldError> {
        Vec::new()
    }
}

impl FieldSpec {
    /// The factory setting, as a form shows it.
    pub fn factory(&self) -> String {
        Settings::default().get(self.key).unwrap_or_default()
    }

    /// The lines of `config.toml` for this setting: its help with the bounds, and the factory setting.
    pub fn config_lines(&self) -> String {
        let help = self.help.strip_suffix('.').unwrap_or(self.help);
        let name = self.key.rsplit('.').next().unwrap_or(self.key);
        let value = self.factory();
        match self.kind {
            Kind::Number { min, max } => format!("# {help}, {min} to {max}.\n{name} = {value}\n"),
            Kind::Switch => format!("# {help}.\n{name} = {value}\n"),
            Kind::Directory | Kind::Choice(_) => format!("# {help}.\n{name} = \"{value}\"\n"),
        }
    }
}

/// The name of a setting in English; the key itself if no setting has it.
fn label_of(key: &str) -> &str {
    Settings::field(key).map_or(key, |spec| spec.label)
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = label_of(self.field);
        match &self.problem {
            Problem::Unknown { key } => write!(f, "there is no captcha setting {key:?}"),
            Problem::NotFromTo { min, max } => {
                write!(f, "{label} must be a number from {min} to {max}")
            }
            Problem::NotBelowFontSize { font_size_px } => {
                write!(f, "{label} must be below the font size ({font_size_px})")
            }
            Problem::NotASwitch => write!(f, "{label} must be on or off"),
            Problem::NotOneOf { words } => {
                write!(f, "{label} must be one of: {}", words.join(", "))
            }
            Problem::LeastAboveMost { other, most } => {
                let other = label_of(other);
                write!(f, "{label} must not be above {other} ({most})")
            }
            Problem::NotAPath => write!(
                f,
                "{label} must be a path of at most {MAX_PATH_BYTES} bytes without control characters"
            ),
        }
    }
}

#[cfg(test)]
mod tests;
