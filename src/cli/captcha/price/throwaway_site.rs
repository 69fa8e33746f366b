//! A throwaway site for `rookery captcha price`: served on a loopback port, with data in a folder that is removed at its end, and
//! with a clock that the scripts move on instead of waiting.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::cli::failure::Failure;
use crate::cli::site::listener::BoundSocket;
use crate::clock::Clock;
use crate::config::{Loaded, Sources};
use crate::store::{OpenOptions, Store};
use crate::web;
use rookery_games::Registry;

/// Time for the site to stop.
const STOP_WITHIN: Duration = Duration::from_secs(5);
/// 2026-01-01 00:00:00 UTC, at the beginning of an hour by the clock.
const START_MS: i64 = 1_767_225_600_000;

/// Differences from the shipped configuration that a real attacker would not notice. The limits among them go by the real clock, which the
/// scripts do not advance, and so are lifted.
const SETTINGS: &[(&str, &str)] = &[
    ("listen", "127.0.0.1:0"),
    ("trusted_proxies", "127.0.0.1/32"),
    ("engine.build_tables", "false"),
    ("engine.threads", "1"),
    ("limits.requests_per_second", "1000000"),
    ("limits.sessions_per_minute", "0"),
    ("limits.captcha_challenges_per_minute_and_address", "0"),
];

/// A site that is gone when it is stopped.
pub struct ThrowawaySite {
    /// The address at which it listens.
    pub address: SocketAddr,
    /// Its database: a perfect reader looks the answers up.
    pub store: Store,
    /// Moved on by the scripts.
    pub clock: Clock,
    folder: TempDir,
    stop: CancellationToken,
    serving: JoinHandle<Result<(), String>>,
}

impl ThrowawaySite {
    /// Starts a site with these settings, `(key, value)`, beside the shipped ones.
    ///
    /// # Errors
    /// The folder, the port or the database cannot be had.
    pub async fn start(settings: &[(&str, String)]) -> Result<Self, Failure> {
        let in_folder = |e: std::io::Error| Failure::work(format!("a temporary folder: {e}"));
        let folder = tempfile::tempdir().map_err(in_folder)?;
        let file = folder.path().join("config.toml");
        std::fs::write(&file, "").map_err(in_folder)?;
        let loaded = load(file, settings)?;
        let store = Store::open(&OpenOptions::sqlite(folder.path()))
            .await
            .map_err(|e| Failure::work(e.to_string()))?;
        let clock = Clock::manual(START_MS);
        let socket = BoundSocket::bind(&loaded.config)?;
        let address = socket.address;
        let url = web::base_url(&loaded.config, address);
        let games = Registry::shipped();
        let app = web::App::open(loaded, games, store.clone(), clock.clone(), &url)
            .await
            .map_err(|e| Failure::work(e.to_string()))?;
        let listener = socket.listen()?;
        let stop = CancellationToken::new();
        let serving = tokio::spawn(web::run(app, listener, stop.clone()));
        Ok(ThrowawaySite {
            address,
            store,
            clock,
            folder,
            stop,
            serving,
        })
    }

    /// Stops the site and removes its folder.
    ///
    /// # Errors
    /// It does not stop, or the folder stays.
    pub async fn stop(self) -> Result<(), Failure> {
        self.stop.cancel();
        let stopped = tokio::time::timeout(STOP_WITHIN, self.serving).await;
        self.folder
            .close()
            .map_err(|e| Failure::work(format!("a temporary folder: {e}")))?;
        match stopped {
            Ok(Ok(Ok(()))) => Ok(()),
            Ok(Ok(Err(error))) => Err(Failure::work(error)),
            Ok(Err(error)) => Err(Failure::work(error.to_string())),
            Err(_) => Err(Failure::work("the throwaway site did not stop in time")),
        }
    }
}

fn load(file: PathBuf, settings: &[(&str, String)]) -> Result<Loaded, Failure> {
    let shipped = SETTINGS
        .iter()
        .map(|(key, value)| (*key, (*value).to_owned()));
    let own = settings.iter().map(|(key, value)| (*key, value.clone()));
    let variable = |key: &str| format!("ROOKERY__{}", key.replace('.', "__").to_uppercase());
    Loaded::read(&Sources {
        file: Some(file),
        environment: shipped
            .chain(own)
            .map(|(key, value)| (variable(key), value))
            .collect(),
        flags: Vec::new(),
    })
    .map_err(|e| Failure::work(e.to_string()))
}
