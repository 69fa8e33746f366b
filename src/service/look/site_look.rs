//! The look of the site as a setting: in memory on each node, saved with versions, and told to the other nodes.

use std::sync::Arc;

use tokio::sync::watch;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::ids::UserId;
use crate::look::{Logo, Look};
use crate::service::Error;
use crate::service::captcha::threads::CaptchaThreads;
use crate::service::look::active_look::{ActiveLook, ServedLogo};
use crate::service::look::logos::{self, KeptLogo, Logos};
use crate::service::versioned_setting::{self, SettingsVersion, VersionedSetting};
use crate::store::{self, Store};

/// The key of the look in the database.
const KEY: &str = "look";
/// The word of the audit log for a change.
const ACTION: &str = "site-look";

/// The look in the owner's configuration, and the fields that it fixes.
#[derive(Clone, Debug)]
pub struct LookOptions {
    /// The look of a site whose owner has saved none.
    pub factory: Look,
    /// Fields that environment or command line fix: their factory value counts, whatever is saved.
    pub locked: Vec<&'static str>,
}

impl LookOptions {
    /// Puts the fixed values back.
    fn fix(&self, look: &mut Look) {
        for key in &self.locked {
            look.set(key, self.factory.get(key));
        }
    }
}

/// The look of the site. A clone is the same.
#[derive(Clone)]
pub struct SiteLook(Arc<Inner>);

struct Inner {
    setting: VersionedSetting<Look>,
    options: LookOptions,
    logos: Logos,
    live: watch::Sender<Arc<ActiveLook>>,
}

impl SiteLook {
    /// Reads the saved look. The threads inspect uploaded logos.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn open(
        options: LookOptions,
        store: Store,
        bus: Bus,
        clock: Clock,
        threads: CaptchaThreads,
    ) -> Result<Self, Error> {
        let logos = Logos::new(KEY, store.clone(), threads);
        let live = watch::Sender::new(Arc::new(saved(&options, &store, &logos).await?));
        Ok(SiteLook(Arc::new(Inner {
            setting: VersionedSetting::new((KEY, ACTION), store, bus, clock),
            options,
            logos,
            live,
        })))
    }

    /// The look as pages show it now.
    pub fn current(&self) -> Arc<ActiveLook> {
        Arc::clone(&self.0.live.borrow())
    }

    /// The fields that environment or command line fix.
    pub fn locked(&self) -> Vec<&'static str> {
        self.0.options.locked.clone()
    }

    /// Whether environment or command line fix this field.
    pub fn is_locked(&self, key: &str) -> bool {
        self.0.options.locked.contains(&key)
    }

    /// Keeps a logo, so that a look can be saved with it.
    ///
    /// # Errors
    /// The database does not answer, or the thread that inspects files is busy.
    pub async fn keep_logo(&self, bytes: Vec<u8>, by: UserId) -> Result<KeptLogo, Error> {
        let now_ms = self.0.setting.clock().now_ms();
        self.0.logos.keep(bytes, by, now_ms).await
    }

    /// A logo that is kept, with its bytes.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn logo(&self, logo: &Logo) -> Result<Option<ServedLogo>, Error> {
        self.0.logos.read(logo).await
    }

    /// Saves a look over the version that the admin saw, with a line in the audit log, and puts it in force on every node. A field
    /// that environment or command line fix stays as it was saved before: it comes back when it is not fixed any more.
    ///
    /// # Errors
    /// [`crate::store::Error::Conflict`] where somebody else was first.
    pub async fn save(&self, look: &Look, seen_version: i64, by: UserId) -> Result<(), Error> {
        let mut look = look.clone();
        self.0.options.fix(&mut look);
        if let Some(saved) = self.0.setting.value().await? {
            for key in &self.0.options.locked {
                look.set(key, saved.get(key));
            }
        }
        let (setting, factory) = (&self.0.setting, &self.0.options.factory);
        let saved = setting.save(&look, factory, seen_version, by, self.refresh());
        saved.await?;
        // The look is saved; logos that nobody needs can go with the next one.
        let now_ms = self.0.setting.clock().now_ms();
        if let Err(error) = sweep_logos(self.0.setting.store(), now_ms).await {
            tracing::warn!(%error, "cannot remove logos that were not saved");
        }
        Ok(())
    }

    /// The last [`crate::service::LISTED_VERSIONS`] versions, the newest first, and whether there are older ones.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn history(&self) -> Result<(Vec<SettingsVersion<Look>>, bool), Error> {
        self.0.setting.history(&self.0.options.factory).await
    }

    /// The look that a version had; `None` for one that is no longer listed or cannot be read. Version 0 is the
    /// configuration's.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version(&self, version: i64) -> Result<Option<Look>, Error> {
        self.0
            .setting
            .version(version, &self.0.options.factory)
            .await
    }

    /// The look of a version as it would come into force again: what environment or command line fix stays as it is.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version_again(&self, version: i64) -> Result<Option<Look>, Error> {
        let mut look = self.version(version).await?;
        if let Some(look) = &mut look {
            self.0.options.fix(look);
        }
        Ok(look)
    }

    /// The name of the user who saved the look in force.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn changed_by(&self) -> Result<Option<String>, Error> {
        self.0.setting.changed_by().await
    }

    /// Reads the look again.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh(&self) -> Result<(), Error> {
        let look = saved(&self.0.options, self.0.setting.store(), &self.0.logos).await?;
        self.0.live.send_replace(Arc::new(look));
        Ok(())
    }

    /// Reads the look again where somebody, on whichever node, has saved one since it was read.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn refresh_if_old(&self) -> Result<(), Error> {
        match self.0.setting.version_number().await? == self.current().version {
            true => Ok(()),
            false => self.refresh().await,
        }
    }

    /// Follows the changes that other nodes save: by news, and every half minute anyway. Ends when the task is dropped.
    pub async fn follow(self) {
        let mut news = self.0.setting.news();
        loop {
            // An event about any setting, lost events and a timeout all have the same effect: check the database.
            versioned_setting::next_news(&mut news).await;
            let look = store::in_a_minute(self.refresh_if_old());
            if let Err(error) = look.await {
                tracing::warn!(%error, "cannot read the look of the site");
            }
        }
    }
}

/// Removes the logos that no listed version of the look uses and that are too old to be in an unsaved form.
///
/// # Errors
/// The database does not answer.
pub(in crate::service) async fn sweep_logos(store: &Store, now_ms: i64) -> Result<(), Error> {
    logos::sweep(KEY, store, now_ms).await
}

/// The saved look, or the configuration's, with its logo.
async fn saved(options: &LookOptions, store: &Store, logos: &Logos) -> Result<ActiveLook, Error> {
    let factory = &options.factory;
    let (version, mut look) =
        versioned_setting::saved_or_factory(store, KEY, factory, |look| !look.name.is_empty())
            .await?;
    options.fix(&mut look);
    let logo = match &look.logo {
        Some(logo) => logos.read(logo).await?,
        None => None,
    };
    if look.logo.is_some() && logo.is_none() {
        tracing::error!(version, "the logo of the site is not in the database");
    }
    Ok(ActiveLook::new(version, look, logo))
}
