//! The versions of the captcha's settings: who saved what when.

use crate::service::Error;
use crate::service::captcha::live_settings::{KEY, LiveSettings};
use rookery_captcha::Settings;

/// So many versions are listed, and can be gone back to.
pub const LISTED_VERSIONS: u32 = 100;

/// The settings as they were saved once, with who saved them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsVersion {
    /// Its number; the first that was saved is 1.
    pub version: i64,
    /// Who saved it, if the account still exists.
    pub by: Option<String>,
    /// When, unix milliseconds.
    pub changed_ms: i64,
    /// The settings; `None` where another release saved what this one cannot read.
    pub settings: Option<Settings>,
    /// The settings before it; version 1 followed the factory's.
    pub before: Option<Settings>,
}

impl LiveSettings {
    /// The last [`LISTED_VERSIONS`] versions, the newest first, and whether there are older ones.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn history(&self) -> Result<(Vec<SettingsVersion>, bool), Error> {
        // One more than is listed: the oldest needs to be compared with something.
        let kept = self
            .store()
            .setting_history(KEY, LISTED_VERSIONS + 1)
            .await?;
        let settings: Vec<_> = kept
            .iter()
            .map(|version| serde_json::from_str::<Settings>(&version.value).ok())
            .collect();
        let factory = || Some(self.factory().clone());
        let versions = kept
            .iter()
            .enumerate()
            .take(LISTED_VERSIONS as usize)
            .map(|(n, version)| SettingsVersion {
                version: version.version,
                by: version.changed_by_name.clone(),
                changed_ms: version.changed_ms,
                settings: settings[n].clone(),
                before: settings.get(n + 1).cloned().unwrap_or_else(factory),
            })
            .collect();
        Ok((versions, kept.len() > LISTED_VERSIONS as usize))
    }

    /// The settings that a version had; `None` for one that is no longer listed or cannot be read. Version 0 is the factory's.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version(&self, version: i64) -> Result<Option<Settings>, Error> {
        if version == 0 {
            return Ok(Some(self.factory().clone()));
        }
        let (history, _) = self.history().await?;
        let kept = history.into_iter().find(|kept| kept.version == version);
        Ok(kept.and_then(|kept| kept.settings))
    }

    /// Who saved the settings in force, by name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn changed_by(&self) -> Result<Option<String>, Error> {
        let saved = self.store().setting(KEY).await?;
        Ok(saved.and_then(|saved| saved.changed_by_name))
    }
}
