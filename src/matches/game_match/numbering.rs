//! Numbers of the moves of a match, as the list beside its board shows them.

use crate::matches::Record;
use rookery_games::GameType;

/// A list with a number for each row and a column for each colour. Above its rows stand the moves that belong to no colour yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbering {
    /// The moves before the players have chosen colours, with the choice itself: they have no numbers.
    pub asides: usize,
    /// The number of empty places before the first numbered move, two per row from row 1 on: a match may begin in a later position.
    pub vacant: usize,
}

impl Numbering {
    /// The number and the colour of the move that led to a ply; `None` for a move without a number, and for the first position.
    pub fn at(self, ply: usize) -> Option<(usize, usize)> {
        let place = ply.checked_sub(self.asides + 1)? + self.vacant;
        Some((place / 2 + 1, place % 2))
    }

    /// The number of the row that this move begins, if it begins one: the first row may lack its first place.
    pub fn of_row(self, ply: usize) -> Option<usize> {
        let (number, colour) = self.at(ply)?;
        (colour == 0 || ply == self.asides + 1).then_some(number)
    }

    /// The length of a match of `plies` plies in full moves: a move of each colour counts as one, and so do two plies before the choice
    /// of colours.
    pub fn count(self, plies: usize) -> usize {
        let free = match self.asides {
            0 => self.vacant % 2,
            _ => 0,
        };
        (plies + free).div_ceil(2)
    }
}

/// The colour that has the first move of a stored match; 0 where the players have yet to choose, or this build cannot set it up.
pub fn first_colour(game_type: &dyn GameType, record: &Record) -> usize {
    // Only a custom position or an option, such as handicap stones, changes who begins.
    if record.start.is_empty() && record.options.is_empty() {
        return 0;
    }
    game_type
        .start(&record.setup())
        .map_or(0, |game| game.colour(game.side()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, colour and number of its row for each of the first five moves.
    fn listed(numbering: Numbering) -> Vec<[Option<usize>; 3]> {
        let line = |ply| {
            let (number, colour) = numbering.at(ply).unzip();
            [number, colour, numbering.of_row(ply)]
        };
        (1..=5).map(line).collect()
    }

    #[test]
    fn two_moves_have_a_number() {
        let usual = Numbering::default();
        assert_eq!((usual.at(0), usual.of_row(0)), (None, None));
        let expected = [
            [Some(1), Some(0), Some(1)],
            [Some(1), Some(1), None],
            [Some(2), Some(0), Some(2)],
            [Some(2), Some(1), None],
            [Some(3), Some(0), Some(3)],
        ];
        assert_eq!(listed(usual), expected);
        assert_eq!([0, 1, 2, 3].map(|plies| usual.count(plies)), [0, 1, 1, 2]);
    }

    /// Black has move 23 of a game of chess.
    #[test]
    fn numbers_go_on_from_those_of_the_first_position() {
        let late = Numbering {
            asides: 0,
            vacant: 45,
        };
        let expected = [
            [Some(23), Some(1), Some(23)],
            [Some(24), Some(0), Some(24)],
            [Some(24), Some(1), None],
        ];
        assert_eq!(listed(late)[..3], expected);
        assert_eq!([1, 2, 3].map(|plies| late.count(plies)), [1, 2, 2]);
    }

    /// Three stones and the choice, then White.
    #[test]
    fn numbers_begin_after_the_choice_of_colours() {
        let swapped = Numbering {
            asides: 4,
            vacant: 1,
        };
        let lines = listed(swapped);
        assert_eq!(lines[..4], [[None; 3]; 4]);
        assert_eq!(lines[4], [Some(1), Some(1), Some(1)]);
        assert_eq!((swapped.at(6), swapped.of_row(6)), (Some((2, 0)), Some(2)));
        assert_eq!(swapped.count(6), 3);
    }
}
