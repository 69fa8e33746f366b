//! Rule options of the mill games: flying, removals, the side that begins, and the draws that apply.

use crate::api::view::Tone;
use crate::mills::rules::points::MillBoard;

/// A side with fewer men has lost.
pub const LEAST_MEN: u32 = 3;

/// The side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMover {
    /// The dark men.
    Dark,
    /// The light men.
    Light,
}

/// The men that may be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removable {
    /// Men outside mills, or any where all stand in mills.
    OutsideMills,
    /// Any man.
    Any,
}

/// The condition under which ten moves by each side without a removal are a draw. The sources read the rule in two ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreeMenDraw {
    /// While both sides have three men.
    Both,
    /// While at least one side has three men.
    Either,
    /// Never.
    Off,
}

/// The rules of one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The board, and the number of men.
    pub board: &'static MillBoard,
    /// Whether a side with men in hand may move a man on the board instead of placing one.
    pub moves_while_placing: bool,
    /// The side that moves first.
    pub first: FirstMover,
    /// Whether the first man of the game may be placed on the corner of a ring.
    pub first_on_corner: bool,
    /// Whether a side with three men may move to any empty point.
    pub flying: bool,
    /// The men that may be removed.
    pub removable: Removable,
    /// Whether closing two mills at once removes two men.
    pub double_removal: bool,
    /// Whether a man may not go straight back from one mill into another.
    pub see_saw_ban: bool,
    /// The condition under which ten moves without a removal are a draw.
    pub three_men_draw: ThreeMenDraw,
    /// Whether a position that stands for the third time is a draw.
    pub threefold: bool,
    /// The number of plies without a removal that are a draw; `None` where none are.
    pub quiet_limit: Option<u16>,
}

impl Rules {
    /// Whether closing a mill wins at once: with three men a side, removing one would leave too few.
    pub fn first_mill_wins(&self) -> bool {
        u32::from(self.board.men) == LEAST_MEN
    }

    /// The tone of a side's men.
    pub fn tone(self, side: usize) -> Tone {
        match (self.first, side) {
            (FirstMover::Dark, 0) | (FirstMover::Light, 1) => Tone::Dark,
            _ => Tone::Light,
        }
    }

    /// The same rules without the draws that need more than the position on the board.
    pub const fn uncounted(self) -> Rules {
        Rules {
            three_men_draw: ThreeMenDraw::Off,
            threefold: false,
            quiet_limit: None,
            ..self
        }
    }

    /// Whether men move and are removed as by the other rules, whatever the draws and whoever begins.
    pub fn moves_as(self, other: Rules) -> bool {
        self.board.is_joined_as(other.board)
            && self.flying == other.flying
            && self.removable == other.removable
            && self.double_removal == other.double_removal
            && self.see_saw_ban == other.see_saw_ban
    }
}

/// Ten moves by each side, in plies.
pub const TEN_MOVES_PLIES: u16 = 20;
