//! Metadata of Fanorona: variants, options, levels, examples.

use crate::fanorona::notation::STONE;
use crate::{
    AgreedDraws, Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, PieceTints, RuleOption,
    Sheet, Tint, World,
};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

/// The keys of the options.
pub mod key {
    /// Whether a third repetition is a draw.
    pub const REPETITION_DRAW: &str = "repetition-draw";
    /// The moves of each side without a capture that make a draw.
    pub const QUIET_LIMIT: &str = "quiet-limit";
}

/// Fewer nodes than usual: a whole chain of captures is one move here, so that few plies see far.
const LEVELS: [Level; Level::COUNT as usize] = [
    Level::weak(300, 2, [105, 210, 82]),
    Level::weak(500, 3, [108, 195, 80]),
    Level::weak(900, 3, [80, 140, 60]),
    Level::weak(1_500, 4, [65, 110, 48]),
    Level::weak(4_000, 5, [42, 60, 30]),
    Level::weak(9_000, 6, [28, 37, 18]),
    Level::weak(40_000, 8, [8, 7, 5]),
    Level::knowing(200_000, 0),
];

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::REPETITION_DRAW,
        values: &["on", "off"],
    },
    RuleOption {
        key: key::QUIET_LIMIT,
        values: &["fifty", "twenty-two", "off"],
    },
];

/// Pale lines on red laterite.
const LATERITE: World = World {
    ground: Tint::new("#b0432a", "#66241a"),
    second: Tint::new("#b0432a", "#66241a"),
    line: Tint::new("#f3d3bb", "#d9a78f"),
    text: Tint::new("#fff6ec", "#f8e2d4"),
    dark: PieceTints {
        fill: Tint::new("#241c1a", "#151110"),
        edge: Tint::new("#0d0908", "#f0dccb"),
        mark: Tint::new("#e9d8ca", "#dcc8b8"),
    },
    light: PieceTints {
        fill: Tint::new("#fdf6ea", "#f5eadb"),
        edge: Tint::new("#4a1f12", "#24100a"),
        mark: Tint::new("#7a4a36", "#74503f"),
    },
    target: Tint::new("#f1ffe9", "#d9f7cf"),
    take: Tint::new("#ffe6df", "#ffd3ca"),
    last: Tint::new("#fff1bd", "#ffe08a"),
    ..World::WOOD
};

/// Dark lines on rosewood.
const ROSEWOOD: World = World {
    ground: Tint::new("#c98f63", "#5a3826"),
    second: Tint::new("#c98f63", "#5a3826"),
    line: Tint::new("#54290f", "#e3b894"),
    text: Tint::new("#2a1104", "#fff1e4"),
    target: Tint::new("#063a24", "#d9f7cf"),
    take: Tint::new("#73000e", "#ffd8d2"),
    last: Tint::new("#4f2200", "#ffe39a"),
    ..LATERITE
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "start",
        beside: "start",
        moves: &["d2-e3A", "e2-e3A", "f2-e3A", "d3-e3W", "d3-e3A"],
        ..Diagram::START
    },
    Diagram {
        key: "paika",
        beside: "paika",
        position: "8B/9/1W2W4/9/9 W",
        moves: &[
            "e3-d2", "e3-e2", "e3-f2", "e3-d3", "e3-f3", "e3-d4", "e3-e4", "e3-f4", "b3-b2",
            "b3-b4", "b3-a3", "b3-c3",
        ],
        forbidden: &["b3,c4", "b3,a2"],
        ..Diagram::START
    },
    Diagram {
        key: "approach",
        beside: "approach",
        position: "9/9/3W1BB1B/9/9 W",
        moves: &["d3-e3A"],
        ..Diagram::START
    },
    Diagram {
        key: "withdrawal",
        beside: "withdrawal",
        position: "9/9/1BBW5/9/9 W",
        moves: &["d3-e3W"],
        ..Diagram::START
    },
    Diagram {
        key: "choice",
        beside: "choice",
        position: "9/9/2BW1BB2/9/9 W",
        moves: &["d3-e3A", "d3-e3W"],
        ..Diagram::START
    },
    Diagram {
        key: "limits",
        beside: "limits",
        position: "9/9/2BW2B2/4B4/9 W",
        moves: &["d3-e3W-e2W"],
        forbidden: &["d3,e3,f3", "d3,e3,d3"],
        ..Diagram::START
    },
    Diagram {
        key: "chain",
        beside: "chains",
        position: "9/2B6/2BW5/4B4/4B1W2 W",
        goal: Some(Goal::Win),
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[PieceDrawing {
        kind: STONE,
        svg: include_str!("pebble.svg"),
    }],
    world: LATERITE,
    themes: &[BoardTheme {
        key: "rosewood",
        world: ROSEWOOD,
    }],
    rules: &[
        "aim",
        "board",
        "start",
        "paika",
        "capturing",
        "approach",
        "withdrawal",
        "choice",
        "chains",
        "limits",
        "winning",
        "draws",
        "variants",
        "notation",
        "source",
    ],
    headings: &["aim", "paika", "capturing", "chains", "winning", "notation"],
    diagrams: DIAGRAMS,
    coach: &[
        "move",
        "move-to",
        "capture",
        "capture-to",
        "choose",
        "go-on",
    ],
    variants: &["standard", "5x5", "5x3", "3x3"],
    options: OPTIONS,
    evaluations: SPARSE_EVALUATIONS,
    levels: LEVELS,
    level_results: include_str!("levels.tsv"),
    agreed_draws: AgreedDraws::Always,
    showcase: &[
        "f2-e3A",
        "d5-d4A",
        "e1-d2A-d3A",
        "b5-b4A",
        "g3-f2W",
        "c4-c3A-b3W",
    ],
    bench: Bench {
        positions: &[
            "",
            "W4WWWW/W3WWWWW/BB3B1BW/BB2BBB1B/4BBBB1 W - - - 0",
            "1W6W/WW1W2B2/9/1W2W2BB/2B3BB1 W - - - 5",
        ],
        depth: 6,
    },
    // Two moves of each side: more, made at random, often lose many stones.
    opening_plies: 4,
    ..Sheet::DEFAULT
};
