//! User interface of Connect Four: words, levels, the view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, Mark};
use crate::connect_four::book::Book;
use crate::connect_four::book_builder::Builder;
use crate::connect_four::knowledge::ConnectFourKnowledge;
use crate::connect_four::notation;
use crate::connect_four::perfect::solver::FourSolver;
use crate::connect_four::perfect::steps;
use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use crate::{
    Arrival, BegunMatch, Bench, BoardGame, BoardTheme, BuildBook, Change, Diagram, Division, Goal,
    Grid, LabGame, Level, Message, PieceDrawing, PieceTints, PlacedPiece, Problem, Reason,
    RuleOptions, Sheet, Step, Tint, World,
};
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{
    SPARSE_EVALUATIONS, SparseEvaluation, SparseTuner, TrainingGames,
};
use rookery_engine::{Position, Solver, SolverSpec, Variation};

/// Connect Four on a board of one size.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour {
    shape: BoardSize,
}

/// The discs of the two sides: told apart by a ring and a star, without their colours.
const KINDS: [&str; 2] = ["ring-disc", "star-disc"];

/// A blue rack, through whose holes one sees the discs behind it.
const RACK: World = World {
    ground: Tint::new("#e3eaf7", "#0d1525"),
    second: Tint::new("#2c5fc4", "#28509f"),
    line: Tint::new("#1c4596", "#1b3870"),
    text: Tint::both("#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#d5372d", "#d8453a"),
        edge: Tint::new("#8e1710", "#ff9a8f"),
        mark: Tint::both("#ffe9e5"),
    },
    light: PieceTints {
        fill: Tint::new("#f3b92f", "#f0b935"),
        edge: Tint::new("#8a5d00", "#ffe09a"),
        mark: Tint::new("#6b4700", "#5c3d00"),
    },
    target: Tint::new("#0b4a8f", "#9fd0ff"),
    take: Tint::new("#8a0a22", "#ffb0b0"),
    last: Tint::new("#5f3000", "#ffe3ac"),
    division: Division::Material,
    over: include_str!("hole.svg"),
    arrival: Arrival::Fall,
    ..World::WOOD
};

/// A rack of beech.
const BEECH: World = World {
    ground: Tint::new("#f8f1e2", "#1b130b"),
    second: Tint::new("#bd8d57", "#6b4a2b"),
    line: Tint::new("#7c5428", "#3d2814"),
    text: Tint::new("#241302", "#ffffff"),
    target: Tint::new("#6b3f10", "#ffd9a0"),
    ..RACK
};

