//! The live settings of the captcha: a versioned row, the fonts and backgrounds that go with it, and the news of a change.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::sync::watch;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::ids::UserId;
use crate::service::Error;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::service::captcha::asset_files::{self, FilesRead, Tried};
use crate::service::versioned_setting::{self, VersionedSetting};
use crate::store::{self, Challenge, Store};
use rookery_captcha::{Captcha, Settings};

/// The key of the live settings in the database.
const KEY: &str = "captcha";
/// The word of the audit log for a change of the settings.
const ACTION: &str = "captcha-settings";
/// The key under which news of uploaded files, and of directories to be read again, travel.
const FILES_KEY: &str = "captcha-files";

/// The captcha in the owner's configuration.
#[derive(Clone, Debug)]
pub struct CaptchaOptions {
    pub factory: Settings,
    /// The factory settings as they are where environment and command line fix nothing.
    pub unlocked: Settings,
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

/// The captcha that was in force until a moment ago.
struct Before {
    captcha: Arc<ActiveCaptcha>,
    /// Until when a challenge of it may be open, unix milliseconds.
    until_ms: i64,
}

/// The settings in force. A clone is the same.
#[derive(Clone)]
pub struct LiveSettings(Arc<Inner>);

struct Inner {
    setting: VersionedSetting<Settings>,
    options: CaptchaOptions,
    live: watch::Sender<Arc<ActiveCaptcha>>,
    /// The captcha before it, for the challenges that are still open. Only one is kept, because it holds fonts and backgrounds in memory.
    before: Mutex<Option<Before>>,
    /// Held while everything is read again: an older look never replaces a newer one.
    turn: tokio::sync::Mutex<()>,
    /// The directories that somebody tried out last.
    tried: Mutex<Option<Tried>>,
}

impl LiveSettings {
    /// Reads settings, fonts and backgrounds.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn open(
        options: CaptchaOptions,
        store: Store,
        bus: Bus,
        clock: Clock,
    ) -> Result<Self, Error> {
        let live = watch::Sender::new(Arc::new(ActiveCaptcha::saved(&options, &store).await?));
        Ok(LiveSettings(Arc::new(Inner {
            setting: VersionedSetting::new((KEY, ACTION), store, bus, clock),
            options,
            live,
            before: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            tried: Mutex::default(),
        })))
    }

    /// The captcha as it is drawn now.
    pub fn current(&self) -> Arc<ActiveCaptcha> {
        Arc::clone(&self.0.live.borrow())
    }

    /// The captcha that was in force when a challenge was made; `None` where it is not known any more, or not yet.
    pub(in crate::service) fn of(&self, challenge: &Challenge) -> Option<Arc<ActiveCaptcha>> {
        let before = asset_files::lock(&self.0.before);
        let before = before.as_ref().map(|before| Arc::clone(&before.captcha));
        let now_ms = self.0.setting.clock().now_ms();
        // A `since_ms` in the future is from before the clock was put back and is ignored.
        let made_it = |captcha: &Arc<ActiveCaptcha>| {
            captcha.version == challenge.settings_version
                && (captcha.since_ms <= challenge.created_ms || captcha.since_ms > now_ms)
        };
        [Some(self.current()), before]
            .into_iter()
            .flatten()
            .find(made_it)
    }

    pub fn factory(&self) -> &Settings {
        &self.0.options.factory
    }

    /// Whether environment or command line fix this key.
    pub fn is_locked(&self, key: &str) -> bool {
        self.0.options.locked.contains(&key)
    }

