//! Loading of the [`Config`] from defaults, file, environment and flags, with the origin of each value.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use config::{ConfigError, Environment, File, FileFormat, Source, Value, ValueKind};

use crate::config::{Config, Secret};

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
    /// The environment, `(name, value)`; only `ROOKERY__…` is used.
    pub environment: Vec<(String, String)>,
    /// Flags, `(key, value)`.
    pub flags: Vec<(String, String)>,
}

impl Sources {
    /// The requested file and the environment of the process.
    pub fn from_process(file: Option<PathBuf>, flags: Vec<(String, String)>) -> Self {
        let environment = std::env::vars_os()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?)))
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
    /// The origin of each key, dotted (`captcha.classic.font_size_px`).
    pub origins: BTreeMap<String, SettingOrigin>,
}

/// An error in the configuration: one line that says where it is and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Error(String);

/// Maximum length of an unknown key that is compared with the known ones.
const COMPARED_CHARS: usize = 80;
const PREFIX: &str = "ROOKERY";
const DEFAULT_FILE: &str = "config.toml";
/// Keys whose environment form is a comma-separated list.
const LISTS: [&str; 2] = ["trusted_proxies", "limits.exempt"];
const SECRETS: [&str; 3] = ["database", "captcha.test_answer", "metrics.token"];

impl Loaded {
    /// Reads all sources; later ones override earlier ones.
    ///
    /// # Errors
    /// A file that cannot be read, an unknown key (with the nearest known one), or an invalid value.
    pub fn read(sources: &Sources) -> Result<Self, Error> {
        let defaults = config::Config::try_from(&Config::default()).map_err(|e| say(&e))?;
        let mut known = flatten(defaults.collect().map_err(|e| say(&e))?);
        // The serialiser omits empty lists.
        for list in LISTS {
            known
                .entry(list.to_owned())
                .or_insert_with(|| Value::new(None, ValueKind::Array(Vec::new())));
        }
        let mut origins: BTreeMap<String, SettingOrigin> = known
            .keys()
            .map(|k| (k.clone(), SettingOrigin::Default))
            .collect();
        let mut builder = config::Config::builder().add_source(defaults);

        if let Some(path) = file_to_read(sources)? {
            let file = File::new(&path.to_string_lossy(), FileFormat::Toml);
            let values = flatten(file.collect().map_err(|e| say(&e))?);
            note(
                &mut origins,
                &known,
                values.keys(),
                &path.display().to_string(),
                |_| SettingOrigin::File(path.clone()),
            )?;
            builder = builder.add_source(file);
        }

        let environment = environment(&sources.environment);
        let values = flatten(environment.collect().map_err(|e| say(&e))?);
        note(
            &mut origins,
            &known,
            values.keys(),
            "the environment",
            |key| SettingOrigin::Environment(variable(key)),
        )?;
        builder = builder.add_source(environment);

        for (key, value) in &sources.flags {
            origins.insert(key.clone(), SettingOrigin::Flag);
            builder = builder
                .set_override(key, value.as_str())
                .map_err(|e| say(&e))?;
        }

        let config: Config = builder
            .build()
            .and_then(config::Config::try_deserialize)
            .map_err(|e| say(&e))?;
        let loaded = Loaded { config, origins };
        loaded.check()?;
        Ok(loaded)
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
        let mut values = config::Config::try_from(&self.config)
            .and_then(|c| c.collect())
            .map(flatten)
            .unwrap_or_default();
        for list in LISTS {
            values
                .entry(list.to_owned())
                .or_insert_with(|| Value::new(None, ValueKind::Array(Vec::new())));
        }
        values
            .into_iter()
            .map(|(key, value)| {
                let origin = self
                    .origins
                    .get(&key)
                    .cloned()
                    .unwrap_or(SettingOrigin::Default);
                let text = if SECRETS.contains(&key.as_str()) {
                    hide(&key, &value.to_string())
                } else {
                    print(&value)
                };
                (key, text, origin)
            })
            .collect()
    }

    fn check(&self) -> Result<(), Error> {
        let config = &self.config;
        let fail = |key: &str, what: String| {
            let origin = self
                .origins
                .get(key)
                .cloned()
                .unwrap_or(SettingOrigin::Default);
            Err(Error(format!("{key} ({origin}): {what}")))
        };
        if let Err(errors) = config.captcha.factory().validate()
            && let Some(first) = errors.first()
        {
            return fail(&format!("captcha.{}", first.field), first.to_string());
        }
        if !config.captcha.test_answer.is_empty() && !config.listen.ip().is_loopback() {
            return fail(
                "captcha.test_answer",
                format!(
                    "a fixed answer is for tests only and needs `listen` on a loopback address, not {}; remove it",
                    config.listen
                ),
            );
        }
        if !(30..=86_400).contains(&config.captcha.life_s) {
            return fail(
                "captcha.life_s",
                "must be from 30 to 86400 seconds".to_owned(),
            );
        }
        if let Err(what) = check_public_url(&config.public_url) {
            return fail("public_url", what);
        }
        if let Err(what) = check_database(&config.database) {
            return fail("database", what);
        }
        if config.engine.queue == 0 || config.engine.queue > 100_000 {
            return fail("engine.queue", "must be from 1 to 100000".to_owned());
        }
        if config.engine.threads > 1024 {
            return fail(
                "engine.threads",
                "must be from 0 (cores − 1) to 1024".to_owned(),
            );
        }
        if config.limits.requests_per_second == 0 {
            return fail(
                "limits.requests_per_second",
                "must be at least 1".to_owned(),
            );
        }
        Ok(())
    }
}

