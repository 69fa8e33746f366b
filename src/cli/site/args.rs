//! Arguments shared by the commands that work on a site: its configuration and its database.

use std::path::PathBuf;

use clap::Args;

use crate::cli::failure::Failure;
use crate::config::{Loaded, Sources};
use crate::store::{Error, OpenOptions, Store};
use crate::web::{self, Words};
use rookery_games::Registry;

/// Maximum number of connections to PostgreSQL; a node of the site needs few.
const MAX_CONNECTIONS: u32 = 10;

/// Flags that override the configuration.
#[derive(Debug, Default, Args)]
pub struct SiteArgs {
    /// Configuration file [default: ./config.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Folder of the SQLite database [default: data]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) data: Option<String>,
    /// PostgreSQL instead of SQLite: postgres://user:password@host/database
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) database: Option<String>,
    /// The address that people type, https://games.example.org
    #[arg(long, value_name = "URL")]
    pub(in crate::cli) public_url: Option<String>,
}

impl SiteArgs {
    /// Reads the configuration with these flags and `more` on top.
    ///
    /// # Errors
    /// The configuration is wrong (2).
    pub fn load(self, more: Vec<(String, String)>) -> Result<Loaded, Failure> {
        let own = [
            ("data", self.data),
            ("database", self.database),
            ("public_url", self.public_url),
        ];
        let mut flags: Vec<(String, String)> = own
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?)))
            .collect();
        flags.extend(more);
        Loaded::read(&Sources::from_process(self.config, flags))
            .map_err(|e| Failure::input(e.to_string()))
    }
}

/// Checks what the configuration alone cannot judge: the language of the site, and its texts.
///
/// # Errors
/// The language has no texts, or a text has a character that nobody can see (2).
pub fn check_site(loaded: &Loaded, games: &Registry) -> Result<(), Failure> {
    let refuse = |key: &str, what: &str| Failure::input(loaded.refuse(key, what).to_string());
    if let Err(error) = Words::read(&loaded.config.site.language, games) {
        return Err(refuse("site.language", &error.to_string()));
    }
    match web::unseen_character(loaded) {
        Some((key, c)) => {
            let code = u32::from(c);
            let what = format!("has a character that nobody can see (U+{code:04X}); remove it");
            Err(refuse(&format!("site.{key}"), &what))
        }
        None => Ok(()),
    }
}

/// Opens the database that the configuration names, and creates a new site if there is none.
///
/// # Errors
/// The database cannot be opened (1).
pub async fn open_store(loaded: &Loaded) -> Result<Store, Failure> {
    open(loaded, true).await
}

/// Opens the database of an existing site: a mistyped folder must not become a new site.
///
/// # Errors
/// There is no site (2), or the database cannot be opened (1).
pub async fn open_site(loaded: &Loaded) -> Result<Store, Failure> {
    open(loaded, false).await
}

async fn open(loaded: &Loaded, create: bool) -> Result<Store, Failure> {
    let options = OpenOptions {
        database: loaded.config.database.expose().to_owned(),
        data_dir: loaded.config.data.clone(),
        max_connections: MAX_CONNECTIONS,
        create,
    };
    Store::open(&options).await.map_err(failed)
}

/// A database error as a failure with its exit code.
pub fn failed(error: Error) -> Failure {
    match error {
        Error::NoSite { .. } => Failure::input(error.to_string()),
        other => Failure::work(other.to_string()),
    }
}

/// Runs a command that talks to a database or a network.
///
/// # Errors
/// The error of the command, or the runtime cannot start.
pub fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::work(format!("cannot start the runtime: {e}")))?;
    let done = runtime.block_on(work);
    if done.is_err() {
        // Otherwise the message would wait for a resolver that does not answer, which keeps its thread for half a minute.
        runtime.shutdown_background();
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    /// The thread of a resolver that hangs ends no sooner than the test lets it.
    #[test]
    fn a_failure_does_not_wait_for_a_thread_that_hangs() {
        let (release, hanging) = mpsc::channel::<()>();
        let (said, answer) = mpsc::channel();
        let command = std::thread::spawn(move || {
            let failed = block_on::<()>(async {
                tokio::task::spawn_blocking(move || hanging.recv());
                Err(Failure::work("the database cannot be reached".to_owned()))
            });
            said.send(failed.is_err())
        });
        assert_eq!(answer.recv_timeout(Duration::from_secs(30)), Ok(true));
        drop(release);
        command.join().unwrap().unwrap();
    }
}
