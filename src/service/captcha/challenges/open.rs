//! Open challenges: those that have neither ended nor expired.

use crate::clock::Clock;
use crate::ids::ChallengeId;
use crate::service::Error;
use crate::service::captcha::handles::Handles;
use crate::store::{Challenge, Store};

/// The open challenges of all sessions. A clone is the same.
#[derive(Clone)]
pub(super) struct OpenChallenges {
    store: Store,
    clock: Clock,
}

impl OpenChallenges {
    pub(super) fn new(handles: &Handles) -> Self {
        OpenChallenges {
            store: handles.store.clone(),
            clock: handles.clock.clone(),
        }
    }

    /// The open challenge of this session that has this id.
    pub(super) async fn find(
        &self,
        id: ChallengeId,
        session: &str,
    ) -> Result<Option<Challenge>, Error> {
        let now_ms = self.clock.now_ms();
        let challenge = self.store.challenge(id).await?;
        Ok(challenge.filter(|challenge| {
            challenge.session_hash == session
                && challenge.ended.is_none()
                && challenge.expires_ms > now_ms
        }))
    }
}
