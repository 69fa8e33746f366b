//! Move ordering by trial: the evaluation after each move orders the moves of a game that has no guess of its own.

use crate::search::score::MATE;
use crate::{EVAL_MAX, Knowledge, Outcome, Position, Score, SplitMix};

/// A node whose moves are tried.
pub(crate) struct Trial<'a, P: Position, K: Knowledge<P>> {
    pub position: &'a P,
    pub knowledge: &'a K,
    /// The accumulator of the node.
    pub acc: &'a K::Acc,
    /// Points of the ordering score per centipawn, in hundredths.
    pub percent: i32,
}

impl<P: Position, K: Knowledge<P>> Trial<'_, P, K> {
    /// The worth of a move in the order: the evaluation after it, for the side that makes it.
    #[inline]
    pub fn worth(&self, m: P::Move) -> i32 {
        self.value_of(m) * self.percent / 100
    }

    /// The evaluation after a move, for the side that makes it.
    #[inline]
    pub fn value_of(&self, m: P::Move) -> Score {
        let child = self.position.after(m);
        let same_side = !P::ALTERNATING && child.side() == self.position.side();
        let value = self.value(m, &child);
        if same_side { value } else { -value }
    }

    /// The value of the position after a move, for the side to move there.
    #[inline]
    fn value(&self, m: P::Move, child: &P) -> Score {
        match child.outcome() {
            Some(Outcome::Win) => MATE,
            Some(Outcome::Loss) => -MATE,
            Some(Outcome::Draw) => 0,
            Some(Outcome::Margin(points)) => Score::from(points.signum()) * MATE,
            None => {
                let mut acc = K::Acc::default();
                self.knowledge
                    .update(self.position, m, child, self.acc, &mut acc);
                self.knowledge.eval(child, &acc)
            }
        }
    }
}

/// The plies of the line in which changes of the evaluation are looked at.
const SAMPLE_PLIES: usize = 12;

/// The greatest change of the evaluation by a move, ends of the game aside: over the moves of a random line from `root`.
pub(crate) fn greatest_change<P: Position, K: Knowledge<P>>(root: &P, knowledge: &K) -> Score {
    let mut position = root.clone();
    let mut random = SplitMix::new(root.key());
    let mut greatest = 0;
    for _ in 0..SAMPLE_PLIES {
        let moves = position.moves();
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        let mut acc = K::Acc::default();
        knowledge.refresh(&position, &mut acc);
        let trial = Trial {
            position: &position,
            knowledge,
            acc: &acc,
            percent: 100,
        };
        let before = knowledge.eval(&position, &acc);
        let after = moves.iter().map(|&m| trial.value_of(m));
        let changes = after
            .filter(|value| value.abs() <= EVAL_MAX)
            .map(|value| (value - before).abs());
        greatest = changes.max().unwrap_or(0).max(greatest);
        position.play(moves[random.below(moves.len())]);
    }
    greatest
}
