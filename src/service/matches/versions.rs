//! The stream of versions that a page with a match listens to.

use std::time::Duration;

use futures_util::Stream;
use futures_util::stream;
use tokio_util::sync::CancellationToken;

use crate::bus::{Bus, BusEvent, MatchEvents};
use crate::ids::GameId;
use crate::matches::Player;
use crate::service::Error;
use crate::store::Store;

/// On a bus that may lose news a page is never behind for longer than this.
const LOOK_AGAIN_EVERY: Duration = Duration::from_secs(25);

struct Listener {
    store: Store,
    /// Whether the bus may lose news.
    is_shared: bool,
    stop: CancellationToken,
    id: GameId,
    events: MatchEvents,
    known: i64,
    /// The version at the beginning, if it is newer.
    first: Option<i64>,
    /// Whether to read the version from the database before waiting for news.
    must_look: bool,
}

/// The versions of a match that are newer than `known`, as [`MatchService::subscribe`] gives them; the stream ends with `stop`.
///
/// [`MatchService::subscribe`]: crate::service::MatchService::subscribe
pub(super) async fn listen(
    store: &Store,
    bus: &Bus,
    stop: CancellationToken,
    id: GameId,
    who: Option<Player>,
    known: i64,
) -> Result<impl Stream<Item = i64> + Send + use<>, Error> {
    // Listening begins before looking, so that a change between the two is heard.
    let events = bus.subscribe(id);
    let record = store.game_head(id).await?.ok_or(Error::NotFound)?;
    if !record.is_visible_to(who) {
        return Err(Error::NotFound);
    }
    let listener = Listener {
        store: store.clone(),
        is_shared: bus.is_shared(),
        stop,
        id,
        events,
        known,
        first: Some(record.version).filter(|version| *version > known),
        must_look: false,
    };
    Ok(stream::unfold(listener, |mut listener| async move {
        let stop = listener.stop.clone();
        let version = stop.run_until_cancelled(listener.next()).await??;
        Some((version, listener))
    }))
}

impl Listener {
    /// The next version; `None` when there is no such match any more.
    async fn next(&mut self) -> Option<i64> {
        if let Some(version) = self.first.take() {
            self.known = version;
            return Some(version);
        }
        loop {
            if self.must_look {
                self.must_look = false;
                // In a box: an open stream is one of thousands and waits most of the time, when this is not there.
                match Box::pin(self.store.game_head(self.id)).await {
                    Ok(None) => return None,
                    Ok(Some(record)) if record.version > self.known => {
                        self.known = record.version;
                        return Some(self.known);
                    }
                    Ok(Some(_)) => {}
                    // The database is away; when it is back there is a resync or the next look.
                    Err(error) => tracing::debug!(%error, "cannot read the version of a match"),
                }
            }
            match self.wait().await? {
                BusEvent::Match(event) if event.version > self.known => {
                    self.known = event.version;
                    return Some(self.known);
                }
                BusEvent::Match(_) | BusEvent::Settings { .. } => {}
                BusEvent::Resync => self.must_look = true,
            }
        }
    }

    async fn wait(&mut self) -> Option<BusEvent> {
        if !self.is_shared {
            return self.events.next().await;
        }
        tokio::time::timeout(LOOK_AGAIN_EVERY, self.events.next())
            .await
            .unwrap_or(Some(BusEvent::Resync))
    }
}
