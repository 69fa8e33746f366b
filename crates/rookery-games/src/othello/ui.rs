//! User interface of Othello: words, levels, the view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, Choice, Zone};
use crate::othello::disc_move::DiscMove;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::leaves::{Convention, leaves};
use crate::othello::position::Othello;
use crate::othello::solver::EndgameSolver;
use crate::othello::tune::OthelloTuner;
use crate::othello::{bits, notation};
use crate::{
    Bench, BoardGame, BoardTheme, Change, Diagram, Division, Goal, LabGame, Level, PieceDrawing,
    PieceTints, PlacedPiece, Sheet, Tint, World,
};
use crate::{Message, Problem, Reason, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::{Position, Solver, SolverSpec};

/// The game on eight by eight squares from the usual start.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloGame;

/// The token of a pass.
const PASS: &str = "#pass";
/// A pass as other programs write it.
const SPELLED_PASSES: [&str; 3] = ["pa", "--", "ps"];

/// Green felt under black and ivory discs.
const FELT: World = World {
    ground: Tint::new("#2b8059", "#1d5b41"),
    second: Tint::new("#2b8059", "#1d5b41"),
    line: Tint::new("#0e3a28", "#0a2a1d"),
    text: Tint::both("#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#191b1c", "#0d0f10"),
        edge: Tint::new("#000000", "#aebbb3"),
        mark: Tint::both("#e8ece6"),
    },
    light: PieceTints {
        fill: Tint::new("#fbf8ec", "#efeadb"),
        edge: Tint::new("#3c3a30", "#17160f"),
        mark: Tint::both("#4b463a"),
    },
    target: Tint::both("#e2fff0"),
    take: Tint::both("#ffe1de"),
    last: Tint::both("#ffe9ae"),
    division: Division::Outlines,
    dots: &[(2, 2), (6, 2), (2, 6), (6, 6)],
    ..World::WOOD
};

const BLUE_FELT: World = World {
    ground: Tint::new("#2c6d96", "#1d4a69"),
    second: Tint::new("#2c6d96", "#1d4a69"),
    line: Tint::new("#12364f", "#0b2436"),
    target: Tint::both("#e2f4ff"),
    ..FELT
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "start",
        beside: "start",
        moves: &["d3", "c4", "f5", "e6"],
        ..Diagram::START
    },
    Diagram {
        key: "line",
        beside: "move",
        position: "--------/--------/--------/-XOOO---/---XX---/--------/--------/-------- X",
        moves: &["f4"],
        ..Diagram::START
    },
    Diagram {
        key: "once",
        beside: "lines",
        position: "--------/--------/--------/---OO---/---XO---/----O---/----X---/-------- X",
        moves: &["f5"],
        spaces: &["e6"],
        ..Diagram::START
    },
    Diagram {
        key: "three-ways",
        beside: "lines",
        position: "--------/--------/---X----/---OXX--/---OO---/----OOX-/--------/-------- X",
        goal: Some(Goal::Turn(5)),
        ..Diagram::START
    },
    Diagram {
        key: "pass",
        beside: "pass",
        played: &["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"],
        ..Diagram::START
    },
    Diagram {
        key: "end",
        beside: "score",
        position: "OOOOOOOX/OOOOOOOX/OXOXOXXX/OOOOXXOX/OOOOXXOX/OOXXXXXX/XOXXXXXX/XXXXXXXX X",
        ..Diagram::START
    },
    Diagram {
        key: "corner",
        beside: "advice",
        position: "O-------/-OX-----/--OXX---/--XOXX--/--XXOX--/---XXX--/--------/-------- X",
        spaces: &["a1"],
        ..Diagram::START
    },
];

