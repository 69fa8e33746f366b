//! The live settings of the captcha: a versioned row, the fonts and backgrounds that go with it, and the news of a change.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use crate::arena::Error;
use crate::arena::captcha_bench::Bench;
use crate::bus::{Bus, News};
use crate::captcha::{Assets, Live, Settings, shipped};
use crate::clock::Clock;
use crate::ids::UserId;
use crate::store::{Actor, AuditEntry, Store};
use crate::work::Pool;

/// The key of the live settings in the database.
const KEY: &str = "captcha";
/// Files beyond this many in a directory are not looked at.
const MAX_FILES: usize = 500;
/// Larger files are not read; the renderer refuses smaller ones by its own, tighter limits.
const MAX_FILE_BYTES: u64 = 32 << 20;
/// Settings that other nodes saved are in force after at most this long, even where the news of them was lost.
const LOOK_AGAIN_EVERY: Duration = Duration::from_secs(30);
/// Versions that a conflict can be explained from.
const HISTORY: u32 = 100;

/// What the owner's configuration says about the captcha.
#[derive(Clone, Debug)]
pub struct CaptchaOptions {
    /// The factory settings.
    pub factory: Settings,
    /// Life of a challenge, milliseconds.
    pub life_ms: i64,
    /// A fixed answer for end-to-end tests; empty for none.
    pub test_answer: String,
    /// Keys that environment or command line fix: their factory value counts, whatever is saved.
    pub locked: Vec<&'static str>,
}

impl CaptchaOptions {
    /// Puts the fixed values back.
    fn fix(&self, settings: &mut Settings) {
        for key in &self.locked {
            if let Some(value) = self.factory.get(key)
                && let Err(error) = settings.set(key, &value)
            {
                tracing::error!(%error, "a fixed captcha setting does not fit");
            }
        }
    }
}

/// The captcha as it is drawn now.
#[derive(Debug)]
pub struct LiveCaptcha {
    /// Version of the settings in the database; 0 = nobody has changed the factory's.
    pub version: i64,
    /// Settings, fonts and backgrounds.
    pub drawing: Live,
    /// What stands in for a directory that is not there.
    pub missing: Missing,
}

/// Which directories of the settings are not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The built-in face is drawn.
    pub fonts: bool,
    /// The grounds are plain.
    pub backgrounds: bool,
}

/// Threads that draw.
const DRAWING_THREADS: usize = 1;
/// Pictures that may wait; each takes about a millisecond.
const DRAWING_QUEUE: usize = 256;
/// Threads that check proofs of work: not the one that draws, so that a flood of pictures holds up nobody's check.
const PROVING_THREADS: usize = 1;
/// Proofs that may wait; each takes about three milliseconds.
const PROVING_QUEUE: usize = 128;

/// Everything about the captcha. A clone is the same one.
#[derive(Clone)]
pub struct Captchas(Arc<Inner>);

struct Inner {
    store: Store,
    bus: Bus,
    clock: Clock,
    options: CaptchaOptions,
    live: watch::Sender<Arc<LiveCaptcha>>,
    drawing: Pool<()>,
    proving: Pool<()>,
    bench: Bench,
}

impl Captchas {
    /// Reads settings, fonts and backgrounds, and starts the threads that draw and that check proofs of work.
    ///
    /// # Errors
    /// The database does not answer, or [`Error::Threads`].
    pub async fn open(
        options: CaptchaOptions,
        store: Store,
        bus: Bus,
        clock: Clock,
    ) -> Result<Self, Error> {
        let drawing =
            Pool::new("captcha", DRAWING_THREADS, DRAWING_QUEUE).map_err(Error::Threads)?;
        let proving =
            Pool::new("proofs", PROVING_THREADS, PROVING_QUEUE).map_err(Error::Threads)?;
        let bench = Bench::new().map_err(Error::Threads)?;
        let live = watch::Sender::new(Arc::new(read(&options, &store).await?));
        Ok(Captchas(Arc::new(Inner {
            store,
            bus,
            clock,
            options,
            live,
            drawing,
            proving,
            bench,
        })))
    }

