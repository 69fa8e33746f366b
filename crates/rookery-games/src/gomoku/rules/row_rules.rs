//! Rule options of gomoku: the rows that win, the size of the board, the first stones.

/// The rows that win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowRule {
    /// Five or more.
    #[default]
    Freestyle,
    /// Five exactly.
    Standard,
    /// Five with at most one end beside an enemy stone, or more than five.
    Caro,
    /// Black wins with five exactly and is forbidden overlines, double fours and double threes; White with five or more.
    Renju,
}

impl RowRule {
    /// The key of the variant that is played by it.
    pub fn variant(self) -> &'static str {
        match self {
            RowRule::Freestyle => "standard",
            RowRule::Standard => "exactly-five",
            RowRule::Caro => "caro",
            RowRule::Renju => "renju",
        }
    }

    /// Whether six or more in a row are no five for this side.
    pub fn counts_exactly(self, side: usize) -> bool {
        match self {
            RowRule::Freestyle | RowRule::Caro => false,
            RowRule::Standard => true,
            RowRule::Renju => side == 0,
        }
    }

    /// Whether a stone that is in no row with a threat may spoil it: by shutting a row in caro, by lifting or laying a ban in renju.
    pub fn counts_stones_elsewhere(self) -> bool {
        matches!(self, RowRule::Caro | RowRule::Renju)
    }

    /// Whether some moves of this side are forbidden.
    pub fn forbids(self, side: usize) -> bool {
        self == RowRule::Renju && side == 0
    }
}

/// The rule for the first stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstStones {
    /// They may stand anywhere.
    #[default]
    Free,
    /// Black's first stone stands in the centre, its second outside the five by five points around it.
    Pro,
    /// The first player puts down three stones, the second one chooses a colour.
    Swap,
    /// The same, but the second player may put down two more and leave the choice to the first.
    Swap2,
}

impl FirstStones {
    /// Whether a player chooses a colour.
    pub fn has_choice(self) -> bool {
        matches!(self, FirstStones::Swap | FirstStones::Swap2)
    }
}

/// What was chosen for a match: rows that win, size and first stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// The rows that win.
    pub rows: RowRule,
    /// Points of a side of the board: 15 or 19.
    pub size: u8,
    /// The rule for the first stones.
    pub first_stones: FirstStones,
}

impl Default for TableRules {
    fn default() -> Self {
        TableRules {
            rows: RowRule::Freestyle,
            size: 15,
            first_stones: FirstStones::Free,
        }
    }
}
