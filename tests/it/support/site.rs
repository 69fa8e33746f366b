//! `Site`: the whole site on a database of its own, with a clock that stands still until a test moves it.

use axum::Router;
use rookery::accounts::Role;
use rookery::clock::Clock;
use rookery::config::{Loaded, Sources};
use rookery::store::Store;
use rookery::web::{self, App};
use rookery_games::Registry;
use tempfile::TempDir;

use crate::support::browser::Browser;
use crate::support::databases;

/// When the manual clock begins: 2026-01-01 12:00:00 UTC, unix milliseconds.
pub const START_MS: i64 = 1_767_268_800_000;
/// A minute in milliseconds.
pub const MINUTE_MS: i64 = 60_000;
/// The host of every request.
pub const HOST: &str = "rookery.test";
/// The answer that every captcha takes.
pub const ANSWER: &str = "lighthouse";
/// The password of everybody.
pub const PASSWORD: &str = "a long way to the shore";

/// The settings that differ from a fresh site's configuration in every test. Limits are those that ship: every browser has an address
/// of its own, and a test that asks for more than an address may says so.
const SETTINGS: &[(&str, &str)] = &[
    ("captcha.test_answer", ANSWER),
    ("engine.threads", "1"),
    ("captcha.defence.fill_s", "0"),
    // Every number solves it.
    ("captcha.defence.work_tries", "8"),
    // So that `X-Forwarded-For` gives a test's browsers addresses of their own.
    ("trusted_proxies", "127.0.0.1/32"),
];

/// A running site without a network.
pub struct Site {
    /// The site's parts.
    pub app: App,
    /// Its clock.
    pub clock: Clock,
    router: Router,
    _folder: Option<TempDir>,
}

impl Site {
    /// A site on SQLite as its owner finds it.
    pub async fn new() -> Self {
        Site::with(&[]).await
    }

    /// A site on SQLite with some settings, `(key, value)`.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let databases::Fresh { store, folder } = databases::sqlite().await;
        let mut site = Site::on(store, settings).await;
        site._folder = Some(folder);
        site
    }

    /// A site on SQLite with these games.
    pub async fn offering(games: Registry, settings: &[(&str, &str)]) -> Self {
        let databases::Fresh { store, folder } = databases::sqlite().await;
        let mut site = Site::open(store, settings, games).await;
        site._folder = Some(folder);
        site
    }

    /// A site on a database that is there.
    pub async fn on(store: Store, settings: &[(&str, &str)]) -> Self {
        Site::open(store, settings, Registry::shipped()).await
    }

    async fn open(store: Store, settings: &[(&str, &str)], games: Registry) -> Self {
        let clock = Clock::manual(START_MS);
        let app = App::open(
            loaded(settings),
            games,
            store,
            clock.clone(),
            &format!("http://{HOST}"),
        )
        .await
        .unwrap();
        let router = web::router(&app).unwrap();
        Site {
            app,
            clock,
            router,
            _folder: None,
        }
    }

    /// The same database under a new process: nothing but what was saved is left.
    pub async fn restarted(self) -> Self {
        let folder = self._folder;
        let app = App::open(
            loaded(&[]),
            Registry::shipped(),
            self.app.store().clone(),
            self.clock.clone(),
            &format!("http://{HOST}"),
        )
        .await
        .unwrap();
        let router = web::router(&app).unwrap();
        Site {
            app,
            clock: self.clock,
            router,
            _folder: folder,
        }
    }

    /// The database.
    pub fn store(&self) -> &Store {
        self.app.store()
    }

    /// Somebody who has never been here.
    pub fn visitor(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// A guest who has passed a captcha.
    pub async fn guest(&self) -> Browser {
        let mut browser = self.visitor();
        browser.verify().await;
        browser
    }

    /// Somebody with a new account, logged in.
    pub async fn user(&self, name: &str) -> Browser {
        let mut browser = self.visitor();
        let answer = browser.sign_up(name).await;
        assert_eq!(answer.status, 303, "{}", answer.text());
        browser
    }

    /// An admin, logged in a moment ago.
    pub async fn admin(&self, name: &str) -> Browser {
        let browser = self.user(name).await;
        self.grant(name).await;
        browser
    }

    /// Makes a user an admin.
    pub async fn grant(&self, name: &str) {
        let user = self.user_named(name).await;
        let entry = web::console_entry(self.clock.now_ms(), "grant", name, None);
        let set = self.store().set_role(user.id, Role::Admin, &entry);
        set.await.unwrap();
    }

    /// A user as the database knows him or her.
    pub async fn user_named(&self, name: &str) -> rookery::store::User {
        let name = name.parse::<rookery::accounts::Name>().unwrap();
        self.store().credentials(&name).await.unwrap().unwrap().user
    }
}

/// The configuration of a test: the defaults, [`SETTINGS`], and the test's own on top.
pub fn loaded(settings: &[(&str, &str)]) -> Loaded {
    let variable = |key: &str| format!("ROOKERY__{}", key.replace('.', "__").to_uppercase());
    let environment = SETTINGS
        .iter()
        .filter(|(key, _)| !settings.iter().any(|(own, _)| own == key))
        .chain(settings)
        .map(|(key, value)| (variable(key), (*value).to_owned()))
        .collect();
    // A file that is there and empty: the one in the working folder is the owner's.
    let empty = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    Loaded::read(&Sources {
        file: Some(empty.path().to_owned()),
        environment,
        flags: Vec::new(),
    })
    .unwrap()
}

/// `(key, value)` pairs that let one address ask as fast as a test does: for tests of what a page says, not of how often.
pub const FAST: (&str, &str) = ("limits.requests_per_second", "2000");
