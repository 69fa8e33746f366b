//! A match in progress: its record, and the game at the end of the record's moves.

mod ending;
mod numbering;

pub use numbering::{Numbering, first_colour};

use crate::ids::GameId;
use crate::matches::Error;
use crate::matches::Holder;
use crate::matches::MoveRecord;
use crate::matches::Player;
use crate::matches::Record;
use crate::matches::Refusal;
use crate::matches::SavedState;
use crate::matches::Seat;
use crate::matches::Spent;
use crate::matches::Status;
use crate::matches::Visibility;
use crate::matches::level;
use crate::matches::record::{PLIES_AT_MOST, TOO_LONG};
use crate::matches::replay::Replay;
use crate::matches::score;
use rookery_engine::Request;
use rookery_engine::SearchReport;
use rookery_games::Game;
use rookery_games::GameType;
use rookery_games::LEVEL_COUNT;
use rookery_games::Message;
use rookery_games::Setup;
use rookery_games::api::view::Played;
use rookery_games::api::view::Side;

/// Parameters of a new match.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub id: GameId,
    /// Variant, options and first position.
    pub setup: Setup,
    /// The players on the seats; index 0 moves first.
    pub seats: [Holder; 2],
    /// The people who may see it.
    pub visibility: Visibility,
    /// The seed of the engine's choices.
    pub seed: i64,
    /// The engine's revision.
    pub engine_rev: i64,
    /// Now, unix milliseconds.
    pub now_ms: i64,
}

/// A position of a match, now or earlier.
pub struct Moment {
    /// The game as it stood.
    pub game: Box<dyn Game>,
    /// The move that led there; `None` at the first position.
    pub last: Option<Played>,
}

/// A match in progress or over.
#[derive(Clone)]
pub struct Match {
    game_type: &'static dyn GameType,
    record: Record,
    kept: SavedState,
    line: Replay,
}

impl Match {
    /// A match at its starting position. If the engine moves first, it is due at once.
    ///
    /// # Errors
    /// A set-up that the game does not know, a first position in which the game is over, or a level outside 1 to 8.
    pub fn start(game_type: &'static dyn GameType, new: NewMatch) -> Result<Self, Error> {
        for seat in new.seats {
            seat.level().map_or(Ok(()), level::check)?;
        }
        let is_custom = !new.setup.start.is_empty();
        // Chance in the starting position is decided once and stored in the record.
        let mut setup = game_type.decide(new.setup, new.seed.cast_unsigned())?;
        if setup.variant.is_empty() {
            setup.variant = game_type
                .variants()
                .first()
                .map(|variant| variant.key.to_owned())
                .unwrap_or_default();
        }
        let line = Replay::of(game_type, &setup, &mut [])?;
        if let Some(ending) = line.game.ending() {
            return Err(Error::Finished {
                reason: ending.reason,
                say: ending.say,
            });
        }
        let record = Record {
            id: new.id,
            game: game_type.name().to_owned(),
            variant: setup.variant,
            options: setup.options,
            start: setup.start,
            is_custom,
            version: 1,
            status: Status::Playing,
            winner: None,
            reason: None,
            visibility: new.visibility,
            seed: new.seed,
            engine_rev: new.engine_rev,
            engine_due_ms: None,
            claimed_by: None,
            created_ms: new.now_ms,
            updated_ms: new.now_ms,
            seats: new.seats.map(|holder| Seat { holder, name: None }),
            moves: Vec::new(),
        };
        let mut started = Match {
            game_type,
            record,
            kept: SavedState::default(),
            line,
        };
        started.settle(new.now_ms);
        Ok(started)
    }

    /// Restores a stored match by replaying its moves.
    ///
    /// # Errors
    /// A record that this build cannot replay.
    pub fn restore(game_type: &'static dyn GameType, mut record: Record) -> Result<Self, Error> {
        for seat in &record.seats {
            seat.holder.level().map_or(Ok(()), level::check)?;
        }
        let kept = SavedState::of(&record);
        let setup = record.setup();
        let line = Replay::of(game_type, &setup, &mut record.moves)?;
        Ok(Match {
            game_type,
            kept,
            record,
            line,
        })
    }

