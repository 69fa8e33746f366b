//! Events between nodes over PostgreSQL's `LISTEN` and `NOTIFY`.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio_util::task::AbortOnDropHandle;

use crate::bus::BusEvent;
use crate::bus::subscribers::Subscribers;

/// The channel's name in the database.
const CHANNEL: &str = "rookery";
/// Time limit for announcing a change, which is already in the database.
const PUBLISH_WITHIN: Duration = Duration::from_secs(1);
/// The first pause after a lost connection; it doubles from try to try.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause, and so the longest time until the node listens again once the database is back.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// Sends this node's events and delivers those of other nodes. Clones share the relay.
#[derive(Clone)]
pub struct Relay(Arc<Inner>);

struct Inner {
    subscribers: Subscribers,
    pool: PgPool,
    _listening: AbortOnDropHandle<()>,
}

impl Relay {
    /// Starts listening on the database of `pool` in the background, even if it cannot be reached yet. It keeps one of the pool's
    /// connections. Must be called within a tokio runtime.
    pub fn start(pool: PgPool) -> Self {
        let subscribers = Subscribers::new();
        let listening =
            AbortOnDropHandle::new(tokio::spawn(listen(subscribers.clone(), pool.clone())));
        Relay(Arc::new(Inner {
            subscribers,
            pool,
            _listening: listening,
        }))
    }

    pub(super) fn subscribers(&self) -> &Subscribers {
        &self.0.subscribers
    }

    pub(super) async fn publish(&self, event: BusEvent) {
        // Subscribers of this node need no database; the copy that comes back has nothing new for them.
        self.0.subscribers.deliver(event.clone());
        self.send(&event).await;
    }

    /// Tells the other nodes.
    pub(super) async fn send(&self, event: &BusEvent) {
        let notify = sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(event.to_text())
            .execute(&self.0.pool);
        match tokio::time::timeout(PUBLISH_WITHIN, notify).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, "other nodes could not be told of a change"),
            Err(_) => tracing::warn!("other nodes could not be told of a change in time"),
        }
    }
}

/// Listens for ever; after every gap all subscribers get a resync.
async fn listen(subscribers: Subscribers, pool: PgPool) {
    let mut pause = FIRST_PAUSE;
    loop {
        match connect(&pool).await {
            Ok(mut listener) => {
                pause = FIRST_PAUSE;
                subscribers.deliver(BusEvent::Resync);
                let error = relay(&subscribers, &mut listener).await;
                // At a stop the site closes the pool, and the line ends with it.
                if !pool.is_closed() {
                    tracing::warn!(%error, "lost the line that carries events between nodes");
                }
            }
            Err(_) if pool.is_closed() => {}
            Err(error) => {
                tracing::warn!(%error, "cannot listen for events of other nodes");
            }
        }
        if pool.is_closed() {
            return;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Delivers events until the connection fails for good.
async fn relay(subscribers: &Subscribers, listener: &mut PgListener) -> sqlx::Error {
    loop {
        match listener.try_recv().await {
            Ok(Some(notice)) => match BusEvent::parse(notice.payload()) {
                Some(event) => subscribers.deliver(event),
                None => tracing::debug!(payload = notice.payload(), "an event of an unknown kind"),
            },
            // The connection broke and was restored; events sent meanwhile are lost.
            Ok(None) => subscribers.deliver(BusEvent::Resync),
            Err(error) => return error,
        }
    }
}
