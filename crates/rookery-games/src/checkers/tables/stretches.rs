//! Stretches: the plies without a capture or a man's move on the way to a forced end, which the draw by counting limits.

use std::collections::HashMap;

use crate::checkers::rules::rule_options::FORTY_MOVES_PLIES;
use crate::checkers::tables::endgame_index::SmallEnding;
use crate::checkers::tables::open_endings::{OPEN_TABLES, SPACE};
use rookery_engine::Position;
use rookery_engine::tables::{Place, Space};

const LIMIT_PLIES: u32 = FORTY_MOVES_PLIES as u32;

/// The most positions that one query may visit: a few hundredths of a second.
const POSITIONS_MAX: u32 = 20_000;

/// No position of up to four pieces has a longer stretch.
pub const LONGEST_OF_FOUR_PLIES: u32 = 55;

/// The result if some way from a position leads through a stretch that is longer than the limit.
pub const CUT_OFF_PLIES: u32 = u8::MAX as u32;

/// The most plies up to and including the next capture, man's move or end, from a position that is decided in `plies` plies by
/// the table: over all moves of the loser and all shortest ways of the winner. [`CUT_OFF_PLIES`] if a later stretch can be longer
/// than the limit, which takes five pieces. `None` if there are too many ways to visit, or if a table is missing.
pub fn longest(endgame: SmallEnding, plies: u32) -> Option<u32> {
    let mut question = Question {
        known: HashMap::new(),
        left: POSITIONS_MAX,
    };
    question.longest(endgame, plies)
}

struct Question {
    known: HashMap<Place, u32>,
    /// Positions that may still be looked at.
    left: u32,
}

impl Question {
    /// Distances shrink from ply to ply, so this goes no deeper than `plies`.
    fn longest(&mut self, endgame: SmallEnding, plies: u32) -> Option<u32> {
        let place = SPACE.place(endgame);
        if let Some(&stretch) = self.known.get(&place) {
            return Some(stretch);
        }
        self.left = self.left.checked_sub(1)?;
        let position = endgame.position();
        let mut longest = 0;
        for m in position.moves() {
            let child = position.after(m);
            longest = longest.max(1);
            let (begins_anew, child) = (child.quiet() == 0, SmallEnding::of(&child));
            if begins_anew && child.pieces() <= 4 {
                continue;
            }
            let left = OPEN_TABLES.cell(SPACE.place(child))?.plies();
            // The loser plays anything, the winner what shortens the way.
            let is_loser = plies.is_multiple_of(2);
            let Some(left) = left.filter(|&left| is_loser || left + 1 == plies) else {
                continue;
            };
            longest = longest.max(match begins_anew {
                false => 1 + self.longest(child, left)?,
                true if left <= LIMIT_PLIES || self.longest(child, left)? <= LIMIT_PLIES => 1,
                true => CUT_OFF_PLIES,
            });
        }
        let longest = longest.min(CUT_OFF_PLIES);
        self.known.insert(place, longest);
        Some(longest)
    }
}