pub(super) static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[
        PieceDrawing {
            kind: KINDS[0],
            svg: include_str!("ring_disc.svg"),
        },
        PieceDrawing {
            kind: KINDS[1],
            svg: include_str!("star_disc.svg"),
        },
    ],
    world: RACK,
    themes: &[BoardTheme {
        key: "beech",
        world: BEECH,
    }],
    rules: &["board", "turns", "win", "draw", "advice", "sizes", "names"],
    headings: &["board", "win", "advice", "sizes"],
    diagrams: &[
        Diagram {
            key: "drop",
            beside: "turns",
            played: &["d", "d", "e"],
            moves: &["a", "d", "e"],
            ..Diagram::START
        },
        Diagram {
            key: "column",
            beside: "turns",
            played: &["d", "d", "d", "d", "d", "d"],
            forbidden: &["d"],
            ..Diagram::START
        },
        Diagram {
            key: "across",
            beside: "win",
            played: &["d", "d", "e", "e", "f", "f", "c"],
            ..Diagram::START
        },
        Diagram {
            key: "diagonal",
            beside: "win",
            played: &["a", "b", "b", "c", "c", "d", "c", "d", "d", "a", "d"],
            ..Diagram::START
        },
        Diagram {
            key: "four",
            beside: "win",
            played: &["c", "d", "d", "f", "e", "e", "e", "f", "f", "g"],
            goal: Some(Goal::Win),
            ..Diagram::START
        },
        Diagram {
            key: "threat",
            beside: "advice",
            played: &["d", "b", "b", "c", "c", "a", "d", "a"],
            spaces: &["e2"],
            ..Diagram::START
        },
    ],
    // The solver has a build of its own for each size.
    variants: &["7x6", "8x7", "9x6", "6x5", "6x4", "5x4", "4x4"],
    // The last level looks its first moves up in the book and solves the later ones; a position that neither knows is searched.
    levels: [
        Level::weak(110, 2, [400, 215, 400]),
        Level::weak(300, 2, [95, 200, 80]),
        Level::weak(600, 3, [75, 150, 60]),
        Level::weak(1_500, 5, [50, 85, 35]),
        Level::weak(6_000, 7, [28, 34, 18]),
        Level::weak(18_000, 10, [19, 22, 13]),
        Level::weak(100_000, 0, [4, 4, 3]),
        Level::knowing(600_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    showcase: &[
        "d", "d", "d", "d", "c", "e", "c", "c", "b", "e", "e", "b", "f",
    ],
    // A draw if both sides go on without a mistake, and no immediate threats for a move or two.
    begun: Some(BegunMatch {
        variant: "7x6",
        level: 3,
        line: &["d", "c", "d", "e", "e", "d"],
    }),
    // The start and positions of each stage.
    bench: Bench {
        positions: &["", "44", "4453", "44444326", "1233345566"],
        depth: 12,
    },
    // Six stones put in at random often decide the game.
    opening_plies: 3,
    solver_steps: &steps::NAMES,
    evaluations: SPARSE_EVALUATIONS,
    ..Sheet::DEFAULT
};

/// The board of a variant, which its key names: columns, then rows.
pub(super) fn shape(variant: &str) -> BoardSize {
    let size = variant.split_once('x').and_then(|(columns, rows)| {
        let (columns, rows) = (columns.parse().ok()?, rows.parse().ok()?);
        Some(BoardSize::new(columns, rows))
    });
    size.unwrap_or(BoardSize::STANDARD)
}

impl BoardGame for ConnectFour {
    type Position = ConnectFourPosition;
    type Knowledge = ConnectFourKnowledge;
    const SHEET: &'static Sheet = &SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        ConnectFour {
            shape: shape(chosen.variant()),
        }
    }

    fn start(&self) -> ConnectFourPosition {
        ConnectFourPosition::new(self.shape)
    }

    fn parse(&self, text: &str) -> Result<ConnectFourPosition, String> {
        notation::parse(text, self.shape)
    }

    fn print(&self, position: &ConnectFourPosition) -> String {
        notation::print(position)
    }

    fn book(&self, position: &ConnectFourPosition, _seed: u64) -> Option<Variation<Drop>> {
        (self.shape == BoardSize::STANDARD).then(|| Book::shipped().line(position))?
    }

    fn board(&self) -> Board {
        let mut board = self.grid().board();
        for space in &mut board.spaces {
            space.tap = Some(column_name(space.c));
        }
        board
    }

    fn pieces(&self, position: &ConnectFourPosition) -> Vec<PlacedPiece> {
        let mut here = ConnectFourPosition::new(self.shape);
        let played = position.played().filter_map(|column| {
            let (m, side) = (here.drop_in(column)?, here.side());
            here.play(m);
            Some(PlacedPiece::new(self.cell_name(m), side, KINDS[side]))
        });
        played.collect()
    }

    /// The four in a row that won.
    fn marks(&self, position: &ConnectFourPosition, _last: Option<Drop>) -> Vec<Mark> {
        let line = self.line_of(position).into_iter();
        line.map(Mark::line).collect()
    }

    fn task(&self, position: &ConnectFourPosition, _prefix: &[String]) -> Option<Message> {
        Some(match position.side() {
            0 => Message::new("connect-four-task-red"),
            _ => Message::new("connect-four-task-yellow"),
        })
    }

    fn steps(&self, position: &ConnectFourPosition, m: Drop) -> Vec<Step> {
        let side = position.side();
        let stone = PlacedPiece::new(self.cell_name(m), side, KINDS[side]);
        vec![Step::act(column_name(m.column), vec![Change::Add(stone)])]
    }

    /// The letter of the column, as it stands below the board.
    fn notation(&self, _position: &ConnectFourPosition, m: Drop) -> String {
        column_name(m.column)
    }

    /// The cell, and the number of the column from 1 at the left, as solvers write it.
    fn spellings(&self, _position: &ConnectFourPosition, m: Drop) -> Vec<String> {
        vec![self.cell_name(m), (m.column + 1).to_string()]
    }

    fn say(&self, position: &ConnectFourPosition, m: Drop) -> Message {
        Message::new("move-place")
            .with("side", side_name(self, position.side()))
            .with("square", self.cell_name(m))
    }

    fn why_not(&self, position: &ConnectFourPosition, path: &[String]) -> Option<Message> {
        let token = path.first()?;
        let grid = self.grid();
        let meant = grid.find(token);
        let is_named =
            |&column: &u8| column_name(column) == *token || (column + 1).to_string() == *token;
        let column = match meant {
            Some(cell) => grid.place(cell).0,
            None => (0..self.shape.columns()).find(is_named)?,
        };
        let name = column_name(column);
        let Some(m) = position.drop_in(column) else {
            return Some(Message::new("connect-four-illegal-full").with("column", name));
        };
        let cell = self.cell_name(m);
        (meant.is_some() && cell != *token).then(|| {
            Message::new("connect-four-illegal-cell")
                .with("column", name)
                .with("cell", cell)
        })
    }

    fn reason(&self, position: &ConnectFourPosition, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return Reason::new("board-full", Message::new("connect-four-full"))
                .briefly(Message::new("brief-full"));
        };
        let say = Message::new("connect-four-won")
            .with("side", side_name(self, winner))
            .with("line", self.line_of(position).join(", "));
        Reason::new("four-in-a-row", say).briefly(Message::new("connect-four-brief-row"))
    }
}

