//! Noughts and crosses for the table builder: the smallest example of a game that indexes its positions.

use crate::tic_tac_toe::position::TicTacToePosition;
use rookery_engine::Position;
use rookery_engine::tables::{Finished, Group, MaterialClass, Moves, PackedValue, Place, Space};

/// Boards of nine squares, each free, a cross or a nought: their number in base three.
const BOARDS: usize = 3_usize.pow(9);

/// All positions of the game in one material class: a board's number is the smallest of its eight images.
#[derive(Clone, Copy, Debug)]
pub(super) struct TicTacToeEndings;

/// The crosses and the noughts.
type Marks = [u16; 2];

impl Space for TicTacToeEndings {
    type State = Marks;
    const GAME: &'static str = TicTacToePosition::NAME;
    const REVISION: u64 = 1;
    const SYMMETRIES: usize = TicTacToePosition::SYMMETRIES;

    fn groups(&self) -> Vec<Group> {
        vec![Group {
            label: "all".to_owned(),
            is_played: true,
            is_on_request: false,
            materials: vec![0],
        }]
    }

    fn name(&self, _material: MaterialClass) -> String {
        "all".to_owned()
    }

    fn len(&self, _material: MaterialClass) -> usize {
        BOARDS
    }

    fn needs(&self, _group: &Group) -> Vec<MaterialClass> {
        Vec::new()
    }

    fn place(&self, marks: Marks) -> Place {
        let images =
            (0..Self::SYMMETRIES).map(|s| TicTacToePosition { marks }.transform(s).index());
        Place {
            material: 0,
            index: images.min().expect("a board is its own image"),
        }
    }

    fn state(&self, place: Place) -> Option<Marks> {
        let grid = TicTacToePosition::from_index(place.index);
        (grid.is_reachable() && self.place(grid.marks) == place).then_some(grid.marks)
    }

    fn image(&self, marks: Marks, s: usize) -> Marks {
        TicTacToePosition { marks }.transform(s).marks
    }

    fn moves(&self, marks: Marks, _finished: &impl Finished, out: &mut Moves<Marks>) {
        let grid = TicTacToePosition { marks };
        match grid.outcome() {
            // A position without a move counts as lost, which is right after three in a row of the other side; a full board is a
            // draw.
            Some(_) if grid.has_line(1 - grid.side()) => {}
            Some(_) => out.draw(),
            None => {
                for m in grid.moves() {
                    out.stay(grid.after(m).marks);
                }
            }
        }
    }

    fn unmoves(&self, marks: Marks, out: &mut Vec<Marks>) {
        let last = 1 - TicTacToePosition { marks }.side();
        for square in (0..9).filter(|square| marks[last] >> square & 1 == 1) {
            let mut before = marks;
            before[last] ^= 1 << square;
            let grid = TicTacToePosition { marks: before };
            // The game must not have been over before the last move. If that move closed two rows at once, neither was there
            // before it.
            if grid.outcome().is_none() && grid.is_reachable() {
                out.push(before);
            }
        }
    }
}

/// The value of every position, by its number.
pub(super) fn values() -> Vec<PackedValue> {
    let group = &TicTacToeEndings.groups()[0];
    let cells = rookery_engine::tables::solve(&TicTacToeEndings, group);
    let cells = cells.expect("a game of nine moves ends within 253 plies");
    cells[0]
        .iter()
        .map(|&byte| PackedValue::from_byte(byte))
        .collect()
}
