//! The table of settings fields, from which the form of the settings page is built, and the validation of values.

/// One setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldSpec {
    /// The key in configuration, form and database, with its section: `classic.font_size_px`.
    pub key: &'static str,
    /// Its name in English.
    pub label: &'static str,
    /// Its fieldset.
    pub group: Group,
    /// The kind of values that it accepts.
    pub kind: Kind,
    /// Its help for `config.toml` and the manual: one sentence, without the bounds.
    pub help: &'static str,
}

/// A fieldset of the settings page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The family of pictures.
    Preset,
    /// `classic`: the look of the letters.
    Fonts,
    /// `classic`: the look of the picture.
    Image,
    /// `strong`: the word.
    Word,
    /// `strong`: the look of each letter.
    Letters,
    /// `strong`: the arrangement of the letters.
    Line,
    /// `strong`: the layers under and over the letters.
    Ground,
    /// `defence`: the ways in.
    Ways,
    /// `defence`: the requirements as captchas fail.
    Defence,
}

/// The accepted values of a setting.
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
    /// The path of a directory; whether it exists is checked when it is read.
    Directory,
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// The place of one setting.
pub(crate) enum Slot<'a> {
    Switch(&'a mut bool),
    Number(&'a mut u32),
    Directory(&'a mut String),
    Choice(&'a mut dyn Choice),
}

/// A setting whose value is one of a few words.
pub(crate) trait Choice {
    /// The choice as it is written in a configuration.
    fn word(&self) -> &'static str;
    /// Sets the word; false if it is not one of the choices.
    fn take(&mut self, word: &str) -> bool;
}

/// A section of the settings, with its table.
pub(crate) trait Section: Clone {
    /// The settings, in the order of the page.
    const FIELDS: &'static [FieldSpec];

    /// The place of the setting with this key.
    fn slot(&mut self, key: &str) -> Option<Slot<'_>>;

    /// Conflicts between settings that are valid by themselves, each at one of them.
    fn conflicts(&self) -> Vec<FieldError>;

    /// The value of a setting as a form shows it; `None` for a key of another section.
    fn value(&self, key: &str) -> Option<String> {
        // Reusing the one list of places is worth a copy of a few dozen values.
        Some(match self.clone().slot(key)? {
            Slot::Switch(on) => on.to_string(),
            Slot::Number(number) => number.to_string(),
            Slot::Directory(path) => path.clone(),
            Slot::Choice(choice) => choice.word().to_owned(),
        })
    }

    /// Sets one setting; it stays as it was if the value is invalid.
    fn put(&mut self, spec: &'static FieldSpec, text: &str) -> Result<(), FieldError> {
        let wrong = |problem| FieldError {
            field: spec.key,
            problem,
        };
        let text = text.trim();
        match (self.slot(spec.key), spec.kind) {
            (Some(Slot::Switch(on)), _) => {
                *on = match text.to_ascii_lowercase().as_str() {
                    "true" | "on" | "yes" | "1" => true,
                    "false" | "off" | "no" | "0" | "" => false,
                    _ => return Err(wrong(Problem::NotASwitch)),
                };
            }
            (Some(Slot::Number(number)), Kind::Number { min, max }) => {
                *number = text
                    .parse()
                    .ok()
                    .filter(|value| (min..=max).contains(value))
                    .ok_or_else(|| wrong(Problem::NotFromTo { min, max }))?;
            }
            (Some(Slot::Directory(path)), _) => {
                if text.len() > MAX_PATH_BYTES || text.chars().any(char::is_control) {
                    return Err(wrong(Problem::NotAPath));
                }
                *path = text.to_owned();
            }
            (Some(Slot::Choice(choice)), Kind::Choice(words)) => {
                if !choice.take(text) {
                    return Err(wrong(Problem::NotOneOf { words }));
                }
            }
            _ => unreachable!("a test sets every field of the tables"),
        }
        Ok(())
    }
}

/// The longest path that Linux opens.
pub(crate) const MAX_PATH_BYTES: usize = 4096;

/// The single table of a section of settings. It generates the struct with its doc comments and its default, the specs for forms,
/// `config.toml` and messages, and the places of the values. A row is
/// `name: kind = factory setting, fieldset, "its name in English";` below one line of help.
macro_rules! settings {
    (
        $(#[$outer:meta])*
        $section:literal;
        $(
            #[doc = $help:literal]
            $name:ident: $kind:ident $(($($accepts:tt)+))? = $factory:expr, $group:ident, $label:literal;
        )+
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Settings {
            $(
                #[doc = $help]
                pub $name: settings!(@type $kind $($($accepts)+)?),
            )+
        }

        impl Default for Settings {
            fn default() -> Self {
                Settings {
                    $($name: settings!(@value $kind $factory),)+
                }
            }
        }

        impl $crate::settings::settings_macro::Section for Settings {
            const FIELDS: &'static [$crate::FieldSpec] = &[
                $($crate::FieldSpec {
                    key: concat!($section, ".", stringify!($name)),
                    label: $label,
                    group: $crate::Group::$group,
                    kind: settings!(@kind $kind $($($accepts)+)?),
                    help: $help.trim_ascii_start(),
                },)+
            ];

            fn slot(&mut self, key: &str) -> Option<$crate::settings::settings_macro::Slot<'_>> {
                $(if key == concat!($section, ".", stringify!($name)) {
                    return Some(settings!(@slot $kind self.$name));
                })+
                None
            }

            fn conflicts(&self) -> Vec<$crate::FieldError> {
                self.contradictions()
            }
        }
    };
    (@type switch) => { bool };
    (@type number $min:literal ..= $max:literal) => { u32 };
    (@type directory) => { String };
    (@type choice $words:ty) => { $words };
    (@value directory $path:expr) => { $path.to_owned() };
    (@value $kind:ident $factory:expr) => { $factory };
    (@kind switch) => { $crate::Kind::Switch };
    (@kind number $min:literal ..= $max:literal) => { $crate::Kind::Number { min: $min, max: $max } };
    (@kind directory) => { $crate::Kind::Directory };
    (@kind choice $words:ty) => { $crate::Kind::Choice(&<$words>::NAMES) };
    (@slot switch $place:expr) => { $crate::settings::settings_macro::Slot::Switch(&mut $place) };
    (@slot number $place:expr) => { $crate::settings::settings_macro::Slot::Number(&mut $place) };
    (@slot directory $place:expr) => { $crate::settings::settings_macro::Slot::Directory(&mut $place) };
    (@slot choice $place:expr) => { $crate::settings::settings_macro::Slot::Choice(&mut $place) };
}
pub(crate) use settings;

/// A setting by its key, with its value.
type Valued = (&'static str, u32);

/// The pairs whose first setting is above its second.
pub(crate) fn above_most(pairs: &[(Valued, Valued)]) -> Vec<FieldError> {
    let all = pairs.iter().copied();
    all.filter(|((_, least), (_, most))| least > most)
        .map(|((field, _), (other, most))| FieldError {
            field,
            problem: Problem::LeastAboveMost { other, most },
        })
        .collect()
}

/// An error in the value of one setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct FieldError {
    /// The key of the setting; empty if no setting has the given key.
    pub field: &'static str,
    /// The fault of the value.
    pub problem: Problem,
}

/// The problem of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No setting has this key.
    Unknown {
        /// The key that was given.
        key: String,
    },
    /// Not a whole number, or outside the inclusive bounds.
    NotFromTo {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// The size adjustment must leave letters of at least one pixel.
    NotBelowFontSize {
        /// That of the same settings.
        font_size_px: u32,
    },
    /// Neither on nor off.
    NotASwitch,
    /// Not one of the allowed words.
    NotOneOf {
        /// All that may be written.
        words: &'static [&'static str],
    },
    /// It is more than another setting that it may not exceed.
    LeastAboveMost {
        /// The key of the other setting.
        other: &'static str,
        /// The value of the other setting.
        most: u32,
    },
    /// Too long for a path, or with control characters.
    NotAPath,
}
