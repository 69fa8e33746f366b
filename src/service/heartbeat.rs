//! Heartbeat of a node: a write each second that tells other nodes that this one lives, and that the database takes writes. Before it, a look
//! whether the file that takes them is still the one at its path.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crate::clock::Clock;
use crate::service::Error;
use crate::service::outage::{News, Outage};
use crate::store::{self, Store};

/// The interval between two signs of life of a node.
pub const BEAT_EVERY: Duration = Duration::from_secs(1);
/// A node without a heartbeat for this long is considered dead.
pub const SILENT_AFTER_MS: i64 = 3_000;
/// Time limit for the database at a heartbeat, a search for due matches, and each try of an analysis. Without it, a statement sent to a
/// host that has vanished would wait until TCP gives up, after a quarter of an hour. Longer than the waits for a free connection and for
/// SQLite's lock together.
pub(super) const ANSWERED_WITHIN: Duration = Duration::from_secs(4);

/// The heartbeat of this node. A clone is the same.
#[derive(Clone)]
pub struct Heartbeat {
    store: Store,
    clock: Clock,
    node: Arc<str>,
    /// When the database last took it, unix milliseconds.
    beaten_ms: Arc<AtomicI64>,
}

impl Heartbeat {
    pub(super) fn new(store: Store, clock: Clock, node: &str) -> Self {
        Heartbeat {
            store,
            clock,
            node: node.into(),
            beaten_ms: Arc::new(AtomicI64::new(i64::MIN / 2)),
        }
    }

    /// Beats until the future is dropped.
    pub(super) async fn keep_beating(&self) {
        let mut beats = tokio::time::interval(BEAT_EVERY);
        beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut outage = Outage::default();
        loop {
            beats.tick().await;
            let beaten = self.beat().await;
            // Whatever else fails because of it logs its own error.
            match outage.note(beaten) {
                News::Begun(error) => tracing::error!(%error, "the database takes no writes"),
                News::Lasts(error) => tracing::debug!(%error, "the database takes no writes"),
                News::Over => tracing::info!("the database takes writes again"),
                News::Nothing => {}
            }
        }
    }

    /// Says that this node lives, to the others and to [`Heartbeat::is_alive`].
    ///
    /// # Errors
    /// [`Error::Store`]; also where the database's file was removed or replaced: it would take the write, and lose it.
    pub async fn beat(&self) -> Result<(), Error> {
        let now_ms = self.clock.now_ms();
        let written = async {
            self.store.check_file().await?;
            self.store.beat(&self.node, now_ms).await
        };
        store::in_time(ANSWERED_WITHIN, written).await?;
        self.beaten_ms.store(now_ms, Ordering::Relaxed);
        Ok(())
    }

    /// Whether the database has taken this node's heartbeat of late: it can be reached, and written to.
    pub fn is_alive(&self) -> bool {
        let age_ms = self.clock.now_ms() - self.beaten_ms.load(Ordering::Relaxed);
        // If the clock was put back since, the last beat lies in the future; that counts as silence, too.
        age_ms.abs() < SILENT_AFTER_MS
    }

    /// Tells the others that this node ends, so that they need not wait until it is silent.
    pub(super) async fn sign_off(&self) {
        if let Err(error) = self.store.sign_off(&self.node).await {
            tracing::debug!(%error, "the node could not sign off");
        }
    }
}