    /// Reads the settings, the directories and the uploaded files again.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh(&self) -> Result<(), Error> {
        let _turn = self.0.turn.lock().await;
        self.read_again().await
    }

    /// Reads everything again and puts it in force. Whoever calls has the turn.
    async fn read_again(&self) -> Result<(), Error> {
        let current = self.current();
        let files = current.files();
        let mut live = ActiveCaptcha::saved_after(files, &self.0.options, self.store()).await?;
        let now_ms = self.0.setting.clock().now_ms();
        let is_same = live.version == current.version && live.is_drawn_like(&current);
        // If only the files have changed, challenges made from now on are drawn with them. A new version has no lower bound
        // (`i64::MIN`): other nodes may have made challenges with it before this one heard of it.
        if is_same {
            live.since_ms = current.since_ms;
        } else if live.version == current.version {
            live.since_ms = now_ms;
        }
        let mut before = asset_files::lock(&self.0.before);
        let captcha = self.0.live.send_replace(Arc::new(live));
        if !is_same {
            *before = Some(Before {
                captcha,
                until_ms: now_ms + self.0.options.life_ms,
            });
        }
        *asset_files::lock(&self.0.tried) = None;
        Ok(())
    }

    /// Forgets the captcha before the one in force when its challenges have ended.
    fn forget_before(&self) {
        let now_ms = self.0.setting.clock().now_ms();
        let mut before = asset_files::lock(&self.0.before);
        before.take_if(|before| before.until_ms <= now_ms);
    }

    /// Like [`LiveSettings::refresh`], and tells the other nodes to do the same.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn rescan(&self) -> Result<(), Error> {
        self.refresh().await?;
        self.0.setting.announce(Some(FILES_KEY)).await;
        Ok(())
    }

    /// Saves settings over the version that the admin saw, with a line in the audit log, and puts them in force. A setting that
    /// environment or command line fix keeps its value saved before, or the one that it has without them (of `config.toml` or the factory), if that
    /// is valid together with the others: that value applies again once it is no longer fixed.
    ///
    /// # Errors
    /// [`crate::store::Error::Conflict`] where somebody else was first.
    pub async fn save(
        &self,
        settings: &Settings,
        seen_version: i64,
        by: UserId,
    ) -> Result<(), Error> {
        let options = &self.0.options;
        let saved = self.store().setting(KEY).await?;
        let saved = saved.map(|saved| usable(&saved.value, &options.unlocked));
        let below = saved.map_or_else(|| options.unlocked.clone(), |(below, _)| below);
        let mut kept = settings.clone();
        for key in &options.locked {
            if let Some(value) = below.get(key) {
                // A value that this release refuses is not kept.
                let _ = kept.set(key, &value);
            }
        }
        let kept = match kept.validate() {
            Ok(()) => &kept,
            Err(_) => settings,
        };
        let (setting, factory) = (&self.0.setting, &options.factory);
        let saved = setting.save(kept, factory, seen_version, by, self.refresh());
        saved.await
    }

    /// Follows the changes that other nodes save: by news, and every half minute anyway. Ends when the task is dropped.
    pub async fn follow(self) {
        let mut news = self.0.setting.news();
        loop {
            // A setting event, lost events and a timeout all have the same effect: check the database.
            let told = versioned_setting::next_news(&mut news).await;
            let is_told = told.is_some_and(|key| key == FILES_KEY);
            let look = async {
                match is_told {
                    true => self.refresh().await,
                    false => self.refresh_if_old().await,
                }
            };
            // A look that never ended would keep the turn.
            if let Err(error) = store::in_a_minute(look).await {
                tracing::warn!(%error, "cannot read the captcha settings");
            }
        }
    }

    /// Reads everything again where somebody, on whichever node, has saved settings or files since it was read.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh_if_old(&self) -> Result<(), Error> {
        self.forget_before();
        if !self.is_old().await? {
            return Ok(());
        }
        let _turn = self.0.turn.lock().await;
        // Somebody else may have read it meanwhile.
        match self.is_old().await? {
            true => self.read_again().await,
            false => Ok(()),
        }
    }

    async fn is_old(&self) -> Result<bool, Error> {
        let live = self.current();
        let version = self.0.setting.version_number().await?;
        let uploads = self.store().asset_list().await?;
        let kept = uploads.iter().map(|file| file.id);
        Ok(version != live.version || !kept.eq(live.uploads.iter().copied()))
    }

    /// The captcha with settings that are not saved; fonts and backgrounds in force serve where the directories are the same.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn unsaved(&self, settings: Settings) -> Result<ActiveCaptcha, Error> {
        let live = self.current();
        let (current, wanted) = (&live.drawing.settings.classic, &settings.classic);
        let is_same = current.fonts_dir == wanted.fonts_dir
            && current.backgrounds_dir == wanted.backgrounds_dir;
        let known = asset_files::lock(&self.0.tried)
            .as_ref()
            .and_then(|tried| tried.of(wanted));
        let files = match known {
            _ if is_same => live.files(),
            Some(known) => known,
            None => {
                let uploads = asset_files::uploaded(self.store()).await?;
                let read = asset_files::load(wanted, uploads, live.files()).await;
                // A page shows a dozen pictures: the directories are read for the first.
                let tried = Tried::new(wanted, &read);
                *asset_files::lock(&self.0.tried) = Some(tried);
                read
            }
        };
        Ok(ActiveCaptcha {
            version: live.version,
            is_partial: false,
            since_ms: live.since_ms,
            drawing: Captcha {
                settings,
                assets: files.assets,
            },
            missing: files.missing,
            digest: files.digest,
            uploads: live.uploads.clone(),
        })
    }

    /// Puts the values in that environment or command line fix.
    pub(in crate::service) fn fix(&self, settings: &mut Settings) {
        self.0.options.fix(settings);
    }

    pub(in crate::service) fn setting(&self) -> &VersionedSetting<Settings> {
        &self.0.setting
    }

    pub(in crate::service) fn store(&self) -> &Store {
        self.0.setting.store()
    }

    pub(in crate::service) fn options(&self) -> &CaptchaOptions {
        &self.0.options
    }
}

