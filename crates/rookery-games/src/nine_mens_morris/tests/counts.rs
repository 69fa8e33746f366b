//! Published counts of the game tree, random games against the slow rules, and invariants of the evaluation.

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::MillBoard;
use crate::mills::rules::position::MillPosition;
use crate::mills::tests::differential::{Options, compare_random_games};
use crate::mills::tests::reference::{DIAGONALS, EIGHT, SIXTEEN};
use crate::mills::tests::{evaluation, patterns, perft};
use crate::nine_mens_morris::NineMensMorris;

fn start() -> MillPosition<NineMensMorris> {
    MillPosition::new(NineMensMorris::RULES.uncounted())
}

/// Whole turns, from the empty board: a removal belongs to its turn.
#[test]
fn leaf_counts_are_the_published_ones() {
    perft::assert_leaves(&start(), &[24, 552, 12_144, 255_024, 5_140_800, 99_274_176]);
}

/// Classes are those under the 16 symmetries of the board.
#[test]
fn position_counts_are_the_published_ones() {
    let published = [
        (24, 4),
        (552, 46),
        (6_072, 428),
        (63_756, 4_200),
        (422_016, 26_884),
    ];
    perft::assert_positions(start(), &published);
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    const OPTIONS: [Options; 5] = [
        &[],
        &[("flying", "off"), ("move-limit", "twenty")],
        &[("double-mill", "two"), ("repetition-draw", "off")],
        &[("removal", "any"), ("move-limit", "off")],
        &[
            ("removal", "any"),
            ("double-mill", "two"),
            ("flying", "off"),
        ],
    ];
    let seen = compare_random_games::<NineMensMorris>(&SIXTEEN, &OPTIONS);
    assert!(seen.plies > 10_000, "{} plies", seen.plies);
    assert!(seen.double_removals > 10, "{}", seen.double_removals);
    // A side without a move is rarer on this board: positions made by hand show it.
    for end in ["too-few", "repetition", "hundred-plies", "forty-plies"] {
        assert!(seen.ends.contains_key(end), "{end}: {:?}", seen.ends);
    }
}

#[test]
fn random_games_of_the_variants_agree_with_the_slow_rules() {
    const LASKER: [Options; 2] = [
        &[("variant", "lasker")],
        &[
            ("variant", "lasker"),
            ("double-mill", "two"),
            ("flying", "off"),
        ],
    ];
    const TWELVE: [Options; 2] = [
        &[("variant", "twelve")],
        &[
            ("variant", "twelve"),
            ("double-mill", "two"),
            ("removal", "any"),
        ],
    ];
    const SIX: [Options; 2] = [
        &[("variant", "six")],
        &[("variant", "six"), ("move-limit", "twenty")],
    ];
    let twenty: Vec<_> = SIXTEEN.into_iter().chain(DIAGONALS).collect();
    for (lines, options) in [(&SIXTEEN[..], LASKER), (&twenty, TWELVE), (&EIGHT, SIX)] {
        let seen = compare_random_games::<NineMensMorris>(lines, &options);
        assert!(seen.plies > 5_000, "{options:?}: {} plies", seen.plies);
        assert!(
            seen.ends.contains_key("too-few"),
            "{options:?}: {:?}",
            seen.ends
        );
    }
}

#[test]
fn colours_and_mirrors_make_no_difference() {
    evaluation::assert_colours_and_mirrors_make_no_difference::<NineMensMorris>();
}

#[test]
fn counts_by_shifts_are_counts_by_lines() {
    for board in [&MillBoard::NINE, &MillBoard::TWELVE, &MillBoard::THREE] {
        evaluation::assert_counts_are_counts_by_lines(board);
    }
}

#[test]
fn a_removal_is_looked_at_first() {
    evaluation::assert_a_removal_is_looked_at_first::<NineMensMorris>();
}

#[test]
fn inputs_are_those_of_their_definition() {
    patterns::assert_inputs_are_those_of_their_definition::<NineMensMorris>();
}

#[test]
fn weights_are_for_the_usual_rules() {
    patterns::assert_weights_are_for_the_usual_rules::<NineMensMorris>();
}
