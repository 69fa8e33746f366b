//! Whole games between levels, through the interface that the site uses.

use crate::mills::tests::play;

const NAME: &str = "nine-mens-morris";
/// White can close a mill from d7 to d6.
const OPEN_MILL: &str = "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9";

#[test]
fn games_between_levels_end() {
    play::assert_games_between_levels_end(NAME, &[(1, [1, 3]), (2, [3, 1]), (3, [2, 2])]);
}

#[test]
fn every_level_closes_an_open_mill() {
    play::assert_every_level_closes_an_open_mill(NAME, OPEN_MILL);
}

#[test]
fn pieces_keep_their_numbers_and_moves_can_be_typed() {
    play::assert_pieces_keep_their_numbers_and_moves_can_be_typed(NAME, OPEN_MILL, "e3");
}
