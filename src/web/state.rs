//! The state shared by handlers.

use axum::extract::FromRef;
use std::net::IpAddr;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use crate::clock::Clock;
use crate::config;
use crate::config::{BusKind, Config, Loaded};
use crate::ids::GameId;
use crate::look;
use crate::look::{FieldProblem, Look};
use crate::service;
use crate::service::{
    Accounts, ActiveCaptcha, BusScope, CaptchaOptions, Captchas, LimitedAction, Limits,
    LookOptions, MatchService, SiteLook,
};
use crate::store::Store;
use crate::web::Error;
use crate::web::gallery::Gallery;
use crate::web::layers::address;
use crate::web::pictures::picture_pool::PicturePool;
use crate::web::preferences::looks::BoardLooks;
use crate::web::server::open_counter::{OpenCounter, OpenPermit};
use crate::web::static_files::StaticFiles;
use crate::web::words::{self, Words};
use crate::work::KeyedMutex;
use rookery_captcha::{Captcha, Settings};
use rookery_games::Registry;

/// The state of the site. A clone only increments a reference count: each layer and handler of a request has its own clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of the state.
pub struct Parts {
    /// The running site without HTTP.
    pub matches: MatchService,
    pub accounts: Accounts,
    pub captchas: Captchas,
    /// Pictures of positions.
    pub pictures: PicturePool,
    /// The owner's look of the pages.
    pub look: SiteLook,
    pub config: Arc<Config>,
    /// The message catalogue.
    pub words: Arc<Words>,
    games: Registry,
    clock: Clock,
    /// The texts and pictures of the pages about the games.
    gallery: Arc<OnceLock<Gallery>>,
    /// The looks that visitors may choose among.
    board_looks: Arc<OnceLock<BoardLooks>>,
    static_files: Arc<StaticFiles>,
    /// The site's own address, for links in mails and on the console, without a slash at the end.
    base_url: Arc<str>,
    /// Rate limits.
    pub limits: Limits,
    /// Event streams of each address.
    streams: OpenCounter,
    /// Checks of captchas of one address, one after the other.
    locks: Arc<KeyedMutex>,
    /// Posts that go to their end.
    posts: TaskTracker,
}

