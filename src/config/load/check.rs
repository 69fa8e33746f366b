//! Demands on the values of settings that their types do not make.

use crate::config::{BusKind, Config, Secret};

/// The words for the level of a log, from few lines to many; `off` for none.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The greatest lengths of the site's name and notice, as on the page of its look.
const NAME_CHARS: usize = 40;
const NOTICE_CHARS: usize = 300;

/// The bounds of numbers that are narrower than those of their types.
const BOUNDS: [(&str, &str); 3] = [
    ("captcha.life_s", "must be from 30 to 86400 seconds"),
    ("engine.queue", "must be from 1 to 100000"),
    ("engine.threads", "must be from 0 (cores − 1) to 1024"),
];

/// The words for the bounds of a key's number; `None` where they are those of its type.
pub fn bounds(key: &str) -> Option<&'static str> {
    let found = BOUNDS.iter().find(|(bounded, _)| *bounded == key);
    found.map(|(_, what)| *what)
}

/// The first key whose value is refused, with what it must be.
///
/// # Errors
/// There is one.
pub fn check(config: &Config) -> Result<(), (String, String)> {
    let fail = |key: &str, what: &str| Err((key.to_owned(), what.to_owned()));
    if let Err(errors) = config.captcha.factory().validate()
        && let Some(first) = errors.first()
    {
        return fail(&format!("captcha.{}", first.field), &first.to_string());
    }
    if !config.captcha.test_answer.is_empty() && !config.listen.ip().is_loopback() {
        let what = format!(
            "a fixed answer is for tests only and needs `listen` on a loopback address, not {}; remove it",
            config.listen
        );
        return fail("captcha.test_answer", &what);
    }
    let out_of_bounds = |key: &str| fail(key, bounds(key).unwrap_or_default());
    if !(30..=86_400).contains(&config.captcha.life_s) {
        return out_of_bounds("captcha.life_s");
    }
    if config.data.as_os_str().is_empty() {
        return fail("data", "must name a folder; `.` is the working folder");
    }
    if !is_database(&config.database) {
        return fail(
            "database",
            "must be empty (SQLite in the data folder) or a postgres:// URL",
        );
    }
    if config.bus.kind == BusKind::Postgres && config.database.is_empty() {
        return fail(
            "bus.kind",
            "needs a PostgreSQL database: set `database`, or leave this at \"auto\"",
        );
    }
    if config.site.name.trim().is_empty() {
        return fail(
            "site.name",
            "must not be empty: it stands in the header and in titles",
        );
    }
    for (key, text, most) in [
        ("site.name", &config.site.name, NAME_CHARS),
        ("site.notice", &config.site.notice, NOTICE_CHARS),
    ] {
        if text.chars().count() > most {
            return fail(key, &format!("must not be longer than {most} characters"));
        }
    }
    if config.engine.queue == 0 || config.engine.queue > 100_000 {
        return out_of_bounds("engine.queue");
    }
    if config.engine.threads > 1024 {
        return out_of_bounds("engine.threads");
    }
    if config.limits.requests_per_second == 0 {
        return fail("limits.requests_per_second", "must be at least 1");
    }
    for (key, days) in [
        (
            "retention.unowned_games_days",
            config.retention.unowned_games_days,
        ),
        ("retention.audit_days", config.retention.audit_days),
    ] {
        if days == 0 {
            return fail(key, "must be at least 1 day");
        }
    }
    if !config.log.level.split(',').all(is_directive) {
        return fail(
            "log.level",
            "must be off, error, warn, info, debug or trace, or a filter such as \"rookery=debug,sqlx=warn\"",
        );
    }
    Ok(())
}

fn is_database(database: &Secret) -> bool {
    let text = database.expose();
    text.is_empty() || text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// `info`, or `rookery=debug`. The name of a part alone, which would log all of it, is more often a mistyped level.
fn is_directive(text: &str) -> bool {
    let is_level = |level: &str| LEVELS.contains(&level.to_ascii_lowercase().as_str());
    match text.split_once('=') {
        Some((part, level)) => {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "_:-.".contains(c);
            !part.is_empty() && part.chars().all(is_name) && is_level(level)
        }
        None => is_level(text),
    }
}