    /// Makes a person's move. `ply` and `hash` are those of the position that the person saw; `path` is the move's tokens,
    /// or one token with any other spelling that the game reads.
    ///
    /// # Errors
    /// The match is unchanged: stale, over, not this side's turn, or not legal.
    pub fn apply(
        &mut self,
        side: usize,
        ply: usize,
        hash: u64,
        path: &[String],
        now_ms: i64,
    ) -> Result<&Played, Refusal> {
        if ply != self.game().ply() || hash != self.game().hash() {
            return Err(Refusal::Stale);
        }
        self.make(side, path, None, now_ms)
    }

    /// Makes the engine's move from the report of a search of this position. If a draw can be claimed and the engine sees no
    /// advantage, it claims the draw instead.
    ///
    /// # Errors
    /// The match is unchanged: the engine is not due, or the report has no legal move.
    pub fn answer(&mut self, report: &SearchReport, now_ms: i64) -> Result<(), Refusal> {
        let Some(level) = self.engine_level().filter(|_| self.is_engine_due()) else {
            return Err(Refusal::NotYourTurn);
        };
        let path = report.best.clone().unwrap_or_default();
        let line = report
            .lines
            .iter()
            .find(|line| line.pv.first() == Some(&path))
            .or(report.lines.first());
        let sees_more = line.is_some_and(|line| score::is_advantage(line.value));
        if let Some(claim) = self.game().claim().filter(|_| !sees_more) {
            self.close(Status::Drawn, None, claim.reason, now_ms);
            return Ok(());
        }
        let spent = Spent {
            level,
            nodes: report.nodes,
            depth: report.depth,
            score: line
                .map(|line| score::print(line.value))
                .unwrap_or_default(),
            pv: line.map(|line| line.notation.join(" ")).unwrap_or_default(),
            deadline_hit: report.deadline_hit,
        };
        self.make(self.game().side(), &path, Some(spent), now_ms)
            .map(drop)
    }

    /// Makes the given opening moves for both sides, each in any notation.
    ///
    /// # Errors
    /// Over, or not legal.
    pub fn lead_in(&mut self, line: &[String], now_ms: i64) -> Result<(), Refusal> {
        for text in line {
            self.make(self.game().side(), std::slice::from_ref(text), None, now_ms)?;
        }
        Ok(())
    }

    fn make(
        &mut self,
        side: usize,
        path: &[String],
        spent: Option<Spent>,
        now_ms: i64,
    ) -> Result<&Played, Refusal> {
        self.must_be_turn_of_side(side)?;
        let path = self.game().read(&path.join(",")).map_err(illegal)?;
        let played = self.line.play(&path).map_err(illegal)?;
        self.record.moves.push(MoveRecord {
            path,
            notation: Some(played.notation.clone()),
            at_ms: now_ms,
            spent,
        });
        self.settle(now_ms);
        self.last().ok_or(Refusal::Stale)
    }

    /// A new match with the same set-up and the same people, sides swapped if `swap`.
    ///
    /// # Errors
    /// As [`Match::start`]; only where the record comes from another build.
    pub fn rematch(
        &self,
        id: GameId,
        swap: bool,
        seed: i64,
        engine_rev: i64,
        now_ms: i64,
    ) -> Result<Self, Error> {
        let mut seats = [self.record.seats[0].holder, self.record.seats[1].holder];
        if swap {
            seats.swap(0, 1);
        }
        let new = NewMatch {
            id,
            setup: self.setup(),
            seats,
            visibility: self.record.visibility,
            seed,
            engine_rev,
            now_ms,
        };
        let mut again = Match::start(self.game_type, new)?;
        again.record.is_custom = self.record.is_custom;
        Ok(again)
    }

    /// The position after `ply` moves; `None` beyond the last.
    pub fn at(&self, ply: usize) -> Option<Moment> {
        if ply > self.record.moves.len() {
            return None;
        }
        let line = self.replay_to(ply);
        Some(Moment {
            game: line.game,
            last: line.last,
        })
    }

