//! The search settings of Connect Four: threats first, and no move that loses at once.

use crate::connect_four::evaluation;
use crate::connect_four::patterns::ConnectFourInputs;
use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use rookery_engine::learning::sparse::SparseEvaluation;
use rookery_engine::{Knowledge, MoveList, Score, Technique, Techniques};

/// The evaluation of Connect Four: learned weights or threats alone on the usual board, threats on the others.
#[derive(Clone, Debug, Default)]
pub struct ConnectFourKnowledge(pub SparseEvaluation<ConnectFourInputs>);

impl Knowledge<ConnectFourPosition> for ConnectFourKnowledge {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::INSTEAD)
        .or(Techniques::HISTORICAL)
        .with(Technique::Lmr)
        .with(Technique::Extensions);
    /// Continuation history is worth less here than it costs: a cell is taken once, so the answer to it elsewhere seldom helps.
    const USUAL: Techniques = Techniques::EXACT.without(Techniques::of(&[Technique::ContHist]));

    fn eval(&self, position: &ConnectFourPosition, _acc: &()) -> Score {
        if position.shape() == BoardSize::STANDARD {
            self.0.evaluate(position)
        } else {
            evaluation::evaluate(position)
        }
    }

    /// A win, then a move that prevents one, then the moves that leave the most cells to win on; moves that let the other side win come
    /// last.
    fn order(&self, position: &ConnectFourPosition, m: Drop) -> i32 {
        let cell = 1_u64 << m.at;
        let own = position.own() | cell;
        if position.has_four(own) {
            return 40_000;
        }
        let theirs = position.wins(position.own() ^ position.all());
        if theirs & cell != 0 {
            return 30_000;
        }
        let mine = position.wins(own);
        // To win on the cell above is a threat that does not last.
        let threats = 2 * mine.count_ones() as i32 - i32::from(mine & cell << 1 != 0);
        let gives = i32::from(theirs & cell << 1 != 0);
        1_000 * threats - 40_000 * gives + 300 * m.centrality()
    }

    /// A win at once is the only move; else moves that let the other side win at once are left out, as long as another is left.
    fn leave_forced(&self, position: &ConnectFourPosition, moves: &mut MoveList<Drop>) {
        let open = position.open();
        let wins = position.wins(position.own()) & open;
        let kept = if wins != 0 {
            wins
        } else {
            position.safe(position.wins(position.own() ^ position.all()))
        };
        if kept & open != 0 {
            moves.retain(|m| kept >> m.at & 1 == 1);
        }
    }

    /// A threat to win at once leaves one reply.
    fn extension(&self, parent: &ConnectFourPosition, m: Drop, child: &ConnectFourPosition) -> i32 {
        let mine = parent.own() | 1 << m.at;
        if child.wins(mine) & child.open() != 0 {
            15
        } else {
            0
        }
    }
}
