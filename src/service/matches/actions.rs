//! Actions on a match: start it, look at it, move, give up, take back, agree, play again.

use std::sync::Arc;

use futures_util::Stream;
use rand::RngExt;

use crate::ids::GameId;
use crate::matches;
use crate::matches::Holder;
use crate::matches::Match;
use crate::matches::NewMatch;
use crate::matches::Player;
use crate::matches::Refusal;
use crate::matches::Visibility;
use crate::service::Error;
use crate::service::MatchService;
use crate::service::matches::match_repository::MatchRef;
use crate::service::matches::versions;
use crate::store;
use crate::store::GameSummary;
use rookery_games::Setup;

/// The engine's revision that new matches carry: it counts up when levels were measured anew, as they would choose other moves then.
pub(in crate::service) const ENGINE_REV: i64 = 5;

/// The match that a visitor wants against the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewGame {
    /// The registry's name of the game.
    pub game: String,
    /// Variant, options and first position.
    pub setup: Setup,
    /// The engine's level, 1 to 8.
    pub level: u8,
    /// The visitor's side; `None` leaves it to chance.
    pub side: Option<usize>,
    /// Moves of both sides with which the match begins, in any notation.
    pub line: Vec<String>,
    /// The visitor's first move after these, made at once: its tokens, or one other spelling.
    pub first: Option<Vec<String>>,
}

/// A move as a visitor sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// The ply of the position that the visitor saw.
    pub ply: usize,
    pub hash: u64,
    /// The move's tokens, or one token with another spelling.
    pub path: Vec<String>,
}

impl MatchService {
    /// Whether a new match costs the engine next to nothing: every answer comes from a table or from a small search. The home
    /// board is such a match; it needs no proof of being a person.
    ///
    /// # Errors
    /// [`Error::Setup`]: the game or the level is not known.
    pub fn is_free(&self, new: &NewGame) -> Result<bool, Error> {
        let game_type = self.games.find(&new.game)?;
        matches::is_free(game_type, &new.setup.variant, new.level).map_err(Error::Setup)
    }

    /// Starts a match against the engine, and makes the first move if one is given.
    ///
    /// # Errors
    /// [`Error::Setup`] for what the game does not know, [`Error::Refused`] for a line or a first move that is not legal,
    /// [`Error::Busy`] when the engine has no room; nothing is started then.
    pub async fn start_game(&self, player: Player, new: NewGame) -> Result<Arc<Match>, Error> {
        let game_type = self.games.find(&new.game)?;
        let person = Holder::from(player);
        let engine = Holder::Engine(new.level);
        let side = new.side.unwrap_or_else(|| rand::rng().random_range(0..2));
        let seats = if side == 0 {
            [person, engine]
        } else {
            [engine, person]
        };
        let now_ms = self.clock.now_ms();
        let mut started = Match::start(
            game_type,
            NewMatch {
                id: GameId::random(),
                setup: new.setup,
                seats,
                visibility: Visibility::Link,
                seed: rand::random(),
                engine_rev: ENGINE_REV,
                now_ms,
            },
        )
        .map_err(Error::Setup)?;
        self.must_have_room_for(&started)?;
        if let Err(why) = started.lead_in(&new.line, now_ms) {
            return Err(refused(why, started));
        }
        if let Some(first) = &new.first {
            let (ply, hash) = (started.game().ply(), started.game().hash());
            let refusal = started.apply(side, ply, hash, first, now_ms).err();
            if let Some(why) = refusal {
                return Err(refused(why, started));
            }
        }
        self.settle(&mut started).await?;
        Ok(Arc::new(started))
    }

    /// A match.
    ///
    /// # Errors
    /// [`Error::NotFound`], also for somebody else's private match.
    pub async fn load(&self, id: GameId, viewer: Option<Player>) -> Result<Arc<Match>, Error> {
        self.matches.load(id, viewer).await
    }

