//! Jobs of this node: one for each person at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::ids::GameId;
use crate::matches::Player;

/// The matches that are analysed here, by whoever asked.
#[derive(Clone, Default)]
pub(super) struct RunningJobs(Arc<Mutex<HashMap<Player, GameId>>>);

/// A place among the jobs, which is free again when this is dropped.
pub(super) struct JobPlace {
    jobs: RunningJobs,
    player: Player,
}

impl RunningJobs {
    /// A place for a job of this person; `None` if there is one already.
    pub(super) fn take(&self, player: Player, id: GameId) -> Option<JobPlace> {
        let mut jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.contains_key(&player) {
            return None;
        }
        jobs.insert(player, id);
        Some(JobPlace {
            jobs: self.clone(),
            player,
        })
    }

    /// Whether a match of this player is analysed here.
    pub(super) fn has_place(&self, player: Player) -> bool {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.contains_key(&player)
    }

    /// Whether a match is analysed here.
    pub(super) fn has(&self, id: GameId) -> bool {
        let jobs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.values().any(|running| *running == id)
    }
}

impl Drop for JobPlace {
    fn drop(&mut self) {
        let mut jobs = self.jobs.0.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.remove(&self.player);
    }
}