fn check_public_url(url: &str) -> Result<(), String> {
    if url.is_empty() {
        return Ok(());
    }
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))
        .ok_or("must begin with https:// or http://")?;
    if rest.is_empty() || rest.contains(['/', '?', '#', '@', ' ']) {
        return Err(
            "must be like https://games.example.org, without a path and without a slash at the end"
                .to_owned(),
        );
    }
    if rest.chars().any(|c| c.is_ascii_uppercase()) {
        return Err("must be in lower case, as browsers send it".to_owned());
    }
    Ok(())
}

fn check_database(database: &Secret) -> Result<(), String> {
    let text = database.expose();
    if text.is_empty() || text.starts_with("postgres://") || text.starts_with("postgresql://") {
        Ok(())
    } else {
        Err("must be empty (SQLite in the data folder) or a postgres:// URL".to_owned())
    }
}

fn file_to_read(sources: &Sources) -> Result<Option<PathBuf>, Error> {
    match &sources.file {
        Some(path) if path.is_file() => Ok(Some(path.clone())),
        Some(path) => Err(Error(format!(
            "the configuration file {} does not exist; check --config",
            path.display()
        ))),
        None if Path::new(DEFAULT_FILE).is_file() => Ok(Some(PathBuf::from(DEFAULT_FILE))),
        None => Ok(None),
    }
}

fn environment(vars: &[(String, String)]) -> Environment {
    let ours = vars
        .iter()
        .filter(|(name, _)| name.starts_with("ROOKERY__"))
        .cloned()
        .collect();
    let mut source = Environment::with_prefix(PREFIX)
        .prefix_separator("__")
        .separator("__")
        .try_parsing(true)
        .ignore_empty(false)
        .list_separator(",")
        .source(Some(ours));
    for list in LISTS {
        source = source.with_list_parse_key(list);
    }
    source
}

fn variable(key: &str) -> String {
    format!("{PREFIX}__{}", key.replace('.', "__").to_uppercase())
}

/// Records the origin of each key of a source, and refuses an unknown key.
fn note<'k>(
    origins: &mut BTreeMap<String, SettingOrigin>,
    known: &BTreeMap<String, Value>,
    keys: impl Iterator<Item = &'k String>,
    place: &str,
    origin: impl Fn(&str) -> SettingOrigin,
) -> Result<(), Error> {
    for key in keys {
        if !known.contains_key(key) {
            // No key is nearly as long as this, and a comparison costs the product of the lengths.
            let asked: String = key.chars().take(COMPARED_CHARS).collect();
            let nearest = known.keys().max_by(|a, b| {
                strsim::jaro_winkler(a, &asked).total_cmp(&strsim::jaro_winkler(b, &asked))
            });
            let hint = nearest.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
            return Err(Error(format!("{place}: unknown key `{key}`{hint}")));
        }
        origins.insert(key.clone(), origin(key));
    }
    Ok(())
}

/// The leaves of nested tables with dotted keys. An empty table has none; a list is a leaf.
fn flatten(table: config::Map<String, Value>) -> BTreeMap<String, Value> {
    let mut leaves = BTreeMap::new();
    for (key, value) in table {
        match value.kind {
            ValueKind::Table(inner) => {
                for (sub, leaf) in flatten(inner) {
                    leaves.insert(format!("{key}.{sub}"), leaf);
                }
            }
            _ => {
                leaves.insert(key, value);
            }
        }
    }
    leaves
}

fn print(value: &Value) -> String {
    match &value.kind {
        ValueKind::String(text) => format!("{text:?}"),
        ValueKind::Array(items) => {
            let items: Vec<String> = items.iter().map(print).collect();
            format!("[{}]", items.join(", "))
        }
        _ => value.to_string(),
    }
}

fn hide(key: &str, value: &str) -> String {
    if value.is_empty() {
        return "\"\"".to_owned();
    }
    // Of a database URL, show which one it is, but never the password.
    match (key, value.split_once("://"), value.rsplit_once('@')) {
        ("database", Some((scheme, _)), Some((_, place))) => format!("\"{scheme}://…@{place}\""),
        _ => "(hidden)".to_owned(),
    }
}

fn say(error: &ConfigError) -> Error {
    Error(error.to_string().replace('\n', " "))
}

#[cfg(test)]
mod tests;
