//! The live settings of the captcha: a versioned row, the fonts and backgrounds that go with it, and the news of a change.

use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::ids::UserId;
use crate::service::Error;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::service::captcha::asset_files::{self, Missing, Tried};
use crate::service::versioned_setting::{self, VersionedSetting};
use crate::store::Store;
use rookery_captcha::{Assets, Captcha, Settings};

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

/// The settings in force. A clone is the same.
#[derive(Clone)]
pub struct LiveSettings(Arc<Inner>);

struct Inner {
    setting: VersionedSetting<Settings>,
    options: CaptchaOptions,
    live: watch::Sender<Arc<ActiveCaptcha>>,
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
            tried: Mutex::default(),
        })))
    }

    /// The captcha as it is drawn now.
    pub fn current(&self) -> Arc<ActiveCaptcha> {
        Arc::clone(&self.0.live.borrow())
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
        let before = self.current().files();
        let live = ActiveCaptcha::saved_after(before, &self.0.options, self.store()).await?;
        self.0.live.send_replace(Arc::new(live));
        *asset_files::lock(&self.0.tried) = None;
        Ok(())
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
    /// environment or command line fix stays as it was saved before, if the others go with that: it comes back when it is not fixed
    /// any more.
    ///
    /// # Errors
    /// [`crate::store::Error::Conflict`] where somebody else was first.
    pub async fn save(
        &self,
        settings: &Settings,
        seen_version: i64,
        by: UserId,
    ) -> Result<(), Error> {
        let mut kept = settings.clone();
        if let Some(saved) = self.0.setting.value().await? {
            for key in &self.0.options.locked {
                if let Some(value) = saved.get(key) {
                    // A value that this release refuses is not kept.
                    let _ = kept.set(key, &value);
                }
            }
        }
        let kept = match kept.validate() {
            Ok(()) => &kept,
            Err(_) => settings,
        };
        let factory = &self.0.options.factory;
        let saved = self.0.setting.save(kept, factory, seen_version, by);
        saved.await?;
        // The settings are saved: if reading them back fails here, the next check reads them.
        if let Err(error) = self.refresh().await {
            tracing::warn!(%error, "cannot read back what was saved");
        }
        self.0.setting.announce(None).await;
        Ok(())
    }

    /// Follows the changes that other nodes save: by news, and every half minute anyway. Ends when the task is dropped.
    pub async fn follow(self) {
        let mut news = self.0.setting.news();
        loop {
            // A setting event, lost events and a timeout all have the same effect: check the database.
            let told = versioned_setting::next_news(&mut news).await;
            let is_told = told.is_some_and(|key| key == FILES_KEY);
            let looked = match is_told {
                true => self.refresh().await,
                false => self.refresh_if_old().await,
            };
            if let Err(error) = looked {
                tracing::warn!(%error, "cannot read the captcha settings");
            }
        }
    }

    /// Reads everything again where somebody, on whichever node, has saved settings or files since it was read.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh_if_old(&self) -> Result<(), Error> {
        match self.is_old().await? {
            true => self.refresh().await,
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
        let (assets, missing) = match known {
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
            drawing: Captcha { settings, assets },
            missing,
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
        before: (Arc<Assets>, Missing),
        options: &CaptchaOptions,
        store: &Store,
    ) -> Result<Self, Error> {
        let is_sound = |settings: &Settings| settings.validate().is_ok();
        let factory = &options.factory;
        let saved = versioned_setting::saved_or_factory(store, KEY, factory, is_sound);
        let (version, mut settings) = saved.await?;
        options.fix(&mut settings);
        if let Err(errors) = settings.validate() {
            let fields = errors.iter().map(|error| error.field);
            let fields = fields.collect::<Vec<_>>().join(", ");
            tracing::error!(
                fields,
                "the saved captcha settings do not go with those that environment or command line fix; the factory's are used"
            );
            settings = factory.clone();
        }
        let uploads = asset_files::uploaded(store).await?;
        let ids = uploads.ids.clone();
        let (assets, missing) = asset_files::load(&settings.classic, uploads, before).await;
        Ok(ActiveCaptcha {
            version,
            drawing: Captcha { settings, assets },
            missing,
            uploads: ids,
        })
    }

    /// Its fonts and backgrounds, and what is missing of them.
    fn files(&self) -> (Arc<Assets>, Missing) {
        (Arc::clone(&self.drawing.assets), self.missing)
    }
}
