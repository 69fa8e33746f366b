//! The evaluation of Connect Four: the winning cells, weighted by their rows.

use crate::connect_four::position::{ConnectFourPosition, Drop};
use rookery_engine::{Knowledge, MoveList, Position, Score, Technique, Techniques};

/// A threat in a row that falls to its side when all other cells are taken: the first player gets the rows 1, 3, 5, the second 2, 4,
/// 6 (Allis, 1988: odd and even threats). Threats in the other rows, and stones near the centre, are left out: they guide the
/// order of moves, and an evaluation of few values lets the search cut off sooner.
const THREAT_CP: Score = 60;

/// The evaluation by threats: free cells that would complete four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The threats of a side that last.
fn lasting(grid: &ConnectFourPosition, side: usize) -> Score {
    let rows = grid.shape().every_other_row(side as u8);
    (grid.wins(grid.of_side(side)) & rows).count_ones() as Score
}

impl Knowledge<ConnectFourPosition> for Threats {
    type Acc = ();

    const SOUND: Techniques = Techniques::EXACT
        .or(Techniques::LOOKED_UP)
        .or(Techniques::HISTORICAL)
        .with(Technique::Lmr)
        .with(Technique::Extensions);
    /// Continuation history is worth less here than it costs: a cell is taken once, so the answer to it elsewhere seldom helps.
    const USUAL: Techniques = Techniques::EXACT.without(Techniques::of(&[Technique::ContHist]));

    fn eval(&self, position: &ConnectFourPosition, _acc: &()) -> Score {
        let side = position.side();
        THREAT_CP * (lasting(position, side) - lasting(position, 1 - side))
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
