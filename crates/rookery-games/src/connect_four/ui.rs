//! Connect Four as people see it: words, levels, the view.

use crate::api::view::{Board, BoardKind, Mark, Side, Space, Tone};
use crate::connect_four::book::Book;
use crate::connect_four::book_builder::Builder;
use crate::connect_four::knowledge::Threats;
use crate::connect_four::perfect::solver::FourSolver;
use crate::connect_four::perfect::steps;
use crate::connect_four::position::{Drop, Grid, Shape};
use crate::connect_four::{metadata, notation};
use crate::{BoardGame, BuildBook, Change, LEVEL_COUNT, Level, PlacedPiece, RuleOptions};
use crate::{Message, Problem, Reason, Step, Variant};
use rookery_engine::{Position, Solver, SolverSpec, Variation};

/// Connect Four on a board of one size.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    shape: Shape,
}

/// The names of the columns from the left, as many as the widest board has.
const FILES: &str = "abcdefghi";
/// The names of the rows from the top, as many as the highest board has.
const RANKS: &str = "7654321";

impl BoardGame for ConnectFour {
    type Position = Grid;
    type Knowledge = Threats;
    /// Six stones put in at random often decide the game.
    const OPENING_PLIES: usize = 3;
    const SOLVER_STEPS: &'static [&'static str] = &steps::NAMES;

    fn title() -> Message {
        Message::new("connect-four-title")
    }

    fn summary() -> Message {
        Message::new("connect-four-summary")
    }

    fn rules() -> Vec<Message> {
        metadata::rules()
    }

    fn variants() -> Vec<Variant> {
        metadata::variants()
    }

    fn levels() -> [Level; LEVEL_COUNT as usize] {
        metadata::levels()
    }

    fn measured() -> &'static str {
        include_str!("levels.tsv")
    }

    fn showcase() -> &'static [&'static str] {
        metadata::showcase()
    }

    fn bench() -> (&'static [&'static str], u32) {
        metadata::bench()
    }

    fn new(chosen: &RuleOptions) -> Self {
        ConnectFour {
            shape: metadata::shape(chosen.variant()),
        }
    }

    fn start(&self) -> Grid {
        Grid::new(self.shape)
    }

    fn parse(&self, text: &str) -> Result<Grid, String> {
        notation::parse(text, self.shape)
    }

    fn print(&self, position: &Grid) -> String {
        notation::print(position)
    }

    fn knowledge(&self) -> Threats {
        Threats
    }

    fn solver(&self, spec: &SolverSpec) -> Option<Box<dyn Solver<Grid>>> {
        Some(Box::new(FourSolver::new(self.shape, spec)))
    }

    fn problem(&self, line: &str) -> Result<Problem, String> {
        notation::problem(line)
    }

    fn book(&self, position: &Grid, _seed: u64) -> Option<Variation<Drop>> {
        (self.shape == Shape::STANDARD).then(|| Book::shipped().line(position))?
    }

    fn book_builder(&self, entries: usize) -> Option<Box<dyn BuildBook>> {
        (self.shape == Shape::STANDARD).then(|| Box::new(Builder::new(entries)) as _)
    }

    fn sides(&self) -> [Side; 2] {
        [
            Side {
                name: Message::new("connect-four-dark"),
                tone: Tone::Dark,
                mark: "●",
            },
            Side {
                name: Message::new("connect-four-light"),
                tone: Tone::Light,
                mark: "○",
            },
        ]
    }

    fn board(&self) -> Board {
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        let space = |(r, c): (u8, u8)| Space {
            id: format!("{}{}", column_name(c), rows - r),
            c,
            r,
            shade: 0,
            tap: Some(column_name(c)),
        };
        let places = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        Board {
            kind: BoardKind::Cells,
            cols: columns,
            rows,
            spaces: places.map(space).collect(),
            lines: Vec::new(),
            files: &FILES[..columns.into()],
            ranks: &RANKS[RANKS.len() - usize::from(rows)..],
            rotates: false,
        }
    }

    fn pieces(&self, position: &Grid) -> Vec<PlacedPiece> {
        let mut here = Grid::new(self.shape);
        let played = position.played().filter_map(|column| {
            let (m, side) = (here.drop_in(column)?, here.side());
            here.play(m);
            Some(self.stone(m, side))
        });
        played.collect()
    }

    fn piece_name(&self, side: usize, _kind: &'static str) -> Message {
        match side {
            0 => Message::new("connect-four-dark-stone"),
            _ => Message::new("connect-four-light-stone"),
        }
    }

    /// The four in a line that won.
    fn marks(&self, position: &Grid, _last: Option<Drop>) -> Vec<Mark> {
        let mark = |at| Mark {
            at,
            kind: "line",
            say: Message::new("connect-four-mark-line"),
        };
        self.line_of(position).into_iter().map(mark).collect()
    }

    fn task(&self, position: &Grid, _prefix: &[String]) -> Option<Message> {
        Some(match position.side() {
            0 => Message::new("connect-four-task-dark"),
            _ => Message::new("connect-four-task-light"),
        })
    }

    fn steps(&self, position: &Grid, m: Drop) -> Vec<Step> {
        let stone = Change::Add(self.stone(m, position.side()));
        vec![Step::act(column_name(m.column), vec![stone])]
    }

    /// The letter of the column, as it stands below the board.
    fn notation(&self, _position: &Grid, m: Drop) -> String {
        column_name(m.column)
    }

    /// The cell, and the number of the column from 1 at the left, as solvers write it.
    fn spellings(&self, _position: &Grid, m: Drop) -> Vec<String> {
        vec![
            notation::cell_name(self.shape, m),
            (m.column + 1).to_string(),
        ]
    }

    fn say(&self, position: &Grid, m: Drop) -> Message {
        let [dark, light] = self.sides();
        let side = if position.side() == 0 { dark } else { light };
        Message::new("move-place")
            .with("side", side.name)
            .with("square", notation::cell_name(self.shape, m))
    }

    fn why_not(&self, position: &Grid, path: &[String]) -> Option<Message> {
        let column = FILES.find(path.first()?.as_str())?;
        let column = u8::try_from(column).ok()?;
        let is_full = column < self.shape.columns() && position.drop_in(column).is_none();
        is_full
            .then(|| Message::new("connect-four-illegal-full").with("column", column_name(column)))
    }

    fn reason(&self, position: &Grid, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return Reason {
                key: "board-full",
                say: Message::new("connect-four-full"),
            };
        };
        let [dark, light] = self.sides();
        let side = if winner == 0 { dark } else { light };
        Reason {
            key: "four-in-a-row",
            say: Message::new("connect-four-won")
                .with("side", side.name)
                .with("line", self.line_of(position).join(", ")),
        }
    }
}

impl ConnectFour {
    /// The cells of the winning line, or of all where one stone made several; none where nobody has won.
    fn line_of(&self, position: &Grid) -> Vec<String> {
        let cells = [0, 1].map(|side| position.fours(position.of_side(side)));
        let cells = cells[0] | cells[1];
        let bits = (0..u64::BITS).filter(|bit| cells >> bit & 1 == 1);
        bits.map(|bit| notation::cell_name(self.shape, self.shape.drop_on(bit)))
            .collect()
    }

    fn stone(&self, m: Drop, side: usize) -> PlacedPiece {
        PlacedPiece {
            at: notation::cell_name(self.shape, m),
            side,
            kind: "disc",
        }
    }
}

fn column_name(column: u8) -> String {
    char::from(b'a' + column).to_string()
}
