//! Summary of a finished material class: the counts that are compared with published ones.

use crate::tables::PackedValue;

/// Wins, losses and draws of the side to move, each position counted once for all its images, and the longest way to an end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Positions in which the side to move wins.
    pub wins: u64,
    /// Positions in which it loses.
    pub losses: u64,
    /// Positions that are drawn.
    pub draws: u64,
    /// The longest win or loss, plies.
    pub longest: u32,
}

impl Summary {
    /// Counts the values of a material class.
    pub fn of(cells: &[u8]) -> Self {
        let mut counts = [0_u64; 256];
        for &byte in cells {
            counts[usize::from(byte)] += 1;
        }
        let mut summary = Summary::default();
        for (byte, &count) in (0..=u8::MAX).zip(&counts) {
            let cell = PackedValue::from_byte(byte);
            match cell.plies() {
                _ if count == 0 || cell == PackedValue::HOLE => {}
                None => summary.draws += count,
                Some(plies) => {
                    summary.longest = summary.longest.max(plies);
                    if cell.is_win() {
                        summary.wins += count;
                    } else {
                        summary.losses += count;
                    }
                }
            }
        }
        summary
    }

    /// Won, lost and drawn ones together.
    pub fn positions(&self) -> u64 {
        self.wins + self.losses + self.draws
    }
}
