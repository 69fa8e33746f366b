//! Loading of the [`Config`] from defaults, file, environment and flags, with the origin of each value.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::config::Config;

mod check;
mod public_url;
mod syntax;
mod value;

use value::Leaves;

/// The origin of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    /// The default: nobody set it.
    Default,
    /// The configuration file.
    File(PathBuf),
    /// The environment: this variable.
    Environment(String),
    /// A flag of the command line.
    Flag,
}

impl std::fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SettingOrigin::Default => f.write_str("default"),
            SettingOrigin::File(path) => write!(f, "{}", path.display()),
            SettingOrigin::Environment(name) => write!(f, "{name}"),
            SettingOrigin::Flag => f.write_str("command line"),
        }
    }
}

/// The sources of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The requested file; without one, `./config.toml` is read if it exists.
    pub file: Option<PathBuf>,
    /// The environment, `(name, value)`; only `ROOKERY__…` is used, and `ROOKERY_…` with a known key refused.
    pub environment: Vec<(String, String)>,
    /// Flags, `(key, value)`.
    pub flags: Vec<(String, String)>,
}

impl Sources {
    /// The requested file and the environment of the process.
    pub fn from_process(file: Option<PathBuf>, flags: Vec<(String, String)>) -> Self {
        let environment = std::env::vars_os()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.to_string_lossy().into_owned())))
            .collect();
        Sources {
            file,
            environment,
            flags,
        }
    }
}

/// The configuration with the origin of each value.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The values.
    pub config: Config,
    /// The values without environment and command line: what counts again when these say nothing any more.
    pub unlocked: Config,
    /// The origin of each key, dotted (`captcha.classic.font_size_px`).
    pub origins: BTreeMap<String, SettingOrigin>,
}

/// An error in the configuration: one line that says where it is and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

impl Error {
    /// The same, of a file that nobody has named: it may be another program's.
    fn of_working_folder(self) -> Self {
        let Error(words) = self;
        Error(format!(
            "{words} (this file was read because it is in the working folder; --config FILE names another)"
        ))
    }
}

/// Maximum length of an unknown key that is compared with the known ones.
const COMPARED_CHARS: usize = 80;
/// The least likeness (Jaro–Winkler, at most 1) of a key that may have been meant.
const LIKE: f64 = 0.85;
/// The most bytes of a configuration file: a device may have no end.
const MAX_BYTES: u64 = 1 << 20;
const PREFIX: &str = "ROOKERY__";
const DEFAULT_FILE: &str = "config.toml";

/// What the sources say, before it becomes a [`Config`].
struct Given {
    /// The defaults.
    known: Leaves,
    /// The values that count, as they were written.
    values: Leaves,
    /// The origins of all known keys.
    origins: BTreeMap<String, SettingOrigin>,
}

impl Given {
    fn nothing() -> Result<Self, Error> {
        let known = value::leaves(&Config::default()).map_err(|e| Error(e.to_string()))?;
        let default = |key: &String| (key.clone(), SettingOrigin::Default);
        Ok(Given {
            origins: known.keys().map(default).collect(),
            values: Leaves::new(),
            known,
        })
    }

    /// Takes a value of a source over those of earlier ones, and refuses an unknown key.
    fn take(&mut self, key: &str, value: Value, origin: SettingOrigin) -> Result<(), Error> {
        if !self.known.contains_key(key) {
            let section = format!("{key}.");
            if let Some(first) = self.known.keys().find(|known| known.starts_with(&section)) {
                let variable = variable(first);
                return Err(Error(format!(
                    "{origin}: `{key}` is a section, not a key: set a key of it, such as `{first}` (in the environment {variable})"
                )));
            }
            let hint = self.hint(key, &origin);
            return Err(Error(format!("{origin}: unknown key `{key}`{hint}")));
        }
        self.values.insert(key.to_owned(), value);
        self.origins.insert(key.to_owned(), origin);
        Ok(())
    }

