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

/// On a bus that may lose events, a page is never out of date for longer than this.
const LOOK_AGAIN_EVERY: Duration = Duration::from_secs(25);
/// On a bus that loses no events, a deleted match is noticed within this time: a deletion publishes no event.
const MISSED_WITHIN: Duration = Duration::from_secs(60);

/// How often a stream reads the version of its match although it has heard nothing.
pub(in crate::service) fn look_again_every(bus: &Bus) -> Duration {
    match bus.is_shared() {
        true => LOOK_AGAIN_EVERY,
        false => MISSED_WITHIN,
    }
}

struct Listener {
    store: Store,
    /// How long it waits for news before it reads the version.
    every: Duration,
    stop: CancellationToken,
    id: GameId,
    events: MatchEvents,
    known: i64,
    /// The version at the beginning, if it is another one: a lower one where the database was restored from a backup.
    first: Option<i64>,
    /// Whether to read the version from the database before waiting for news.
    must_look: bool,
}

/// The versions of a match, as [`MatchService::subscribe`] gives them; the stream ends with `stop`, and checks the match at least
/// once in every `every`.
///
/// [`MatchService::subscribe`]: crate::service::MatchService::subscribe
pub(in crate::service) async fn listen(
    store: &Store,
    bus: &Bus,
    (stop, every): (CancellationToken, Duration),
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
        every,
        stop,
        id,
        events,
        known,
        first: Some(record.version).filter(|version| *version != known),
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
                // Boxed, so that the future takes no memory while the stream waits: there may be thousands of open streams.
                match Box::pin(self.store.game_head(self.id)).await {
                    Ok(None) => return None,
                    Ok(Some(record)) if record.version != self.known => {
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
        tokio::time::timeout(self.every, self.events.next())
            .await
            .unwrap_or(Some(BusEvent::Resync))
    }
}