    /// The numbers of the moves in their list.
    pub fn numbering(&self) -> Numbering {
        let is_aside = |ply: &usize| self.colour_at(*ply, 0).is_none();
        let asides = (0..self.played().len()).take_while(is_aside).count();
        let side = self.side_at(asides);
        let colour = self.colour_at(asides, side).unwrap_or(side);
        let first = self.game_type.sheet().first_number(&self.record.start);
        Numbering {
            asides,
            vacant: 2 * (first - 1) + colour,
        }
    }

    /// The move that led to a ply, with its number in the list if it has one: `14. Nf3`, or `14… Nf6` for the second colour. `None` for
    /// the first position.
    pub fn numbered_move(&self, ply: usize) -> Option<String> {
        let made = self.played().get(ply.checked_sub(1)?)?;
        let notation = made.notation.as_deref().unwrap_or_default();
        Some(match self.numbering().at(ply) {
            None => notation.to_owned(),
            Some((number, 0)) => format!("{number}. {notation}"),
            Some((number, _)) => format!("{number}… {notation}"),
        })
    }

    /// The side to move after `ply` moves; beyond the last move, that of the present position.
    pub fn side_at(&self, ply: usize) -> usize {
        let turn = self.line.turns.get(ply);
        turn.map_or_else(|| self.game().side(), |turn| turn.mover)
    }

    /// The colour of a side after `ply` moves, as an index into [`Match::sides`]; beyond the last move, that of the present
    /// position. `None` until the players have chosen, in games where they choose colours.
    pub fn colour_at(&self, ply: usize, side: usize) -> Option<usize> {
        match self.line.turns.get(ply) {
            Some(turn) => turn.first_colour.map(|first| first ^ side),
            None => self.game().colour(side),
        }
    }

    /// The request to the engine; `None` if it is not due.
    pub fn engine_request(&self) -> Option<Request> {
        let level = self.engine_level().filter(|_| self.is_engine_due())?;
        level::request(self.game_type, level, self.record.seed).ok()
    }

    /// Whether the engine answers every move of this match from a table, at no cost.
    pub fn is_solved(&self) -> bool {
        self.record.seats.iter().all(|seat| {
            seat.holder
                .level()
                .is_none_or(|level| level::is_solved(self.game_type, level).unwrap_or(false))
        })
    }

    /// Whether the engine's moves in this match need no captcha; a hint may still be a search of the best level, which does.
    pub fn is_free(&self) -> bool {
        self.record.seats.iter().all(|seat| {
            seat.holder.level().is_none_or(|level| {
                level::is_free(self.game_type, &self.record.variant, level).unwrap_or(false)
            })
        })
    }

    /// The request to the engine for a hint: a search by the best level.
    ///
    /// # Errors
    /// Over, or the other side is to move.
    pub fn hint_request(&self, side: usize) -> Result<Request, Refusal> {
        self.must_be_turn_of_side(side)?;
        level::request(self.game_type, LEVEL_COUNT, self.record.seed).map_err(|_| Refusal::Over)
    }

    /// The side of a person; if it is both, the side to move. `None` for a spectator.
    pub fn side_of(&self, player: Player) -> Option<usize> {
        self.record.side_of(player, self.game().side())
    }

