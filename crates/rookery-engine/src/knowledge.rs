//! Knowledge of a game beyond its rules, such as its evaluation. All threads of a search share one value.

use crate::{MoveList, Params, Position, Score, Technique, Techniques, Value};

/// Knowledge of the game `P`: evaluation, move ordering, and the techniques that are sound for it.
/// Every method but [`Knowledge::eval`] has a default that assumes nothing.
pub trait Knowledge<P: Position>: Clone + Send + Sync + 'static {
    /// Incremental state (sums, accumulators); `()` if the evaluation reads only the position.
    type Acc: Clone + Default + Send;

    /// The techniques that are sound: a constant, so that the code of all others is not compiled for this game.
    /// By default those that a search uses, the exact ones, those that answer in place of a search (tables, books, proofs), and those of historical
    /// programs.
    const SOUND: Techniques = Self::USUAL
        .or(Techniques::EXACT)
        .with(Technique::Trial)
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL);
    /// The techniques that a search uses by default, all of them sound. Those of a game that says nothing suit rules and an evaluation
    /// alone. A search by exact techniques alone is `Techniques::EXACT`; a game that says more names what uses it, for example
    /// `Techniques::GENERAL.or(Techniques::of(&[Technique::Qsearch, Technique::Lmr]))`.
    const USUAL: Techniques = Techniques::GENERAL;

    /// Computes the state of a position from scratch.
    fn refresh(&self, _position: &P, acc: &mut Self::Acc) {
        *acc = Self::Acc::default();
    }

    /// Computes the state of `child` from that of its parent.
    fn update(&self, _parent: &P, _m: P::Move, child: &P, _from: &Self::Acc, to: &mut Self::Acc) {
        self.refresh(child, to);
    }

    /// Computes the state after a pass from the state before it.
    fn pass(&self, child: &P, _from: &Self::Acc, to: &mut Self::Acc) {
        self.refresh(child, to);
    }

    /// The value for the side to move, at most [`crate::EVAL_MAX`] either way.
    fn eval(&self, position: &P, acc: &Self::Acc) -> Score;

    /// An estimate of a move for ordering; larger is searched earlier, 0 = nothing known.
    /// It is added to what the search itself has learned: at most 1,000 either way from the history of the move, and 1,200
    /// ([`Params::killer_order`]) for a killer. [`Technique::ContHist`] adds up to 1,000 either way, and in games with [`Position::PLANS`] another
    /// 1,500; [`Technique::StructHist`] adds up to 1,000 where [`Position::STRUCTURED`]. A move whose estimate is greater by 4,000 therefore
    /// comes before another whatever has been learned with history alone, and by 11,000 with all of them. The table's move precedes both,
    /// a move that wins material ([`Knowledge::gain`]) has its gain and 4,000 more, and with [`Position::LISTS_APART`] noisy moves and
    /// killers come before all others.
    fn order(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// For [`Technique::Forced`]: removes the legal moves after which the opponent wins on the next move, provided that another move remains (and, if a move
    /// wins at once, all others). The search calls it at two plies and more, where it changes no value.
    fn leave_forced(&self, _position: &P, _moves: &mut MoveList<P::Move>) {}

    /// For [`Technique::Candidates`]: whether a move is worth a look as long as some other move is not known to lose (in gomoku, a point
    /// near the stones). Nearly every position should have such a move.
    fn is_candidate(&self, _position: &P, _m: P::Move) -> bool {
        true
    }

    /// Whether a move changes the balance at once (a capture, a mill, a promotion): [`Technique::Qsearch`] plays it out, and
    /// [`Technique::Lmr`] reduces it half as much; a game that implements this names the two in [`Knowledge::USUAL`] where they gain
    /// something. Whatever it names, a weak level never overlooks a noisy reply ([`crate::Handicap`]).
    fn is_noisy(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// Whether a move leaves the opponent few answers (a check): pruning of quiet moves spares it.
    fn is_forcing(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// The material that a move wins at once, centipawns; 0 for a quiet move.
    fn gain(&self, _position: &P, _m: P::Move) -> Score {
        0
    }

    /// Whether the exchange that the move begins leaves the mover at least `threshold` centipawns better off.
    fn exchange_wins(&self, _position: &P, _m: P::Move, _threshold: Score) -> bool {
        true
    }

    /// Extension after a forcing move, in sixteenths of a ply; 0 to 15, so that every line ends.
    fn extension(&self, _parent: &P, _m: P::Move, _child: &P) -> i32 {
        0
    }

    /// Whether the null move may be tried here: not in zugzwang, where every move can be a loss, and not in check.
    fn null_ok(&self, _position: &P) -> bool {
        true
    }

    /// Whether the side to move may decline every noisy move: not in check, and not if captures are compulsory.
    fn stand_pat_ok(&self, _position: &P) -> bool {
        true
    }

    /// Whether the evaluation cannot be trusted here, so that the search continues for a ply beyond its horizon.
    fn is_unsettled(&self, _position: &P) -> bool {
        false
    }

    /// For Multi-ProbCut: the shallow depth instead of `depth` plies, and the margin in centipawns by which that value must exceed
    /// the window so that the deep one almost certainly exceeds it too.
    fn shallow_check(&self, _position: &P, _depth: i32) -> Option<(i32, Score)> {
        None
    }

    /// The proven value of the position for the side to move, from an endgame table: a win or loss with its plies, or
    /// `Exact(0)` for a draw. A win or loss that takes 1,400 plies or more, counted from the root of the search, is ignored, as is an
    /// estimate.
    fn probe(&self, _position: &P) -> Option<Value> {
        None
    }

    /// The margins and depths of the selective techniques.
    fn params(&self) -> &Params {
        &Params::DEFAULT
    }
}

/// Knowledge of nothing but the rules, in any game: every position that is not over is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesOnly;

impl<P: Position> Knowledge<P> for RulesOnly {
    type Acc = ();

    fn eval(&self, _: &P, (): &()) -> Score {
        0
    }
}
