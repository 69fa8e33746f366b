//! Metadata of Nine Men's Morris: options, levels, examples.

use crate::{
    AgreedDraws, Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, PieceTints, RuleOption,
    Sheet, Tint, World,
};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

/// The variant with ten men, which may be moved before all are placed: Emanuel Lasker, *Brettspiele der Völker* (1931).
pub const LASKER: &str = "lasker";
/// The variant with twelve men and lines across the corners.
pub const TWELVE: &str = "twelve";
/// The variant with six men and two rings, in which nobody flies.
pub const SIX: &str = "six";
/// The variant with three men on one square with its centre, in which the first mill wins.
pub const THREE: &str = "three";

/// The keys of the options.
pub mod key {
    /// Whether a side with three men flies.
    pub const FLYING: &str = "flying";
    /// The men that may be removed.
    pub const REMOVAL: &str = "removal";
    /// The men that closing two mills at once removes.
    pub const DOUBLE_MILL: &str = "double-mill";
    /// Whether a third repetition is a draw.
    pub const REPETITION_DRAW: &str = "repetition-draw";
    /// The number of moves by each side without a mill after which the game is a draw.
    pub const MOVE_LIMIT: &str = "move-limit";
}

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::FLYING,
        values: &["on", "off"],
    },
    RuleOption {
        key: key::REMOVAL,
        values: &["outside-mills", "any"],
    },
    RuleOption {
        key: key::DOUBLE_MILL,
        values: &["one", "two"],
    },
    RuleOption {
        key: key::REPETITION_DRAW,
        values: &["on", "off"],
    },
    RuleOption {
        key: key::MOVE_LIMIT,
        values: &["fifty", "twenty", "off"],
    },
];

/// Pale lines cut into slate.
const SLATE: World = World {
    ground: Tint::new("#74868d", "#35434a"),
    second: Tint::new("#74868d", "#35434a"),
    line: Tint::new("#eef4f5", "#a9bac1"),
    text: Tint::new("#0a1114", "#e9f1f3"),
    dark: PieceTints {
        fill: Tint::new("#1d2529", "#12181b"),
        edge: Tint::new("#090d0f", "#dbe6ea"),
        mark: Tint::new("#aebcc2", "#aebcc2"),
    },
    light: PieceTints {
        fill: Tint::new("#fbfaf5", "#efeee7"),
        edge: Tint::new("#2a3338", "#161c1f"),
        mark: Tint::new("#6d6a5c", "#6d6a5c"),
    },
    target: Tint::new("#f3ffec", "#d9f7cf"),
    take: Tint::new("#ffe9e4", "#ffd0c8"),
    last: Tint::new("#fff3c4", "#ffe08a"),
    ..World::WOOD
};

/// Dark lines burnt into oak.
const OAK: World = World {
    ground: Tint::new("#cfa46a", "#5c4327"),
    second: Tint::new("#cfa46a", "#5c4327"),
    line: Tint::new("#4d3013", "#dcc196"),
    text: Tint::new("#241302", "#fff4e0"),
    dark: PieceTints {
        fill: Tint::new("#2a1a10", "#171009"),
        edge: Tint::new("#120a05", "#eedcc0"),
        mark: Tint::new("#d9bd92", "#d9bd92"),
    },
    light: PieceTints {
        fill: Tint::new("#fff7e6", "#f6ead2"),
        edge: Tint::new("#3d2711", "#20140a"),
        mark: Tint::both("#7a5a32"),
    },
    target: Tint::new("#0b3d28", "#d9f7cf"),
    take: Tint::new("#7d0c14", "#ffd0c8"),
    last: Tint::new("#5a2c00", "#ffe08a"),
    ..SLATE
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "mill",
        beside: "board",
        position: "O*******/O*****@*/O******* b p p 3 6 1 7 board:9",
        spaces: &["d7", "d6", "d5"],
        ..Diagram::START
    },
    Diagram {
        key: "place",
        beside: "placing",
        played: &["d6", "f4", "b4"],
        moves: &["d2", "g7", "a4"],
        ..Diagram::START
    },
    Diagram {
        key: "removal",
        beside: "removing",
        position: "**O*@O**/**@*@*@*/*O**@**O w p p 4 4 5 4 board:9",
        moves: &["d7xf4", "d7xb4"],
        forbidden: &["d7,d1", "d7,d2", "d7,d3"],
        ..Diagram::START
    },
    Diagram {
        key: "close",
        beside: "removing",
        position: "***O@***/*O@****O/******@* w p p 3 6 3 6 board:9",
        goal: Some(Goal::Mark("mill")),
        ..Diagram::START
    },
    Diagram {
        key: "step",
        beside: "moving",
        position: "*@*OO***/*@@*@*O*/O**O*@** w m s 5 0 5 0 board:9",
        moves: &["b4-b6", "b4-a4", "b4-c4", "b4-b2"],
        forbidden: &["e3,f2"],
        ..Diagram::START
    },
    Diagram {
        key: "running",
        beside: "running",
        position: "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9",
        moves: &["d7-d6xe3"],
        ..Diagram::START
    },
    Diagram {
        key: "flight",
        beside: "flying",
        position: "****@*O*/*@*O*@**/O**@***@ w m s 3 0 5 0 board:9",
        moves: &["f2-g7", "f2-d6", "f2-b6"],
        ..Diagram::START
    },
    Diagram {
        key: "blocked",
        beside: "winning",
        position: "********/********/O@O@O@O@ b m s 4 0 4 0 board:9",
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[PieceDrawing {
        kind: "morris-man",
        svg: include_str!("morris-man.svg"),
    }],
    world: SLATE,
    themes: &[BoardTheme {
        key: "oak",
        world: OAK,
    }],
    rules: &[
        "aim", "board", "placing", "removing", "moving", "running", "flying", "winning", "draws",
        "choices", "variants", "notation", "source",
    ],
    headings: &[
        "aim", "placing", "removing", "moving", "flying", "winning", "notation",
    ],
    diagrams: DIAGRAMS,
    coach: &["place", "remove", "move", "move-to", "fly", "fly-to"],
    variants: &["standard", LASKER, TWELVE, SIX, THREE],
    options: OPTIONS,
    evaluations: SPARSE_EVALUATIONS,
    levels: [
        Level::weak(400, 2, [300, 500, 300]),
        Level::weak(400, 2, [110, 255, 85]),
        Level::weak(500, 3, [85, 185, 58]),
        Level::weak(700, 4, [60, 115, 38]),
        Level::weak(1_400, 5, [40, 62, 23]),
        Level::weak(7_000, 8, [12, 17, 7]),
        Level::weak(12_000, 9, [6, 7, 3]),
        Level::knowing(600_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    agreed_draws: AgreedDraws::Always,
    // The placing of a game of the engine against itself, 300,000 nodes a move.
    showcase: &[
        "f4", "b6", "e3", "e5", "g4", "c5", "e4xe5", "e5", "d5", "b4", "b2", "c4", "c3", "a4xc3",
        "c3", "d3", "d2", "f2",
    ],
    // Positions of each phase.
    bench: Bench {
        positions: &[
            "********/********/******** w p p 0 9 0 9 board:9",
            "**O*@O**/**@*@*@*/*O**@**O w p p 4 4 5 4 board:9",
            "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9",
            "*@*OO***/*@@*@*O*/O**O*@** w m s 5 0 5 0 board:9",
            "****@*O*/*@*O*@**/O**@***@ w m s 3 0 5 0 board:9",
        ],
        depth: 7,
    },
    // A man each: more, put down at random, often decide the game.
    opening_plies: 2,
    ..Sheet::DEFAULT
};
