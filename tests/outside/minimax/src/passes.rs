//! Extra moves as passes: a game in which a side may move twice, as one in which sides alternate.
//!
//! The `minimax` crate negates the value of every move. Where the same side moves again, the other side therefore passes first: a node
//! with one legal move, whose value is negated twice. Nothing else about the game changes.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

/// A game with extra moves, and the number of a move for the pass: below its `HISTORY`, and no move of its own.
pub trait Passes: Position<Move = u8> {
    /// The pass.
    const PASS: u8;
}

/// A position of the game with passes.
#[derive(Clone)]
pub struct Passing<P> {
    /// The position without them.
    pub of: P,
    /// Whether the side that is not to move there has to pass now.
    pub is_pass: bool,
}

impl<P: Passes> Position for Passing<P> {
    type Move = u8;
    const NAME: &'static str = P::NAME;
    const MAX_MOVES: usize = P::MAX_MOVES;
    const HISTORY: usize = P::HISTORY;

    fn side(&self) -> usize {
        self.of.side() ^ usize::from(self.is_pass)
    }

    fn key(&self) -> u64 {
        self.of.key()
            ^ if self.is_pass {
                0x5851_f42d_4c95_7f2d
            } else {
                0
            }
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        match self.is_pass {
            true => out.push(P::PASS),
            false => self.of.generate(out),
        }
    }

    fn play(&mut self, m: u8) {
        if self.is_pass {
            self.is_pass = false;
            return;
        }
        let before = self.of.side();
        self.of.play(m);
        self.is_pass = self.of.side() == before;
    }

    fn outcome(&self) -> Option<Outcome> {
        let outcome = self.of.outcome()?;
        Some(match (self.is_pass, outcome) {
            (true, Outcome::Win) => Outcome::Loss,
            (true, Outcome::Loss) => Outcome::Win,
            (_, outcome) => outcome,
        })
    }

    fn no_moves(&self) -> Outcome {
        self.of.no_moves()
    }
}

/// The evaluation of the same game without passes, for the side to move.
#[derive(Clone)]
pub struct WithPasses<K>(pub K);

impl<P: Passes, K: Knowledge<P, Acc = ()>> Knowledge<Passing<P>> for WithPasses<K> {
    type Acc = ();

    fn eval(&self, position: &Passing<P>, (): &()) -> Score {
        let value = self.0.eval(&position.of, &());
        if position.is_pass { -value } else { value }
    }
}
