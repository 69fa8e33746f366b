//! Exact values of moves, from the table or solver of a game.

use std::cmp::Reverse;

use crate::engine::{Control, MoveList, Outcome, Position, Value, Variation};
use crate::games::{BoardGame, MoveOf};

/// Asks a game's table or solver about moves.
pub(super) struct Solution<'a, G: BoardGame> {
    game: &'a G,
    control: &'a Control,
}

impl<'a, G: BoardGame> Solution<'a, G> {
    pub fn new(game: &'a G, control: &'a Control) -> Self {
        Solution { game, control }
    }

    /// The value of a legal move for the side that makes it. A table gives the best line after it too.
    pub fn of_move(&self, position: &G::Position, m: MoveOf<G>) -> Option<Variation<MoveOf<G>>> {
        let value = self.after(position, m)?;
        let mut moves = vec![m];
        let mut here = position.clone();
        here.play(m);
        while G::TABLED
            && let Some(next) = self.best(&here)
        {
            moves.push(next);
            here.play(next);
        }
        Some(Variation { value, moves })
    }

    /// The best move of a position; none at the end of the game.
    fn best(&self, position: &G::Position) -> Option<MoveOf<G>> {
        let mut moves = MoveList::new();
        if position.outcome().is_none() {
            position.generate(&mut moves);
        }
        let rank = |&m: &MoveOf<G>| Reverse(self.after(position, m).map(Value::rank));
        moves.into_iter().min_by_key(rank)
    }

    /// The value of a move for the side that makes it.
    fn after(&self, position: &G::Position, m: MoveOf<G>) -> Option<Value> {
        let mut child = position.clone();
        child.play(m);
        let ended = child
            .outcome()
            .or_else(|| (child.count_moves() == 0).then(|| child.no_moves()));
        let value = match ended {
            Some(Outcome::Win) => Value::Win(0),
            Some(Outcome::Loss) => Value::Loss(0),
            Some(Outcome::Draw) => Value::Exact(0),
            Some(Outcome::Margin(points)) => Value::Exact(points.into()),
            None => self.game.solve(&child, self.control)?,
        };
        Some(value.a_ply_earlier(child.side() == position.side()))
    }
}