    /// What may have been meant by an unknown key: in a file, a key of this name in another section, otherwise the nearest one, if it is like
    /// it.
    fn hint(&self, key: &str, origin: &SettingOrigin) -> String {
        let name = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
        let mut elsewhere = self.known.keys().filter(|known| name(known) == name(key));
        if let (SettingOrigin::File(_), Some(known), None) =
            (origin, elsewhere.next(), elsewhere.next())
        {
            return match known.rsplit_once('.') {
                Some((section, name)) => {
                    format!("; `{name}` belongs below [{section}]: move the line there")
                }
                None => format!("; `{known}` belongs above the first [section]: move the line up"),
            };
        }
        // No key is nearly as long as this, and a comparison costs the product of the lengths.
        let asked: String = key.chars().take(COMPARED_CHARS).collect();
        let likeness = |known: &String| {
            let by_name = strsim::jaro_winkler(&name(known), &name(&asked));
            strsim::jaro_winkler(known, &asked).max(by_name)
        };
        let rated = self.known.keys().map(|known| (known, likeness(known)));
        let like = rated.filter(|(_, likeness)| *likeness >= LIKE);
        let nearest = like.max_by(|(_, a), (_, b)| a.total_cmp(b));
        nearest.map_or_else(String::new, |(n, _)| format!("; did you mean `{n}`?"))
    }

    /// The variable of a known key whose name lacks some of its underscores, or its capitals.
    fn meant_by(&self, name: &str) -> Option<String> {
        let name = name.to_uppercase();
        if !name.starts_with("ROOKERY_") {
            return None;
        }
        let words = |name: &str| name.replace("__", "_");
        let mut variables = self.known.keys().map(|key| variable(key));
        variables.find(|known| words(known) == words(&name))
    }

    fn take_file(&mut self, path: &Path) -> Result<(), Error> {
        for (key, value) in values_of(path)? {
            self.take(&key, value, SettingOrigin::File(path.to_owned()))?;
        }
        Ok(())
    }

    fn take_variable(&mut self, name: &str, rest: &str, text: &str) -> Result<(), Error> {
        let key = rest.to_lowercase().replace("__", ".");
        match key.as_str() {
            "" => {
                return Err(Error(format!(
                    "{name}: a key is missing, as in {PREFIX}SITE__NAME"
                )));
            }
            "config" => {
                return Err(Error(format!(
                    "{name}: the file is named by --config FILE, not by a variable"
                )));
            }
            _ => {}
        }
        let origin = SettingOrigin::Environment(name.to_owned());
        self.take(&key, Value::from(text), origin)?;
        match text.contains(char::REPLACEMENT_CHARACTER) {
            true => Err(self.refuse(&key, "must be valid UTF-8")),
            false => Ok(()),
        }
    }

    fn config(&self) -> Result<Config, Error> {
        let mut fitting = self.known.clone();
        for (key, given) in &self.values {
            // Every key that was taken is known.
            let default = self.known.get(key).unwrap_or(&Value::Null);
            let fit = value::fit(given, default).map_err(|what| self.refuse(key, what))?;
            fitting.insert(key.clone(), fit);
        }
        let mut config: Config = serde_json::from_value(value::table(&fitting))
            .map_err(|error| self.explain(&fitting, &error))?;
        config.public_url = public_url::normal(&config.public_url)
            .map_err(|what| self.refuse("public_url", &what))?;
        check::check(&config).map_err(|(key, what)| self.refuse(&key, &what))?;
        Ok(config)
    }

    /// The error of the first key that is refused although all others have their defaults.
    fn explain(&self, fitting: &Leaves, error: &serde_json::Error) -> Error {
        for key in self.values.keys() {
            let Some(value) = fitting.get(key) else {
                continue;
            };
            let mut alone = self.known.clone();
            alone.insert(key.clone(), value.clone());
            if let Err(error) = serde_json::from_value::<Config>(value::table(&alone)) {
                let demand = || value::demand(key, value, &error.to_string());
                let what = check::bounds(key).map_or_else(demand, str::to_owned);
                return self.refuse(key, &what);
            }
        }
        Error(error.to_string())
    }

    /// A refused value: its key, the value as it was written, its origin, and what it must be.
    fn refuse(&self, key: &str, what: &str) -> Error {
        let value = self.values.get(key).or_else(|| self.known.get(key));
        refused(key, value, &self.origins, what)
    }
}