/// The saved settings, and whether all of them can be used. Another release may have saved keys that this one does not know and values that
/// it refuses: those of `factory` take their place, and the others stay what the owner chose.
fn usable(saved: &str, factory: &Settings) -> (Settings, bool) {
    if let Ok(settings) = serde_json::from_str::<Settings>(saved)
        && settings.validate().is_ok()
    {
        return (settings, true);
    }
    let json: Value = serde_json::from_str(saved).unwrap_or_default();
    let mut settings = factory.clone();
    for spec in Settings::fields() {
        let mut path = spec.key.split('.');
        let value = match path.try_fold(&json, |at, part| at.get(part)) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => continue,
        };
        // A refused value leaves the factory value in place.
        let _ = settings.set(spec.key, &value);
    }
    match settings.validate() {
        Ok(()) => (settings, false),
        Err(_) => (factory.clone(), false),
    }
}

impl ActiveCaptcha {
    /// The captcha with the saved settings of a site, its fonts and its backgrounds.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn saved(options: &CaptchaOptions, store: &Store) -> Result<Self, Error> {
        ActiveCaptcha::saved_after(Default::default(), options, store).await
    }

    /// The same; fonts and backgrounds stay those of `before` if nothing can be read at all.
    async fn saved_after(
        before: FilesRead,
        options: &CaptchaOptions,
        store: &Store,
    ) -> Result<Self, Error> {
        let factory = &options.factory;
        let (version, mut settings, mut is_partial) = match store.setting(KEY).await? {
            None => (0, factory.clone(), false),
            Some(saved) => {
                let (settings, is_whole) = usable(&saved.value, factory);
                (saved.version, settings, !is_whole)
            }
        };
        if is_partial {
            tracing::error!(
                version,
                "some of the saved captcha settings cannot be used; the factory's take their place"
            );
        }
        options.fix(&mut settings);
        if let Err(errors) = settings.validate() {
            let fields = errors.iter().map(|error| error.field);
            let fields = fields.collect::<Vec<_>>().join(", ");
            tracing::error!(
                fields,
                "the saved captcha settings conflict with values set in the environment or on the command line; the factory's are used"
            );
            settings = factory.clone();
            is_partial = true;
        }
        let uploads = asset_files::uploaded(store).await?;
        let ids = uploads.ids.clone();
        let files = asset_files::load(&settings.classic, uploads, before).await;
        Ok(ActiveCaptcha {
            version,
            is_partial,
            since_ms: i64::MIN,
            drawing: Captcha {
                settings,
                assets: files.assets,
            },
            missing: files.missing,
            digest: files.digest,
            uploads: ids,
        })
    }

    /// Its fonts and backgrounds, and what is missing of them.
    fn files(&self) -> FilesRead {
        FilesRead {
            assets: Arc::clone(&self.drawing.assets),
            missing: self.missing,
            digest: self.digest.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_release_saved_is_taken_key_by_key() {
        let mut factory = Settings::default();
        factory.set("classic.margin_px", "11").unwrap();
        let saved = r#"{"preset": "classic", "palette": "warm",
            "classic": {"font_size_px": 31, "noise_pixels": 100000},
            "defence": {"work": false, "clouds": 3}}"#;
        let (settings, is_whole) = usable(saved, &factory);
        assert!(!is_whole);
        for (key, value) in [
            ("preset", "classic"),
            ("classic.font_size_px", "31"),
            ("defence.work", "false"),
            // Out of bounds, and not there.
            ("classic.noise_pixels", "4"),
            ("classic.margin_px", "11"),
        ] {
            assert_eq!(settings.get(key).as_deref(), Some(value), "{key}");
        }
        for (saved, expected) in [
            ("no JSON", false),
            (r#"{"classic": 7}"#, false),
            (r#"{"classic": {"font_size_px": 31}}"#, true),
        ] {
            let (settings, is_whole) = usable(saved, &factory);
            assert_eq!(is_whole, expected, "{saved}");
            assert!(settings.validate().is_ok());
        }
    }
}