static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[PieceDrawing::DISC],
    world: FELT,
    themes: &[BoardTheme {
        key: "blue",
        world: BLUE_FELT,
    }],
    rules: &[
        "aim", "start", "move", "lines", "pass", "end", "score", "advice", "names",
    ],
    headings: &["aim", "move", "pass", "advice", "names"],
    diagrams: DIAGRAMS,
    levels: [
        Level::weak(150, 2, [1_000, 500, 1_000]),
        Level::weak(200, 2, [400, 380, 350]),
        Level::weak(700, 3, [190, 240, 140]),
        Level::weak(1_800, 4, [100, 110, 62]),
        Level::weak(5_000, 6, [65, 60, 40]),
        Level::weak(15_000, 8, [28, 20, 18]),
        Level::weak(50_000, 10, [8, 4, 5]),
        Level::knowing(250_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    showcase: &["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"],
    bench: Bench {
        positions: &[
            "---------------------------OX------XO--------------------------- X",
            "------------------X--X----XXX----OOOXX----OXX----OXX------------ O",
            "---X----O-XXO---OOXOOO--OXXOOX--OXOOXX----OXXX----XX------X----- X",
        ],
        depth: 7,
    },
    // Enough for openings of every kind; the engine's own balance them out over a pair of games.
    opening_plies: 8,
    evaluations: OthelloKnowledge::NAMES,
    conventions: Convention::NAMES,
    ..Sheet::DEFAULT
};

impl BoardGame for OthelloGame {
    type Position = Othello;
    type Knowledge = OthelloKnowledge;
    const SHEET: &'static Sheet = &SHEET;

    fn start(&self) -> Othello {
        Othello::default()
    }

    fn parse(&self, text: &str) -> Result<Othello, String> {
        notation::parse(text)
    }

    fn print(&self, position: &Othello) -> String {
        notation::print(position)
    }

    fn board(&self) -> Board {
        notation::SQUARES.board()
    }

    /// The number of discs of each side.
    fn zones(&self, position: &Othello) -> Vec<Zone> {
        let zone = |(side, id)| Zone {
            id,
            side: Some(side),
            label: Message::new("othello-discs"),
            count: position.discs(side).count_ones() as usize,
            text: None,
            kinds: Vec::new(),
        };
        [(0, "discs0"), (1, "discs1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &Othello) -> Vec<PlacedPiece> {
        let owner = |square| (0..2).find(|&side| position.discs(side) >> square & 1 == 1);
        notation::SQUARES.pieces(|square| Some((owner(square)?, "disc")))
    }

    fn choices(&self, position: &Othello) -> Vec<Choice> {
        let pass = || Choice {
            figure: None,
            token: PASS,
            label: Message::new("othello-pass"),
        };
        position.must_pass().then(pass).into_iter().collect()
    }

    fn task(&self, position: &Othello, _prefix: &[String]) -> Option<Message> {
        let id = match (position.must_pass(), position.side()) {
            (true, _) => "othello-task-pass",
            (false, 0) => "othello-task-dark",
            (false, _) => "othello-task-light",
        };
        Some(Message::new(id))
    }

    fn steps(&self, position: &Othello, m: DiscMove) -> Vec<Step> {
        if m == DiscMove::PASS {
            return vec![Step::select(PASS)];
        }
        let side = position.side();
        let turned = bits::flips(position.own, position.other, m.0);
        let turn = |square| Change::Turn {
            at: notation::square_name(square),
            side,
        };
        let mut steps = Step::put(notation::square_name(m.0), side, "disc");
        steps[0].changes.extend(bits::squares(turned).map(turn));
        steps
    }

    fn may_begin(&self, _position: &Othello, m: DiscMove, token: &str) -> bool {
        m == DiscMove::PASS || notation::square_name(m.0) == token
    }

    fn notation(&self, _position: &Othello, m: DiscMove) -> String {
        notation::move_name(m)
    }

    /// The ways in which a pass is written.
    fn spellings(&self, _position: &Othello, m: DiscMove) -> Vec<String> {
        if m == DiscMove::PASS {
            SPELLED_PASSES.map(str::to_owned).to_vec()
        } else {
            Vec::new()
        }
    }

    fn say(&self, position: &Othello, m: DiscMove) -> Message {
        let side = side_name(self, position.side());
        if m == DiscMove::PASS {
            return Message::new("othello-say-pass").with("side", side);
        }
        let turned = bits::flips(position.own, position.other, m.0).count_ones();
        Message::new("othello-say-move")
            .with("side", side)
            .with("square", notation::square_name(m.0))
            .with("count", i64::from(turned))
    }

    fn why_not(&self, position: &Othello, path: &[String]) -> Option<Message> {
        let token = path.first()?;
        let is_pass = |name: &str| name.eq_ignore_ascii_case(token);
        if is_pass(PASS)
            || is_pass(&notation::move_name(DiscMove::PASS))
            || SPELLED_PASSES.into_iter().any(is_pass)
        {
            return Some(Message::new("othello-illegal-pass"));
        }
        let square = notation::parse_square(token)?;
        let name = notation::square_name(square);
        Some(if position.empty() >> square & 1 == 0 {
            Message::new("illegal-occupied").with("square", name)
        } else if position.must_pass() {
            Message::new("othello-illegal-must-pass").with("square", name)
        } else {
            Message::new("othello-illegal-turns-nothing").with("square", name)
        })
    }

    fn reason(&self, position: &Othello, winner: Option<usize>) -> Reason {
        let count = |side: usize| position.discs(side).count_ones();
        let empty = position.empty().count_ones();
        let Some(winner) = winner else {
            let discs = i64::from(count(0));
            let say = Message::new("othello-end-draw").with("count", discs);
            let brief = Message::new("othello-brief-draw").with("count", discs);
            return Reason::new("as-many-discs", say).briefly(brief);
        };
        let (more, fewer) = (count(winner), count(1 - winner));
        let (key, id) = match (empty, fewer) {
            (0, _) => ("more-discs", "othello-end-full"),
            (_, 0) => ("no-discs", "othello-end-no-discs"),
            (_, _) => ("nobody-can-move", "othello-end-blocked"),
        };
        let say = Message::new(id)
            .with("winner", side_name(self, winner))
            .with("loser", side_name(self, 1 - winner))
            .with("more", i64::from(more))
            .with("fewer", i64::from(fewer))
            .with("empty", i64::from(empty))
            .with("total", i64::from(more + empty));
        let brief = Message::new("othello-brief-discs")
            .with("more", i64::from(more))
            .with("fewer", i64::from(fewer));
        Reason::new(key, say).briefly(brief)
    }
}

impl LabGame for OthelloGame {
    fn knowledge_named(&self, name: &str) -> Option<OthelloKnowledge> {
        OthelloKnowledge::named(name)
    }

    fn solver(&self, spec: &SolverSpec) -> Option<Box<dyn Solver<Othello>>> {
        Some(Box::new(EndgameSolver::new(spec, self.knowledge())))
    }

    fn problem(&self, line: &str) -> Result<Problem, String> {
        notation::parse_problem(line)
    }

    fn leaves(&self, position: &Othello, depth: u32, convention: &str, full: bool) -> u64 {
        leaves(position, depth, Convention::named(convention), full)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        (evaluation == Self::SHEET.evaluations[0]).then(|| Box::new(OthelloTuner::new()) as _)
    }
}
