//! Metadata of chess: variants, levels, examples.

use crate::chess::knowledge::ChessKnowledge;
use crate::chess::notation::steps;
use crate::chess::ui::themes::{CARVED, SETS, THEMES, WOOD};
use crate::{Bench, Letter, Level, Sheet};

/// The key of the variant whose first rank is shuffled.
pub const CHESS960: &str = "chess960";

pub static SHEET: Sheet = Sheet {
    texts: &[("en", include_str!("../en.ftl"))],
    pieces: CARVED,
    sets: SETS,
    world: WOOD,
    themes: THEMES,
    rules: &[
        "aim",
        "start",
        "taking",
        "rook-bishop-queen",
        "knight",
        "pawn",
        "in-passing",
        "promotion",
        "king",
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
    variants: &["standard", CHESS960],
    asks_for_start: true,
    levels: [
        Level::weak(150, 2, [165, 360, 120]),
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
    agrees_draws: true,
    export: Some("PGN"),
    letters: &[
        Letter::new("N", steps::KINDS[1], "chess-knight"),
        Letter::new("B", steps::KINDS[2], "chess-bishop"),
        Letter::new("R", steps::KINDS[3], "chess-rook"),
        Letter::new("Q", steps::KINDS[4], "chess-queen"),
        Letter::new("K", steps::KINDS[5], "chess-king"),
    ],
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
