//! Demands on the values of settings that their types do not make.

use std::path::Path;

use ipnet::IpNet;

use crate::config::{BusKind, Config};

/// The words for the level of a log, from few lines to many; `off` for none.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The greatest lengths of the site's name and notice, as on the page of its look.
const NAME_CHARS: usize = 40;
const NOTICE_CHARS: usize = 300;

/// The parameters that the address of a database may have; the driver passes over any other.
const PARAMETERS: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];
/// Parts of the program that a filter of the log names most often.
const PARTS: [&str; 2] = ["rookery", "sqlx"];
/// From this likeness (Jaro–Winkler, at most 1) on, a word is taken for a mistyped one.
const MISTYPED: f64 = 0.9;

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
    let classic = &config.captcha.classic;
    for (key, path) in [
        ("data", &*config.data),
        ("captcha.classic.fonts_dir", Path::new(&classic.fonts_dir)),
        (
            "captcha.classic.backgrounds_dir",
            Path::new(&classic.backgrounds_dir),
        ),
    ] {
        if begins_at_home(path) {
            return fail(
                key,
                "must be the whole path: only a shell knows what ~ stands for",
            );
        }
    }
    if let Some(what) = database_fault(config.database.expose()) {
        return fail("database", &what);
    }
    for (key, networks) in [
        ("trusted_proxies", &config.trusted_proxies),
        ("limits.exempt", &config.limits.exempt),
    ] {
        if let Some(what) = networks.iter().find_map(network_fault) {
            return fail(key, &what);
        }
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
    if !is_token(config.metrics.token.expose()) {
        return fail(
            "metrics.token",
            "must be of printable ASCII characters, with no blank at its ends: it is sent in a header",
        );
    }
    if !config.log.level.split(',').all(is_directive) {
        return fail(
            "log.level",
            "must be off, error, warn, info, debug or trace, or a filter such as \"rookery=debug,sqlx=warn\"",
        );
    }
    if let Some(meant) = config.log.level.split(',').find_map(mistyped_part) {
        let what = format!("names no part of the program; did you mean `{meant}`?");
        return fail("log.level", &what);
    }
    Ok(())
}

/// Whether a path begins with `~` or `~somebody`.
fn begins_at_home(path: &Path) -> bool {
    let first = path.components().next();
    first.is_some_and(|first| first.as_os_str().to_string_lossy().starts_with('~'))
}

/// The fault of the address of a database. Nothing of the address is repeated: any part of it may belong to a password.
fn database_fault(address: &str) -> Option<String> {
    if address.is_empty() {
        return None;
    }
    let schemes = ["postgres://", "postgresql://"];
    let rest = schemes
        .iter()
        .find_map(|scheme| address.strip_prefix(scheme));
    let Some(rest) = rest else {
        return Some("must be empty (SQLite in the data folder) or a postgres:// URL".to_owned());
    };
    let host_ends = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    if rest.contains('#') || rest[host_ends..].contains('@') {
        return Some(
            "has a character that means something else in an address: in a user name, a password or a parameter write '@' as %40, '/' as %2F, \
             '?' as %3F, '#' as %23, '&' as %26 and '%' as %25"
                .to_owned(),
        );
    }
    let (_, parameters) = rest.split_once('?')?;
    let mut names = parameters.split('&').map(name_of);
    let meant = names.find_map(mistyped_parameter)?;
    Some(format!(
        "has a parameter that the driver does not know and would pass over; did you mean `{meant}`? It knows {}",
        PARAMETERS.join(", ")
    ))
}

fn name_of(pair: &str) -> &str {
    pair.split_once('=').map_or(pair, |(name, _)| name)
}

/// The parameter that was meant by a name like it. One that is passed over does harm where it asks for TLS.
fn mistyped_parameter(name: &str) -> Option<&'static str> {
    if PARAMETERS.contains(&name) || name.starts_with("options[") {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let rated = PARAMETERS.map(|known| (known, strsim::jaro_winkler(&name, known)));
    let like = rated
        .into_iter()
        .filter(|(_, likeness)| *likeness >= MISTYPED);
    let nearest = like.max_by(|(_, a), (_, b)| a.total_cmp(b));
    let meant = nearest.map(|(known, _)| known);
    let is_about_tls = ["ssl", "tls"].iter().any(|begin| name.starts_with(begin));
    meant.or(is_about_tls.then_some("sslmode"))
}

/// The fault of a network of which only the first address was meant, perhaps.
fn network_fault(network: &IpNet) -> Option<String> {
    let whole = network.trunc();
    (whole != *network).then(|| {
        format!(
            "{network} would stand for all of {whole}: write that, or {}/{} for the one address",
            network.addr(),
            network.max_prefix_len()
        )
    })
}

fn is_token(token: &str) -> bool {
    let is_printable = token.chars().all(|c| c == ' ' || c.is_ascii_graphic());
    is_printable && token.trim() == token
}

/// The part that was meant by a name in a filter of the log which is like it, and would fit nothing.
fn mistyped_part(directive: &str) -> Option<&'static str> {
    let (part, _) = directive.split_once('=')?;
    let name = part.split(':').next().unwrap_or_default();
    PARTS
        .into_iter()
        .find(|known| !name.starts_with(known) && strsim::jaro_winkler(name, known) >= MISTYPED)
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
