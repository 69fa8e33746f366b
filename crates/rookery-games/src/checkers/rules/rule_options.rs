//! Rule options: the draws that come by themselves.

/// The rules of one match that can be chosen; the rest is fixed by the rules of the World Checkers Draughts Federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// Whether a position that stands for the third time is a draw.
    pub threefold: bool,
    /// Whether forty moves of each side without a man moved or a piece taken are a draw.
    pub forty_moves: bool,
}

impl Default for DrawRules {
    fn default() -> Self {
        DrawRules {
            threefold: true,
            forty_moves: true,
        }
    }
}

/// Forty moves of each side, in plies.
pub const FORTY_MOVES_PLIES: u16 = 80;
