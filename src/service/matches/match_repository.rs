//! Matches as the database keeps them, and those at hand: read, replayed, saved.

use std::sync::Arc;

use tokio_util::task::TaskTracker;

use crate::bus::{Bus, BusEvent};
use crate::ids::GameId;
use crate::matches;
use crate::matches::{Match, Player, Record, Status};
use crate::meters::Meters;
use crate::service::Error;
use crate::service::matches::match_cache::MatchCache;
use crate::service::matches::recent_matches::RecentMatches;
use crate::store;
use crate::store::{GameSummary, Store};
use rookery_games::Registry;

/// The match that an action applies to: by id, or as already loaded for the same request, so that it is read only once.
#[derive(Clone)]
pub enum MatchRef {
    /// To be loaded.
    Id(GameId),
    /// Its state of a moment ago; a change by somebody faster is found when it is saved.
    Loaded(Arc<Match>),
}

impl From<GameId> for MatchRef {
    fn from(id: GameId) -> Self {
        MatchRef::Id(id)
    }
}

impl From<Arc<Match>> for MatchRef {
    fn from(game: Arc<Match>) -> Self {
        MatchRef::Loaded(game)
    }
}

impl MatchRef {
    pub fn id(&self) -> GameId {
        match self {
            MatchRef::Id(id) => *id,
            MatchRef::Loaded(game) => game.id(),
        }
    }
}

/// The matches of the database. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct MatchRepository {
    store: Store,
    bus: Bus,
    /// The tasks that announce changes to other nodes.
    tasks: TaskTracker,
    games: Registry,
    /// This node's name: a match in which the engine is due is saved as this node's.
    node: Arc<str>,
    meters: Meters,
    cache: Arc<MatchCache>,
    recent: Arc<RecentMatches>,
}

impl MatchRepository {
    pub(in crate::service) fn new(
        store: Store,
        (bus, tasks): (Bus, TaskTracker),
        games: Registry,
        node: &str,
        meters: Meters,
    ) -> Self {
        MatchRepository {
            store,
            bus,
            tasks,
            games,
            node: node.into(),
            meters,
            cache: Arc::default(),
            recent: Arc::default(),
        }
    }

    /// A match.
    ///
    /// # Errors
    /// [`Error::NotFound`], also for somebody else's private match.
    pub(in crate::service) async fn load(
        &self,
        id: GameId,
        viewer: Option<Player>,
    ) -> Result<Arc<Match>, Error> {
        let mut record = self.store.game_head(id).await?.ok_or(Error::NotFound)?;
        if !record.is_visible_to(viewer) {
            return Err(Error::NotFound);
        }
        if let Some(game) = self.cache.find(&record) {
            return Ok(game);
        }
        record.moves = self.store.moves_of(id, record.version).await?;
        if record.moves.is_empty() {
            // It has none, or somebody has just moved: the whole of it, as it stands at one moment.
            record = self.store.game(id).await?.ok_or(Error::NotFound)?;
            if !record.is_visible_to(viewer) {
                return Err(Error::NotFound);
            }
        }
        let game = Arc::new(self.restore(record)?);
        self.cache.keep(&game);
        Ok(game)
    }

    /// The matches of a list that was read just now, at most [`store::GAMES_AT_ONCE`] of them: cached ones cost no query, all others
    /// together one. `None` stands for one that cannot be replayed, or that has changed meanwhile.
    pub(in crate::service) async fn of_list(
        &self,
        listed: &[GameSummary],
    ) -> Result<Vec<Option<Arc<Match>>>, Error> {
        let mut found: Vec<_> = listed
            .iter()
            .map(|one| self.cache.find(&one.record))
            .collect();
        let missing = listed.iter().zip(&found).filter(|(_, game)| game.is_none());
        let missing: Vec<_> = missing
            .map(|(one, _)| (one.record.id, one.record.version))
            .collect();
        if missing.is_empty() {
            return Ok(found);
        }
        let mut moves = self.store.moves_of_several(&missing).await?;
        for (one, game) in listed.iter().zip(&mut found) {
            let moves = moves.remove(&one.record.id).unwrap_or_default();
            if game.is_some() || moves.len() != one.plies {
                continue;
            }
            let record = one.record.clone();
            match self.restore(Record { moves, ..record }) {
                Ok(restored) => {
                    let restored = Arc::new(restored);
                    self.cache.keep(&restored);
                    *game = Some(restored);
                }
                Err(error) => tracing::error!(%error, "a match of a list is not drawn"),
            }
        }
        Ok(found)
    }

