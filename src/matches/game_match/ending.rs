//! The ways in which players and the engine end a match or take a move back: resigning, draws, breaking off.

use super::Match;
use crate::matches::Refusal;
use crate::matches::Status;
use crate::matches::draw_offers;
use crate::matches::record::{AGREED, ENGINE_FAILED, RESIGNED, UNPLAYED};

impl Match {
    /// Resigns: the other side wins, or it is a draw if that side could not win by any sequence of moves. A match against the engine in
    /// which the player has not moved yet ends without a result.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn resign(&mut self, side: usize, now_ms: i64) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let has_moved = self.line.turns.iter().any(|turn| turn.mover == side);
        if !has_moved && self.must_face_engine(side).is_ok() {
            self.close(Status::Aborted, None, UNPLAYED, now_ms);
            return Ok(());
        }
        let (status, winner) = match self.game().can_win(1 - side) {
            true => (Status::Won, Some(1 - side)),
            false => (Status::Drawn, None),
        };
        self.close(status, winner, RESIGNED, now_ms);
        Ok(())
    }

    /// Claims a draw if the rules of the game allow that now (either player may: the position is on the board for both),
    /// otherwise offers the engine one, in games with agreed draws.
    ///
    /// # Errors
    /// Over; where there is nothing to claim, a game without agreement, a person on the other side, or declined.
    pub fn draw(&mut self, side: usize, now_ms: i64) -> Result<(), Refusal> {
        self.must_be_playing()?;
        if let Some(claim) = self.game().claim() {
            self.close(Status::Drawn, None, claim.reason, now_ms);
            return Ok(());
        }
        if !self.agrees_draws() {
            return Err(Refusal::NoAgreement);
        }
        self.must_face_engine(side)?;
        let is_engine_due = self.is_engine_due();
        let table = self.game().table_value();
        let moves = &self.record.moves;
        // An engine that could not win even with help has nothing to play on for, whatever its values are.
        let can_win = self.game().can_win(1 - side);
        if can_win && !draw_offers::accepts(moves, table, is_engine_due) {
            return Err(Refusal::DrawDeclined);
        }
        self.close(Status::Drawn, None, AGREED, now_ms);
        Ok(())
    }

    /// Whether players may agree to a draw in this game and variant.
    pub fn agrees_draws(&self) -> bool {
        self.game_type.sheet().agrees_draws(&self.record.variant)
    }

    /// Whether [`Match::draw`] has an effect now: a claim, or an offer that the engine may accept.
    pub fn can_draw(&self, side: usize) -> bool {
        let can_offer = || {
            self.agrees_draws()
                && !self.record.moves.is_empty()
                && self.must_face_engine(side).is_ok()
        };
        self.record.status == Status::Playing && (self.game().claim().is_some() || can_offer())
    }

    /// Takes back the player's last move and the engine's answer, so that the player decides again. A match that
    /// ended on the board goes on, unless the player has won it; one that was resigned, agreed drawn or aborted does not.
    ///
    /// # Errors
    /// A person on the other side, no own move yet, or over.
    pub fn takeback(&mut self, side: usize, now_ms: i64) -> Result<(), Refusal> {
        let ply = self.takeback_to(side)?;
        self.record.moves.truncate(ply);
        self.kept.plies = self.kept.plies.min(ply);
        self.line = self.replay_to(ply);
        self.record.status = Status::Playing;
        self.record.winner = None;
        self.record.reason = None;
        self.settle(now_ms);
        Ok(())
    }

    /// The ply that [`Match::takeback`] would lead back to.
    ///
    /// # Errors
    /// As [`Match::takeback`].
    pub fn takeback_to(&self, side: usize) -> Result<usize, Refusal> {
        self.must_face_engine(side)?;
        let is_over = self.record.status != Status::Playing;
        if is_over && (self.game().ending().is_none() || self.record.winner == Some(side)) {
            return Err(Refusal::Over);
        }
        self.line
            .turns
            .iter()
            .rposition(|turn| turn.mover == side)
            .ok_or(Refusal::NothingToTakeBack)
    }

    /// Ends the match without a result, because the engine cannot go on.
    ///
    /// # Errors
    /// [`Refusal::Over`].
    pub fn abort(&mut self, now_ms: i64) -> Result<(), Refusal> {
        self.must_be_playing()?;
        self.close(Status::Aborted, None, ENGINE_FAILED, now_ms);
        Ok(())
    }
}
