//! The rules of Othello on two boards of 64 bits.

use crate::othello::bits;
use crate::othello::disc_move::DiscMove;
use crate::symmetry;
use rookery_engine::{GameMove, MoveList, Outcome, Position, SplitMix};

/// A board and the side to move. Sets of squares are those of [`bits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
    /// The side to move: 0 dark, 1 light.
    pub side: u8,
}

impl Default for Othello {
    /// Light on d4 and e5, dark on e4 and d5, dark to move.
    fn default() -> Self {
        Othello {
            own: 1 << 28 | 1 << 35,
            other: 1 << 27 | 1 << 36,
            side: 0,
        }
    }
}

impl Othello {
    /// The squares where the side to move may put a disc.
    pub fn mobility(&self) -> u64 {
        bits::mobility(self.own, self.other)
    }

    /// The squares without a disc.
    pub fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// Whether the side to move has no square to play, but the other side has one.
    pub fn must_pass(&self) -> bool {
        self.mobility() == 0 && bits::mobility(self.other, self.own) != 0
    }

    /// The discs of a side.
    pub fn discs(&self, side: usize) -> u64 {
        if side == self.side() {
            self.own
        } else {
            self.other
        }
    }

    /// The position after a pass.
    #[must_use]
    pub fn passed(&self) -> Self {
        Othello {
            own: self.other,
            other: self.own,
            side: 1 - self.side,
        }
    }

    /// The result for the side to move if the game ends here: the difference in discs, where empty squares count for the winner.
    pub fn margin(&self) -> i16 {
        margin(self.own, self.other)
    }
}

/// The difference in discs at the end of a game, for the side of `own`. Squares that stayed empty count for the winner, as
/// the World Othello Federation counts them and as published endgame scores do.
pub fn margin(own: u64, other: u64) -> i16 {
    let (own, other) = (own.count_ones() as i16, other.count_ones() as i16);
    let empty = 64 - own - other;
    own - other + empty * (own - other).signum()
}

/// A hash of a position in 64 well-mixed bits: each board is multiplied, because similar positions differ in few bits.
#[inline]
pub fn key(own: u64, other: u64, side: u64) -> u64 {
    let own = own.wrapping_mul(0x9fb2_1c65_1e98_df25);
    let other = other.rotate_left(29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    SplitMix::new(own ^ other.rotate_left(32) ^ side << 63).next()
}

impl Position for Othello {
    type Move = DiscMove;
    const NAME: &'static str = "othello";
    /// No known position has more than 33; the 60 squares that are empty at the start are a bound that needs no proof.
    const MAX_MOVES: usize = 60;
    const HISTORY: usize = 65;
    const SYMMETRIES: usize = symmetry::COUNT;

    fn side(&self) -> usize {
        self.side.into()
    }

    fn key(&self) -> u64 {
        key(self.own, self.other, self.side.into())
    }

    fn generate(&self, out: &mut MoveList<DiscMove>) {
        let mobility = self.mobility();
        if mobility != 0 {
            out.extend(bits::squares(mobility).map(DiscMove));
        } else if bits::mobility(self.other, self.own) != 0 {
            out.push(DiscMove::PASS);
        }
    }

    fn play(&mut self, m: DiscMove) {
        if m == DiscMove::PASS {
            *self = self.passed();
            return;
        }
        debug_assert!(self.empty() >> m.0 & 1 == 1, "{m:?} is not empty");
        let turned = bits::flips(self.own, self.other, m.0);
        *self = Othello {
            own: self.other ^ turned,
            other: self.own | turned | 1 << m.0,
            side: 1 - self.side,
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        let goes_on = self.mobility() != 0 || bits::mobility(self.other, self.own) != 0;
        (!goes_on).then(|| self.no_moves())
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Margin(self.margin())
    }

    fn history_index(m: DiscMove) -> usize {
        usize::from(m.0).min(Self::HISTORY - 1)
    }

    fn is_legal(&self, m: DiscMove) -> bool {
        match m {
            DiscMove::NULL => false,
            DiscMove::PASS => self.must_pass(),
            DiscMove(square) => square < 64 && self.mobility() >> square & 1 == 1,
        }
    }

    fn count_moves(&self) -> usize {
        match self.mobility().count_ones() {
            0 => usize::from(self.must_pass()),
            count => count as usize,
        }
    }

    fn transform(&self, s: usize) -> Self {
        Othello {
            own: bits::turned(self.own, s),
            other: bits::turned(self.other, s),
            side: self.side,
        }
    }

    fn transform_move(m: DiscMove, s: usize) -> DiscMove {
        if m.0 < 64 {
            DiscMove(symmetry::image(8, m.0, s))
        } else {
            m
        }
    }

    /// Up to twelve discs: with more, two lines of a search hardly ever lead to images of each other.
    fn meets_images(&self) -> bool {
        (self.own | self.other).count_ones() <= 12
    }

    fn inverse(s: usize) -> usize {
        symmetry::inverse(s)
    }
}
