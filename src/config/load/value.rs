//! Values of settings between their sources and the [`Config`](crate::config::Config): texts of the environment by the kind of the
//! default, values for people, the words for what a key allows.

use std::collections::BTreeMap;

use ipnet::IpNet;
use serde::Serialize;
use serde_json::{Map, Value};

/// Values by dotted key.
pub type Leaves = BTreeMap<String, Value>;

/// Keys whose values are never shown.
const SECRETS: [&str; 3] = ["database", "captcha.test_answer", "metrics.token"];
/// The words in place of a secret of which nothing may be seen.
const HIDDEN: &str = "(hidden)";
/// Maximum length of a value in a message, in characters.
const SHOWN_CHARS: usize = 120;

/// The leaves of a table with dotted keys. An empty table has none; a list is a leaf.
///
/// # Errors
/// The table contains something that no text can hold.
pub fn leaves(table: &impl Serialize) -> Result<Leaves, serde_json::Error> {
    let mut all = Leaves::new();
    gather(&mut all, "", serde_json::to_value(table)?);
    Ok(all)
}

/// A value of the file. A day or a time without quotes is text, as it was written.
pub fn of_toml(value: toml::Value) -> Value {
    match value {
        toml::Value::Datetime(moment) => moment.to_string().into(),
        toml::Value::Table(table) => {
            let inner = table.into_iter().map(|(key, value)| (key, of_toml(value)));
            Value::Object(inner.collect())
        }
        toml::Value::Array(entries) => entries.into_iter().map(of_toml).collect(),
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        // What is no number has no form in JSON; a word is refused wherever a number is expected.
        toml::Value::Float(number) if !number.is_finite() => number.to_string().into(),
        toml::Value::Float(number) => number.into(),
        toml::Value::Boolean(is_on) => is_on.into(),
    }
}

/// Adds the leaves of a value that stands at `key`; the key of the whole is empty.
pub fn gather(all: &mut Leaves, key: &str, value: Value) {
    match value {
        Value::Object(inner) => {
            for (name, value) in inner {
                let key = match key {
                    "" => name,
                    _ => format!("{key}.{name}"),
                };
                gather(all, &key, value);
            }
        }
        leaf => {
            all.insert(key.to_owned(), leaf);
        }
    }
}

/// The nested table of these leaves.
pub fn table(leaves: &Leaves) -> Value {
    let mut whole = Map::new();
    for (key, value) in leaves {
        let mut names: Vec<&str> = key.split('.').collect();
        let last = names.pop().unwrap_or_default();
        let mut inner = Some(&mut whole);
        for name in names {
            inner = inner.and_then(|table| {
                let next = table.entry(name).or_insert_with(|| Map::new().into());
                next.as_object_mut()
            });
        }
        if let Some(table) = inner {
            table.insert(last.to_owned(), value.clone());
        }
    }
    whole.into()
}

/// The value in the kind of the key's default. Text stays as it is where text is expected; elsewhere it is read as a number, a
/// switch or a list with commas.
///
/// # Errors
/// It is of another kind: what it must be.
pub fn fit(given: &Value, default: &Value) -> Result<Value, &'static str> {
    match (default, given) {
        (Value::String(_), Value::String(_)) | (Value::Bool(_), Value::Bool(_)) => {
            Ok(given.clone())
        }
        (Value::String(_), _) => Err("must be text; write it in quotes"),
        (Value::Bool(_), Value::String(text)) => switch(text).map(Value::Bool),
        (Value::Bool(_), _) => Err(SWITCH),
        (Value::Number(_), Value::Number(number)) if number.is_i64() || number.is_u64() => {
            Ok(given.clone())
        }
        (Value::Number(_), Value::String(text)) => number(text.trim()),
        (Value::Number(_), _) => Err(NUMBER),
        (Value::Array(_), Value::String(text)) => Ok(text
            .split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .collect()),
        (Value::Array(_), Value::Array(entries)) => entries
            .iter()
            .map(|entry| entry.as_str().map(str::trim))
            .collect::<Option<Value>>()
            .ok_or(LIST),
        (Value::Array(_), _) => Err(LIST),
        (Value::Null | Value::Object(_), _) => Ok(given.clone()),
    }
}

const SWITCH: &str = "must be true or false";
const NUMBER: &str = "must be a whole number";
const LIST: &str = "must be a list of texts, such as [\"10.0.0.0/8\", \"192.0.2.7/32\"]";

fn switch(text: &str) -> Result<bool, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err(SWITCH),
    }
}

fn number(text: &str) -> Result<Value, &'static str> {
    let signed = text.parse::<i64>().map(Value::from);
    signed
        .or_else(|_| text.parse::<u64>().map(Value::from))
        .map_err(|_| NUMBER)
}

/// The demand on a key's value, from the message with which it was refused.
pub fn demand(key: &str, value: &Value, message: &str) -> String {
    if key == "listen" {
        return "must be an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080; names such as localhost are not resolved"
            .to_owned();
    }
    if let Value::Array(entries) = value {
        let wrong = entries
            .iter()
            .find(|entry| entry.as_str().is_none_or(|e| e.parse::<IpNet>().is_err()));
        if let Some(wrong) = wrong {
            return format!(
                "{} is not a network; write it as address/bits, such as 10.0.0.0/8, 192.0.2.7/32 or fd00::/8",
                shown(key, wrong)
            );
        }
    }
    match message.rsplit_once(", expected ") {
        Some((_, expected)) => format!("must be {}", words(expected)),
        None => message.replace('\n', " "),
    }
}

fn words(expected: &str) -> String {
    let most = match expected {
        "u8" => u64::from(u8::MAX),
        "u16" => u64::from(u16::MAX),
        "u32" => u64::from(u32::MAX),
        "u64" => u64::MAX,
        "usize" => usize::MAX as u64,
        _ => return expected.replace('`', ""),
    };
    format!("a whole number from 0 to {most}")
}

/// A value as `rookery config` and the messages show it to people; a secret stays hidden.
pub fn shown(key: &str, value: &Value) -> String {
    if SECRETS.contains(&key) {
        return match hidden(key, value) {
            text if text == HIDDEN => text,
            text => format!("\"{text}\""),
        };
    }
    match value {
        Value::String(text) => format!("{text:?}"),
        Value::Array(entries) => {
            let entries: Vec<String> = entries.iter().map(|entry| shown(key, entry)).collect();
            format!("[{}]", entries.join(", "))
        }
        other => other.to_string(),
    }
}

/// The same, cut for a message.
pub fn shown_short(key: &str, value: &Value) -> String {
    let text = shown(key, value);
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

/// A value as programs read it; a secret stays hidden.
pub fn visible(key: &str, value: &Value) -> Value {
    match SECRETS.contains(&key) {
        true => hidden(key, value).into(),
        false => value.clone(),
    }
}

/// What may be seen of a secret: that it is empty, or which database it is, but never the password, which may also stand among the
/// parameters.
fn hidden(key: &str, value: &Value) -> String {
    let value = value.as_str().unwrap_or("?");
    if value.is_empty() {
        return String::new();
    }
    let (value, parameters) = value.split_once('?').unwrap_or((value, ""));
    // What looks like the parameters may be the rest of a password with a bare question mark.
    if parameters.contains('@') {
        return HIDDEN.to_owned();
    }
    match (key, value.split_once("://"), value.rsplit_once('@')) {
        ("database", Some((scheme, _)), Some((_, place))) => format!("{scheme}://…@{place}"),
        _ => HIDDEN.to_owned(),
    }
}
