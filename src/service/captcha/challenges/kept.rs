//! Passed challenges that are kept because the account could not be made, as when its name is taken. Such a challenge serves a few
//! more names, so that a visitor does not pass one for each; it makes one account.

use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenges::client::Client;
use crate::service::captcha::handles::Handles;
use crate::service::captcha::live_settings::LiveSettings;
use crate::store::{KeptChallenge, Store};

/// The number of further names that a passed challenge serves: enough for a person, and few for a program that asks which names there are.
const MORE_NAMES: u32 = 4;

/// The longest time for which a passed challenge is kept: `service/maintenance.rs` removes the rows of ended challenges after an hour.
const KEPT_AT_MOST_MS: i64 = 60 * 60 * 1000;

/// The kept challenges. A clone is the same.
#[derive(Clone)]
pub struct KeptChallenges {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
}

impl KeptChallenges {
    pub(in crate::service::captcha) fn new(handles: &Handles) -> Self {
        KeptChallenges {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
            settings: handles.settings.clone(),
        }
    }

    /// Keeps a challenge that this client passed just now for an account. One that is kept already stays as it is. Says whether it
    /// serves another name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn keep(
        &self,
        id: ChallengeId,
        client: &Client,
        is_held: bool,
    ) -> Result<bool, Error> {
        let kept = KeptChallenge {
            names_left: MORE_NAMES,
            is_held,
        };
        self.store.keep_challenge(id, &client.session, kept).await?;
        Ok(self.find(id, client).await?.is_some())
    }

    /// The kept challenge with this id, if it serves another name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn find(
        &self,
        id: ChallengeId,
        client: &Client,
    ) -> Result<Option<KeptChallenge>, Error> {
        let kept = self
            .store
            .kept_challenge(id, &client.session, self.since_ms());
        Ok(kept.await?)
    }

    /// Takes one of the names of a kept challenge.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn take_name(
        &self,
        id: ChallengeId,
        client: &Client,
    ) -> Result<Option<KeptChallenge>, Error> {
        let taken = self.store.take_name(id, &client.session, self.since_ms());
        Ok(taken.await?)
    }

    /// A passed challenge is kept as long as an open one, and an hour at most.
    fn since_ms(&self) -> i64 {
        let kept_ms = self.settings.options().life_ms.min(KEPT_AT_MOST_MS);
        self.clock.now_ms() - kept_ms
    }
}
