//! The bus handle: one process alone, or several nodes on one PostgreSQL.

use tokio_util::task::TaskTracker;

use crate::bus::BusEvent;
use crate::bus::postgres::Relay;
use crate::bus::subscribers::{MatchEvents, SettingsEvents, Subscribers};
use crate::ids::GameId;

/// Delivers events to all subscribers. Clones share the bus.
#[derive(Clone)]
pub enum Bus {
    /// Within this process.
    Local(Local),
    /// Between all nodes on one PostgreSQL.
    Postgres(Relay),
}

/// The bus of a process that is alone on its database.
#[derive(Clone)]
pub struct Local(Subscribers);

/// A bus between all nodes on one database.
impl From<Relay> for Bus {
    fn from(relay: Relay) -> Self {
        Bus::Postgres(relay)
    }
}

impl Bus {
    /// A bus within this process.
    pub fn local() -> Self {
        Bus::Local(Local(Subscribers::new()))
    }

    /// Publishes an event. If it cannot be sent to other nodes, that is logged and not retried: the database has the change, and
    /// subscribers of a shared bus check it from time to time.
    pub async fn publish(&self, event: BusEvent) {
        match self {
            Bus::Local(Local(subscribers)) => subscribers.deliver(event),
            Bus::Postgres(relay) => relay.publish(event).await,
        }
    }

    /// Publishes an event without waiting: subscribers of this process have it at once, and one of `tasks` sends it to other nodes.
    pub fn announce(&self, event: BusEvent, tasks: &TaskTracker) {
        match self {
            Bus::Local(Local(subscribers)) => subscribers.deliver(event),
            Bus::Postgres(relay) => {
                relay.subscribers().deliver(event.clone());
                let relay = relay.clone();
                tasks.spawn(async move { relay.send(&event).await });
            }
        }
    }

    /// Listens to one match from now on.
    pub fn subscribe(&self, game: GameId) -> MatchEvents {
        self.subscribers().listen_to_match(game)
    }

    /// Listens to changes of settings from now on.
    pub fn subscribe_settings(&self) -> SettingsEvents {
        self.subscribers().listen_to_settings()
    }

    /// Whether other nodes are on it. Events can then be lost, so a subscriber should read again now and then.
    pub fn is_shared(&self) -> bool {
        matches!(self, Bus::Postgres(_))
    }

    pub(super) fn subscribers(&self) -> &Subscribers {
        match self {
            Bus::Local(Local(subscribers)) => subscribers,
            Bus::Postgres(relay) => relay.subscribers(),
        }
    }
}
