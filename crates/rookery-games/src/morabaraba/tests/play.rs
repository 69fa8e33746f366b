//! Whole games between levels, through the interface that the site uses.

use crate::mills::tests::play::{self, answer, start};

const NAME: &str = "morabaraba";
/// Dark can close a line from d7 to d6.
const OPEN_LINE: &str = "****O***/*@*O*O*@/@@*****@ b m s 3 0 5 0 board:12d";

#[test]
fn games_between_levels_end() {
    play::assert_games_between_levels_end(
        NAME,
        &[(1, [1, 3]), (2, [3, 1]), (3, [2, 2]), (4, [1, 1])],
    );
}

#[test]
fn every_level_takes_an_open_shot() {
    play::assert_every_level_closes_an_open_mill(NAME, OPEN_LINE);
}

/// Only the corners win for the first side, and the middle ring's the fastest (Gévay and Danner 2014).
#[test]
fn an_expert_begins_on_a_corner() {
    let path = answer(NAME, start(NAME, "").as_ref(), 8, 0);
    let corners = [
        "a1", "a7", "g1", "g7", "b2", "b6", "f2", "f6", "c3", "c5", "e3", "e5",
    ];
    assert!(corners.contains(&path[0].as_str()), "{path:?}");
}

#[test]
fn pieces_keep_their_numbers_and_moves_can_be_typed() {
    play::assert_pieces_keep_their_numbers_and_moves_can_be_typed(NAME, OPEN_LINE, "d3");
}
