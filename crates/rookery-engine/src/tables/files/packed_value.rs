//! Packed value: one byte of a table, the value of a position with its distance to the end.

use crate::Value;

/// The value of a position for the side to move, in one byte.
///
/// In a game of alternating turns that is lost by the side that has to move at its end, every loss is an even number of plies
/// away and every win an odd one: the distance alone says who wins. 0 is a draw, `n + 1` an end in `n` plies, 255 a number that
/// stands for no position (the second name of a symmetrical one).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedValue(u8);

impl PackedValue {
    /// Nobody can force anything.
    pub const DRAW: PackedValue = PackedValue(0);
    /// Lost already.
    pub const LOST: PackedValue = PackedValue(1);
    /// No position.
    pub const HOLE: PackedValue = PackedValue(u8::MAX);
    /// The greatest distance that fits into a byte.
    pub const PLIES_MAX: u32 = 253;

    /// The end of the game in this many plies: an even number is a loss of the side to move, an odd one a win.
    /// `None` beyond [`PackedValue::PLIES_MAX`].
    pub fn end_in(plies: u32) -> Option<PackedValue> {
        (plies <= PackedValue::PLIES_MAX).then_some(PackedValue(plies as u8 + 1))
    }

    /// The value of a byte in a file.
    pub fn from_byte(byte: u8) -> PackedValue {
        PackedValue(byte)
    }

    /// The byte for a file.
    pub fn byte(self) -> u8 {
        self.0
    }

    /// Plies to the end; `None` for a draw and for no position.
    pub fn plies(self) -> Option<u32> {
        match self {
            PackedValue::DRAW | PackedValue::HOLE => None,
            PackedValue(byte) => Some(u32::from(byte) - 1),
        }
    }

    /// Whether the side to move wins.
    pub fn is_win(self) -> bool {
        self.plies().is_some_and(|plies| plies % 2 == 1)
    }

    /// The value for the search; `None` for no position.
    pub fn value(self) -> Option<Value> {
        match (self, self.plies()) {
            (PackedValue::HOLE, _) => None,
            (_, None) => Some(Value::Exact(0)),
            (_, Some(plies)) if plies % 2 == 1 => Some(Value::Win(plies)),
            (_, Some(plies)) => Some(Value::Loss(plies)),
        }
    }

    /// The value of a move, from the value of the position after it. Where the distance would no longer fit into a byte, it is a ply
    /// shorter instead of longer, so that the winner is still right.
    #[must_use]
    pub fn a_ply_earlier(self) -> PackedValue {
        match self.plies() {
            None => self,
            Some(plies) => PackedValue::end_in(plies + 1).unwrap_or(PackedValue(self.0 - 1)),
        }
    }

    /// The better of two for the side to move: the sooner win, a draw rather than a loss, the later loss.
    #[must_use]
    pub fn better(self, other: PackedValue) -> PackedValue {
        let rank = |cell: PackedValue| match cell.plies() {
            None => 0,
            Some(plies) if plies % 2 == 1 => 1_000 - plies as i32,
            Some(plies) => plies as i32 - 1_000,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_says_who_wins_and_when() {
        let cell = |plies| PackedValue::end_in(plies).unwrap();
        assert_eq!(PackedValue::LOST.value(), Some(Value::Loss(0)));
        assert_eq!(cell(1).value(), Some(Value::Win(1)));
        assert_eq!(cell(252).value(), Some(Value::Loss(252)));
        assert_eq!(cell(253).value(), Some(Value::Win(253)));
        assert_eq!(PackedValue::end_in(254), None);
        assert_eq!(PackedValue::DRAW.value(), Some(Value::Exact(0)));
        assert_eq!(PackedValue::HOLE.value(), None);
        assert_eq!(cell(253).a_ply_earlier(), cell(252));
        assert_eq!(cell(4).a_ply_earlier(), cell(5));
        assert_eq!(PackedValue::DRAW.a_ply_earlier(), PackedValue::DRAW);
    }

    #[test]
    fn the_better_of_two() {
        let cell = |plies| PackedValue::end_in(plies).unwrap();
        let from_best = [
            cell(1),
            cell(7),
            PackedValue::DRAW,
            cell(6),
            cell(2),
            cell(0),
        ];
        for (i, &better) in from_best.iter().enumerate() {
            for &worse in &from_best[i..] {
                assert_eq!(better.better(worse), better);
                assert_eq!(worse.better(better), better);
            }
        }
    }
}
