//! The choices of the rule Swap2 (`SWAP2BOARD`): three first stones, and a colour.
//!
//! A choice is made by searches. Two stones that leave the colour to the opponent are never put down: the value of that is at most zero, and
//! that of the better colour at least.

use crate::gomocup::coordinates::Coordinates;
use crate::gomocup::rule::Rule;
use crate::gomocup::stone_list::StoneList;
use crate::gomoku::even_openings::EVEN_OPENINGS;
use crate::{Game, GameType};
use rookery_engine::SearchReport;

/// An opening with the game after it.
pub(super) type Opening = (String, Box<dyn Game>);

/// The openings of an empty board of this size, `x,y` near a corner. The choice is the one that the search finds most even.
///
/// # Errors
/// The game does not have the rule.
pub(super) fn openings(
    game_type: &dyn GameType,
    size: u8,
    rule: Rule,
) -> Result<Vec<Opening>, String> {
    let opening = |points: [(u8, u8); 3]| {
        let mut stones = StoneList::new(size);
        let points = points.map(|(x, y)| Coordinates { x, y });
        for point in points {
            stones.put(point, stones.side())?;
        }
        let text = points.map(|point| point.to_string()).join(" ");
        Ok((text, stones.game(game_type, rule)?))
    };
    EVEN_OPENINGS.into_iter().map(opening).collect()
}

/// Whether the side that is not to move is the better one, by a search.
pub(super) fn is_worse(report: &SearchReport) -> bool {
    report
        .lines
        .first()
        .is_some_and(|line| line.value.rank() < 0)
}

/// The distance of a position from an even one, by a search.
pub(super) fn unevenness(report: &SearchReport) -> u64 {
    let line = report.lines.first();
    line.map_or(u64::MAX, |line| line.value.rank().unsigned_abs())
}
