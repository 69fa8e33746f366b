//! What the engine knows about a game beyond its rules. One value per search thread.

use crate::engine::{Outcome, Position, Score};

/// One ply in the unit of extensions: sixteenths.
pub const ONE_PLY: i32 = 16;

/// Knowledge of the game `P`: evaluation, move ordering, and which techniques are sound.
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

    /// Whether the move changes the balance at once, so that quiescence looks at it.
    fn is_noisy(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// A first guess at how good a move is; larger is searched earlier. 0 = nothing known.
    fn order(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// What the move wins at once, for pruning in quiescence.
    fn gain(&self, _position: &P, _m: P::Move) -> Score {
        0
    }

    /// Whether the exchange that the move begins wins at least `threshold`.
    fn see_ge(&self, _position: &P, _m: P::Move, _threshold: Score) -> bool {
        true
    }

    /// How much deeper to look after the move, in sixteenths of a ply, below [`ONE_PLY`] so that the search ends.
    fn extension(&self, _parent: &P, _m: P::Move, _child: &P) -> i32 {
        0
    }

    /// Whether passing the turn bounds the value here.
    fn null_ok(&self, _position: &P) -> bool {
        false
    }

    /// Whether the side to move may decline all noisy moves (false in check, or where capturing is compulsory).
    fn stand_pat_ok(&self, _position: &P) -> bool {
        true
    }

    /// The proven value of the position from a table, if there is one, with the plies to the end.
    fn probe(&self, _position: &P) -> Option<(Outcome, u32)> {
        None
    }
}
