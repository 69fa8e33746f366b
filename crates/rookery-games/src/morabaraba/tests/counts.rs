//! Published counts of the game tree, random games against the slow rules, and invariants of the evaluation.

use crate::mills::rules::points::MillBoard;
use crate::mills::rules::position::MillPosition;
use crate::mills::tests::differential::{Options, compare_random_games};
use crate::mills::tests::reference::{DIAGONALS, SIXTEEN};
use crate::mills::tests::{evaluation, patterns, perft};
use crate::morabaraba::Morabaraba;
use crate::morabaraba::tests::UNCOUNTED;

fn start() -> MillPosition<Morabaraba> {
    MillPosition::new(UNCOUNTED)
}

/// Whole turns (12 cows with diagonals, from the empty board): a shot belongs to its turn.
#[test]
fn leaf_counts_are_the_published_ones() {
    perft::assert_leaves(&start(), &[24, 552, 12_144, 255_024, 5_150_880, 99_862_272]);
}

#[test]
fn position_counts_are_the_published_ones() {
    let published = [
        (24, 4),
        (552, 46),
        (6_072, 428),
        (63_756, 4_200),
        (421_260, 26_827),
    ];
    perft::assert_positions(start(), &published);
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    const OPTIONS: [Options; 4] = [
        &[],
        &[("three-cow-draw", "either"), ("moves-first", "light")],
        &[("three-cow-draw", "off"), ("repetition-draw", "off")],
        &[("hundred-ply-draw", "off"), ("repetition-draw", "off")],
    ];
    let lines = [&SIXTEEN[..], &DIAGONALS].concat();
    let seen = compare_random_games::<Morabaraba>(&lines, &OPTIONS);
    assert!(seen.plies > 10_000, "{} plies", seen.plies);
    assert!(
        seen.bans > 20,
        "the see-saw ban was met {} times",
        seen.bans
    );
    for end in [
        "too-few",
        "blocked",
        "ten-moves",
        "repetition",
        "hundred-plies",
    ] {
        assert!(seen.ends.contains_key(end), "{end}: {:?}", seen.ends);
    }
}

#[test]
fn colours_and_mirrors_make_no_difference() {
    evaluation::assert_colours_and_mirrors_make_no_difference::<Morabaraba>();
}

#[test]
fn counts_by_shifts_are_counts_by_lines() {
    evaluation::assert_counts_are_counts_by_lines(&MillBoard::TWELVE);
}

#[test]
fn a_shot_is_looked_at_first() {
    evaluation::assert_a_removal_is_looked_at_first::<Morabaraba>();
}

#[test]
fn inputs_are_those_of_their_definition() {
    patterns::assert_inputs_are_those_of_their_definition::<Morabaraba>();
}

#[test]
fn weights_are_for_the_usual_rules() {
    patterns::assert_weights_are_for_the_usual_rules::<Morabaraba>();
}
