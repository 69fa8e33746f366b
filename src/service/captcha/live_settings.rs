//! The live settings of the captcha: a versioned row, the fonts and backgrounds that go with it, and the news of a change.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;

use crate::bus::{Bus, BusEvent};
use crate::clock::Clock;
use crate::ids::UserId;
use crate::service::Error;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::service::captcha::asset_files::{self, Tried};
use crate::store::{Actor, AuditEntry, Store};
use rookery_captcha::{Captcha, Settings};

/// The key of the live settings in the database.
pub(in crate::service) const KEY: &str = "captcha";
/// The key under which news of uploaded files, and of directories to be read again, travel.
pub(in crate::service) const FILES_KEY: &str = "captcha-files";
/// Settings that other nodes saved are in force after at most this long, even where the news of them was lost.
const LOOK_AGAIN_EVERY: Duration = Duration::from_secs(30);

/// What the owner's configuration says about the captcha.
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
    store: Store,
    bus: Bus,
    clock: Clock,
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
            store,
            bus,
            clock,
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
        let live = ActiveCaptcha::saved(&self.0.options, &self.0.store).await?;
        self.0.live.send_replace(Arc::new(live));
        *asset_files::lock(&self.0.tried) = None;
        Ok(())
    }

    /// The same, and has the other nodes do it too.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn rescan(&self) -> Result<(), Error> {
        self.refresh().await?;
        let key = FILES_KEY.to_owned();
        self.0.bus.publish(BusEvent::Settings { key }).await;
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
            .publish(BusEvent::Settings {
                key: KEY.to_owned(),
            })
            .await;
        Ok(())
    }

    /// Follows what other nodes save: by news, and every half minute anyway. Ends when the task is dropped.
    pub async fn follow(self) {
        let mut events = self.0.bus.subscribe_settings();
        loop {
            // Lost news and silence come to the same: look.
            let heard = tokio::time::timeout(LOOK_AGAIN_EVERY, events.next()).await;
            let is_told = matches!(heard, Ok(Some(BusEvent::Settings { key })) if key == FILES_KEY);
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
        let version = self.0.store.setting(KEY).await?.map_or(0, |s| s.version);
        let uploads = self.0.store.asset_list().await?;
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
            _ if is_same => (Arc::clone(&live.drawing.assets), live.missing),
            Some(known) => known,
            None => {
                let uploads = asset_files::uploaded(&self.0.store).await?;
                let factory = &self.factory().classic;
                let read = asset_files::load(wanted, factory, uploads).await;
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

    pub(in crate::service) fn store(&self) -> &Store {
        &self.0.store
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
        let uploads = asset_files::uploaded(store).await?;
        let ids = uploads.ids.clone();
        let factory = &options.factory.classic;
        let (assets, missing) = asset_files::load(&settings.classic, factory, uploads).await;
        Ok(ActiveCaptcha {
            version,
            drawing: Captcha { settings, assets },
            missing,
            uploads: ids,
        })
    }
}
