//! Actions on a match: start it, look at it, move, give up, take back, agree, play again.

use std::panic;
use std::sync::Arc;

use futures_util::Stream;
use rand::RngExt;
use tracing::Instrument;

use crate::ids::GameId;
use crate::ids::GuestId;
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

/// The engine's revision, stored with new matches. Increment it when a level may choose other moves: after a change of the search, or
/// when the levels are measured again.
pub(in crate::service) const ENGINE_REV: i64 = 6;

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
        let started = self.begin(player, new)?;
        self.must_have_room_for(&started)?;
        Ok(Arc::new(self.settle(started).await?))
    }

    /// Checks that a match can start like this (line and first move included) and that there is room now, before a captcha is asked
    /// for or a limit is charged. Nothing is stored. If the side is left to chance, the visitor is taken to be the side to move.
    ///
    /// # Errors
    /// As [`MatchService::start_game`].
    pub fn check(&self, new: &NewGame) -> Result<(), Error> {
        let side = match new.side {
            Some(side) => side,
            None => self.games.find(&new.game)?.start(&new.setup)?.side(),
        };
        let visitor = Player::Guest(GuestId::random());
        let new = NewGame {
            side: Some(side),
            ..new.clone()
        };
        self.must_have_room_for(&self.begin(visitor, new)?)
    }

    /// A new match with the moves that it begins with, before anything is kept of it.
    fn begin(&self, player: Player, new: NewGame) -> Result<Match, Error> {
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
        Ok(started)
    }

    /// A match.
    ///
    /// # Errors
    /// [`Error::NotFound`], also for somebody else's private match.
    pub async fn load(&self, id: GameId, viewer: Option<Player>) -> Result<Arc<Match>, Error> {
        self.matches.load(id, viewer).await
    }

    /// The matches of a list that was read just now, at most [`store::GAMES_AT_ONCE`] of them: one query, or none if all are cached.
    /// `None` stands for one that cannot be replayed, or that has changed meanwhile.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn of_list(&self, listed: &[GameSummary]) -> Result<Vec<Option<Arc<Match>>>, Error> {
        self.matches.of_list(listed).await
    }

    /// A stream of the match's versions as it changes, beginning with the present one unless that is `known` (0 if the caller knows
    /// none). It ends when the site shuts down, and some time after the match was deleted.
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
        let every = versions::look_again_every(&self.bus);
        versions::listen(&self.store, &self.bus, (stop, every), id, who, known).await
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
    /// that the visitor saw, if known: the engine may have answered since, but a second click must not take back a further move.
    ///
    /// # Errors
    /// As [`Match::takeback`]; [`Error::Conflict`] where the visitor's last move is not the one that was seen.
    pub async fn takeback(
        &self,
        game: impl Into<MatchRef>,
        who: Option<Player>,
        seen: Option<usize>,
    ) -> Result<Arc<Match>, Error> {
        let take_back = move |game: &mut Match, side: usize, now_ms: i64| {
            if seen.is_some_and(|seen| game.game().ply() < seen) {
                return Err(Refusal::Stale);
            }
            let last = game.takeback_to(side)?;
            if seen.is_some_and(|seen| last >= seen) {
                return Err(Refusal::Stale);
            }
            game.takeback(side, now_ms)
        };
        match self.act(game.into(), who, take_back).await {
            // The engine has just moved, so the visitor's last move may still be the one that was seen: try again with the current match.
            // A takeback that was stale before is refused again.
            Err(Error::Conflict(current)) if seen.is_some() => {
                self.act(current.into(), who, take_back).await
            }
            other => other,
        }
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
        let again = over
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
        Ok(Arc::new(self.settle(again).await?))
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
        match self.settle(game).await {
            Err(Error::Store(store::Error::Conflict)) => {
                let current = self.matches.load(id, who).await?;
                Err(Error::Conflict(current))
            }
            Err(error) => Err(error),
            Ok(game) => {
                let game = Arc::new(game);
                self.matches.keep(&game);
                Ok(game)
            }
        }
    }

    /// After a visitor's act: answers from the table, keeps the match, and has the engine think where it is due. It is a task of its own:
    /// a match that was kept for a client who leaves meanwhile gets its reply, too. It has a time limit of its own for the same reason: the
    /// client's request ends no later, and does not take the task with it.
    async fn settle(&self, mut game: Match) -> Result<Match, Error> {
        let (matches, engine) = (self.matches.clone(), self.engine.clone());
        let settling = async move {
            engine.answer_at_once(&mut game);
            store::in_a_minute(matches.save(&mut game)).await?;
            engine.think(&game);
            Ok::<Match, store::Error>(game)
        };
        match self.tasks.spawn(settling.in_current_span()).await {
            Ok(settled) => Ok(settled?),
            Err(error) => match error.try_into_panic() {
                Ok(panic) => panic::resume_unwind(panic),
                Err(cancelled) => Err(Error::Internal(cancelled.to_string())),
            },
        }
    }

    /// Whether this match, which may need the engine, can be started now, or one like it.
    ///
    /// # Errors
    /// [`Error::Busy`].
    pub fn must_have_room_for(&self, game: &Match) -> Result<(), Error> {
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