    /// A match, if it still has this version.
    pub(in crate::service) async fn load_version(
        &self,
        id: GameId,
        version: i64,
    ) -> Result<Option<Arc<Match>>, Error> {
        let is_it = |record: &Record| record.version == version;
        let Some(head) = self.store.game_head(id).await?.filter(is_it) else {
            return Ok(None);
        };
        if let Some(game) = self.cache.find(&head) {
            return Ok(Some(game));
        }
        match self.store.game(id).await?.filter(is_it) {
            Some(record) => self.restore(record).map(|game| Some(Arc::new(game))),
            None => Ok(None),
        }
    }

    /// The match itself, to be changed.
    pub(in crate::service) async fn take(
        &self,
        game: MatchRef,
        who: Option<Player>,
    ) -> Result<Match, Error> {
        Ok(self.to_change(self.find(game, who).await?))
    }

    /// A match as it was loaded, or loaded now.
    pub(in crate::service) async fn find(
        &self,
        game: MatchRef,
        viewer: Option<Player>,
    ) -> Result<Arc<Match>, Error> {
        match game {
            MatchRef::Id(id) => self.load(id, viewer).await,
            MatchRef::Loaded(game) => Ok(game),
        }
    }

    /// The match by value: once it is out of the cache, there is often no other owner, and nothing need be copied.
    pub(in crate::service) fn to_change(&self, game: Arc<Match>) -> Match {
        self.cache.forget(game.id());
        Arc::unwrap_or_clone(game)
    }

    /// Keeps a match at hand, as it was saved.
    pub(in crate::service) fn keep(&self, game: &Arc<Match>) {
        self.cache.keep(game);
    }

    /// Saves a changed match under its new version, marks it as this node's if the engine is due, and announces the change; it does
    /// not wait until other nodes have heard of it.
    pub(in crate::service) async fn save(&self, game: &mut Match) -> Result<(), store::Error> {
        game.claim(&self.node);
        match game.kept().version {
            0 => self.store.create_game(game.record()).await?,
            _ => self.store.save_game(game.kept(), game.record()).await?,
        }
        self.note_saved(game, game.kept().version == 0);
        self.recent.note(game.id(), game.record().updated_ms);
        game.mark_saved();
        let event = BusEvent::of_match(game.id(), game.record().version);
        self.bus.announce(event, &self.tasks);
        Ok(())
    }

    /// The number of matches that changed on this node in the last quarter of an hour.
    pub(in crate::service) fn active(&self, now_ms: i64) -> usize {
        self.recent.count(now_ms)
    }

    /// Counts a match that was just kept, where that began or ended it.
    fn note_saved(&self, game: &Match, is_new: bool) {
        let name = game.game_type().name();
        if is_new {
            self.meters.match_started(name);
        }
        match game.record().status {
            Status::Playing => {}
            ended => self.meters.match_ended(name, ended.as_str()),
        }
    }

    /// The match that a record tells of.
    pub(in crate::service) fn restore(&self, record: Record) -> Result<Match, Error> {
        let id = record.id;
        let damaged = |source| Error::Damaged { id, source };
        let game_type = self
            .games
            .find(&record.game)
            .map_err(|error| damaged(matches::Error::Setup(error)))?;
        Match::restore(game_type, record).map_err(damaged)
    }
}
