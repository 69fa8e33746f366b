//! A database of the test's own and services on it.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::ids::GameId;
use crate::ids::GuestId;
use crate::matches::Match;
use crate::matches::Player;
use crate::matches::Refusal;
use crate::service::{Error, MatchService, MoveRequest, NewGame, Options};
use crate::store::OpenOptions;
use crate::store::Store;
use rookery_games::Registry;

pub const NOW_MS: i64 = 1_700_000_000_000;
/// Long enough that only a hang reaches it.
pub const NEVER: Duration = Duration::from_secs(60);
/// A wait for news of a match that takes longer than this is for an event that is lost.
const NEWS_LOST: Duration = Duration::from_secs(5);

pub struct Site {
    pub store: Store,
    pub bus: Bus,
    pub clock: Clock,
    _folder: tempfile::TempDir,
}

impl Site {
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&OpenOptions::sqlite(folder.path()))
            .await
            .unwrap();
        Site {
            store,
            bus: Bus::local(),
            clock: Clock::manual(NOW_MS),
            _folder: folder,
        }
    }

    /// A node on this database. It hears the news of the others.
    pub fn node(&self, name: &str, games: fn() -> Registry) -> MatchService {
        self.node_with(name, games, 2, 8)
    }

    pub fn node_with(
        &self,
        name: &str,
        games: fn() -> Registry,
        threads: usize,
        queue: usize,
    ) -> MatchService {
        let options = Options {
            node: name.to_owned(),
            games: games(),
            engine_threads: threads,
            engine_queue: queue,
            unowned_games_days: 7,
        };
        let (store, bus, clock) = (self.store.clone(), self.bus.clone(), self.clock.clone());
        MatchService::new(store, bus, clock, options).unwrap()
    }
}

pub fn guest() -> Player {
    Player::Guest(GuestId::random())
}

/// A match of noughts and crosses in which the visitor moves first, or second.
pub fn against(level: u8, side: usize) -> NewGame {
    NewGame {
        game: "tic-tac-toe".to_owned(),
        level,
        side: Some(side),
        ..NewGame::default()
    }
}

/// The move `text` in the position as it stands.
pub fn request(game: &Match, text: &str) -> MoveRequest {
    MoveRequest {
        ply: game.game().ply(),
        hash: game.game().hash(),
        path: vec![text.to_owned()],
    }
}

/// Waits until a condition holds; fails the test if it never does.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    let waiting = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(NEVER, waiting)
        .await
        .unwrap_or_else(|_| panic!("in vain: {what}"));
}

/// Waits, as a page does, until a match has at least this version; returns the match.
pub async fn version(matches: &MatchService, id: GameId, at_least: i64) -> Arc<Match> {
    let mut versions = pin!(matches.subscribe(id, None, 0).await.unwrap());
    let waiting = async { while versions.next().await.unwrap() < at_least {} };
    tokio::time::timeout(NEWS_LOST, waiting)
        .await
        .unwrap_or_else(|_| panic!("version {at_least} never came"));
    matches.load(id, None).await.unwrap()
}

/// Why an act was refused.
pub fn refusal(outcome: Result<Arc<Match>, Error>) -> Refusal {
    match outcome {
        Err(Error::Refused { why, .. }) => why,
        Err(other) => panic!("not a refusal: {other}"),
        Ok(_) => panic!("it was not refused"),
    }
}