    /// The matches of a list that was read just now, of at most [`store::GAMES_AT_ONCE`]: one query at most, none where all are at hand.
    /// `None` stands for one that cannot be replayed, or that has changed meanwhile.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn of_list(&self, listed: &[GameSummary]) -> Result<Vec<Option<Arc<Match>>>, Error> {
        self.matches.of_list(listed).await
    }

    /// The versions of a match that are newer than `known`, as they come to be; 0 knows none, so that the present one comes
    /// first. The stream ends when the match is deleted or the site shuts down.
    ///
    /// # Errors
    /// [`Error::NotFound`], also for somebody else's private match.
    pub async fn subscribe(
        &self,
        id: GameId,
        who: Option<Player>,
        known: i64,
    ) -> Result<impl Stream<Item = i64> + Send + use<>, Error> {
        let stop = self.stop.clone();
        versions::listen(&self.store, &self.bus, stop, id, who, known).await
    }

    /// Makes a visitor's move. The engine's answer follows by itself: at once where it comes from a table, otherwise as
    /// news to [`MatchService::subscribe`]rs.
    ///
    /// # Errors
    /// [`Error::Conflict`] for a position that is no longer the last one, [`Error::Refused`] for a move that is not legal
    /// or not this visitor's to make.
    pub async fn play_move(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
        request: &MoveRequest,
    ) -> Result<Arc<Match>, Error> {
        self.act(game.into(), who, |game, side, now_ms| {
            game.apply(side, request.ply, request.hash, &request.path, now_ms)
                .map(drop)
        })
        .await
    }

    /// Gives the match to the other side and stops the engine's search.
    ///
    /// # Errors
    /// As [`Match::resign`].
    pub async fn resign(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
    ) -> Result<Arc<Match>, Error> {
        let game = game.into();
        let id = game.id();
        match self.act(game, who, Match::resign).await {
            // The engine has just moved: that does not change a player's mind.
            Err(Error::Conflict(_)) => self.act(id.into(), who, Match::resign).await,
            other => other,
        }
    }

    /// Takes back the visitor's last move and the engine's answer, and stops the engine's search. `seen` is the ply of the position
    /// that the visitor saw, if it is known: the engine may have answered since, but what was taken back already is not followed by
    /// the move before it.
    ///
    /// # Errors
    /// As [`Match::takeback`]; [`Error::Conflict`] where the visitor's last move is not the one that was seen.
    pub async fn takeback(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
        seen: Option<usize>,
    ) -> Result<Arc<Match>, Error> {
        self.act(game.into(), who, |game, side, now_ms| {
            if seen.is_some_and(|seen| game.game().ply() < seen) {
                return Err(Refusal::Stale);
            }
            let last = game.takeback_to(side)?;
            if seen.is_some_and(|seen| last >= seen) {
                return Err(Refusal::Stale);
            }
            game.takeback(side, now_ms)
        })
        .await
    }

    /// Offers the engine a draw.
    ///
    /// # Errors
    /// As [`Match::draw`].
    pub async fn draw(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
    ) -> Result<Arc<Match>, Error> {
        self.act(game.into(), who, Match::draw).await
    }

    /// Starts the same match again, on the other side if `swap`.
    ///
    /// # Errors
    /// [`Error::Refused`] while the match goes on or for a spectator, [`Error::Busy`] when the engine has no room.
    pub async fn rematch(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
        swap: bool,
    ) -> Result<Arc<Match>, Error> {
        let over = self.matches.take(game.into(), who).await?;
        if who.and_then(|player| over.side_of(player)).is_none() {
            return Err(refused(Refusal::NotAPlayer, over));
        }
        if over.result().is_none() {
            return Err(refused(Refusal::NotOver, over));
        }
        let mut again = over
            .rematch(
                GameId::random(),
                swap,
                rand::random(),
                ENGINE_REV,
                self.clock.now_ms(),
            )
            .map_err(Error::Setup)?;
        drop(over);
        self.must_have_room_for(&again)?;
        self.settle(&mut again).await?;
        Ok(Arc::new(again))
    }

    /// Removes a match and stops the engine's search; false when there was none. Who may do that is for the caller to say.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn delete_game(&self, id: GameId) -> Result<bool, Error> {
        self.engine.running.stop(id);
        self.matches.delete(id).await
    }

    /// Loads, changes and keeps a match; what `change` refuses leaves everything as it was.
    async fn act(
        &self,
        game: MatchRef,
        who: Option<Player>,
        change: impl FnOnce(&mut Match, usize, i64) -> Result<(), Refusal>,
    ) -> Result<Arc<Match>, Error> {
        let mut game = self.matches.take(game, who).await?;
        let id = game.id();
        let Some(side) = who.and_then(|player| game.side_of(player)) else {
            return Err(refused(Refusal::NotAPlayer, game));
        };
        if let Err(why) = change(&mut game, side, self.clock.now_ms()) {
            return Err(refused(why, game));
        }
        match self.settle(&mut game).await {
            Err(store::Error::Conflict) => {
                let current = self.matches.load(id, who).await?;
                Err(Error::Conflict(current))
            }
            Err(error) => Err(Error::Store(error)),
            Ok(()) => {
                let game = Arc::new(game);
                self.matches.keep(&game);
                Ok(game)
            }
        }
    }

    /// After a visitor's act: answers from the table, keeps the match, and has the engine think where it is due.
    async fn settle(&self, game: &mut Match) -> Result<(), store::Error> {
        self.engine.answer_at_once(game);
        self.matches.save(game).await?;
        self.engine.think(game);
        Ok(())
    }

    /// Whether a match that may need the engine can be started now.
    fn must_have_room_for(&self, game: &Match) -> Result<(), Error> {
        if !game.is_solved() && self.is_full() {
            return Err(Error::busy());
        }
        Ok(())
    }
}

/// A refusal with the match as it stands; a stale position is a conflict, which shows the visitor the newer one.
fn refused(why: Refusal, current: Match) -> Error {
    let current = Arc::new(current);
    match why {
        Refusal::Stale => Error::Conflict(current),
        why => Error::Refused { why, current },
    }
}
