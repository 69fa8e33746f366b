//! Rule options: the side that begins, and the draws that apply.

use crate::api::view::Tone;

/// The side that moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstMover {
    /// The dark cows, as in the newer text of the Generally Accepted Rules.
    #[default]
    Dark,
    /// The light cows, as in older texts.
    Light,
}

/// The condition under which ten moves by each side without a shot are a draw. The sources read the rule in two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreeCowDraw {
    /// While both sides have three cows.
    #[default]
    Both,
    /// While at least one side has three cows.
    Either,
    /// Never.
    Off,
}

/// The rules of one table; the rest is fixed by the Generally Accepted Rules of Mind Sports South Africa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The side that moves first.
    pub first: FirstMover,
    /// The condition under which ten moves without a shot are a draw.
    pub three_cow_draw: ThreeCowDraw,
    /// Whether a position that stands for the third time is a draw.
    pub threefold: bool,
    /// Whether 100 plies without a shot are a draw.
    pub hundred_plies: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            first: FirstMover::default(),
            three_cow_draw: ThreeCowDraw::default(),
            threefold: true,
            hundred_plies: true,
        }
    }
}

impl Rules {
    /// The tone of a side's cows.
    pub fn tone(self, side: usize) -> Tone {
        match (self.first, side) {
            (FirstMover::Dark, 0) | (FirstMover::Light, 1) => Tone::Dark,
            _ => Tone::Light,
        }
    }
}

/// Ten moves by each side, in plies.
pub const TEN_MOVES_PLIES: u16 = 20;

/// The other limit without a shot, in plies.
pub const QUIET_LIMIT_PLIES: u16 = 100;