    /// The captcha as it is drawn now.
    pub fn current(&self) -> Arc<LiveCaptcha> {
        Arc::clone(&self.0.live.borrow())
    }

    /// The factory settings.
    pub fn factory(&self) -> &Settings {
        &self.0.options.factory
    }

    /// Whether environment or command line fix this key.
    pub fn is_locked(&self, key: &str) -> bool {
        self.0.options.locked.contains(&key)
    }

    /// The settings that a version had; `None` for one that is no longer kept.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version(&self, version: i64) -> Result<Option<Settings>, Error> {
        if version == 0 {
            return Ok(Some(self.factory().clone()));
        }
        let history = self.0.store.setting_history(KEY, HISTORY).await?;
        let kept = history.into_iter().find(|kept| kept.version == version);
        Ok(kept.and_then(|kept| serde_json::from_str(&kept.value).ok()))
    }

    /// Who saved the settings in force, by name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn changed_by(&self) -> Result<Option<String>, Error> {
        Ok(self
            .0
            .store
            .setting(KEY)
            .await?
            .and_then(|s| s.changed_by_name))
    }

    /// Reads the settings and the directories again.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh(&self) -> Result<(), Error> {
        let live = read(&self.0.options, &self.0.store).await?;
        self.0.live.send_replace(Arc::new(live));
        Ok(())
    }

    /// Saves settings over the version that the admin saw, with a line in the audit log, and puts them in force.
    ///
    /// # Errors
    /// [`crate::store::Error::Conflict`] where somebody else was first.
    pub async fn save(
        &self,
        settings: &Settings,
        seen_version: i64,
        by: UserId,
    ) -> Result<(), Error> {
        let text = serde_json::to_string(settings).map_err(|e| Error::Internal(e.to_string()))?;
        let before = self.0.store.setting(KEY).await?.map(|s| s.value);
        let entry = AuditEntry {
            at_ms: self.0.clock.now_ms(),
            actor: Actor::User(by),
            action: "captcha-settings".to_owned(),
            subject: KEY.to_owned(),
            before,
            after: Some(text.clone()),
        };
        self.0
            .store
            .save_setting(KEY, &text, seen_version, &entry)
            .await?;
        self.refresh().await?;
        self.0
            .bus
            .publish(News::Settings {
                key: KEY.to_owned(),
            })
            .await;
        Ok(())
    }

    /// Follows what other nodes save: by news, and every half minute anyway. Ends when the task is dropped.
    pub async fn follow(self) {
        let mut news = self.0.bus.subscribe_settings();
        loop {
            // Lost news and silence come to the same: look.
            let _ = tokio::time::timeout(LOOK_AGAIN_EVERY, news.next()).await;
            let saved = match self.0.store.setting(KEY).await {
                Ok(saved) => saved.map_or(0, |s| s.version),
                Err(error) => {
                    tracing::debug!(%error, "cannot read the captcha settings");
                    continue;
                }
            };
            if saved != self.current().version
                && let Err(error) = self.refresh().await
            {
                tracing::warn!(%error, "cannot read the captcha settings");
            }
        }
    }

    /// The captcha with settings that are not saved; fonts and backgrounds in force serve where the directories are the same.
    pub async fn unsaved(&self, settings: Settings) -> LiveCaptcha {
        let live = self.current();
        let (current, wanted) = (&live.drawing.settings.classic, &settings.classic);
        let same = current.fonts_dir == wanted.fonts_dir
            && current.backgrounds_dir == wanted.backgrounds_dir;
        let (assets, missing) = if same {
            (Arc::clone(&live.drawing.assets), live.missing)
        } else {
            load(settings.clone(), self.factory()).await
        };
        LiveCaptcha {
            version: live.version,
            drawing: Live { settings, assets },
            missing,
        }
    }

    /// Ends the threads and a measurement.
    pub async fn shutdown(&self, within: Duration) -> bool {
        let (drawing, proving, bench) = tokio::join!(
            self.0.drawing.shutdown(within),
            self.0.proving.shutdown(within),
            self.0.bench.shutdown(within)
        );
        drawing && proving && bench
    }

    pub(super) fn gauge(&self) -> &Bench {
        &self.0.bench
    }

    pub(super) fn clock(&self) -> Clock {
        self.0.clock.clone()
    }

    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.0.clock.now_ms()
    }

    pub(super) fn options(&self) -> &CaptchaOptions {
        &self.0.options
    }

    pub(super) fn drawing(&self) -> &Pool<()> {
        &self.0.drawing
    }

    pub(super) fn proving(&self) -> &Pool<()> {
        &self.0.proving
    }
}

