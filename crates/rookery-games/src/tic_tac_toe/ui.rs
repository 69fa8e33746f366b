//! User interface of noughts and crosses: words, levels, the view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, Mark, Side, Tone};
use crate::tic_tac_toe::knowledge::OpenLines;
use crate::tic_tac_toe::notation::{self, SQUARES};
use crate::tic_tac_toe::position::{Square, TicTacToePosition};
use crate::tic_tac_toe::table::TableSolver;
use crate::{
    Arrival, Bench, BoardGame, BoardTheme, Diagram, Division, Goal, LabGame, Level, PieceDrawing,
    PieceTints, PlacedPiece, Sheet, Tint, World,
};
use crate::{Message, Reason, Step};
use rookery_engine::{Position, Solver, SolverSpec};

/// Noughts and crosses.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

const KINDS: [&str; 2] = ["cross", "nought"];

/// Strokes of two pencils on squared paper; of two chalks on slate.
const PAPER: World = World {
    ground: Tint::new("#fffdf6", "#20272c"),
    second: Tint::new("#d6e4f1", "#35424b"),
    line: Tint::new("#2b3136", "#e5e8ea"),
    text: Tint::new("#4c565e", "#b5bfc6"),
    dark: PieceTints {
        fill: Tint::new("#1b5f83", "#74c6ea"),
        edge: Tint::new("#123f57", "#bfe6f8"),
        mark: Tint::new("#ffffff", "#0d2733"),
    },
    light: PieceTints {
        fill: Tint::new("#b3401f", "#ff9f80"),
        edge: Tint::new("#6e2511", "#ffd3c4"),
        mark: Tint::new("#ffffff", "#3a1409"),
    },
    target: Tint::new("#0b6a4f", "#7fe0bb"),
    take: Tint::new("#a3122c", "#ffb0b0"),
    last: Tint::new("#8a4b00", "#ffc46b"),
    division: Division::Inner,
    under: include_str!("squared_paper.svg"),
    arrival: Arrival::Drawn,
    ..World::WOOD
};

/// Chalk on a green board, on light pages too.
const BLACKBOARD: World = World {
    ground: Tint::new("#24423a", "#16302a"),
    second: Tint::new("#33564c", "#23433b"),
    line: Tint::new("#e6efe9", "#d5e2db"),
    text: Tint::new("#c9d8d2", "#b9cac3"),
    dark: PieceTints {
        fill: Tint::new("#9fdcf2", "#8fd3ec"),
        edge: Tint::both("#cdeefa"),
        mark: Tint::both("#0c2a38"),
    },
    light: PieceTints {
        fill: Tint::new("#ffd08a", "#ffc67a"),
        edge: Tint::both("#3a2206"),
        mark: Tint::both("#3a2206"),
    },
    target: Tint::new("#9cf0cd", "#8fe8c4"),
    take: Tint::new("#ffb9b5", "#ffb0b0"),
    last: Tint::new("#ffdf7e", "#ffd873"),
    ..PAPER
};

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[
        PieceDrawing {
            kind: KINDS[0],
            svg: include_str!("cross.svg"),
        },
        PieceDrawing {
            kind: KINDS[1],
            svg: include_str!("nought.svg"),
        },
    ],
    emblems: &KINDS,
    world: PAPER,
    themes: &[BoardTheme {
        key: "blackboard",
        world: BLACKBOARD,
    }],
    rules: &["turns", "win", "draw", "advice", "names"],
    headings: &["turns", "win", "advice", "names"],
    diagrams: &[
        Diagram {
            key: "taken",
            beside: "turns",
            played: &["b2"],
            moves: &["a1", "c2"],
            ..Diagram::START
        },
        Diagram {
            key: "row",
            beside: "win",
            position: "X.O/.XO/..X o",
            ..Diagram::START
        },
        Diagram {
            key: "win",
            beside: "win",
            position: "XX./OO./... x",
            goal: Some(Goal::Win),
            ..Diagram::START
        },
        Diagram {
            key: "full",
            beside: "draw",
            position: "XOX/XOO/OXX o",
            ..Diagram::START
        },
        Diagram {
            key: "block",
            beside: "advice",
            position: "X../.X./O.. o",
            moves: &["c1"],
            ..Diagram::START
        },
        Diagram {
            key: "corner",
            beside: "advice",
            played: &["b2"],
            moves: &["a1", "a3", "c1", "c3"],
            ..Diagram::START
        },
        Diagram {
            key: "fork",
            beside: "advice",
            position: "X.X/.O./X.O o",
            spaces: &["b3", "a2"],
            ..Diagram::START
        },
    ],
    // The first two levels have nodes for three and for five of the moves only, and take the best of those. The third looks at
    // each of its moves but at no reply; the fourth sees replies, and so blocks; the eighth knows everything.
    levels: [
        Level::plain(4, 1),
        Level::plain(6, 1),
        Level::plain(10, 1),
        Level::plain(100, 2),
        Level::plain(400, 3),
        Level::plain(1_500, 4),
        Level::plain(6_000, 6),
        Level::plain(0, 0),
    ],
    level_results: include_str!("levels.tsv"),
    is_solved: true,
    showcase: &["b2", "a3", "c3", "a1", "a2"],
    bench: Bench {
        positions: &[
            ".../.../... x",
            "X../.../... o",
            ".../.X./... o",
            "X../.O./... x",
            "X../.O./..X o",
        ],
        depth: 9,
    },
    // A mark each, of nine in all.
    opening_plies: 2,
    evaluations: &["open-lines"],
    ..Sheet::DEFAULT
};

