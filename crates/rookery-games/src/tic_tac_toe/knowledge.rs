//! The evaluation of noughts and crosses: open lines.

use crate::tic_tac_toe::position::{LINES, Square, TicTacToePosition};
use rookery_engine::{Knowledge, Position, Score, Techniques};

/// The evaluation by open lines, the classic example of lectures on search.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

/// Lines on which the side can still get three in a row, less those of the other side.
pub(super) fn open_lines(grid: &TicTacToePosition, side: usize) -> Score {
    let open_to = |side: usize| {
        let against = grid.marks[1 - side];
        LINES.iter().filter(|&line| against & line == 0).count() as Score
    };
    open_to(side) - open_to(1 - side)
}

impl Knowledge<TicTacToePosition> for OpenLines {
    type Acc = ();
    /// The whole tree is searched.
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &TicTacToePosition, _acc: &()) -> Score {
        100 * open_lines(position, position.side())
    }

    /// The number of lines through the square: the centre, then corners, then edges.
    fn order(&self, _position: &TicTacToePosition, m: Square) -> i32 {
        LINES.iter().map(|line| i32::from(line >> m & 1)).sum()
    }
}
