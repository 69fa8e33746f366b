//! Tests of gomoku.

mod differential;
mod four_wins;
mod opening_play;
mod openings;
mod patterns;
mod play;
mod reference;
mod rules;
mod sgf;
mod solver;
mod text;

use crate::gomoku::rules::opening::OpeningChoice;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, RowRule, TableRules};
use rookery_engine::Position;

const ALL_ROWS: [RowRule; 4] = [
    RowRule::Freestyle,
    RowRule::Standard,
    RowRule::Caro,
    RowRule::Renju,
];

fn table(rows: RowRule, size: u8) -> TableRules {
    TableRules {
        rows,
        size,
        first_stones: FirstStones::Free,
    }
}

/// Freestyle on the smaller board with this rule for the first stones.
fn opening(first_stones: FirstStones) -> TableRules {
    TableRules {
        first_stones,
        ..table(RowRule::Freestyle, 15)
    }
}

/// The position after these moves of an opening: names of points, and tokens of choices.
fn after_opening(first_stones: FirstStones, moves: &str) -> GomokuPosition {
    let mut position = GomokuPosition::new(opening(first_stones));
    for token in moves.split_whitespace() {
        let mut choices = OpeningChoice::ALL.into_iter();
        let choice = choices.find(|choice| choice.token() == token);
        let m = match choice {
            Some(choice) => choice.as_move(),
            None => position.lattice().find(token).unwrap(),
        };
        assert!(position.is_legal(m), "{token} of {moves}");
        position.play(m);
    }
    position
}

/// The position after these moves on the board of 15 points a side.
fn after(rows: RowRule, moves: &str) -> GomokuPosition {
    let mut position = GomokuPosition::new(table(rows, 15));
    for name in moves.split_whitespace() {
        let point = position.lattice().find(name).unwrap();
        assert!(position.is_legal(point), "{name}");
        position.play(point);
    }
    position
}

/// The position with these black and white stones, whoever is to move.
fn stones(rows: RowRule, black: &str, white: &str) -> GomokuPosition {
    let mut position = GomokuPosition::new(table(rows, 15));
    for (side, names) in [(0, black), (1, white)] {
        for name in names.split_whitespace() {
            position.put(side, position.lattice().find(name).unwrap());
        }
    }
    position.find_winner();
    position
}
