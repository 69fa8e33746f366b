//! Five in a row on nine by nine squares, as written by somebody who has read only CONTRIBUTING.md.

use std::sync::LazyLock;

use rookery_games::api::view::{Board, Mark};
use rookery_games::engine::{MoveList, Outcome, Position};
use rookery_games::{BoardGame, Grid, LabGame, OpenRows, PieceDrawing, PlacedPiece};
use rookery_games::{RowGame, Rows, Sheet, Step, Stones};

const BOARD: Grid = Grid::new(9, 9);
static ROWS: LazyLock<Rows> = LazyLock::new(|| Rows::new(BOARD, 5));

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    pieces: &[PieceDrawing::DISC],
    rules: &["aim", "turns"],
    showcase: &["e5", "d4", "f5", "d5", "g5", "d6", "d7", "h5"],
    ..Sheet::DEFAULT
};

/// The stones of both sides.
#[derive(Clone, Default)]
pub struct Stand(Stones);

impl Position for Stand {
    type Move = u8;
    const NAME: &'static str = "five-in-a-row";
    const MAX_MOVES: usize = 81;
    const HISTORY: usize = 81;

    fn side(&self) -> usize {
        self.0.turn()
    }

    fn key(&self) -> u64 {
        self.0.key(self.side())
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        out.extend(self.0.free(BOARD));
    }

    fn play(&mut self, square: u8) {
        self.0.put(self.side(), square);
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.0.of[1 - self.side()];
        (ROWS.won(last) != 0).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
}

impl RowGame for Stand {
    fn rows() -> &'static Rows {
        &ROWS
    }

    fn stones(&self) -> &Stones {
        &self.0
    }
}

#[derive(Clone, Default)]
pub struct FiveInARow;

impl BoardGame for FiveInARow {
    type Position = Stand;
    type Knowledge = OpenRows;
    const SHEET: &'static Sheet = &SHEET;

    fn start(&self) -> Stand {
        Stand::default()
    }

    fn parse(&self, text: &str) -> Result<Stand, String> {
        Stones::read_by_turns(BOARD, text).map(Stand)
    }

    fn print(&self, position: &Stand) -> String {
        position.0.print(BOARD)
    }

    fn board(&self) -> Board {
        BOARD.board()
    }

    fn pieces(&self, position: &Stand) -> Vec<PlacedPiece> {
        position.0.pieces(BOARD, "disc")
    }

    fn steps(&self, position: &Stand, square: u8) -> Vec<Step> {
        Step::put(BOARD.name(square), position.side(), "disc")
    }

    fn marks(&self, position: &Stand, _last: Option<u8>) -> Vec<Mark> {
        let rows = position.0.of.map(|stones| ROWS.won(stones));
        BOARD.names(rows[0] | rows[1]).map(Mark::line).collect()
    }
}

impl LabGame for FiveInARow {}
