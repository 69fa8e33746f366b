//! Passed challenges that are kept because the account could not be made, as when its name is taken. Such a challenge serves a few
//! more names, so that a visitor does not pass one for each; it makes one account.

use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::challenge::Challenges;
use crate::service::captcha::client::Client;
use crate::store::KeptChallenge;

/// How many more names a passed challenge serves: enough for a person, and few for a program that asks which names there are.
const MORE_NAMES: u32 = 4;

impl Challenges {
    /// Keeps a challenge that this client passed just now for an account. One that is kept already stays as it is. Says whether it
    /// serves another name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn keep_passed(
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
        Ok(self.kept(id, client).await?.is_some())
    }

    /// The kept challenge with this id, if it serves another name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn kept(
        &self,
        id: ChallengeId,
        client: &Client,
    ) -> Result<Option<KeptChallenge>, Error> {
        let kept = self
            .store
            .kept_challenge(id, &client.session, self.kept_since_ms());
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
        let taken = self
            .store
            .take_name(id, &client.session, self.kept_since_ms());
        Ok(taken.await?)
    }

    /// A passed challenge is kept as long as an open one.
    fn kept_since_ms(&self) -> i64 {
        self.clock.now_ms() - self.settings.options().life_ms
    }
}