/// The reason why the site does not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Words(#[from] words::Error),
    #[error(transparent)]
    Service(#[from] service::Error),
    /// `bus.kind` does not fit the database of a caller: the configuration itself is checked when it is read.
    #[error("bus.kind = \"postgres\" needs a PostgreSQL database; leave it at \"auto\"")]
    Bus,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Event streams that an address may have open.
pub const STREAMS: usize = 64;

/// Time limit for background work at the stop, after the requests have ended.
const STOP_WITHIN: Duration = Duration::from_millis(800);

/// Extractors that need the games alone.
impl FromRef<App> for Registry {
    fn from_ref(app: &App) -> Self {
        app.games.clone()
    }
}

impl App {
    /// Puts the site together on an open database. `base_url` is the site's own address.
    ///
    /// # Errors
    /// The catalogue, the configuration or the machine does not allow it.
    pub async fn open(
        loaded: Loaded,
        games: Registry,
        store: Store,
        clock: Clock,
        base_url: &str,
    ) -> Result<Self, OpenError> {
        let config = &loaded.config;
        let words = Words::read(&config.site.language, &games)?;
        let bus = service::bus(&store, bus_scope(config)).ok_or(OpenError::Bus)?;
        let options = service::Options {
            node: GameId::random().to_string(),
            games: games.clone(),
            engine_threads: config.engine.threads,
            engine_queue: config.engine.queue,
            unowned_games_days: config.retention.unowned_games_days,
        };
        let limits = Limits::new(store.clone(), clock.clone(), |action| {
            number(&config.limits, action)
        });
        let (captcha, look) = (captcha_options(&loaded), look_options(&loaded));
        let matches = MatchService::new(store.clone(), bus.clone(), clock.clone(), options)?;
        // The first heartbeat, before this node claims a match. The maintenance continues it.
        if let Err(error) = matches.heartbeat().beat().await {
            tracing::error!(%error, "the database takes no writes");
        }
        let captchas = Captchas::open(captcha, store.clone(), bus.clone(), clock.clone()).await?;
        let threads = captchas.tools.threads.clone();
        let look = SiteLook::open(look, store.clone(), bus, clock.clone(), threads).await?;
        Ok(App(Arc::new(Parts {
            captchas,
            accounts: Accounts::new(store, clock.clone(), limits.clone(), look.clone())?,
            look,
            pictures: PicturePool::start().map_err(service::Error::Threads)?,
            matches,
            limits,
            streams: OpenCounter::new(STREAMS),
            locks: Arc::default(),
            posts: TaskTracker::new(),
            words: Arc::new(words),
            static_files: Arc::new(StaticFiles::new(&games)),
            games,
            gallery: Arc::default(),
            board_looks: Arc::default(),
            base_url: base_url.into(),
            config: Arc::new(loaded.config),
            clock,
        })))
    }

    pub fn store(&self) -> &Store {
        self.matches.store()
    }

    pub fn games(&self) -> &Registry {
        &self.games
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn static_files(&self) -> &StaticFiles {
        &self.static_files
    }

    /// `/static/<hash>`.
    pub fn static_prefix(&self) -> Arc<str> {
        self.static_files.prefix()
    }

    /// The site's own address, for links in mails and on the console, without a slash at the end.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The whole address of a page for other sites; `None` without a `public_url`.
    pub fn public_address(&self, path: &str) -> Option<String> {
        let site = &self.config.public_url;
        (!site.is_empty()).then(|| format!("{site}{path}"))
    }

    /// Waits for an address's turn to have a captcha checked: simultaneous checks are charged to the limit one after another, each after
    /// the refund of the one before. `key` is that of [`App::limit_key`]; if it is empty, there is no wait.
    pub async fn captcha_turn(&self, key: &str) -> Option<OwnedMutexGuard<()>> {
        match key {
            "" => None,
            key => Some(self.locks.take(key).await),
        }
    }

    /// Forgets the turns that nobody has or waits for.
    pub fn forget_free_turns(&self) {
        self.locks.sweep();
    }

    /// The number of first failures and turns in memory: none a minute after all is quiet.
    pub fn kept_keys(&self) -> usize {
        self.limits.kept_keys() + self.accounts.kept_keys() + self.locks.kept_keys()
    }

    /// A place for an event stream of this address; networks without limits need none.
    ///
    /// # Errors
    /// The address has [`STREAMS`] open.
    pub fn stream_place(&self, ip: IpAddr) -> Result<Option<OpenPermit>, Error> {
        if address::is_exempt(ip, &self.config.limits.exempt) {
            return Ok(None);
        }
        let place = self.streams.enter(ip);
        place.map(Some).ok_or(Error::Streams { limit: STREAMS })
    }

    /// The texts and pictures of the pages about the games: put together for the first page that asks.
    ///
    /// # Errors
    /// A defect of a game.
    pub fn gallery(&self) -> Result<&Gallery, Error> {
        if let Some(gallery) = self.gallery.get() {
            return Ok(gallery);
        }
        let gallery = Gallery::new(&self.words, &self.games)?;
        Ok(self.gallery.get_or_init(|| gallery))
    }

    /// The looks of boards that visitors may choose among. They are drawn when they are first asked for.
    ///
    /// # Errors
    /// A defect of a game.
    pub fn board_looks(&self) -> Result<&BoardLooks, Error> {
        if let Some(looks) = self.board_looks.get() {
            return Ok(looks);
        }
        let looks = BoardLooks::new(&self.words, &self.games)?;
        Ok(self.board_looks.get_or_init(|| looks))
    }

    /// The key of limits for an address; empty if they do not apply to it.
    pub fn limit_key(&self, ip: IpAddr) -> String {
        match address::is_exempt(ip, &self.config.limits.exempt) {
            true => String::new(),
            false => address::bucket(ip),
        }
    }

    /// The address range that is counted as a whole; empty if limits do not apply to the address.
    pub fn limit_range(&self, ip: IpAddr) -> String {
        match address::is_exempt(ip, &self.config.limits.exempt) {
            true => String::new(),
            false => address::range(ip),
        }
    }

    /// Whether people reach the site by https.
    pub fn is_https(&self) -> bool {
        self.config.public_url.starts_with("https://")
    }

    /// The posts that go to their end, whether somebody waits for their answer or not.
    pub fn posts(&self) -> &TaskTracker {
        &self.posts
    }

    /// The keys of the configuration whose values do not count, because an admin has saved others.
    pub fn saved_over(&self) -> Vec<String> {
        let (captcha, look) = (self.captchas.settings.current(), self.look.current());
        let settings = &self.captchas.settings;
        let of_captcha = Settings::fields().map(|spec| spec.key).filter(|key| {
            captcha.drawing.settings.get(key) != settings.factory().get(key)
                && !settings.is_locked(key)
        });
        let site = &self.config.site;
        let of_look = [("name", &site.name), ("notice", &site.notice)]
            .into_iter()
            .filter(|(key, text)| look.look.get(key) != text.trim() && !self.look.is_locked(key));
        of_captcha
            .map(|key| format!("captcha.{key}"))
            .chain(of_look.map(|(key, _)| format!("site.{key}")))
            .collect()
    }

    /// The settings of the captcha that name a folder which is not there, with the folder.
    pub fn missing_folders(&self) -> Vec<(&'static str, String)> {
        let captcha = self.captchas.settings.current();
        let (missing, named) = (captcha.missing, &captcha.drawing.settings.classic);
        let fonts = ("classic.fonts_dir", named.fonts_dir.clone());
        let backgrounds = ("classic.backgrounds_dir", named.backgrounds_dir.clone());
        [(missing.fonts, fonts), (missing.backgrounds, backgrounds)]
            .into_iter()
            .filter_map(|(is_missing, folder)| is_missing.then_some(folder))
            .collect()
    }

    /// Ends searches, streams and threads, after the posts that have begun.
    pub async fn shutdown(&self) {
        self.posts.close();
        let posts_ended = timeout(STOP_WITHIN, self.posts.wait()).await.is_ok();
        let (mut unended, hashes_ended, captchas_ended, pictures_ended) = tokio::join!(
            self.matches.shutdown(STOP_WITHIN),
            self.accounts.shutdown(STOP_WITHIN),
            self.captchas.shutdown(STOP_WITHIN),
            self.pictures.shutdown(STOP_WITHIN),
        );
        if !posts_ended {
            unended.push("posts");
        }
        if !hashes_ended {
            unended.push("password hashes");
        }
        if !captchas_ended {
            unended.push("captchas");
        }
        if !pictures_ended {
            unended.push("pictures of positions");
        }
        for work in unended {
            tracing::warn!(work, "background work did not end in time");
        }
        self.store().close().await;
    }
}

/// The configured limit of an action.
fn number(limits: &config::LimitSettings, action: LimitedAction) -> u32 {
    match action {
        LimitedAction::Request => limits.requests_per_second,
        LimitedAction::NewSession => limits.sessions_per_minute,
        LimitedAction::CaptchaChallenge => limits.captcha_challenges_per_minute_and_address,
        LimitedAction::CaptchaChallengeOfSession => limits.captcha_challenges_per_minute,
        LimitedAction::CaptchaFetch => limits.captcha_images_per_minute,
        LimitedAction::CaptchaFetchOfSession => limits.captcha_images_per_minute_and_session,
        LimitedAction::FailedCaptchaCheck => limits.captcha_checks_per_minute,
        LimitedAction::FailedLogIn => limits.logins_per_10_minutes,
        LimitedAction::FailedLogInOfAddress => limits.logins_per_address_per_10_minutes,
        LimitedAction::FailedLogInOfAccount => limits.logins_per_account_per_10_minutes,
        LimitedAction::SignUp => limits.signups_per_hour,
        LimitedAction::ApprovalRequest => limits.approvals_per_day,
        LimitedAction::TakenName => limits.taken_names_per_hour,
        LimitedAction::StartedMatch => limits.games_per_minute,
        LimitedAction::DrawnPicture => limits.pictures_per_minute,
        LimitedAction::HomeMatch => limits.home_games_per_minute,
        LimitedAction::Analysis => limits.analyses_per_hour,
        LimitedAction::AnalysedPosition => limits.analysed_positions_per_minute,
        LimitedAction::Export => limits.exports_per_hour,
    }
}

fn bus_scope(config: &Config) -> BusScope {
    match config.bus.kind {
        BusKind::Auto => BusScope::AsTheDatabase,
        BusKind::Local => BusScope::Process,
        BusKind::Postgres => BusScope::Nodes,
    }
}

/// The captcha that a site draws: its saved settings, fonts and backgrounds.
///
/// # Errors
/// The database does not answer.
pub async fn saved_captcha(loaded: &Loaded, store: &Store) -> Result<Captcha, service::Error> {
    let saved = ActiveCaptcha::saved(&captcha_options(loaded), store).await?;
    Ok(saved.drawing)
}

fn captcha_options(loaded: &Loaded) -> CaptchaOptions {
    let captcha = &loaded.config.captcha;
    let is_locked = |key: &str| loaded.is_locked(&format!("captcha.{key}"));
    CaptchaOptions {
        factory: captcha.factory(),
        unlocked: loaded.unlocked.captcha.factory(),
        life_ms: i64::from(captcha.life_s) * 1000,
        test_answer: captcha.test_answer.expose().to_owned(),
        locked: Settings::fields()
            .map(|spec| spec.key)
            .filter(|key| is_locked(key))
            .collect(),
    }
}

/// The first character of the site's texts in the configuration that nobody can see, with the key of the text below `site`.
pub fn unseen_character(loaded: &Loaded) -> Option<(&'static str, char)> {
    let mut problems = look_options(loaded).factory.problems().into_iter();
    problems.find_map(|(key, problem)| match problem {
        FieldProblem::Unseen(c) => Some((key, c)),
        _ => None,
    })
}

/// The look of a site whose owner has saved none.
fn look_options(loaded: &Loaded) -> LookOptions {
    let site = &loaded.config.site;
    let keys = look::FIELDS.iter().map(|spec| spec.key);
    let mut factory = Look::default();
    factory.set("name", &site.name);
    factory.set("notice", &site.notice);
    LookOptions {
        factory,
        locked: keys
            .filter(|key| loaded.is_locked(&format!("site.{key}")))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_action_has_the_number_of_the_setting_that_it_names() {
        for (n, action) in (1_u32..).zip(LimitedAction::ALL) {
            let limits: config::LimitSettings =
                serde_json::from_value(json!({ (action.setting()): n })).unwrap();
            assert_eq!(number(&limits, action), n, "{action:?}");
        }
    }
}
