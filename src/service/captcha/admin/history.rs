//! The versions of the captcha's settings, with author and time.

use crate::service::Error;
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::versioned_setting::SettingsVersion;
use rookery_captcha::Settings;

impl LiveSettings {
    /// The last [`crate::service::LISTED_VERSIONS`] versions, the newest first, and whether there are older ones.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn history(&self) -> Result<(Vec<SettingsVersion<Settings>>, bool), Error> {
        self.setting().history(self.factory()).await
    }

    /// The settings that a version had; `None` for one that is no longer listed or cannot be read. Version 0 is the factory's.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version(&self, version: i64) -> Result<Option<Settings>, Error> {
        self.setting().version(version, self.factory()).await
    }

    /// The settings of a version as they would come into force again: what environment or command line fix stays as it is.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn version_again(&self, version: i64) -> Result<Option<Settings>, Error> {
        let mut settings = self.version(version).await?;
        if let Some(settings) = &mut settings {
            self.fix(settings);
        }
        Ok(settings)
    }

    /// The name of the user who saved the settings in force.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn changed_by(&self) -> Result<Option<String>, Error> {
        self.setting().changed_by().await
    }
}
