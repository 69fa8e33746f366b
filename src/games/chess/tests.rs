//! Perft against the published counts, and random games for other tests.

use crate::engine::{MoveList, Position, SplitMix};
use crate::games::chess::fen;
use crate::games::chess::leaves::leaves;
use crate::games::chess::position::Chess;

/// Shows each position of random games, with the one before it and the move between them.
pub fn random_games(games: u64, mut show: impl FnMut(&Chess, <Chess as Position>::Move, &Chess)) {
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut position = fen::parse(fen::START).unwrap();
        for _ in 0..200 {
            let mut moves = MoveList::new();
            position.generate(&mut moves);
            if moves.is_empty() || position.outcome().is_some() {
                break;
            }
            let parent = position;
            let m = moves[random.below(moves.len())];
            position.play(m);
            show(&parent, m, &position);
        }
    }
}

#[test]
fn leaf_counts_are_the_published_ones() {
    const PUBLISHED: &[(&str, &[u64])] = &[
        (fen::START, &[20, 400, 8_902, 197_281]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            &[48, 2_039, 97_862],
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            &[14, 191, 2_812, 43_238],
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
            &[6, 264, 9_467, 422_333],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            &[44, 1_486, 62_379],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890],
        ),
    ];
    for &(text, counts) in PUBLISHED {
        let position = fen::parse(text).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            for full in [false, true] {
                assert_eq!(leaves(&position, depth, full), count, "{text} at {depth}");
            }
        }
    }
}
