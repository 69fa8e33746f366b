//! `rookery backup` and `rookery restore`: the whole site saved to one file and restored from it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::config::Loaded;
use crate::store;
use clap::Args;
use serde_json::json;

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::output;
use crate::cli::progress::Progress;
use crate::cli::site::args::{SiteArgs, block_on, failed};

/// Write the whole site to one file while it is running
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery backup /var/backups/rookery-$(date +%F).backup\n\n\
    The file holds accounts, games, settings, uploads and secrets as of one moment, checked and with a checksum. Keep it as safe \
    as the site itself. It does not contain config.toml, nor the endgame tables in `data`, which can be built again.\n\
    It is a file, never standard output. With PostgreSQL, use its own pg_dump; the command for it is printed."
)]
pub struct Backup {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    site: SiteArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Restore a backup into an empty place
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  rookery restore /var/backups/rookery-2026-11-23.backup --data ./data\n\n\
    The folder must not hold a site. The file is compared with its checksum and checked before it is used; an older one is brought \
    up to date by the next start of the site. With PostgreSQL, use its own pg_restore; the command for it is printed."
)]
pub struct Restore {
    /// The backup file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    site: SiteArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Backup {
    /// Runs the command.
    ///
    /// # Errors
    /// There is no SQLite site (2), or the file cannot be written or the database is damaged (1).
    pub fn run(self) -> Result<(), Failure> {
        check_name(&self.file)?;
        let loaded = self.site.load(Vec::new())?;
        only_sqlite(&loaded, "does this while the site serves", |url| {
            let file = quoted(&self.file.display().to_string());
            format!("pg_dump --format=custom --file={file} {url}")
        })?;
        let shown = Shown::new("saved");
        let told = |done, of| shown.show(done, of);
        let bytes = run(store::back_up(&loaded.config.data, &self.file, &told))?;
        drop(shown);
        let file = self.file.display().to_string();
        match self.json {
            true => output::json_line(&json!({ "file": file, "bytes": bytes })),
            false => output::line(&format!("{file}: {bytes} bytes, checked")),
        }
    }
}

impl Restore {
    /// Runs the command.
    ///
    /// # Errors
    /// The site is not in SQLite (2), there is one already, or the file is not a whole backup (1).
    pub fn run(self) -> Result<(), Failure> {
        check_name(&self.file)?;
        let loaded = self.site.load(Vec::new())?;
        if !loaded.config.database.is_empty() && is_sqlite(&self.file) {
            return Err(Failure::input(format!(
                "{}: this is a backup of a site on SQLite, which cannot be moved to PostgreSQL; to restore it, leave `database` empty",
                self.file.display()
            )));
        }
        let does = "does this into an empty database while no node runs (docs/backup.md)";
        only_sqlite(&loaded, does, |url| {
            let file = quoted(&self.file.display().to_string());
            format!("pg_restore --no-owner --exit-on-error --dbname={url} {file}")
        })?;
        let shown = Shown::new("restored");
        let told = |done, of| shown.show(done, of);
        let data = &loaded.config.data;
        let bytes = run(store::restore(&self.file, data, &told))?;
        drop(shown);
        let place = data.display().to_string();
        match self.json {
            true => output::json_line(&json!({ "data": place, "bytes": bytes })),
            false => output::line(&format!(
                "{place}: restored from {bytes} bytes, checked; start the site"
            )),
        }
    }
}

/// Runs work that Ctrl-C or SIGTERM ends; it removes what it has begun.
fn run<T>(work: impl Future<Output = Result<T, store::Error>>) -> Result<T, Failure> {
    block_on(async {
        let signalled = interrupt::end_signal()?;
        tokio::select! {
            done = work => done.map_err(failed),
            () = signalled => Err(Failure::work("interrupted: what was begun is removed")),
        }
    })
}

/// Progress that any thread may report.
struct Shown {
    verb: &'static str,
    line: Mutex<Progress>,
}

impl Shown {
    fn new(verb: &'static str) -> Self {
        Shown {
            verb,
            line: Mutex::new(Progress::new()),
        }
    }

    fn show(&self, done: u64, of: u64) {
        let percent = (done * 100).checked_div(of).unwrap_or(100);
        let verb = self.verb;
        if let Ok(mut line) = self.line.lock() {
            line.show(&format!("{verb} {percent} %, {done} of {of} bytes"));
        }
    }
}

