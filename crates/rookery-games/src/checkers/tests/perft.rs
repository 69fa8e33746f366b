//! Published counts of the game tree and of positions.

use std::collections::HashSet;

use crate::checkers::position_text;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use rookery_engine::{Position, perft};

fn read(text: &str) -> Checkers {
    position_text::parse(text, DrawRules::default()).unwrap()
}

/// OEIS A133046, and Aart Bik's counts.
#[test]
fn leaf_counts_are_the_published_ones() {
    let published = [
        7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680,
    ];
    let start = Checkers::new(DrawRules::default());
    for (depth, expected) in (1..).zip(published) {
        assert_eq!(perft(&start, depth, false), expected, "depth {depth}");
    }
    assert_eq!(perft(&start, 8, true), 845_931, "every leaf made");
}

#[test]
fn leaf_counts_with_kings_are_those_of_two_other_programs() {
    for (text, published) in [
        ("B:WK15:B1", &[2, 8, 11, 40, 73, 264, 401, 1_234][..]),
        (
            "W:W15,K18,22:B1,2,K10,K7",
            &[1, 2, 8, 37, 182, 969, 4_087, 18_834, 82_128],
        ),
    ] {
        for (depth, &expected) in (1..).zip(published) {
            assert_eq!(perft(&read(text), depth, false), expected, "{text} {depth}");
        }
    }
}

#[test]
fn position_counts_are_those_of_another_program() {
    let published = [7, 49, 216, 805, 2_733, 9_105, 28_123, 85_340, 255_800];
    let mut positions = vec![Checkers::new(DrawRules::default())];
    for (ply, expected) in (1..).zip(published) {
        let mut seen = HashSet::new();
        let after = |p: &Checkers| {
            p.moves()
                .into_iter()
                .map(|m| p.after(m))
                .collect::<Vec<_>>()
        };
        positions = positions
            .iter()
            .flat_map(after)
            .filter(|p| seen.insert(p.key()))
            .collect();
        assert_eq!(positions.len(), expected, "ply {ply}");
    }
}