impl BoardGame for TicTacToe {
    type Position = TicTacToePosition;
    type Knowledge = OpenLines;
    const SHEET: &'static Sheet = &SHEET;

    fn start(&self) -> TicTacToePosition {
        TicTacToePosition::default()
    }

    fn parse(&self, text: &str) -> Result<TicTacToePosition, String> {
        notation::parse(text)
    }

    fn print(&self, position: &TicTacToePosition) -> String {
        notation::print(position)
    }

    fn sides(&self) -> [Side; 2] {
        [
            Side::new(Message::new("tic-tac-toe-crosses"), Tone::Dark, "✕"),
            Side::new(Message::new("tic-tac-toe-noughts"), Tone::Light, "○"),
        ]
    }

    fn board(&self) -> Board {
        SQUARES.board()
    }

    fn pieces(&self, position: &TicTacToePosition) -> Vec<PlacedPiece> {
        SQUARES.pieces(|square| {
            let has = |side: &usize| position.marks[*side] >> square & 1 == 1;
            [0, 1].into_iter().find(has).map(|side| (side, KINDS[side]))
        })
    }

    /// The three in a row that won.
    fn marks(&self, position: &TicTacToePosition, _last: Option<Square>) -> Vec<Mark> {
        line_of(position).into_iter().map(Mark::line).collect()
    }

    fn task(&self, position: &TicTacToePosition, _prefix: &[String]) -> Option<Message> {
        Some(match position.side() {
            0 => Message::new("tic-tac-toe-task-cross"),
            _ => Message::new("tic-tac-toe-task-nought"),
        })
    }

    fn steps(&self, position: &TicTacToePosition, m: Square) -> Vec<Step> {
        let side = position.side();
        Step::put(SQUARES.name(m), side, KINDS[side])
    }

    /// The number of the square, from 1 at the top left to 9 at the bottom right.
    fn spellings(&self, _position: &TicTacToePosition, m: Square) -> Vec<String> {
        vec![(m + 1).to_string()]
    }

    fn why_not(&self, position: &TicTacToePosition, path: &[String]) -> Option<Message> {
        let token = path.first()?;
        let numbered = || token.parse::<u8>().ok()?.checked_sub(1);
        let square = SQUARES.find(token).or_else(numbered);
        let square = square.filter(|square| *square < 9)?;
        let is_taken = position.free() >> square & 1 == 0;
        is_taken.then(|| Message::new("illegal-occupied").with("square", SQUARES.name(square)))
    }

    fn reason(&self, position: &TicTacToePosition, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return Reason::new("board-full", Message::new("tic-tac-toe-full"))
                .briefly(Message::new("brief-full"));
        };
        let say = Message::new("tic-tac-toe-won")
            .with("side", side_name(self, winner))
            .with("line", line_of(position).join(", "));
        Reason::new("three-in-a-row", say).briefly(Message::new("tic-tac-toe-brief-row"))
    }
}

impl LabGame for TicTacToe {
    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<TicTacToePosition>>> {
        Some(Box::new(TableSolver))
    }
}

/// The squares of the winning line, or of both where one mark made two; none where nobody has won.
fn line_of(position: &TicTacToePosition) -> Vec<String> {
    let filled = position.lines_of(0) | position.lines_of(1);
    SQUARES.names(filled.into()).collect()
}
