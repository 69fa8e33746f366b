//! `rookery serve`: the site.

use clap::Args;
use rookery::clock::Clock;
use rookery::config::{Config, Loaded, LogFormat};
use rookery::store::{SQLITE_FILE, Store};
use rookery::web;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::cli::Failure;
use crate::cli::listener;
use crate::cli::output;
use crate::cli::site::{SiteArgs, block_on, open_store};

/// Serve the site (the default)
#[derive(Debug, Default, Args)]
#[command(
    after_help = "Example:\n  rookery serve --listen 127.0.0.1:8080 --data ./data\n\n\
    Every flag can stand in config.toml or in the environment too (ROOKERY__LISTEN=…): see `rookery config`.\n\
    A socket that systemd hands over (deploy/rookery.socket) wins over --listen.\n\
    SIGTERM and Ctrl-C let requests under way end, for at most five seconds."
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
    pub fn run(self) -> Result<(), Failure> {
        let listen = self.listen.map(|l| ("listen".to_owned(), l));
        let loaded = self.site.load(listen.into_iter().collect())?;
        start_log(&loaded)?;
        block_on(serve(loaded))
    }
}

async fn serve(loaded: Loaded) -> Result<(), Failure> {
    let store = open_store(&loaded).await?;
    let (listener, address) = listener::listen(&loaded.config).await?;
    let url = web::base_url(&loaded.config, address);
    let database = place(&loaded.config, &store);
    let clock = Clock::System;
    let setup = web::setup_link(&store, &clock, &url)
        .await
        .map_err(|e| Failure::work(e.to_string()))?;
    let stop = CancellationToken::new();
    let app = web::App::open(loaded, store, clock, &url)
        .await
        .map_err(|e| Failure::input(e.to_string()))?;

    greet(&url, &database, setup.as_deref());
    stop_on_signal(stop.clone())?;
    web::run(app, listener, stop).await.map_err(Failure::input)
}

/// Says where the site is. It serves whether or not anybody reads that.
fn greet(url: &str, database: &str, setup: Option<&str>) {
    let mut lines = vec![
        format!("Rookery {}", env!("CARGO_PKG_VERSION")),
        format!("  site      {url}"),
        format!("  database  {database}"),
    ];
    if let Some(link) = setup {
        lines.push(format!("  set up    {link}"));
        lines.push(
            "            (works once: the first admin chooses a name and a password there)"
                .to_owned(),
        );
    }
    for line in lines {
        let _ = output::line(&line);
    }
}

/// Where the data is, for the owner: never the database's password.
fn place(config: &Config, store: &Store) -> String {
    match store.kind() {
        "sqlite" => config.data.join(SQLITE_FILE).display().to_string(),
        kind => kind.to_owned(),
    }
}

fn stop_on_signal(stop: CancellationToken) -> Result<(), Failure> {
    let mut terminate = signal(SignalKind::terminate())
        .map_err(|e| Failure::work(format!("cannot listen for SIGTERM: {e}")))?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        tracing::info!("stopping");
        stop.cancel();
    });
    Ok(())
}

fn start_log(loaded: &Loaded) -> Result<(), Failure> {
    let log = &loaded.config.log;
    // tower-sessions warns about every cookie that has expired, which is everyday.
    let filter = EnvFilter::try_new(format!(
        "tower_sessions=error,tower_sessions_core=error,sqlx=warn,{}",
        log.level
    ))
    .map_err(|e| {
        Failure::input(format!(
            "log.level: {e}; use error, warn, info, debug or trace"
        ))
    })?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    match log.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    Ok(())
}