async fn read(options: &CaptchaOptions, store: &Store) -> Result<LiveCaptcha, Error> {
    let saved = store.setting(KEY).await?;
    let (version, mut settings) = match saved {
        None => (0, options.factory.clone()),
        Some(saved) => match serde_json::from_str::<Settings>(&saved.value) {
            Ok(settings) if settings.validate().is_ok() => (saved.version, settings),
            // A version of another build: the site goes on with the factory's, and says so.
            _ => {
                tracing::error!(
                    version = saved.version,
                    "the saved captcha settings cannot be read; the factory's are used"
                );
                (saved.version, options.factory.clone())
            }
        },
    };
    options.fix(&mut settings);
    let (assets, missing) = load(settings.clone(), &options.factory).await;
    let drawing = Live { settings, assets };
    Ok(LiveCaptcha {
        version,
        drawing,
        missing,
    })
}

/// Reads the directories of the settings beside what ships. A factory directory that is not there is no mistake of
/// anybody's: the binary runs anywhere, with what it carries. Another one that is not there leaves the built-in face
/// and plain grounds, and the settings page says so.
async fn load(settings: Settings, factory: &Settings) -> (Arc<Assets>, Missing) {
    let (settings, factory) = (settings.classic, &factory.classic);
    let own_fonts = settings.fonts_dir != factory.fonts_dir;
    let own_backgrounds = settings.backgrounds_dir != factory.backgrounds_dir;
    let work = tokio::task::spawn_blocking(move || {
        let fonts = files(Path::new(&settings.fonts_dir));
        let backgrounds = files(Path::new(&settings.backgrounds_dir));
        let missing = Missing {
            fonts: own_fonts && fonts.is_none(),
            backgrounds: own_backgrounds && backgrounds.is_none(),
        };
        let fonts = beside(shipped::fonts(), fonts, missing.fonts);
        let backgrounds = beside(shipped::backgrounds(), backgrounds, missing.backgrounds);
        (Arc::new(Assets::load(fonts, backgrounds)), missing)
    });
    work.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the captcha's fonts and backgrounds could not be read");
        (Arc::default(), Missing::default())
    })
}

type Files = Vec<(String, Vec<u8>)>;

/// What ships and what the directory has; nothing where the owner's own directory is not there.
fn beside(shipped: Vec<(&str, &[u8])>, found: Option<Files>, is_missing: bool) -> Files {
    if is_missing {
        return Files::new();
    }
    let mut all: Files = shipped
        .into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes.to_vec()))
        .collect();
    all.extend(found.unwrap_or_default());
    all
}

/// The files of a directory, not of those below it; `None` where it is no directory.
fn files(dir: &Path) -> Option<Files> {
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let mut files = Files::new();
    for path in paths
        .into_iter()
        .filter(|p| p.is_file() && !is_text(p))
        .take(MAX_FILES)
    {
        let name = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        match read_file(&path) {
            Ok(bytes) => files.push((name, bytes)),
            Err(error) => {
                tracing::warn!(name, %error, "a file of the captcha's directories cannot be read")
            }
        }
    }
    Some(files)
}

/// The notes and licences that lie beside fonts and backgrounds.
fn is_text(path: &Path) -> bool {
    path.extension()
        .is_none_or(|ext| ext.eq_ignore_ascii_case("md") || ext.eq_ignore_ascii_case("txt"))
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let size = path.metadata()?.len();
    if size > MAX_FILE_BYTES {
        return Err(io::Error::other(format!("{size} bytes are too many")));
    }
    std::fs::read(path)
}
