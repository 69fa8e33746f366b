//! The lines between `BOARD` and `DONE`: a stone each, in any order.

use crate::gomocup::command::Purpose;
use crate::gomocup::coordinates::{Coordinates, expected, numbers};
use crate::gomocup::stone_list::StoneList;

/// A stone by its owner.
const OWN: u8 = 1;
const OPPONENT: u8 = 2;

/// A board as far as it is described.
pub(super) struct BoardLines {
    /// The use of it.
    pub purpose: Purpose,
    /// The stones so far; the brain is side 0.
    stones: StoneList,
    /// The first fault: the lines after it are passed over.
    fault: Option<String>,
}

impl BoardLines {
    /// No stone yet of a board of this size.
    pub fn new(purpose: Purpose, size: u8) -> Self {
        BoardLines {
            purpose,
            stones: StoneList::new(size),
            fault: None,
        }
    }

    /// Takes note of a line.
    pub fn read(&mut self, line: &str) {
        if self.fault.is_none()
            && let Err(why) = self.stone(line)
        {
            self.fault = Some(why);
        }
    }

    fn stone(&mut self, line: &str) -> Result<(), String> {
        let (x, y, owner) = match (self.purpose, &numbers(line)?[..]) {
            // Both sides move in turn.
            (Purpose::Swap2, &[x, y]) => (x, y, [OWN, OPPONENT][self.stones.side()]),
            (Purpose::Move | Purpose::Note, &[x, y, owner]) => (x, y, owner),
            (Purpose::Swap2, _) => return Err(expected("x,y or DONE", line)),
            _ => return Err(expected("x,y,field or DONE", line)),
        };
        let point = Coordinates { x, y };
        match owner {
            OWN | OPPONENT => self.stones.put(point, usize::from(owner - OWN)),
            // 3 among them, a stone of a row that has won: whose it is would not be known.
            _ => Err(format!(
                "{point},{owner}: the field is 1 for an own stone or 2 for one of the opponent; games that go on after a five are not played here"
            )),
        }
    }

    /// The stones, those of the side that began as side 0.
    ///
    /// # Errors
    /// The first line that was wrong, or numbers of stones that no game has.
    pub fn stones(self) -> Result<StoneList, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let [own, opponent] = [0, 1].map(|side| self.stones.count_of(side));
        match (self.purpose, opponent.wrapping_sub(own)) {
            (Purpose::Swap2, _) | (_, 0) => Ok(self.stones),
            (_, 1) => Ok(self.stones.with_sides_exchanged()),
            _ => Err(format!(
                "{own} own stones and {opponent} of the opponent: send as many of both, or one more of the opponent, for it is the brain's turn"
            )),
        }
    }
}
