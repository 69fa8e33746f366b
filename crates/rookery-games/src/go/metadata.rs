//! Metadata of Go: board sizes, options, levels, examples.

use crate::kaya::{KAYA, SLATE};
use crate::{Bench, BoardTheme, Diagram, Goal, Level, PieceDrawing, RuleOption, Sheet};
use rookery_engine::learning::sparse::SPARSE_EVALUATIONS;

pub use crate::kaya::STONE;

/// The keys of the options.
pub mod key {
    /// The points that White is given.
    pub const KOMI: &str = "komi";
    /// Black stones on the board at the beginning.
    pub const HANDICAP: &str = "handicap";
}

/// Keys of texts have no points: `6-5` is six and a half.
const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: key::KOMI,
        values: &["usual", "0", "0-5", "3-5", "5-5", "6-5", "7", "7-5"],
    },
    RuleOption {
        key: key::HANDICAP,
        values: &["0", "2", "3", "4", "5"],
    },
];

/// Komi in halves of a point by the value of the option; none where it is the usual one.
pub fn komi_halves(value: &str) -> Option<i16> {
    let (whole, half) = match value.split_once('-') {
        Some((whole, _)) => (whole, 1),
        None => (value, 0),
    };
    let whole: i16 = whole.parse().ok()?;
    Some(2 * whole + half)
}

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "start",
        beside: "turns",
        moves: &["e5"],
        ..Diagram::START
    },
    Diagram {
        key: "liberties",
        beside: "liberties",
        position: "9/9/9/9/4x4/9/1xx6/1o7/9 x",
        spaces: &["e6", "e4", "d5", "f5", "a2", "c2", "b1"],
        ..Diagram::START
    },
    Diagram {
        key: "capture",
        beside: "capture",
        position: "9/9/9/4xx3/3xoo3/4xx3/9/1xo6/9 x",
        goal: Some(Goal::Take(2)),
        ..Diagram::START
    },
    Diagram {
        key: "suicide",
        beside: "suicide",
        position: "9/9/9/9/9/9/8x/o6xo/1o4xo1 x",
        moves: &["j1"],
        forbidden: &["a1"],
        ..Diagram::START
    },
    Diagram {
        key: "ko",
        beside: "ko",
        position: "9/9/9/4xo3/3xo1o2/4xo3/9/9/9 x",
        played: &["f5"],
        forbidden: &["e5"],
        ..Diagram::START
    },
    Diagram {
        key: "eyes",
        beside: "eyes",
        position: "9/9/9/9/9/9/oooo5/xxxxo4/1x1xo4 o",
        forbidden: &["a1", "c1"],
        ..Diagram::START
    },
    Diagram {
        key: "score",
        beside: "score",
        position: "4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3/4xo3 x 2",
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
        "liberties",
        "capture",
        "suicide",
        "ko",
        "eyes",
        "end",
        "score",
        "dead",
        "advice",
        "komi",
        "handicap",
        "sizes",
        "strength",
        "names",
        "source",
    ],
    headings: &["aim", "liberties", "ko", "eyes", "end", "komi", "names"],
    diagrams: DIAGRAMS,
    coach: &["place", "passed"],
    variants: &["9x9", "7x7", "6x6", "5x5"],
    options: OPTIONS,
    export: Some("SGF"),
    levels: [
        Level::weak(150, 1, [500, 600, 400]),
        Level::weak(300, 1, [250, 400, 200]),
        Level::weak(900, 2, [135, 280, 110]),
        Level::weak(1_500, 2, [100, 200, 80]),
        Level::weak(3_000, 3, [65, 120, 55]),
        Level::weak(9_000, 4, [30, 40, 25]),
        Level::weak(24_000, 5, [12, 12, 10]),
        Level::knowing(400_000, 0),
    ],
    level_results: include_str!("levels.tsv"),
    evaluations: SPARSE_EVALUATIONS,
    showcase: &["e5", "e7", "d7", "e3", "g5"],
    bench: Bench {
        positions: &[
            "",
            "9/9/2x1o1x2/9/2o1x4/6o2/3xo4/9/9 x",
            "3xo4/2xxoo3/2xo1o3/1xxoo4/x1xxo4/1xoxo4/xxooo4/xo1o5/1oo6 x",
        ],
        depth: 4,
    },
    // Two stones each: more, put down at random on so small a board, often decide the game.
    opening_plies: 4,
    ..Sheet::DEFAULT
};
