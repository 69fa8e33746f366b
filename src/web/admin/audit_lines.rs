//! Lines of the audit log in words: who, what, to what, and the change in short.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::look::beginning;
use crate::store::{Actor, AuditRow};
use crate::web::matches::rows::moment;
use crate::web::page::Page;

/// The words by which the log can be filtered.
pub const ACTIONS: [&str; 25] = [
    "admin-refused",
    "approve",
    "captcha-remove",
    "captcha-settings",
    "captcha-site-add",
    "captcha-site-change",
    "captcha-site-remove",
    "captcha-site-secret",
    "captcha-upload",
    "change-password",
    "delete",
    "delete-account",
    "disable",
    "enable",
    "grant",
    "invite",
    "log-in",
    "log-in-refused",
    "reset-link",
    "reset-password",
    "revoke",
    // The word that earlier releases wrote on the console for both granting and revoking a role.
    "set-role",
    "sign-up",
    "site-look",
    "withdraw-invitation",
];

/// The most characters of a change.
const CHANGE_AT_MOST: usize = 200;
/// The most characters of one value: the pages of an imprint would leave no room for other fields.
const VALUE_AT_MOST: usize = 60;

/// A line of the audit log.
pub struct AuditLine {
    /// When, for machines.
    pub when: String,
    pub day: String,
    pub actor: String,
    pub action: String,
    pub subject: String,
    /// The change, `role: user → admin`; empty where the action says all.
    pub change: String,
}

impl AuditLine {
    /// The line of a row.
    pub fn of(page: &Page, row: AuditRow) -> Self {
        let entry = row.entry;
        let (when, day) = moment(entry.at_ms);
        let subject = match (row.has_others, entry.subject.as_str()) {
            (false, one) => one.to_owned(),
            (true, "") => page.t("audit-several"),
            (true, first) => page.t1("audit-and-others", "first", first),
        };
        let (before, after) = (entry.before.as_deref(), entry.after.as_deref());
        let words = match row.n {
            0 | 1 => entry.action,
            n => format!("{} ({})", entry.action, page.tn("audit-times", n)),
        };
        let who = row.actor_name;
        AuditLine {
            when,
            day,
            actor: match entry.actor {
                Actor::User(id) => who.unwrap_or_else(|| id.to_string()),
                // No name has parentheses.
                Actor::Other(words) => format!("({words})"),
            },
            change: change(before, after),
            action: words,
            subject,
        }
    }
}

/// A change in short: with two values, the fields that differ; with one, all fields.
fn change(before: Option<&str>, after: Option<&str>) -> String {
    let (old, new) = (fields(before), fields(after));
    let mut parts = Vec::new();
    let names = old
        .keys()
        .chain(new.keys().filter(|k| !old.contains_key(*k)));
    for name in names {
        let value = match (old.get(name), new.get(name)) {
            (Some(old), Some(new)) if old == new => continue,
            (Some(old), Some(new)) => format!("{} → {}", short(old), short(new)),
            (Some(old), None) if after.is_some() => format!("{} → –", short(old)),
            (None, Some(new)) if before.is_some() => format!("– → {}", short(new)),
            (Some(one), None) | (None, Some(one)) => short(one),
            (None, None) => continue,
        };
        parts.push(match name.is_empty() {
            true => value,
            false => format!("{name}: {value}"),
        });
    }
    beginning(&parts.join(", "), CHANGE_AT_MOST)
}

fn short(value: &str) -> String {
    beginning(value, VALUE_AT_MOST)
}

/// The fields of a JSON text; a field of a nested object is named by both keys. A text that is not an object is one value with an empty
/// name.
fn fields(json: Option<&str>) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    if let Some(text) = json {
        let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
        collect(String::new(), &value, &mut found);
    }
    found
}

fn collect(name: String, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(inside) => {
            for (key, value) in inside {
                let name = match name.is_empty() {
                    true => key.clone(),
                    false => format!("{name}.{key}"),
                };
                collect(name, value, found);
            }
        }
        // A text that is not there is written in either way.
        Value::Null => {}
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => {
            found.insert(name, text.clone());
        }
        other => {
            found.insert(name, other.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_by_the_fields_that_differ() {
        for (before, after, told) in [
            (None, None, ""),
            (
                Some(r#"{"role":"user"}"#),
                Some(r#"{"role":"admin"}"#),
                "role: user → admin",
            ),
            (
                Some(r#"{"classic":{"margin_px":12,"noise_lines":2},"preset":"strong"}"#),
                Some(r#"{"classic":{"margin_px":9,"noise_lines":2},"preset":"strong"}"#),
                "classic.margin_px: 12 → 9",
            ),
            (
                Some(r#"{"logo":"a.svg"}"#),
                Some(r#"{"logo":null,"notice":"Closed"}"#),
                "logo: a.svg → –, notice: – → Closed",
            ),
            (
                Some(r#"{"logo":null,"notice":""}"#),
                Some(r#"{"logo":null,"notice":"Closed"}"#),
                "notice: – → Closed",
            ),
            (
                None,
                Some(r#"{"uses":30,"until":"2026-12-24"}"#),
                "until: 2026-12-24, uses: 30",
            ),
            (Some(r#"{"kind":"font"}"#), None, "kind: font"),
            // As earlier releases wrote a role on the console.
            (None, Some("admin"), "admin"),
        ] {
            assert_eq!(change(before, after), told, "{before:?} {after:?}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        let page = |words: &str| format!(r#"{{"imprint":"{words}","name":"Club"}}"#);
        let (before, after) = (page(&"a".repeat(20_000)), page(&"b".repeat(20_000)));
        let told = change(Some(&before), Some(&after));
        assert!(told.starts_with("imprint: aaaa") && told.contains("… → bbbb"));
        assert!(told.chars().count() <= CHANGE_AT_MOST + 1, "{told}");
        let many: Vec<String> = (0..99).map(|n| format!(r#""field{n}":{n}"#)).collect();
        let told = change(None, Some(&format!("{{{}}}", many.join(","))));
        assert_eq!(told.chars().count(), CHANGE_AT_MOST + 1);
        assert!(told.ends_with('…'));
    }
}