impl Loaded {
    /// Reads all sources; later ones override earlier ones.
    ///
    /// # Errors
    /// A file that cannot be read, an unknown key (with the nearest known one), a variable that lacks an underscore, or an invalid value.
    pub fn read(sources: &Sources) -> Result<Self, Error> {
        let mut given = Given::nothing()?;
        if let Some(path) = file_to_read(sources)? {
            let is_asked_for = sources.file.is_some();
            given.take_file(&path).map_err(|error| match is_asked_for {
                true => error,
                false => error.of_working_folder(),
            })?;
        }
        // A file that counts only with what lies over it is no mistake.
        let unlocked = given.config().ok();
        for (name, text) in &sources.environment {
            if let Some(rest) = name.strip_prefix(PREFIX) {
                given.take_variable(name, rest, text)?;
            } else if let Some(meant) = given.meant_by(name) {
                return Err(Error(format!(
                    "{name}: write {meant}, in capitals, with two underscores after ROOKERY and between the parts of a key"
                )));
            }
        }
        for (key, text) in &sources.flags {
            given.take(key, Value::from(text.as_str()), SettingOrigin::Flag)?;
        }
        let config = given.config()?;
        Ok(Loaded {
            unlocked: unlocked.unwrap_or_else(|| config.clone()),
            config,
            origins: given.origins,
        })
    }

    /// Whether the environment or a flag fixes this key, so that the site's pages cannot change it.
    pub fn is_locked(&self, key: &str) -> bool {
        matches!(
            self.origins.get(key),
            Some(SettingOrigin::Environment(_) | SettingOrigin::Flag)
        )
    }

    /// Every key with its value as text and its origin, secrets hidden.
    pub fn rows(&self) -> Vec<(String, String, SettingOrigin)> {
        self.each(value::shown)
    }

    /// Every key with its value and its origin, secrets hidden.
    pub fn values(&self) -> Vec<(String, Value, SettingOrigin)> {
        self.each(value::visible)
    }

    fn each<T>(&self, show: impl Fn(&str, &Value) -> T) -> Vec<(String, T, SettingOrigin)> {
        let values = value::leaves(&self.config).unwrap_or_default();
        values
            .into_iter()
            .map(|(key, value)| {
                let origin = self.origins.get(&key).cloned();
                let shown = show(&key, &value);
                (key, shown, origin.unwrap_or(SettingOrigin::Default))
            })
            .collect()
    }

    /// The error of a value that only its user can judge: its key, the value, its origin, and what it must be.
    pub fn refuse(&self, key: &str, what: &str) -> Error {
        let values = value::leaves(&self.config).unwrap_or_default();
        refused(key, values.get(key), &self.origins, what)
    }
}

fn refused(
    key: &str,
    value: Option<&Value>,
    origins: &BTreeMap<String, SettingOrigin>,
    what: &str,
) -> Error {
    let shown = value.map_or_else(String::new, |value| value::shown_short(key, value));
    let origin = origins.get(key).unwrap_or(&SettingOrigin::Default);
    Error(format!("{key} = {shown} ({origin}): {what}"))
}

/// The variable of the environment that sets a key.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_uppercase().replace('.', "__"))
}

fn file_to_read(sources: &Sources) -> Result<Option<PathBuf>, Error> {
    let refused = |path: &Path, what: &str| {
        Err(Error(format!(
            "the configuration file {} {what}; check --config",
            path.display()
        )))
    };
    match &sources.file {
        Some(path) if path.is_dir() => refused(path, "is a folder"),
        Some(path) if !path.exists() => refused(path, "does not exist"),
        // A pipe and /dev/null can be read as well.
        Some(path) => Ok(Some(path.clone())),
        None if Path::new(DEFAULT_FILE).is_file() => Ok(Some(PathBuf::from(DEFAULT_FILE))),
        None => Ok(None),
    }
}

/// The values of a file by dotted key.
fn values_of(path: &Path) -> Result<Leaves, Error> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|e| {
        Error(format!(
            "cannot read the configuration file {}: {e}",
            path.display()
        ))
    })?;
    let wrong = |what: String| Error(format!("{}: {what}", path.display()));
    if bytes.len() as u64 > MAX_BYTES {
        return Err(wrong("is too long for a configuration file".to_owned()));
    }
    let table = syntax::table(bytes).map_err(wrong)?;
    let mut values = Leaves::new();
    for (key, value) in table {
        value::gather(&mut values, &key, value::of_toml(value));
    }
    Ok(values)
}

#[cfg(test)]
mod tests;
