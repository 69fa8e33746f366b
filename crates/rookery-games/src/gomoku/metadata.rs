//! Metadata of gomoku: options, levels, examples.

use crate::{
    Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, PieceTints, RuleOption, Sheet, Tint,
    World,
};

/// The drawing of the stones.
pub const STONE: &str = "stone";

/// The keys of the options.
pub mod key {
    /// Points of a side of the board.
    pub const SIZE: &str = "size";
    /// The rule for the first stones.
    pub const OPENING: &str = "opening";
}

const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::SIZE,
        values: &["15", "19"],
    },
    RuleOption {
        key: key::OPENING,
        values: &["free", "pro"],
    },
];

/// Slate and shell on kaya wood.
const KAYA: World = World {
    ground: Tint::new("#dcb168", "#6b5330"),
    second: Tint::new("#c99a4e", "#5a4527"),
    line: Tint::new("#5a3d14", "#20170a"),
    text: Tint::new("#3a2508", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#22252a", "#101215"),
        edge: Tint::new("#0b0c0e", "#d9dde2"),
        mark: Tint::new("#eef1f5", "#dfe4ea"),
    },
    light: PieceTints {
        fill: Tint::new("#fbf9f2", "#f3efe3"),
        edge: Tint::new("#3b2f1b", "#1b140a"),
        mark: Tint::new("#5b4a2c", "#4f3f24"),
    },
    target: Tint::new("#0a3d24", "#d3ffe2"),
    take: Tint::new("#7a0618", "#ffdcd9"),
    last: Tint::new("#5f2400", "#ffe3ac"),
    ..World::WOOD
};

/// White lines on slate.
const SLATE: World = World {
    ground: Tint::new("#5f6c78", "#2c343b"),
    second: Tint::new("#55616c", "#242b31"),
    line: Tint::new("#eef3f7", "#b9c4cd"),
    text: Tint::both("#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#15181b", "#0b0d0f"),
        edge: Tint::both("#e4eaf0"),
        mark: Tint::both("#e4eaf0"),
    },
    light: PieceTints {
        fill: Tint::new("#fdfdfb", "#f3f3ee"),
        edge: Tint::new("#1d2226", "#12161a"),
        mark: Tint::both("#3d464e"),
    },
    target: Tint::both("#d9ffe9"),
    take: Tint::both("#ffe0da"),
    last: Tint::both("#ffe39a"),
    ..KAYA
};

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "start",
        beside: "turns",
        moves: &["h8"],
        ..Diagram::START
    },
    Diagram {
        key: "five",
        beside: "win",
        played: &["e6", "f6", "f7", "g7", "g8", "h8", "h9", "i9", "i10"],
        ..Diagram::START
    },
    Diagram {
        key: "gap",
        beside: "win",
        played: &["e5", "h5", "f6", "h6", "g7", "h7", "i9", "d4"],
        goal: Some(Goal::Win),
        ..Diagram::START
    },
    Diagram {
        key: "four",
        beside: "threats",
        played: &["g8", "g9", "h8", "h10", "i8", "k10", "j8"],
        spaces: &["f8", "k8"],
        ..Diagram::START
    },
    Diagram {
        key: "three",
        beside: "threats",
        played: &["g8", "g9", "h8", "h10", "i8"],
        moves: &["f8", "j8"],
        ..Diagram::START
    },
    Diagram {
        key: "double-three",
        beside: "renju",
        played: &["f8", "e9", "g8", "g10", "h9", "i10", "h10", "f11"],
        spaces: &["h8"],
        ..Diagram::START
    },
    Diagram {
        key: "double-four",
        beside: "renju",
        played: &[
            "e8", "d8", "f8", "e10", "g8", "f11", "h9", "i10", "h10", "j9", "h11", "h12",
        ],
        spaces: &["h8"],
        ..Diagram::START
    },
    Diagram {
        key: "overline",
        beside: "renju",
        played: &["e8", "e9", "f8", "g10", "g8", "i10", "i8", "k7", "j8", "d8"],
        spaces: &["h8"],
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("en.ftl"))],
    glance: &["time", "rules"],
    pieces: &[PieceDrawing {
        kind: STONE,
        svg: include_str!("stone.svg"),
    }],
    world: KAYA,
    themes: &[BoardTheme {
        key: "slate",
        world: SLATE,
    }],
    rules: &[
        "aim",
        "turns",
        "win",
        "draw",
        "threats",
        "advice",
        "variants",
        "renju",
        "foul-three",
        "opening",
        "names",
    ],
    headings: &["aim", "win", "threats", "variants", "names"],
    diagrams: DIAGRAMS,
    coach: &["place"],
    variants: &["standard", "exactly-five", "caro", "renju"],
    options: OPTIONS,
    levels: [
        Level::weak(200, 1, [200, 600, 200]),
        Level::weak(230, 1, [76, 380, 76]),
        Level::weak(600, 2, [120, 420, 120]),
        Level::weak(900, 2, [70, 260, 70]),
        Level::weak(2_500, 3, [42, 140, 42]),
        Level::weak(6_000, 5, [17, 45, 17]),
        Level::weak(24_000, 7, [2, 4, 2]),
        Level::knowing(90_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    showcase: &[
        "h8", "i9", "h9", "h10", "i8", "g8", "j7", "k6", "j9", "k10", "g7", "f6",
    ],
    bench: Bench {
        positions: &[
            "",
            "15/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 x",
            "15/15/15/15/15/7x7/7oox5/6ox7/15/15/15/15/15/15/15 x",
        ],
        depth: 4,
    },
    // Two stones each: more, put down at random on so large a board, often decide the game.
    opening_plies: 4,
    ..Sheet::DEFAULT
};
