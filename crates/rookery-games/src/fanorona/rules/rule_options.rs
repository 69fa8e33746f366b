//! Rule options: the board, and the draws that come by themselves.

use crate::fanorona::rules::points::FanoronaBoard;

/// The rules of one match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanoronaRules {
    /// The size of the board, which the variant chooses.
    pub board: FanoronaBoard,
    /// Whether a position that stands for the third time is a draw.
    pub threefold: bool,
    /// The plies without a capture that make a draw; `None` if there is no limit.
    pub quiet_limit_plies: Option<u16>,
}

/// Fifty moves of each side, in plies.
pub const FIFTY_MOVES_PLIES: u16 = 100;

/// Twenty-two moves of each side, in plies: the limit of several programs.
pub const TWENTY_TWO_MOVES_PLIES: u16 = 44;

impl Default for FanoronaRules {
    fn default() -> Self {
        FanoronaRules {
            board: FanoronaBoard::default(),
            threefold: true,
            quiet_limit_plies: Some(FIFTY_MOVES_PLIES),
        }
    }
}
