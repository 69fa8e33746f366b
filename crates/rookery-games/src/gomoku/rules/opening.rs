//! Openings with a choice of colours, swap and swap2: who is Black, as far as that is settled, and the moves that settle it.
//!
//! In both, one player puts down three stones, black, white and black, and the other chooses a colour; in swap2 the other may put
//! down two more in place of that, white and black, and the first player chooses then (Renju International Federation; Gomocup).

use crate::gomoku::rules::points::{MOST_POINTS, Point};
use crate::gomoku::rules::row_rules::FirstStones;
use rookery_engine::SplitMix;

/// The stones after which the second player chooses.
const THREE: usize = 3;
/// The stones after which the first player chooses, where two more were put down.
const FIVE: usize = 5;

/// The colours of the players, as far as the opening has settled them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourState {
    /// The first player is Black: by a choice, or because nobody chooses.
    Kept,
    /// The first player is White.
    Swapped,
    /// The first player puts down the three stones, then the second one chooses.
    Open,
    /// The second player puts down two more, then the first one chooses.
    TwoMore,
}

impl ColourState {
    /// All of them.
    pub const ALL: [ColourState; 4] = [
        ColourState::Kept,
        ColourState::Swapped,
        ColourState::Open,
        ColourState::TwoMore,
    ];

    /// That of the empty board.
    pub fn at_start(first_stones: FirstStones) -> Self {
        match first_stones.has_choice() {
            true => ColourState::Open,
            false => ColourState::Kept,
        }
    }

    /// The player who will choose, or is to choose now; `None` where the colours are settled.
    pub fn chooser(self) -> Option<usize> {
        match self {
            ColourState::Kept | ColourState::Swapped => None,
            ColourState::Open => Some(1),
            ColourState::TwoMore => Some(0),
        }
    }

    /// Whether every player has a colour.
    pub fn is_settled(self) -> bool {
        self.chooser().is_none()
    }

    /// Whether the next move is a choice, with so many stones on the board.
    pub fn is_choosing(self, count: usize) -> bool {
        match self {
            ColourState::Kept | ColourState::Swapped => false,
            ColourState::Open => count >= THREE,
            ColourState::TwoMore => count >= FIVE,
        }
    }

    /// The player to move, with so many stones on the board.
    pub fn player_to_move(self, count: usize) -> usize {
        let is_choosing = self.is_choosing(count);
        match self {
            ColourState::Kept => count % 2,
            ColourState::Swapped => 1 - count % 2,
            ColourState::Open => usize::from(is_choosing),
            ColourState::TwoMore => usize::from(!is_choosing),
        }
    }

    /// The colour of a player: until it is settled, the first player counts as Black.
    pub fn colour_of(self, player: usize) -> usize {
        match self {
            ColourState::Swapped => 1 - player,
            _ => player,
        }
    }

    /// The most choices that may still be made.
    pub fn choices_left(self, first_stones: FirstStones) -> usize {
        match self {
            ColourState::Kept | ColourState::Swapped => 0,
            ColourState::Open if first_stones == FirstStones::Swap2 => 2,
            ColourState::Open | ColourState::TwoMore => 1,
        }
    }

    /// The state after a choice of the player whom it asks.
    pub fn after(self, choice: OpeningChoice) -> Self {
        let is_first = self.chooser() == Some(0);
        match choice {
            OpeningChoice::TwoMore => ColourState::TwoMore,
            OpeningChoice::Black if is_first => ColourState::Kept,
            OpeningChoice::Black => ColourState::Swapped,
            OpeningChoice::White if is_first => ColourState::Swapped,
            OpeningChoice::White => ColourState::Kept,
        }
    }

    /// Its share of the key of a position.
    pub fn key(self) -> u64 {
        match self {
            ColourState::Kept => 0,
            // Beyond the seeds of the stones.
            other => SplitMix::new(1 << 16 | other as u64).next(),
        }
    }
}

/// A move that settles the colours, or puts that off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChoice {
    /// To play Black.
    Black,
    /// To play White.
    White,
    /// To put down two more stones and leave the choice to the first player.
    TwoMore,
}

impl OpeningChoice {
    /// The number of choices.
    pub const COUNT: usize = 3;
    /// All of them.
    pub const ALL: [OpeningChoice; OpeningChoice::COUNT] = [
        OpeningChoice::Black,
        OpeningChoice::White,
        OpeningChoice::TwoMore,
    ];

    /// The number that stands for it among moves: above those of all points.
    pub fn as_move(self) -> Point {
        MOST_POINTS as Point + self as Point
    }

    /// The choice that a move is; `None` for a stone.
    #[inline]
    pub fn of(m: Point) -> Option<Self> {
        let number = usize::from(m).checked_sub(MOST_POINTS)?;
        OpeningChoice::ALL.get(number).copied()
    }

    /// The token of its button.
    pub fn token(self) -> &'static str {
        match self {
            OpeningChoice::Black => "#black",
            OpeningChoice::White => "#white",
            OpeningChoice::TwoMore => "#two",
        }
    }

    /// The short name, as people type it.
    pub fn name(self) -> &'static str {
        &self.token()[1..]
    }

    /// The name in the usual notation: a word among the points of a list, and one without blanks.
    pub fn notation(self) -> &'static str {
        match self {
            OpeningChoice::Black => "Black",
            OpeningChoice::White => "White",
            OpeningChoice::TwoMore => "Two-more",
        }
    }

    /// Whether a text names it, in upper or lower case.
    pub fn is_named(self, text: &str) -> bool {
        let names = [self.token(), self.name(), self.notation()];
        names.iter().any(|name| name.eq_ignore_ascii_case(text))
    }

    /// The colour that it takes.
    pub fn colour(self) -> Option<usize> {
        match self {
            OpeningChoice::Black => Some(0),
            OpeningChoice::White => Some(1),
            OpeningChoice::TwoMore => None,
        }
    }
}
