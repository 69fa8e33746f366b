//! News between two buses on one database.

use std::time::Duration;

use rookery::bus::{Bus, BusEvent};
use rookery::clock::Stopwatch;
use rookery::ids::GameId;

/// Long enough that only a hang reaches it.
const NEVER: Duration = Duration::from_secs(60);

/// Waits until what `from` says reaches `to`: a node begins to listen a moment after it starts.
pub async fn hears(from: &Bus, to: &Bus) {
    let game = GameId::random();
    let mut news = to.subscribe(game);
    let since = Stopwatch::start();
    for version in 1.. {
        from.publish(BusEvent::of_match(game, version)).await;
        let heard = tokio::time::timeout(Duration::from_millis(20), news.next()).await;
        if matches!(heard, Ok(Some(BusEvent::Match(_)))) {
            return;
        }
        assert!(since.elapsed() < NEVER, "nothing is heard");
    }
}
