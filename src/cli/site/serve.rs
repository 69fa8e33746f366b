//! `rookery serve`: the web server.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process;
use std::thread;
use std::time::Duration;

use crate::clock::Clock;
use crate::config::{Config, Loaded, SettingOrigin};
use crate::store::{Occupied, SQLITE_FILE, Store};
use crate::web::{self, OpenError};
use clap::Args;
use tokio_util::sync::CancellationToken;

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::site::args::{SiteArgs, block_on, check_site, open_store};
use crate::cli::site::doubts;
use crate::cli::site::listener::BoundSocket;
use crate::cli::site::log;
use rookery_games::Registry;

/// Keys that a line of the log names, at most.
const NAMED_KEYS: usize = 12;
/// Time limit of a stop, whatever hangs: a database that does not answer, a full disk.
const STOP_AT_LAST: Duration = Duration::from_millis(4_800);

/// Serve the site (the default)
#[derive(Debug, Default, Args)]
#[command(
    after_help = "Example:\n  rookery serve --listen 127.0.0.1:8080 --data ./data\n\n\
    Every flag can also be set in config.toml or in the environment (ROOKERY__LISTEN=…): see `rookery config`.\n\
    A socket that systemd passes (deploy/rookery.socket) takes precedence over --listen.\n\
    SIGTERM and Ctrl-C let requests in progress finish, for at most five seconds."
)]
pub struct Serve {
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    #[command(flatten)]
    site: SiteArgs,
}

impl Serve {
    /// Runs the command.
    ///
    /// # Errors
    /// The configuration is wrong (2), or the port, the folder or the database cannot be used (1).
    pub fn run(self, games: &Registry) -> Result<(), Failure> {
        let listen = self.listen.map(|l| ("listen".to_owned(), l));
        let loaded = self.site.load(listen.into_iter().collect())?;
        check_site(&loaded, games)?;
        let log = log::start(&loaded.config.log)?;
        let served = block_on(serve(loaded, games.clone()));
        drop(log);
        served
    }
}

async fn serve(loaded: Loaded, games: Registry) -> Result<(), Failure> {
    // Before the folder is touched: a site that cannot be served must not be begun.
    let socket = BoundSocket::bind(&loaded.config)?;
    let occupied = occupy(&loaded.config)?;
    for doubt in doubts::about(&loaded.config) {
        tracing::warn!("{doubt}");
    }
    let store = open_store(&loaded).await?;
    let address = socket.address;
    let listener = socket.listen()?;
    let url = web::base_url(&loaded.config, address);
    if let Some(occupied) = &occupied {
        occupied.publish(&url);
    }
    let database = place(&loaded.config, &store);
    let clock = Clock::System;
    // On PostgreSQL, another node may have printed a link that has not been used yet.
    let earlier = match store.kind() {
        "sqlite" => web::EarlierLinks::End,
        _ => web::EarlierLinks::StayGood,
    };
    warn_of_address(&loaded.config, address, &url);
    let setup = web::setup_link(&store, &clock, &url, earlier)
        .await
        .map_err(|e| Failure::work(e.to_string()))?;
    let stop = CancellationToken::new();
    let in_file = keys_of_file(&loaded);
    let app = web::App::open(loaded, games, store, clock, &url)
        .await
        .map_err(not_opened)?;
    warn_of_folders(&app);
    tell_of_saved(&app, &in_file);

    let version = env!("CARGO_PKG_VERSION");
    tracing::info!(version, %address, url, database, "started");
    // Whoever reads the greeting may stop the process at once.
    stop_on_signal(stop.clone())?;
    greet(&url, &database, setup.as_deref());
    web::run(app, listener, stop)
        .await
        .map_err(Failure::input)?;
    tracing::info!("stopped");
    Ok(())
}

/// A wrong configuration stays wrong; where the database or the machine fails, the unit of systemd tries again.
fn not_opened(error: OpenError) -> Failure {
    let words = error.to_string();
    match error {
        OpenError::Words(_) | OpenError::Bus => Failure::input(words),
        OpenError::Service(_) => Failure::work(words),
    }
}

/// Locks the data folder for this process, if the data is in one.
fn occupy(config: &Config) -> Result<Option<Occupied>, Failure> {
    if !config.database.is_empty() {
        return Ok(None);
    }
    Occupied::take(&config.data)
        .map(Some)
        .map_err(|e| Failure::work(e.to_string()))
}

