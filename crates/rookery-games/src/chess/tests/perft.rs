//! Perft against the published counts, incremental and predicted data against recomputed data, and random games for other
//! tests.

use crate::chess::notation::fen::{self, Rights};
use crate::chess::notation::san;
use crate::chess::rules::chess_move::ChessMove;
use crate::chess::rules::position::{Chess, Setting};
use rookery_engine::{GameMove, MoveList, Position, SplitMix, perft_until};

/// Shows each position of random games, with the one before it and the move between them.
pub fn random_games(games: u64, mut show: impl FnMut(&Chess, ChessMove, &Chess)) {
    let start = fen::parse(fen::START).unwrap();
    for seed in 0..games {
        random_game(&start, seed, &mut show);
    }
}

/// Shows each position of one random game, like [`random_games`].
pub fn random_game(start: &Chess, seed: u64, mut show: impl FnMut(&Chess, ChessMove, &Chess)) {
    let mut random = SplitMix::new(seed);
    let mut position = *start;
    for _ in 0..200 {
        let moves = legal(&position);
        if moves.is_empty() || position.outcome().is_some() {
            break;
        }
        let parent = position;
        let m = moves[random.below(moves.len())];
        position.play(m);
        show(&parent, m, &position);
    }
}

/// The board turned by a permutation of its squares; the sides change places where `swaps`.
pub fn turned(position: &Chess, flip: u8, swaps: bool) -> Chess {
    let setting = position.setting();
    let turn = |set: u64| {
        (0..64)
            .filter(|square| set >> square & 1 == 1)
            .map(|square| 1_u64 << (square ^ u64::from(flip)))
            .sum::<u64>()
    };
    let [white, black] = setting.sides.map(turn);
    Chess::from_setting(&Setting {
        roles: setting.roles.map(turn),
        sides: if swaps {
            [black, white]
        } else {
            [white, black]
        },
        castling: turn(setting.castling),
        side: setting.side ^ usize::from(swaps),
        en_passant: setting.en_passant.map(|square| square ^ flip),
        ..setting
    })
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
                assert_eq!(
                    perft_until(&position, depth, full, &|_| false),
                    count,
                    "{text} at {depth}"
                );
            }
        }
    }
}

/// A king may stand on the first rank of the other side, and leave it: only the moves of the own king and rook cost the right to
/// castle (FIDE Laws 3.8.2.1). The side that may castle has ten moves of its rook, castling, and five or three steps of its king.
#[test]
fn a_king_on_the_first_rank_of_the_other_side_takes_no_right_from_it() {
    for (text, after) in [
        (
            "r3k2K/8/8/8/8/8/8/8 w q - 0 1",
            [
                ("h8h7", "r3k3/7K/8/8/8/8/8/8 b q - 1 1"),
                ("h8g8", "r3k1K1/8/8/8/8/8/8/8 b q - 1 1"),
                ("h8g7", "r3k3/6K1/8/8/8/8/8/8 b q - 1 1"),
            ],
        ),
        (
            "8/8/8/8/8/8/8/R3K2k b Q - 0 1",
            [
                ("h1h2", "8/8/8/8/8/8/7k/R3K3 w Q - 1 2"),
                ("h1g1", "8/8/8/8/8/8/8/R3K1k1 w Q - 1 2"),
                ("h1g2", "8/8/8/8/8/8/6k1/R3K3 w Q - 1 2"),
            ],
        ),
    ] {
        let position = fen::parse(text).unwrap();
        for (m, expected) in after {
            let m = san::find_coordinates(&legal(&position), m).unwrap();
            let next = position.after(m);
            assert_eq!(fen::print(&next, Rights::Wings), expected);
            assert_eq!(next.key(), next.key_from_scratch());
        }
        let counts = [1, 2].map(|depth| perft_until(&position, depth, false, &|_| false));
        assert_eq!(counts, [3, 16 + 14 + 14], "{text}");
    }
}

fn legal(position: &Chess) -> MoveList<ChessMove> {
    let mut moves = MoveList::new();
    position.generate(&mut moves);
    moves
}

#[test]
fn a_move_gives_check_if_the_position_after_it_is_one() {
    random_games(60, |_, _, position| {
        for m in legal(position) {
            let mut next = *position;
            next.play(m);
            assert_eq!(position.gives_check(m), next.is_check(), "{m:?}");
        }
    });
}

#[test]
fn noisy_and_quiet_moves_are_all_moves_and_each_is_legal() {
    random_games(60, |_, _, position| {
        let mut parts = MoveList::new();
        position.generate_noisy(&mut parts);
        position.generate_quiet(&mut parts);
        parts.sort_by_key(|m| m.to_bits());
        let mut all = legal(position);
        assert!(all.iter().all(|&m| position.is_legal(m)));
        assert_eq!(position.count_moves(), all.len());
        all.sort_by_key(|m| m.to_bits());
        assert_eq!(parts, all);
    });
}

#[test]
fn moves_of_other_positions_are_legal_only_where_they_are_listed() {
    let mut seen = MoveList::new();
    random_games(30, |_, _, position| {
        let moves = legal(position);
        for &m in &seen {
            assert_eq!(position.is_legal(m), moves.contains(&m), "{m:?}");
        }
        seen.extend(moves.into_iter().step_by(7));
        seen.drain(..seen.len().saturating_sub(300));
    });
}

#[test]
fn keys_and_checks_kept_move_by_move_are_those_found_from_scratch() {
    random_games(60, |_, _, position| {
        assert_eq!(position.key(), position.key_from_scratch());
        assert_eq!(*position, Chess::from_setting(&position.setting()));
        passes(position);
    });
    // In random games a pawn can hardly ever be taken en passant.
    let text = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    let position = fen::parse(text).unwrap();
    assert!(position.en_passant().is_some());
    passes(&position);
}

/// Looks at the position with the other side to move, which there is wherever nobody is in check.
fn passes(position: &Chess) {
    let passed = position.null();
    assert_eq!(passed.is_none(), position.is_check(), "{position:?}");
    if let Some(passed) = passed {
        assert_ne!(passed.side(), position.side());
        assert_eq!(passed.en_passant(), None);
        assert_eq!(passed.key(), passed.key_from_scratch());
        assert_eq!(passed, Chess::from_setting(&passed.setting()));
    }
}
