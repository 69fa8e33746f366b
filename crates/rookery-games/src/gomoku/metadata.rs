//! Metadata of gomoku: options, levels, examples.

use crate::kaya::{KAYA, SLATE};
use crate::{
    AgreedDraws, Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, RuleOption, Sheet,
};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

pub use crate::kaya::STONE;

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
        values: &["free", "pro", "swap", "swap2"],
    },
];

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
    pieces: &[PieceDrawing::STONE],
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
        "swap",
        "names",
    ],
    headings: &["aim", "win", "threats", "variants", "names"],
    diagrams: DIAGRAMS,
    coach: &["place"],
    variants: &["standard", "exactly-five", "caro", "renju"],
    options: OPTIONS,
    levels: [
        Level::weak(200, 1, [730, 832, 730]),
        Level::weak(230, 1, [455, 754, 455]),
        Level::weak(260, 1, [292, 674, 292]),
        Level::weak(300, 1, [130, 486, 130]),
        Level::weak(1_450, 3, [81, 271, 81]),
        Level::weak(2_900, 4, [52, 156, 52]),
        Level::weak(16_000, 6, [8, 20, 8]),
        Level::knowing(300_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    showcase: &[
        "h8", "i9", "h9", "h10", "i8", "g8", "j7", "k6", "j9", "k10", "g7", "f6",
    ],
    // Six in a row, five, five shut in, and two threes that Black may not join.
    variant_showcases: &[
        (
            "standard",
            &[
                "d8", "e9", "e8", "f7", "f8", "h9", "h8", "i7", "i8", "g10", "g8",
            ],
        ),
        (
            "exactly-five",
            &["e8", "e9", "f8", "f7", "h8", "h9", "i8", "i7", "g8"],
        ),
        (
            "caro",
            &["e8", "d8", "f8", "j8", "h8", "h9", "i8", "f7", "g8"],
        ),
        (
            "renju",
            &["f8", "e9", "g8", "g10", "h9", "i10", "h10", "f11"],
        ),
    ],
    bench: Bench {
        positions: &[
            "",
            "15/15/15/15/15/15/8o6/7x7/15/15/15/15/15/15/15 x",
            "15/15/15/15/15/7x7/7oox5/6ox7/15/15/15/15/15/15/15 x",
        ],
        depth: 4,
    },
    // By the rules of the Renju International Federation; freestyle games hardly ever get that far.
    agreed_draws: AgreedDraws::InVariants(&["renju"]),
    // The three stones of swap and swap2; the other rules have no book.
    begins_by_book: true,
    export: Some("SGF"),
    evaluations: SPARSE_EVALUATIONS,
    // Two stones each: more, put down at random on so large a board, often decide the game.
    opening_plies: 4,
    ..Sheet::DEFAULT
};
