//! Counts of leaves and positions, symmetries, ends of games.

use std::collections::BTreeSet;

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::othello::leaves::{Convention, leaves};
use crate::othello::notation;
use crate::othello::position::Othello;
use crate::othello::tests::random_games;
use crate::symmetry;
use rookery_engine::{Outcome, Position, perft};

/// Aart Bik's table (2009) to depth 8; the conventions differ from depth 9 on.
const PUBLISHED: [u64; 8] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];

#[test]
fn leaf_counts_are_the_published_ones() {
    let start = Othello::default();
    for (depth, expected) in (1..).zip(PUBLISHED) {
        for name in Convention::NAMES {
            let convention = Convention::named(name);
            assert_eq!(leaves(&start, depth, convention, false), expected);
            assert!(depth > 6 || leaves(&start, depth, convention, true) == expected);
        }
    }
}

/// The first passes and the first finished games stand at ply 9.
#[test]
fn the_conventions_differ_as_published() {
    let start = Othello::default();
    let count = |name, depth| leaves(&start, depth, Convention::named(name), false);
    assert_eq!(
        [count("a", 9), count("b", 9), count("c", 9)],
        [3_005_288, 3_005_288, 3_005_320]
    );
}

/// Convention b is the count of a perft that knows nothing of Othello.
#[test]
fn convention_b_is_the_engines_own_count() {
    let close =
        notation::parse("OOOOOOOOOOOOOOOOOOXXOOO-OXOXOO--OXXOXO--OOOXXOO-OOXXXX--OOOOX--- X")
            .unwrap();
    for position in [close, close.passed()] {
        for depth in 0..9 {
            let own = leaves(&position, depth, Convention::named("b"), false);
            assert_eq!(own, perft(&position, depth, true), "depth {depth}");
        }
    }
}

#[test]
fn distinct_positions_and_classes_are_the_published_ones() {
    // By discs placed, a pass resolved at once.
    let mut layer = vec![Othello::default()];
    let (mut distinct, mut classes) = (Vec::new(), Vec::new());
    for _ in 0..=7 {
        let keys: BTreeSet<_> = layer.iter().map(|p| p.key()).collect();
        let canonical: BTreeSet<_> = layer.iter().map(|p| p.canonical().0).collect();
        distinct.push(keys.len());
        classes.push(canonical.len());
        let children = layer.iter().flat_map(|position| {
            bits::squares(position.mobility()).map(|square| {
                let mut child = *position;
                child.play(DiscMove(square));
                if child.must_pass() {
                    child.passed()
                } else {
                    child
                }
            })
        });
        let mut next: Vec<_> = children.collect();
        next.sort_by_key(|p| (p.own, p.other, p.side));
        next.dedup();
        layer = next;
    }
    assert_eq!(distinct, [1, 4, 12, 54, 236, 1_288, 7_092, 42_614]);
    assert_eq!(classes, [1, 1, 3, 14, 60, 322, 1_773, 10_649]);
}

#[test]
fn symmetries_keep_moves_and_are_undone_by_their_inverses() {
    random_games(5, 10, |position| {
        for s in 0..Othello::SYMMETRIES {
            let image = position.transform(s);
            assert_eq!(image.transform(Othello::inverse(s)), *position);
            assert_eq!(image.canonical().0, position.canonical().0);
            let mut moves = Vec::new();
            position.generate(&mut moves);
            for m in moves {
                let turned = Othello::transform_move(m, s);
                assert_eq!(Othello::transform_move(turned, Othello::inverse(s)), m);
                let (mut child, mut image) = (*position, image);
                child.play(m);
                image.play(turned);
                assert_eq!(child.transform(s), image);
            }
        }
    });
}

#[test]
fn a_square_is_turned_as_its_set_is() {
    for s in 0..8 {
        for square in 0..64 {
            let expected = 1 << symmetry::image(8, square, s);
            assert_eq!(bits::turned(1 << square, s), expected);
        }
    }
}

#[test]
fn empty_squares_count_for_the_winner() {
    for (own, other, expected) in [
        (u64::MAX, 0, 64),
        (0, 0xff, -64),
        (0xff, 0xff00, 0),
        (0x1ff, 0xfe00, 64 - 14),
        (0xffff_ffff, 0xffff_ffff_0000_0000, 0),
    ] {
        let position = Othello {
            own,
            other,
            side: 1,
        };
        assert_eq!(position.no_moves(), Outcome::Margin(expected));
    }
}

/// Symmetric images are looked for on up to twelve discs; the side to move is part of a position's key.
#[test]
fn the_table_tells_sides_apart_and_looks_for_images_early() {
    random_games(5, 10, |position| {
        let discs = 64 - position.empty().count_ones();
        assert_eq!(position.meets_images(), discs <= 12);
        let turned = position.passed();
        let exchanged = Othello {
            side: 1 - position.side,
            ..*position
        };
        assert_ne!(position.key(), exchanged.key());
        assert_ne!(position.key(), turned.key());
    });
}
