//! Metadata of checkers: options, levels, examples.

use crate::checkers::notation::{KING, MAN};
use crate::{
    AgreedDraws, Bench, BoardTheme, Diagram, Division, Goal, Level, PieceDrawing, PieceTints,
    RuleOption, Sheet, Tint, World,
};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

/// The keys of the options.
pub mod key {
    /// Whether the first three moves are free or drawn by lot.
    pub const FIRST_MOVES: &str = "first-moves";
    /// Whether a third repetition is a draw.
    pub const REPETITION_DRAW: &str = "repetition-draw";
    /// Whether forty moves of each side without a man moved or a piece taken are a draw.
    pub const FORTY_MOVE_DRAW: &str = "forty-move-draw";
}

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::FIRST_MOVES,
        values: &["free", "three-move"],
    },
    RuleOption {
        key: key::REPETITION_DRAW,
        values: &["on", "off"],
    },
    RuleOption {
        key: key::FORTY_MOVE_DRAW,
        values: &["on", "off"],
    },
];

/// Green and cream squares under turned wood.
const GREEN: World = World {
    ground: Tint::new("#f5ebd0", "#87734f"),
    second: Tint::new("#4f8f68", "#2b5940"),
    line: Tint::new("#2c4a37", "#14261b"),
    text: Tint::new("#05140b", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#4a2115", "#2b120b"),
        edge: Tint::new("#1d0b06", "#e6c9a8"),
        mark: Tint::new("#f2d6ae", "#e6c9a0"),
    },
    light: PieceTints {
        fill: Tint::new("#fbf0d6", "#f3e5c6"),
        edge: Tint::new("#33240f", "#1a1207"),
        mark: Tint::new("#7a5426", "#6f4b20"),
    },
    target: Tint::new("#06301f", "#d3ffe2"),
    take: Tint::new("#6d0616", "#ffdcd9"),
    last: Tint::new("#4d2500", "#ffe3ac"),
    division: Division::Shades,
    ..World::WOOD
};

/// The red and black squares of the American board.
const RED_AND_BLACK: World = World {
    ground: Tint::new("#a82a20", "#7c231c"),
    second: Tint::new("#33302e", "#1d1b1a"),
    line: Tint::new("#1a1817", "#0d0c0c"),
    text: Tint::both("#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#161413", "#0d0c0c"),
        edge: Tint::both("#d9c9b4"),
        mark: Tint::both("#ead9c2"),
    },
    light: PieceTints {
        fill: Tint::new("#f9eede", "#f0e3cf"),
        edge: Tint::new("#2a1a12", "#1a100b"),
        mark: Tint::both("#8c2018"),
    },
    target: Tint::both("#e6fff0"),
    take: Tint::both("#ffe0da"),
    last: Tint::both("#ffe39a"),
    ..GREEN
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "start",
        beside: "start",
        moves: &["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"],
        ..Diagram::START
    },
    Diagram {
        key: "jump",
        beside: "jumping",
        position: "B:W18,19,32:B6,15,8",
        moves: &["15x22", "15x24"],
        forbidden: &["c7,b6", "g7,h6"],
        ..Diagram::START
    },
    Diagram {
        key: "chain",
        beside: "chains",
        position: "B:W11,18,25:B7,8",
        goal: Some(Goal::Win),
        ..Diagram::START
    },
    Diagram {
        key: "king",
        beside: "kings",
        position: "B:W13,32:BK15,5",
        moves: &["15-10", "15-11", "15-18", "15-19", "5-9"],
        ..Diagram::START
    },
    Diagram {
        key: "crown",
        beside: "kings",
        position: "B:W26,27,32:B22",
        moves: &["22x31"],
        forbidden: &["c3,e1,g3"],
        ..Diagram::START
    },
    Diagram {
        key: "blocked",
        beside: "winning",
        position: "W:W21,29:B14,17,22,25",
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[
        PieceDrawing {
            kind: MAN,
            svg: include_str!("man.svg"),
        },
        PieceDrawing {
            kind: KING,
            svg: include_str!("king.svg"),
        },
    ],
    world: GREEN,
    themes: &[BoardTheme {
        key: "red-black",
        world: RED_AND_BLACK,
    }],
    rules: &[
        "aim", "start", "ballot", "moving", "jumping", "chains", "kings", "winning", "draws",
        "notation", "source",
    ],
    headings: &["aim", "moving", "jumping", "kings", "winning", "notation"],
    diagrams: DIAGRAMS,
    coach: &["move", "move-to", "jump", "jump-to", "jump-on"],
    options: OPTIONS,
    evaluations: SPARSE_EVALUATIONS,
    // Set by short matches between neighbours; the first beats random moves in nine games of ten.
    levels: [
        Level::weak(100, 2, [180, 300, 130]),
        Level::weak(500, 3, [110, 240, 80]),
        Level::weak(800, 4, [82, 155, 56]),
        Level::weak(1_600, 5, [65, 120, 46]),
        Level::weak(5_000, 6, [42, 70, 28]),
        Level::weak(12_000, 8, [26, 35, 16]),
        Level::weak(40_000, 10, [10, 8, 6]),
        Level::knowing(300_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    agreed_draws: AgreedDraws::Always,
    export: Some("PDN"),
    showcase: &[
        "11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "16x23", "27x11", "7x16", "20x11",
    ],
    bench: Bench {
        positions: &[
            "B:W21-32:B1-12",
            "W:W18,21,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,12,15",
            "B:W13,19,20,26,K30:B2,4,11,12,K21",
        ],
        depth: 9,
    },
    // Two moves of each side: more, made at random, often lose a piece.
    opening_plies: 4,
    ..Sheet::DEFAULT
};