/// Warns of folders of the captcha that are not there: a mistyped one adds nothing.
fn warn_of_folders(app: &web::App) {
    for (key, folder) in app.missing_folders() {
        tracing::warn!(
            "captcha.{key}: {folder:?} is not a folder; only the files that ship and uploaded ones are used"
        );
    }
}

/// The keys that the configuration file sets and nothing above it does.
fn keys_of_file(loaded: &Loaded) -> BTreeSet<String> {
    let origins = loaded.origins.iter();
    origins
        .filter(|(_, origin)| matches!(origin, SettingOrigin::File(_)))
        .map(|(key, _)| key.clone())
        .collect()
}

/// Tells of values in the configuration file that do not count, because an admin has saved others.
fn tell_of_saved(app: &web::App, in_file: &BTreeSet<String>) {
    let mut keys = app.saved_over();
    keys.retain(|key| in_file.contains(key));
    if keys.is_empty() {
        return;
    }
    let more = keys.len().saturating_sub(NAMED_KEYS);
    keys.truncate(NAMED_KEYS);
    let keys = keys.join(", ");
    tracing::info!(
        keys,
        more,
        "what an admin has saved on /admin/captcha and /admin/look counts, not these values of the configuration file"
    );
}

/// Warns if links for others name an address that only some can open.
fn warn_of_address(config: &Config, address: SocketAddr, url: &str) {
    let is_for_others = !address.ip().is_loopback() || !config.trusted_proxies.is_empty();
    if config.public_url.is_empty() && is_for_others {
        tracing::warn!(
            %address,
            "public_url is not set: share links and those of `rookery admin` name {url}, which others may not be able to open, and those \
             of the admin pages the address that the admin has opened; set public_url to the address that people type, such as \
             https://games.example.org"
        );
    }
}

/// Prints where the site is. Standard output may have no reader: the site starts without waiting for one.
fn greet(url: &str, database: &str, setup: Option<&str>) {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("Rookery {version}\n  site      {url}\n  database  {database}\n");
    if let Some(link) = setup {
        text.push_str(&format!(
            "  set up    {link}\n            (works once, until a newer one is printed: the first admin chooses a name and a password there)\n"
        ));
    }
    let saying = thread::Builder::new().name("greeting".to_owned());
    let said = saying.spawn(move || {
        let mut out = io::stdout();
        let said = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        if let Err(error) = said {
            tracing::debug!(%error, "nobody reads standard output");
        }
    });
    if let Err(error) = said {
        tracing::warn!(%error, "the greeting cannot be printed");
    }
}

/// The location of the data, for the owner; never includes the database's password.
fn place(config: &Config, store: &Store) -> String {
    match store.kind() {
        "sqlite" => {
            let file = config.data.join(SQLITE_FILE);
            // Whole: the working folder decides where a relative one is.
            let whole = std::path::absolute(&file).unwrap_or(file);
            whole.display().to_string()
        }
        kind => kind.to_owned(),
    }
}

fn stop_on_signal(stop: CancellationToken) -> Result<(), Failure> {
    let signalled = interrupt::end_signal()?;
    tokio::spawn(async move {
        signalled.await;
        // Stop first, then log it.
        stop.cancel();
        end_at_last();
        tracing::info!("stopping");
    });
    Ok(())
}

/// Ends the process in time even if something hangs.
fn end_at_last() {
    let watching = thread::Builder::new().name("stop".to_owned()).spawn(|| {
        thread::sleep(STOP_AT_LAST);
        process::exit(0);
    });
    if let Err(error) = watching {
        tracing::warn!(%error, "nobody watches over the stop");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store;

    /// After 2, `deploy/rookery.service` is not started again.
    #[test]
    fn only_a_wrong_configuration_is_not_worth_another_try() {
        let unknown = web::Words::read("tlh", &Registry::shipped()).unwrap_err();
        let failed = OpenError::Service(store::Error::NotFound.into());
        for (error, code) in [(OpenError::Bus, 2), (unknown.into(), 2), (failed, 1)] {
            let failure = not_opened(error);
            assert_eq!(failure.code, code, "{failure}");
        }
    }
}
