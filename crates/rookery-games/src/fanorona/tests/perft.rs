//! Counts of the game tree against those of two other programs.

use std::collections::HashSet;

use crate::fanorona::rules::points::FanoronaBoard;
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::fanorona::tests::reference::SlowFanorona;
use rookery_engine::{Position, perft};

fn start(board: FanoronaBoard) -> Fanorona {
    Fanorona::new(FanoronaRules {
        board,
        ..FanoronaRules::default()
    })
}

fn check(board: FanoronaBoard, counts: &[u64]) {
    for (depth, &expected) in (1..).zip(counts) {
        assert_eq!(
            perft(&start(board), depth, false),
            expected,
            "{board:?} depth {depth}"
        );
    }
}

/// Turns on the large board, by `fanorona_aec` (to depth 3) and the Java program of SlimPlanet92805 (to depth 5).
#[test]
fn leaf_counts_are_those_of_two_other_programs() {
    check(FanoronaBoard::NineByFive, &[5, 39, 724, 18_026, 431_852]);
    let full = perft(&start(FanoronaBoard::NineByFive), 4, true);
    assert_eq!(full, 18_026, "every leaf made");
}

#[test]
#[ignore = "a minute without optimisation"]
fn leaf_counts_to_depth_six() {
    check(
        FanoronaBoard::NineByFive,
        &[5, 39, 724, 18_026, 431_852, 9_205_774],
    );
}

#[test]
fn leaf_counts_on_small_boards_are_those_of_another_program() {
    check(FanoronaBoard::FiveByFive, &[5, 21, 202, 3_469, 34_608]);
    check(
        FanoronaBoard::ThreeByThree,
        &[4, 7, 14, 67, 137, 280, 744, 1_497],
    );
}

/// The number of leaves by the second implementation.
fn slow_perft(position: &SlowFanorona, depth: u32) -> u64 {
    let turns = position.turns();
    if depth == 1 {
        return turns.len() as u64;
    }
    let below = turns.iter().map(|turn| {
        let mut next = position.clone();
        next.make(turn);
        slow_perft(&next, depth - 1)
    });
    below.sum()
}

/// Nobody has published counts of this board: it is left to the second implementation, which counts the smallest one as the other
/// program does.
#[test]
fn leaf_counts_on_five_by_three_points_are_those_of_the_slow_rules() {
    let slow = |picture, depth| slow_perft(&SlowFanorona::drawn(picture), depth);
    assert_eq!(slow("BBB B.W WWW", 7), 744);
    let counts: Vec<u64> = (1..=6)
        .map(|depth| slow("BBBBB BW.BW WWWWW", depth))
        .collect();
    check(FanoronaBoard::FiveByThree, &counts);
}

#[test]
#[ignore = "some seconds without optimisation"]
fn leaf_counts_of_the_middle_board_to_depth_six() {
    check(
        FanoronaBoard::FiveByFive,
        &[5, 21, 202, 3_469, 34_608, 306_837],
    );
}

/// Turns that lead to one position are counted once: from depth 5 on there are some.
#[test]
fn position_counts_are_those_of_another_program() {
    let mut total = 0;
    let mut positions = vec![start(FanoronaBoard::NineByFive)];
    for expected in [5, 39, 724, 18_026] {
        let after = |p: &Fanorona| {
            let moves = p.moves().into_iter();
            let children = moves.map(|m| p.after(m).key());
            let distinct: HashSet<u64> = children.collect();
            distinct.len()
        };
        total = positions.iter().map(after).sum();
        assert_eq!(total, expected);
        positions = positions
            .iter()
            .flat_map(|p| {
                p.moves()
                    .into_iter()
                    .map(|m| p.after(m))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    assert_eq!(total, positions.len());
}