impl LabGame for ConnectFour {
    fn knowledge_named(&self, name: &str) -> Option<ConnectFourKnowledge> {
        SparseEvaluation::named(name).map(ConnectFourKnowledge)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        let games = (self.shape == BoardSize::STANDARD).then_some(TrainingGames::USUAL)?;
        SparseTuner::named(evaluation, self.start(), games, ConnectFourKnowledge)
    }

    fn solver(&self, spec: &SolverSpec) -> Option<Box<dyn Solver<ConnectFourPosition>>> {
        Some(Box::new(FourSolver::new(self.shape, spec)))
    }

    fn problem(&self, line: &str) -> Result<Problem, String> {
        notation::problem(line)
    }

    fn book_builder(&self, entries: usize) -> Option<Box<dyn BuildBook>> {
        (self.shape == BoardSize::STANDARD).then(|| Box::new(Builder::new(entries)) as _)
    }
}

impl ConnectFour {
    fn grid(&self) -> Grid {
        Grid::new(self.shape.columns(), self.shape.rows())
    }

    /// The cells of the winning line, or of all where one stone made several; none where nobody has won.
    fn line_of(&self, position: &ConnectFourPosition) -> Vec<String> {
        let cells = [0, 1].map(|side| position.fours(position.of_side(side)));
        let cells = cells[0] | cells[1];
        let bits = (0..u64::BITS).filter(|bit| cells >> bit & 1 == 1);
        bits.map(|bit| self.cell_name(self.shape.drop_on(bit)))
            .collect()
    }

    fn cell_name(&self, m: Drop) -> String {
        notation::cell_name(self.shape, m)
    }
}

fn column_name(column: u8) -> String {
    char::from(b'a' + column).to_string()
}
