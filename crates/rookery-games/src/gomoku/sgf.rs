//! A match of gomoku in the Smart Game Format.

use crate::gomoku::rules::opening::OpeningChoice;
use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::sgf::writer::{RESIGNED, SgfRecord, result};
use crate::{Credits, Export};
use rookery_engine::Position;

/// The number of gomoku and renju in the standard.
const GOMOKU: u8 = 4;

/// The match from its first position on.
pub fn write(start: &GomokuPosition, moves: &[Point], credits: &Credits) -> Export {
    let (rules, lattice) = (start.rules(), start.lattice());
    let mut record = SgfRecord::new(GOMOKU, rules.size);
    record.property(
        "RU",
        match rules.rows {
            RowRule::Freestyle => "freestyle: five or more",
            RowRule::Standard => "standard: exactly five",
            RowRule::Caro => "caro: five, not closed at both ends, or more",
            RowRule::Renju => "renju",
        },
    );
    let credits = by_colour(start, moves, credits);
    let last = moves.iter().fold(start.clone(), |mut position, &m| {
        position.play(m);
        position
    });
    // A row has no margin.
    let by = last.outcome().map_or(RESIGNED, |_| "");
    record.credits(&credits, &result(&credits, by));
    let stones = [0, 1].map(|side| {
        let stones = start.stones(side).iter();
        stones.map(|point| lattice.place(point)).collect()
    });
    record.set_up(stones, start.colour());
    let mut position = start.clone();
    let mut remark = None;
    for &m in moves {
        match OpeningChoice::of(m) {
            Some(choice) => remark = Some(remark_on(choice, position.side())),
            None => {
                record.play(position.colour(), Some(lattice.place(m)));
                if let Some(remark) = remark.take() {
                    record.property("C", &remark);
                }
            }
        }
        position.play(m);
    }
    // The last move was a choice.
    if let Some(remark) = remark {
        record.property("C", &remark);
    }
    record.into_export()
}

/// The same facts by colours, Black first: an opening may have changed those of the players.
fn by_colour(start: &GomokuPosition, moves: &[Point], credits: &Credits) -> Credits {
    let choices = moves.iter().filter_map(|&m| OpeningChoice::of(m));
    let colours = choices.fold(start.colours(), |colours, choice| colours.after(choice));
    let mut credits = credits.clone();
    if colours.colour_of(0) == 1 {
        credits.players.swap(0, 1);
    }
    let winner = credits.outcome.as_mut().and_then(Option::as_mut);
    if let Some(winner) = winner {
        *winner = colours.colour_of(*winner);
    }
    credits
}

/// A choice, which the format has no move for, as a comment on the next stone.
fn remark_on(choice: OpeningChoice, player: usize) -> String {
    let player = ["first", "second"][player];
    match choice {
        OpeningChoice::Black => format!("The {player} player took Black."),
        OpeningChoice::White => format!("The {player} player took White."),
        OpeningChoice::TwoMore => format!("The {player} player put down two more stones."),
    }
}