/// Refuses the name by which other programs mean standard input or output.
fn check_name(file: &Path) -> Result<(), Failure> {
    match file == Path::new("-") {
        true => Err(Failure::input(
            "-: a backup is a file, not standard input or output: name one (./- is a file of that name)",
        )),
        false => Ok(()),
    }
}

/// Whether a file begins as a SQLite database does (sqlite.org/fileformat.html, 1.3.1), and so a backup of one. A pipe is left alone: to
/// look into it would be to take from it.
fn is_sqlite(path: &Path) -> bool {
    const HEAD: &[u8] = b"SQLite format 3\0";
    let mut head = Vec::new();
    let read = |file: File| file.take(HEAD.len() as u64).read_to_end(&mut head);
    path.is_file() && File::open(path).and_then(read).is_ok() && head == HEAD
}

/// Refuses a site in PostgreSQL, which has better programs of its own: `does` says how they do it, and `command` makes their command line
/// from the database's URL.
fn only_sqlite(
    loaded: &Loaded,
    does: &str,
    command: impl Fn(String) -> String,
) -> Result<(), Failure> {
    let database = loaded.config.database.expose();
    if database.is_empty() {
        return Ok(());
    }
    let line = command(quoted(&without_password(database)));
    Err(Failure::input(format!(
        "the site is in PostgreSQL, whose own program {does}: {line} (it asks for the password, or takes it from \
         PGPASSWORD or ~/.pgpass)"
    )))
}

/// A PostgreSQL URL for PostgreSQL's own programs, without its password, wherever the URL has it.
fn without_password(url: &str) -> String {
    let unknown = "postgres://…".to_owned();
    let Some((scheme, rest)) = url.split_once("://") else {
        return unknown;
    };
    let (before, query) = rest.split_once('?').unwrap_or((rest, ""));
    // What looks like the query may be the rest of a password with a bare question mark.
    if query.contains('@') {
        return unknown;
    }
    // A password may contain an @: the last one ends it.
    let (user, place) = match before.rsplit_once('@') {
        Some((who, place)) => (who.split(':').next().unwrap_or_default(), place),
        None => ("", before),
    };
    let at = if user.is_empty() { "" } else { "@" };
    let query: Vec<String> = query.split('&').filter_map(parameter).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{user}{at}{place}{mark}{}", query.join("&"))
}

/// A parameter of a PostgreSQL URL as pg_dump knows it; `None` for a password, and for those that only our driver has.
fn parameter(pair: &str) -> Option<String> {
    let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
    let key = match key {
        "" | "password" | "statement-cache-capacity" => return None,
        of_session if of_session.starts_with("options[") => return None,
        "ssl-mode" => "sslmode",
        "ssl-root-cert" | "ssl-ca" => "sslrootcert",
        "ssl-cert" => "sslcert",
        "ssl-key" => "sslkey",
        other => other,
    };
    Some(format!("{key}={value}"))
}

/// A word quoted for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_the_names_that_postgres_knows() {
        let ours = "postgres://db/site?ssl-mode=verify-full&ssl-ca=/ca&ssl-cert=/cert&ssl-key=/key\
            &statement-cache-capacity=5&options[search_path]=club&application_name=a=b";
        assert_eq!(
            without_password(ours),
            "postgres://db/site?sslmode=verify-full&sslrootcert=/ca&sslcert=/cert&sslkey=/key&application_name=a=b"
        );
    }

    #[test]
    fn no_form_of_an_address_shows_its_password() {
        for (url, shown) in [
            ("postgres://me:secret@db/site", "postgres://me@db/site"),
            (
                "postgres://me:se@secret@db:5433/site",
                "postgres://me@db:5433/site",
            ),
            ("postgresql://db/site", "postgresql://db/site"),
            (
                "postgres://me@db/site?sslmode=require&password=secret&host=/run/pg",
                "postgres://me@db/site?sslmode=require&host=/run/pg",
            ),
            (
                "postgres://:secret@db/site?password=secret",
                "postgres://db/site",
            ),
            ("postgres://me:sec?ret@db/site", "postgres://…"),
            (
                "postgres://me:s@c?ret@db/site?sslmode=require",
                "postgres://…",
            ),
            ("postgres://me:5432?a=ret@db/site", "postgres://…"),
        ] {
            assert_eq!(without_password(url), shown);
        }
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
