//! Subscribers in this process. A match without subscribers costs nothing.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{broadcast, watch};

use crate::bus::BusEvent;
use crate::ids::GameId;
use crate::matches::MatchEvent;

/// Maximum number of queued changes of settings for a slow subscriber; beyond that it gets a resync.
const SETTINGS_BACKLOG: usize = 16;

/// Delivers events to subscribers. Clones share them.
#[derive(Clone)]
pub(super) struct Subscribers(Arc<Inner>);

struct Inner {
    matches: Mutex<HashMap<GameId, watch::Sender<Mark>>>,
    settings: broadcast::Sender<BusEvent>,
}

/// The state for a subscriber of a match: only the newest version counts, so a slow subscriber skips the ones between.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Mark {
    version: i64,
    resyncs: u64,
}

impl Subscribers {
    pub(super) fn new() -> Self {
        Subscribers(Arc::new(Inner {
            matches: Mutex::default(),
            settings: broadcast::Sender::new(SETTINGS_BACKLOG),
        }))
    }

    pub(super) fn deliver(&self, event: BusEvent) {
        match event {
            BusEvent::Match(MatchEvent { game, version }) => {
                if let Some(listeners) = self.matches().get(&game) {
                    listeners.send_if_modified(|mark| {
                        let is_newer = version > mark.version;
                        mark.version = mark.version.max(version);
                        is_newer
                    });
                }
            }
            // An error only means that there are no subscribers.
            BusEvent::Settings { .. } => drop(self.0.settings.send(event)),
            BusEvent::Resync => {
                for listeners in self.matches().values() {
                    // A database that was restored from a backup counts on from a lower version.
                    listeners.send_modify(|mark| {
                        mark.version = 0;
                        mark.resyncs += 1;
                    });
                }
                drop(self.0.settings.send(BusEvent::Resync));
            }
        }
    }

    pub(super) fn listen_to_match(&self, game: GameId) -> MatchEvents {
        let listener = self
            .matches()
            .entry(game)
            .or_insert_with(|| watch::Sender::new(Mark::default()))
            .subscribe();
        let seen = *listener.borrow();
        MatchEvents {
            game,
            seen,
            listener: Some(listener),
            subscribers: self.clone(),
        }
    }

    pub(super) fn listen_to_settings(&self) -> SettingsEvents {
        SettingsEvents(self.0.settings.subscribe())
    }

    #[cfg(test)]
    pub(super) fn matches_listened_to(&self) -> usize {
        self.matches().len()
    }

    fn matches(&self) -> MutexGuard<'_, HashMap<GameId, watch::Sender<Mark>>> {
        self.0
            .matches
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Events of one match. Dropping it ends the subscription.
pub struct MatchEvents {
    game: GameId,
    seen: Mark,
    listener: Option<watch::Receiver<Mark>>,
    subscribers: Subscribers,
}

impl MatchEvents {
    /// Waits for the next event: a newer version, or a resync. `None` when the bus is gone.
    pub async fn next(&mut self) -> Option<BusEvent> {
        let listener = self.listener.as_mut()?;
        listener.changed().await.ok()?;
        let mark = *listener.borrow_and_update();
        let lost = mark.resyncs != self.seen.resyncs;
        self.seen = mark;
        Some(if lost {
            BusEvent::Resync
        } else {
            BusEvent::of_match(self.game, mark.version)
        })
    }
}

impl Drop for MatchEvents {
    fn drop(&mut self) {
        let mut matches = self.subscribers.matches();
        self.listener = None;
        if let Some(listeners) = matches.get(&self.game)
            && listeners.receiver_count() == 0
        {
            matches.remove(&self.game);
        }
    }
}

pub struct SettingsEvents(broadcast::Receiver<BusEvent>);

impl SettingsEvents {
    /// Waits for the next event: a changed setting, or a resync. `None` when the bus is gone.
    pub async fn next(&mut self) -> Option<BusEvent> {
        match self.0.recv().await {
            Ok(event) => Some(event),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(BusEvent::Resync),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}
