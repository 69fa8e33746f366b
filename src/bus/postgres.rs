//! Events between nodes over PostgreSQL's `LISTEN` and `NOTIFY`.

use std::sync::Arc;
use std::time::Duration;

use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
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
/// The longest silence on the listening connection before the server is asked for a sign of life. Otherwise nothing is ever sent on it,
/// and nobody would notice that the server's machine, or a firewall on the way, has dropped it silently.
const SILENT_FOR: Duration = Duration::from_secs(5);
/// Time limit for that sign of life.
const SIGN_WITHIN: Duration = Duration::from_secs(2);
/// Time limit for a new connection.
const CONNECTED_WITHIN: Duration = Duration::from_secs(5);

/// Sends this node's events and delivers those of other nodes. Clones share the relay.
#[derive(Clone)]
pub struct Relay(Arc<Inner>);

struct Inner {
    subscribers: Subscribers,
    pool: PgPool,
    _listening: AbortOnDropHandle<()>,
}

impl Relay {
    /// Starts listening on the database of `pool` in the background, even if it cannot be reached yet, until the pool is closed. Must be
    /// called within a tokio runtime.
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

/// Listens until the pool is closed.
async fn listen(subscribers: Subscribers, pool: PgPool) {
    // The result only says that the pool was closed.
    let _ = pool
        .close_event()
        .do_until(keep_listening(&subscribers, &pool))
        .await;
}

/// Listens for ever; after every gap all subscribers get a resync.
async fn keep_listening(subscribers: &Subscribers, pool: &PgPool) {
    let mut pause = FIRST_PAUSE;
    loop {
        match connect(pool).await {
            Ok(mut listener) => {
                pause = FIRST_PAUSE;
                subscribers.deliver(BusEvent::Resync);
                let error = relay(subscribers, &mut listener).await;
                tracing::warn!(%error, "lost the line that carries events between nodes");
            }
            Err(error) => {
                tracing::warn!(%error, "cannot listen for events of other nodes");
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// A new connection, in a pool of its own: in the shared pool, a connection that is given up would keep its place until TCP gives up as
/// well.
async fn connect(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let options = (*pool.connect_options()).clone();
    let line = PgPoolOptions::new()
        .max_connections(1)
        // While it is refused, the pool tries again after pauses of at most a fifth of this.
        .acquire_timeout(CONNECTED_WITHIN)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_lazy_with(options);
    let connecting = async {
        let mut listener = PgListener::connect_with(&line).await?;
        // A lost line is replaced here, where it is noted.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok::<_, sqlx::Error>(listener)
    };
    match tokio::time::timeout(CONNECTED_WITHIN, connecting).await {
        Ok(connected) => connected,
        Err(_) => Err(lost("the database does not answer")),
    }
}

/// Delivers events until the connection fails.
async fn relay(subscribers: &Subscribers, listener: &mut PgListener) -> sqlx::Error {
    loop {
        let Ok(heard) = tokio::time::timeout(SILENT_FOR, listener.try_recv()).await else {
            match sign_of_life(listener).await {
                Ok(()) => continue,
                Err(error) => return error,
            }
        };
        match heard {
            Ok(Some(notice)) => match BusEvent::parse(notice.payload()) {
                Some(event) => subscribers.deliver(event),
                None => tracing::debug!(payload = notice.payload(), "an event of an unknown kind"),
            },
            // Events sent from now on are lost.
            Ok(None) => return lost("the database has closed it"),
            Err(error) => return error,
        }
    }
}

/// Checks that the connection still reaches the server.
async fn sign_of_life(listener: &mut PgListener) -> Result<(), sqlx::Error> {
    let asked = sqlx::query("SELECT 1").execute(listener);
    match tokio::time::timeout(SIGN_WITHIN, asked).await {
        Ok(answer) => answer.map(|_| ()),
        Err(_) => Err(lost("the database does not answer")),
    }
}

fn lost(why: &'static str) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::other(why))
}
