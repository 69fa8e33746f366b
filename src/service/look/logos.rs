//! Uploaded logos: inspected before they are kept, and kept as long as a listed version of the look has them.

use std::collections::BTreeSet;

use crate::ids::{AssetId, UserId};
use crate::look;
use crate::look::{ExaminedLogo, Logo, LogoProblem};
use crate::service::Error;
use crate::service::captcha::threads::CaptchaThreads;
use crate::service::look::active_look::ServedLogo;
use crate::service::versioned_setting::LISTED_VERSIONS;
use crate::store;
use crate::store::{AssetKind, NewAsset, Store};
use crate::work::JobError;

/// The most logos that are kept: those of all listed versions, and as many in forms that are not saved.
const MAX_LOGOS: usize = 200;
/// A logo that no version has is removed after this time: until then it may be in a form that is not saved.
const UNSAVED_LIFE_MS: i64 = 24 * 60 * 60 * 1000;

/// The outcome of an uploaded logo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptLogo {
    /// It can be saved with a look.
    Kept(Logo),
    /// It cannot be used.
    Refused(LogoProblem),
    /// The decoder panicked while reading it.
    Broke,
    /// [`MAX_LOGOS`] are kept already.
    NoMoreRoom,
}

/// The logos of the site. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct Logos {
    /// The setting whose versions have them.
    key: &'static str,
    store: Store,
    threads: CaptchaThreads,
}

impl Logos {
    pub(in crate::service) fn new(
        key: &'static str,
        store: Store,
        threads: CaptchaThreads,
    ) -> Self {
        Logos {
            key,
            store,
            threads,
        }
    }

    /// Inspects a file on the captcha's drawing thread, where a broken reader takes nothing else with it, and keeps it.
    ///
    /// # Errors
    /// The database does not answer, or the drawing thread is busy.
    pub(in crate::service) async fn keep(
        &self,
        bytes: Vec<u8>,
        by: UserId,
        now_ms: i64,
    ) -> Result<KeptLogo, Error> {
        let examined = match self
            .threads
            .on_drawing(move || look::examine(&bytes))
            .await?
        {
            Ok(Ok(examined)) => examined,
            Ok(Err(problem)) => return Ok(KeptLogo::Refused(problem)),
            Err(JobError::Panicked(words)) => {
                tracing::warn!(words, "an uploaded logo broke its reader");
                return Ok(KeptLogo::Broke);
            }
            Err(error) => return Err(Error::Internal(error.to_string())),
        };
        self.store_examined(&examined, by, now_ms).await
    }

    async fn store_examined(
        &self,
        examined: &ExaminedLogo,
        by: UserId,
        now_ms: i64,
    ) -> Result<KeptLogo, Error> {
        let logo = Logo::new(examined, store::asset_hash(&examined.bytes));
        let name = logo.to_string();
        let known = self.store.logo_list().await?;
        if let Some(file) = known.iter().find(|file| file.name == name)
            // False where it was removed a moment ago.
            && self.store.renew_asset(file.id, now_ms).await?
        {
            return Ok(KeptLogo::Kept(logo));
        }
        if known.len() >= MAX_LOGOS {
            sweep(self.key, &self.store, now_ms).await?;
            if self.store.logo_list().await?.len() >= MAX_LOGOS {
                return Ok(KeptLogo::NoMoreRoom);
            }
        }
        let new = NewAsset {
            id: AssetId::random(),
            kind: AssetKind::Logo,
            name: &name,
            bytes: &examined.bytes,
            added_by: Some(by),
            added_ms: now_ms,
        };
        match self.store.add_asset(&new, None).await {
            // Somebody else has uploaded the same a moment ago.
            Ok(()) | Err(store::Error::NameTaken) => Ok(KeptLogo::Kept(logo)),
            Err(error) => Err(error.into()),
        }
    }

    /// A logo with its bytes; `None` where it is not kept.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn read(&self, logo: &Logo) -> Result<Option<ServedLogo>, Error> {
        let file = self.store.asset(AssetKind::Logo, &logo.to_string()).await?;
        Ok(file.map(|file| ServedLogo::new(logo.clone(), file.bytes)))
    }
}

/// Removes the logos that no listed version of this setting uses and that are too old to be in an unsaved form.
///
/// # Errors
/// The database does not answer.
pub(in crate::service) async fn sweep(key: &str, store: &Store, now_ms: i64) -> Result<(), Error> {
    let mut old = store.logo_list().await?;
    old.retain(|file| file.added_ms + UNSAVED_LIFE_MS < now_ms);
    if old.is_empty() {
        return Ok(());
    }
    // The list shows what its oldest version changed, too.
    let kept = store.setting_history(key, LISTED_VERSIONS + 1).await?;
    let used: BTreeSet<String> = kept
        .iter()
        .filter_map(|kept| logo_of(&kept.value))
        .collect();
    for file in old.iter().filter(|file| !used.contains(&file.name)) {
        // One that was uploaded again meanwhile is in a form.
        store.delete_asset_of(file.id, file.added_ms).await?;
    }
    Ok(())
}

/// The name of the logo in a saved look, also in one that only another release can read.
fn logo_of(saved: &str) -> Option<String> {
    let look: serde_json::Value = serde_json::from_str(saved).ok()?;
    Some(look.get("logo")?.as_str()?.to_owned())
}
