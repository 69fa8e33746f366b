//! Metadata of chess: variants, levels, examples.

use crate::chess::knowledge::ChessKnowledge;
use crate::chess::notation::steps;
use crate::chess::ui::themes::{CARVED, SETS, THEMES, WOOD};
use crate::{AgreedDraws, Bench, Diagram, Goal, Letter, Level, Sheet};

/// The key of the variant whose first rank is shuffled.
pub const CHESS960: &str = "chess960";

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        key: "lines",
        beside: "rook-bishop-queen",
        position: "6n1/8/7k/3Q4/8/8/3P4/2K5 w - - 0 1",
        moves: &[
            "d5,d8", "d5,d3", "d5,a5", "d5,h5", "d5,a8", "d5,g8", "d5,a2", "d5,h1",
        ],
        ..Diagram::START
    },
    Diagram {
        key: "steps",
        beside: "king",
        position: "k6r/8/8/2N5/8/8/6K1/8 w - - 0 1",
        moves: &[
            "c5,a4", "c5,a6", "c5,b3", "c5,b7", "c5,d3", "c5,d7", "c5,e4", "c5,e6", "g2,f1",
            "g2,f2", "g2,f3", "g2,g1", "g2,g3",
        ],
        forbidden: &["g2,h1", "g2,h2", "g2,h3"],
        ..Diagram::START
    },
    Diagram {
        key: "pawns",
        beside: "pawn",
        position: "8/1P1k4/8/5p1p/6P1/8/4P3/2K5 w - - 0 1",
        moves: &["e2,e3", "e2,e4", "g4,f5", "g4,g5", "g4,h5", "b7,b8,=Q"],
        ..Diagram::START
    },
    Diagram {
        key: "in-passing",
        beside: "in-passing",
        position: "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        played: &["d7,d5"],
        moves: &["e5,d6"],
        ..Diagram::START
    },
    Diagram {
        key: "castling",
        beside: "castling",
        position: "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        moves: &["e1,g1"],
        forbidden: &["e1,c1"],
        ..Diagram::START
    },
    Diagram {
        key: "check",
        beside: "check",
        position: "4r1k1/8/8/1B6/8/8/8/4K3 w - - 0 1",
        moves: &["e1,f2", "b5,e8", "b5,e2"],
        ..Diagram::START
    },
    Diagram {
        key: "mate",
        beside: "mate",
        position: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        goal: Some(Goal::Win),
        ..Diagram::START
    },
    Diagram {
        key: "stalemate",
        beside: "mate",
        position: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ..Diagram::START
    },
];

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("../en.ftl"))],
    glance: &["time", "rules"],
    pieces: CARVED,
    sets: SETS,
    emblems: &[steps::KINDS[5]],
    world: WOOD,
    themes: THEMES,
    rules: &[
        "aim",
        "start",
        "taking",
        "rook-bishop-queen",
        "knight",
        "king",
        "pawn",
        "in-passing",
        "promotion",
        "castling",
        "check",
        "mate",
        "claims",
        "draws",
        "960",
        "notation",
        "site",
        "source",
    ],
    headings: &[
        "aim",
        "rook-bishop-queen",
        "pawn",
        "castling",
        "check",
        "claims",
        "960",
        "notation",
    ],
    diagrams: DIAGRAMS,
    variants: &["standard", CHESS960],
    has_start_hint: true,
    levels: [
        Level::weak(400, 3, [1000, 660, 900]),
        Level::weak(400, 3, [110, 250, 80]),
        Level::weak(1_000, 4, [80, 180, 60]),
        Level::weak(3_000, 5, [60, 120, 45]),
        Level::weak(10_000, 7, [40, 70, 30]),
        Level::weak(40_000, 9, [25, 30, 20]),
        Level::weak(150_000, 12, [10, 0, 10]),
        // Books come with the games against people, at every level.
        Level::asking_tables(600_000, 0),
    ],
    level_results: include_str!("../levels.tsv"),
    // By matches with Stockfish at its `UCI_Elo`, and between the weakest; docs/chess.md has them.
    elo: Some([250, 650, 1_050, 1_600, 1_800, 1_900, 2_200, 2_550]),
    begins_by_book: true,
    agreed_draws: AgreedDraws::Always,
    export: Some("PGN"),
    letters: &[
        Letter::new("N", steps::KINDS[1], "chess-knight"),
        Letter::new("B", steps::KINDS[2], "chess-bishop"),
        Letter::new("R", steps::KINDS[3], "chess-rook"),
        Letter::new("Q", steps::KINDS[4], "chess-queen"),
        Letter::new("K", steps::KINDS[5], "chess-king"),
    ],
    number_field: Some(5),
    // The Italian Game to where both sides have castled (Giuoco Pianissimo).
    showcase: &[
        "e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "d3", "Nf6", "O-O", "d6", "c3", "O-O",
    ],
    bench: Bench {
        positions: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ],
        depth: 8,
    },
    evaluations: ChessKnowledge::NAMES,
    ..Sheet::DEFAULT
};
