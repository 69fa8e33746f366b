//! What the engine knows about a game beyond its rules. One value per search.

use crate::engine::{Position, Score};

/// Knowledge of the game `P`: evaluation and move ordering.
/// Every method but [`Knowledge::eval`] has a default that claims to know nothing.
pub trait Knowledge<P: Position>: Clone + Send + 'static {
    /// State kept up ply by ply (sums, accumulators); `()` where the evaluation reads the position alone.
    type Acc: Clone + Default + Send;

    /// Computes the state of a position from scratch.
    fn refresh(&self, _position: &P, acc: &mut Self::Acc) {
        *acc = Self::Acc::default();
    }

    /// Computes the state of `child` from that of its parent.
    fn update(&self, _parent: &P, _m: P::Move, child: &P, _from: &Self::Acc, to: &mut Self::Acc) {
        self.refresh(child, to);
    }

    /// The value for the side to move, at most [`crate::engine::EVAL_MAX`] either way.
    fn eval(&self, position: &P, acc: &Self::Acc) -> Score;

    /// A first guess at how good a move is; larger is searched earlier, 0 = nothing known.
    /// It is added to what the search itself has learned: at most 1000 either way from the history of the move,
    /// and about 1200 for a killer. A guess of 4000 therefore always comes first.
    fn order(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }
}
