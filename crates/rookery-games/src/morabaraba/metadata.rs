//! Metadata of Morabaraba: options, levels, examples.

use crate::{
    AgreedDraws, Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, PieceTints, RuleOption,
    Sheet, Tint, World,
};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

/// The keys of the options.
pub mod key {
    /// The side that moves first.
    pub const FIRST: &str = "moves-first";
    /// The points where the first cow of the game may be placed.
    pub const FIRST_COW: &str = "first-cow";
    /// The sides that must be down to three cows for the ten-move draw.
    pub const THREE_COW_DRAW: &str = "three-cow-draw";
    /// Whether a third repetition is a draw.
    pub const REPETITION_DRAW: &str = "repetition-draw";
    /// Whether 100 plies without a shot are a draw.
    pub const HUNDRED_PLY_DRAW: &str = "hundred-ply-draw";
}

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::FIRST,
        values: &["dark", "light"],
    },
    RuleOption {
        key: key::FIRST_COW,
        values: &["anywhere", "no-corner"],
    },
    RuleOption {
        key: key::THREE_COW_DRAW,
        values: &["both", "either", "off"],
    },
    RuleOption {
        key: key::REPETITION_DRAW,
        values: &["on", "off"],
    },
    RuleOption {
        key: key::HUNDRED_PLY_DRAW,
        values: &["on", "off"],
    },
];

/// Pale lines scratched into burnt earth.
const EARTH: World = World {
    ground: Tint::new("#b76531", "#5f331b"),
    second: Tint::new("#b76531", "#5f331b"),
    line: Tint::new("#f6dfbf", "#d8b68a"),
    text: Tint::new("#120600", "#f6dfbf"),
    dark: PieceTints {
        fill: Tint::new("#221a15", "#14100d"),
        edge: Tint::new("#0d0907", "#eedcc2"),
        mark: Tint::new("#f3e3cb", "#e8d5b8"),
    },
    light: PieceTints {
        fill: Tint::new("#fff8ea", "#f7ecd8"),
        edge: Tint::new("#40240f", "#241206"),
        mark: Tint::new("#6a4125", "#6a4125"),
    },
    target: Tint::new("#f1ffe9", "#d9f7cf"),
    take: Tint::new("#ffe3dc", "#ffd0c8"),
    last: Tint::new("#fff0b8", "#ffe08a"),
    ..World::WOOD
};

/// Dark lines drawn in sand.
const SAND: World = World {
    ground: Tint::new("#e6d0a6", "#66563b"),
    second: Tint::new("#e6d0a6", "#66563b"),
    line: Tint::new("#7a5527", "#e4d2ad"),
    text: Tint::new("#2a1a06", "#fff6e3"),
    light: PieceTints {
        fill: Tint::new("#fffdf6", "#f7ecd8"),
        edge: Tint::new("#40240f", "#241206"),
        mark: Tint::both("#6a4125"),
    },
    target: Tint::new("#0d4630", "#d9f7cf"),
    take: Tint::new("#86101c", "#ffd8d2"),
    last: Tint::new("#6a3500", "#ffe39a"),
    ..EARTH
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "line",
        beside: "board",
        position: "*****@**/O*O**@**/*****@** b p p 2 9 3 9 board:12d",
        spaces: &["a1", "b2", "c3"],
        ..Diagram::START
    },
    Diagram {
        key: "place",
        beside: "placing",
        played: &["b2", "f6", "d5"],
        moves: &["f2", "d7", "a4"],
        ..Diagram::START
    },
    Diagram {
        key: "shot",
        beside: "shooting",
        position: "**@*O@**/**O*O*O*/*@**O**@ b p p 5 7 4 7 board:12d",
        moves: &["d7xf4", "d7xb4"],
        forbidden: &["d7,d1", "d7,d2", "d7,d3"],
        ..Diagram::START
    },
    Diagram {
        key: "close",
        beside: "shooting",
        position: "****O***/@*O@****/***@**O* b p p 3 9 3 9 board:12d",
        goal: Some(Goal::Mark("mill")),
        ..Diagram::START
    },
    Diagram {
        key: "step",
        beside: "moving",
        position: "*O*@O***/***@**@*/@@O*OO** b m s 5 0 5 0 board:12d",
        moves: &["b4-b6", "b4-a4", "b4-c4", "b4-b2"],
        ..Diagram::START
    },
    Diagram {
        key: "see-saw",
        beside: "see-saw-example",
        position: "***O*O**/*@*****@/@@O*OO*@ b m s 5 0 5 0 board:12d",
        played: &["d7-d6xg4", "d1-d2"],
        forbidden: &["d6,d7"],
        ..Diagram::START
    },
    Diagram {
        key: "flight",
        beside: "flying",
        position: "O**@**O*/*O****@*/***OO**@ b m s 5 0 3 0 board:12d",
        moves: &["e3-g7", "e3-b2", "e3-d6"],
        ..Diagram::START
    },
    Diagram {
        key: "blocked",
        beside: "winning",
        position: "********/*@*@*@*@/@O@O@O@O w m s 4 0 8 0 board:12d",
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[PieceDrawing {
        kind: "cow",
        svg: include_str!("cow.svg"),
    }],
    world: EARTH,
    themes: &[BoardTheme {
        key: "sand",
        world: SAND,
    }],
    rules: &[
        "aim",
        "board",
        "placing",
        "shooting",
        "moving",
        "see-saw",
        "see-saw-example",
        "flying",
        "winning",
        "draws",
        "notation",
        "source",
    ],
    headings: &[
        "aim", "placing", "shooting", "moving", "flying", "winning", "notation",
    ],
    diagrams: DIAGRAMS,
    coach: &["place", "remove", "move", "move-to", "fly", "fly-to"],
    options: OPTIONS,
    evaluations: SPARSE_EVALUATIONS,
    // `levels.tsv` has how each fared against the one below.
    levels: [
        Level::weak(400, 2, [450, 600, 400]),
        Level::weak(500, 3, [130, 285, 95]),
        Level::weak(600, 3, [72, 152, 46]),
        Level::weak(1_000, 4, [48, 95, 30]),
        Level::weak(1_700, 5, [32, 58, 20]),
        Level::weak(4_200, 6, [17, 27, 10]),
        Level::weak(20_000, 9, [5, 7, 3]),
        Level::knowing(600_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    agreed_draws: AgreedDraws::Always,
    // The placing of a game between two strong levels.
    showcase: &[
        "b2", "b6", "f2", "d2", "f6", "f4", "g7", "e5", "e3", "g4", "c3", "e4xc3", "a1", "c3",
        "g1xc3", "c3", "d1xd2", "d2", "a7", "d7", "a4xd2", "d2", "c5", "b4",
    ],
    // Positions of each phase.
    bench: Bench {
        positions: &[
            "********/********/******** b p p 0 12 0 12 board:12d",
            "*****O**/********/**OO@*@* b p p 3 9 2 9 board:12d",
            "***O*O**/*@*O*O*@/@@****O@ b m s 5 0 5 0 board:12d",
            "****O***/**O****O/@*@*@@O* b m s 4 0 4 0 board:12d",
            "********/@****O**/*@*OOO*@ b m s 4 0 3 0 board:12d",
        ],
        depth: 7,
    },
    // A cow each: more, put down at random, often decide the game.
    opening_plies: 2,
    ..Sheet::DEFAULT
};