    pub fn game_type(&self) -> &'static dyn GameType {
        self.game_type
    }

    /// The game at the last position.
    pub fn game(&self) -> &dyn Game {
        &*self.line.game
    }

    /// The record, as it is to be saved.
    pub fn record(&self) -> &Record {
        &self.record
    }

    pub fn id(&self) -> GameId {
        self.record.id
    }

    /// Variant, options and first position.
    pub fn setup(&self) -> Setup {
        self.record.setup()
    }

    /// The two colours as the game names them: those of the sides of the same numbers, unless the players chose ([`Match::colour_at`]).
    pub fn sides(&self) -> [Side; 2] {
        self.game_type.sides(&self.setup())
    }

    /// The moves so far, each with its notation.
    pub fn played(&self) -> &[MoveRecord] {
        &self.record.moves
    }

    /// The last move in words.
    pub fn last(&self) -> Option<&Played> {
        self.line.last.as_ref()
    }

    /// Whether the engine is to move.
    pub fn is_engine_due(&self) -> bool {
        self.record.engine_due_ms.is_some()
    }

    /// The state in the database; empty if it has not been saved.
    pub fn kept(&self) -> SavedState {
        self.kept
    }

    /// The record was saved as it stands.
    pub fn mark_saved(&mut self) {
        self.kept = SavedState::of(&self.record);
    }

    /// Whether a record that was just read without its moves describes this match as it is here, so that the moves need not be
    /// read and replayed.
    pub fn is_as_in(&self, head: &Record) -> bool {
        self.kept.version == self.record.version && self.record.is_headed_by(head)
    }

    /// Notes which node thinks for the engine, where it is due.
    pub fn claim(&mut self, node: &str) {
        self.record.claimed_by = self.is_engine_due().then(|| node.to_owned());
    }

    /// The level of the engine where it is to move.
    fn engine_level(&self) -> Option<u8> {
        self.record.seats[self.game().side()].holder.level()
    }

    /// Whether it is the turn of this player.
    ///
    /// # Errors
    /// The match is over, the requester is not a player, or the other side is to move.
    pub fn must_be_turn_of(&self, player: Player) -> Result<(), Refusal> {
        let side = self.side_of(player).ok_or(Refusal::NotAPlayer)?;
        self.must_be_turn_of_side(side)
    }

    fn must_be_turn_of_side(&self, side: usize) -> Result<(), Refusal> {
        self.must_be_playing()?;
        match side == self.game().side() {
            true => Ok(()),
            false => Err(Refusal::NotYourTurn),
        }
    }

    fn must_be_playing(&self) -> Result<(), Refusal> {
        if self.record.status == Status::Playing {
            Ok(())
        } else {
            Err(Refusal::Over)
        }
    }

    fn must_face_engine(&self, side: usize) -> Result<(), Refusal> {
        if self.record.seats[1 - side].holder.level().is_some() {
            Ok(())
        } else {
            Err(Refusal::NotAgainstPeople)
        }
    }

    fn replay_to(&self, ply: usize) -> Replay {
        let mut moves = self.record.moves[..ply].to_vec();
        Replay::of(self.game_type, &self.setup(), &mut moves)
            .expect("the moves of a match were played before, so they can be played again")
    }

    /// Determines, after a change, whether the match is over and who is next.
    fn settle(&mut self, now_ms: i64) {
        self.touch(now_ms);
        if let Some(ending) = self.game().ending() {
            let status = ending.winner.map_or(Status::Drawn, |_| Status::Won);
            self.close(status, ending.winner, ending.reason, now_ms);
        } else if self.record.moves.len() >= PLIES_AT_MOST {
            self.close(Status::Drawn, None, TOO_LONG, now_ms);
        } else {
            self.record.engine_due_ms = self.engine_level().map(|_| now_ms);
            self.record.claimed_by = None;
        }
    }

    fn close(&mut self, status: Status, winner: Option<usize>, reason: &str, now_ms: i64) {
        self.touch(now_ms);
        self.record.status = status;
        self.record.winner = winner;
        self.record.reason = Some(reason.to_owned());
        self.record.engine_due_ms = None;
        self.record.claimed_by = None;
    }

    /// Marks a change; all changes between two saves are one version.
    fn touch(&mut self, now_ms: i64) {
        self.record.version = self.kept.version + 1;
        self.record.updated_ms = now_ms;
    }
}

fn illegal(error: rookery_games::Error) -> Refusal {
    match error {
        rookery_games::Error::Illegal(why) => Refusal::Illegal(why),
        // A game answers a move with no other error; its message is for programmers, so the player gets a plain one.
        _ => Refusal::Illegal(Message::new("refusal-unreadable")),
    }
}
