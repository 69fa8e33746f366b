//! A match of gomoku in the Smart Game Format.

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::sgf::writer::{SgfRecord, result};
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
            RowRule::Caro => "caro: exactly five, not closed at both ends",
            RowRule::Renju => "renju",
        },
    );
    record.credits(credits, &result(credits, ""));
    let stones = [0, 1].map(|side| {
        let stones = start.stones(side).iter();
        stones.map(|point| lattice.place(point)).collect()
    });
    record.set_up(stones, start.side());
    let mut position = start.clone();
    for &m in moves {
        record.play(position.side(), Some(lattice.place(m)));
        position.play(m);
    }
    record.into_export()
}
