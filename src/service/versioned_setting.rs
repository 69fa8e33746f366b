//! A setting that changes while the site runs: its versions, who saved them, and the news of a change to the other nodes.

use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bus::{Bus, BusEvent, SettingsEvents};
use crate::clock::Clock;
use crate::ids::UserId;
use crate::service::Error;
use crate::store::{Actor, AuditEntry, Setting, Store};

/// The most versions that are listed, and can be restored.
pub const LISTED_VERSIONS: u32 = 100;
/// The longest time until a change of another node is in force, even if the news of it was lost.
const LOOK_AGAIN_EVERY: Duration = Duration::from_secs(30);

/// A setting as it was saved once, with its author and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsVersion<T> {
    /// Its number; the first that was saved is 1.
    pub version: i64,
    /// The name of the user who saved it, if the account still exists.
    pub by: Option<String>,
    /// When, unix milliseconds.
    pub changed_ms: i64,
    /// The settings; `None` if another release saved them in a form that this one cannot read.
    pub settings: Option<T>,
    /// The settings before it; version 1 followed the factory's.
    pub before: Option<T>,
}

/// The versions of one setting, JSON in the database.
pub(in crate::service) struct VersionedSetting<T> {
    key: &'static str,
    /// The word of the audit log for a change.
    action: &'static str,
    store: Store,
    bus: Bus,
    clock: Clock,
    value: PhantomData<fn() -> T>,
}

impl<T: Clone + Serialize + DeserializeOwned> VersionedSetting<T> {
    pub(in crate::service) fn new(
        (key, action): (&'static str, &'static str),
        store: Store,
        bus: Bus,
        clock: Clock,
    ) -> Self {
        VersionedSetting {
            key,
            action,
            store,
            bus,
            clock,
            value: PhantomData,
        }
    }

    pub(in crate::service) fn store(&self) -> &Store {
        &self.store
    }

    pub(in crate::service) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The version in the database; 0 where nothing was saved.
    pub(in crate::service) async fn version_number(&self) -> Result<i64, Error> {
        Ok(self.store.setting(self.key).await?.map_or(0, |s| s.version))
    }

    /// The value in the database; `None` where none was saved that this release can read.
    pub(in crate::service) async fn value(&self) -> Result<Option<T>, Error> {
        let saved = self.store.setting(self.key).await?;
        Ok(saved.and_then(|saved| serde_json::from_str(&saved.value).ok()))
    }

    /// Saves a value over the version that the admin saw, with a line in the audit log: the first one follows the factory's. Then puts it in
    /// force: `refresh` reads it back on this node, and the others hear of it.
    ///
    /// # Errors
    /// [`crate::store::Error::Conflict`] where somebody else was first.
    pub(in crate::service) async fn save(
        &self,
        value: &T,
        factory: &T,
        seen_version: i64,
        by: UserId,
        refresh: impl Future<Output = Result<(), Error>>,
    ) -> Result<(), Error> {
        let json =
            |value: &T| serde_json::to_string(value).map_err(|e| Error::Internal(e.to_string()));
        let text = json(value)?;
        let before = match self.store.setting(self.key).await? {
            Some(saved) => saved.value,
            None => json(factory)?,
        };
        let entry = AuditEntry {
            at_ms: self.clock.now_ms(),
            actor: Actor::User(by),
            action: self.action.to_owned(),
            subject: self.key.to_owned(),
            before: Some(before),
            after: Some(text.clone()),
        };
        self.store
            .save_setting(self.key, &text, seen_version, &entry)
            .await?;
        // It is saved: if reading it back fails here, the next check reads it.
        if let Err(error) = refresh.await {
            tracing::warn!(%error, "cannot read back what was saved");
        }
        self.announce(None).await;
        Ok(())
    }

    /// Announces to all nodes that this setting has changed, or whatever `key` stands for if it is given.
    pub(in crate::service) async fn announce(&self, key: Option<&str>) {
        let key = key.unwrap_or(self.key).to_owned();
        self.bus.publish(BusEvent::Settings { key }).await;
    }

    /// News of changed settings, for [`next_news`].
    pub(in crate::service) fn news(&self) -> SettingsEvents {
        self.bus.subscribe_settings()
    }

    /// The last [`LISTED_VERSIONS`] versions, the newest first, and whether there are older ones.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn history(
        &self,
        factory: &T,
    ) -> Result<(Vec<SettingsVersion<T>>, bool), Error> {
        // One more than is listed: the oldest needs to be compared with something.
        let kept = self
            .store
            .setting_history(self.key, LISTED_VERSIONS + 1)
            .await?;
        let settings: Vec<_> = kept
            .iter()
            .map(|version| serde_json::from_str::<T>(&version.value).ok())
            .collect();
        let versions = kept
            .iter()
            .enumerate()
            .take(LISTED_VERSIONS as usize)
            .map(|(n, version)| SettingsVersion {
                version: version.version,
                by: version.changed_by_name.clone(),
                changed_ms: version.changed_ms,
                settings: settings[n].clone(),
                before: match settings.get(n + 1) {
                    Some(before) => before.clone(),
                    None => Some(factory.clone()),
                },
            })
            .collect();
        Ok((versions, kept.len() > LISTED_VERSIONS as usize))
    }

    /// The value that a version had; `None` for one that is no longer listed or cannot be read. Version 0 is the factory's.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn version(
        &self,
        version: i64,
        factory: &T,
    ) -> Result<Option<T>, Error> {
        if version == 0 {
            return Ok(Some(factory.clone()));
        }
        let (history, _) = self.history(factory).await?;
        let kept = history.into_iter().find(|kept| kept.version == version);
        Ok(kept.and_then(|kept| kept.settings))
    }

    /// The name of the user who saved the value in force.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn changed_by(&self) -> Result<Option<String>, Error> {
        let saved = self.store.setting(self.key).await?;
        Ok(saved.and_then(|saved| saved.changed_by_name))
    }
}

/// The saved value of a setting with its version, or the factory's, with 0; `is_sound` says whether this release can use it.
///
/// # Errors
/// The database does not answer.
pub(in crate::service) async fn saved_or_factory<T: Clone + DeserializeOwned>(
    store: &Store,
    key: &str,
    factory: &T,
    is_sound: impl FnOnce(&T) -> bool,
) -> Result<(i64, T), Error> {
    let Some(Setting { value, version, .. }) = store.setting(key).await? else {
        return Ok((0, factory.clone()));
    };
    match serde_json::from_str::<T>(&value) {
        Ok(settings) if is_sound(&settings) => Ok((version, settings)),
        // A version of another build: the site goes on with the factory's, and says so.
        _ => {
            tracing::error!(
                key,
                version,
                "saved settings cannot be read; the factory's are used"
            );
            Ok((version, factory.clone()))
        }
    }
}

/// The next news of a changed setting: its key, or `None` if news may have been lost, or if none came within
/// `LOOK_AGAIN_EVERY`.
pub(in crate::service) async fn next_news(news: &mut SettingsEvents) -> Option<String> {
    match tokio::time::timeout(LOOK_AGAIN_EVERY, news.next()).await {
        Ok(Some(BusEvent::Settings { key })) => Some(key),
        _ => None,
    }
}
