//! Logging of `rookery serve` to standard error; neither a request nor the end of the process ever waits for it.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::panic;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::config::{self, LogFormat};
use tracing::Level;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::failure::Failure;

/// Maximum number of buffered lines; further ones are dropped until the buffer is read.
const WAITING_LINES: usize = 4_096;
/// Crates that log normal events too loudly, with the highest level that is kept unless `log.level` names them: tower-sessions, for
/// example, warns of every expired cookie.
const QUIET: [(&str, LevelFilter); 3] = [
    ("tower_sessions", LevelFilter::ERROR),
    ("tower_sessions_core", LevelFilter::ERROR),
    ("sqlx", LevelFilter::WARN),
];
/// Time limit for writing the buffered lines at the end of the process.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Keeps the log running; dropping it writes the buffered lines, unless nobody reads them.
pub struct LogGuard(Option<WorkerGuard>);

/// Starts the log of this process. Write errors are ignored: a full disk or a closed pipe must not stop a site whose games go
/// on.
///
/// # Errors
/// `log.level` is not a filter.
pub fn start(log: &config::Log) -> Result<LogGuard, Failure> {
    let filter = filter(&log.level)?;
    let (writer, guard) = writer();
    let builder = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(writer);
    match log.format {
        LogFormat::Text => builder
            .with_ansi(is_coloured(
                io::stderr().is_terminal(),
                std::env::var_os("NO_COLOR").as_deref(),
            ))
            .finish()
            .with(filter)
            .init(),
        LogFormat::Json => builder.json().finish().with(filter).init(),
    }
    // The default hook writes to standard error itself and would block there.
    panic::set_hook(Box::new(|panic| {
        let at = panic.location().map(ToString::to_string);
        let what = panic.payload_as_str().unwrap_or("no message");
        tracing::error!(what, at, "a thread panicked");
    }));
    Ok(LogGuard(Some(guard)))
}

/// The filter of `log.level`, with each of the [`QUIET`] crates held to its level unless it is named there.
fn filter(level: &str) -> Result<Targets, Failure> {
    let asked = level
        .parse::<Targets>()
        .map_err(|e| Failure::input(format!("log.level: {e}")))?;
    let mut filter = asked.clone();
    for (part, most) in QUIET {
        let heard = [
            Level::TRACE,
            Level::DEBUG,
            Level::INFO,
            Level::WARN,
            Level::ERROR,
        ]
        .into_iter()
        .find(|level| asked.would_enable(part, level));
        let is_named = asked.iter().any(|(named, _)| named == part);
        if !is_named && LevelFilter::from(heard) > most {
            filter = filter.with_target(part, most);
        }
    }
    Ok(filter)
}

fn writer() -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(WAITING_LINES)
        .thread_name("log")
        .finish(io::stderr())
}

/// Whether to use colours: at a terminal, unless `NO_COLOR` is set (no-color.org).
fn is_coloured(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        let guard = self.0.take();
        let (done, is_done) = mpsc::channel();
        // The guard waits for the pipe and complains on standard output; neither may delay the end.
        let flushing = thread::Builder::new().spawn(move || {
            drop(guard);
            // The receiver is gone if it took too long.
            let _ = done.send(());
        });
        if flushing.is_ok() {
            let _ = is_done.recv_timeout(LAST_WORDS);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use tracing::Level;
    use tracing_subscriber::filter::LevelFilter;

    use super::{filter, is_coloured};

    #[test]
    fn quiet_parts_say_no_more_than_the_level_asks_for() {
        let levels = [
            Level::ERROR,
            Level::WARN,
            Level::INFO,
            Level::DEBUG,
            Level::TRACE,
        ];
        for (asked, part, most) in [
            ("off", "sqlx", LevelFilter::OFF),
            ("off", "tower_sessions", LevelFilter::OFF),
            ("off", "rookery", LevelFilter::OFF),
            ("error", "sqlx::query", LevelFilter::ERROR),
            ("info", "sqlx::query", LevelFilter::WARN),
            ("info", "rookery::web", LevelFilter::INFO),
            ("trace", "tower_sessions_core", LevelFilter::ERROR),
            ("trace", "hyper", LevelFilter::TRACE),
            // Whoever names a part hears it, and a filter without a level for the rest lets none of it through.
            ("info,sqlx=debug", "sqlx", LevelFilter::DEBUG),
            ("error,sqlx=info", "sqlx", LevelFilter::INFO),
            ("rookery=debug", "sqlx", LevelFilter::OFF),
        ] {
            let filter = filter(asked).unwrap();
            for level in levels {
                let is_heard = filter.would_enable(part, &level);
                assert_eq!(is_heard, most >= level, "{asked}: {level} of {part}");
            }
        }
    }

    #[test]
    fn colours_are_for_terminals_whose_owner_does_not_refuse_them() {
        for (is_terminal, no_color, expected) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (false, None, false),
            (false, Some("1"), false),
        ] {
            let found = is_coloured(is_terminal, no_color.map(OsStr::new));
            assert_eq!(found, expected, "{is_terminal} {no_color:?}");
        }
    }
}
