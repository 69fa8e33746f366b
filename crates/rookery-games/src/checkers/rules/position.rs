//! A position of checkers, and the effect of a turn.

use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::rule_options::{DrawRules, FORTY_MOVES_PLIES};
use crate::checkers::rules::squares::{self, SquareSet};
use crate::quiet_count;
use rookery_engine::{MoveList, Outcome, Position, Repetition};

/// Pieces of each side at the start.
pub const PIECES: u32 = 12;

/// A position: the pieces of Black (side 0) and White, which of them are kings, the side to move, and plies since a man moved or a
/// piece was taken.
///
/// The count of quiet plies is not part of the key, or no position would ever repeat; the search asks [`Position::outcome`] before it
/// looks into its table. The [`DrawRules`] are not part of it either: they never change within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkers {
    pieces: [SquareSet; 2],
    kings: SquareSet,
    side: u8,
    quiet: u16,
    rules: DrawRules,
}

/// The parts of a position.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// Men and kings, by side.
    pub pieces: [SquareSet; 2],
    /// The kings of both sides.
    pub kings: SquareSet,
    /// The side to move.
    pub side: u8,
    /// Plies since a man moved or a piece was taken.
    pub quiet: u16,
}

impl Checkers {
    /// Twelve men each, Black to move.
    pub fn new(rules: DrawRules) -> Self {
        let start = Placement {
            pieces: [0x0000_0fff, 0xfff0_0000],
            kings: 0,
            side: 0,
            quiet: 0,
        };
        Checkers::placed(start, rules)
    }

    /// A position put together.
    pub fn placed(parts: Placement, rules: DrawRules) -> Self {
        Checkers {
            pieces: parts.pieces,
            kings: parts.kings & (parts.pieces[0] | parts.pieces[1]),
            side: parts.side,
            quiet: parts.quiet,
            rules,
        }
    }

    /// The same with the colours exchanged: the board turned by half a turn, and the other side to move.
    #[must_use]
    pub fn turned(&self) -> Self {
        Checkers {
            pieces: [self.pieces[1].reverse_bits(), self.pieces[0].reverse_bits()],
            kings: self.kings.reverse_bits(),
            side: 1 - self.side,
            ..self.clone()
        }
    }

    /// The rules of this match.
    pub fn rules(&self) -> DrawRules {
        self.rules
    }

    /// Men and kings of a side.
    #[inline]
    pub fn pieces(&self, side: usize) -> SquareSet {
        self.pieces[side]
    }

    /// The men of a side.
    #[inline]
    pub fn men(&self, side: usize) -> SquareSet {
        self.pieces[side] & !self.kings
    }

    /// The kings of both sides.
    #[inline]
    pub fn kings(&self) -> SquareSet {
        self.kings
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> SquareSet {
        !(self.pieces[0] | self.pieces[1])
    }

    /// Plies since a man moved or a piece was taken.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Whether this move makes a king of a man.
    pub fn crowns(&self, m: CheckersMove) -> bool {
        let is_man = self.kings & squares::bit(m.from()) == 0;
        is_man && squares::bit(m.to()) & squares::KING_ROW[self.side()] != 0
    }

    /// Whether the game is drawn because forty moves of each side moved no man and took no piece.
    fn is_drawn_by_count(&self) -> bool {
        let limit = self.rules.forty_moves.then_some(FORTY_MOVES_PLIES);
        quiet_count::is_drawn(self.quiet, limit, || self.count_legal() != 0)
    }
}

impl Position for Checkers {
    type Move = CheckersMove;
    const NAME: &'static str = "checkers";
    // Twelve pieces. If an enemy stood on every square that it could ever jump, a king would have at most sixteen chains of jumps,
    // and each chain past fewer enemies is the beginning of another one of those.
    const MAX_MOVES: usize = 12 * 16;
    const HISTORY: usize = squares::COUNT * squares::COUNT;
    const REPETITION: Repetition = Repetition::Draw;

    #[inline]
    fn side(&self) -> usize {
        usize::from(self.side)
    }

    #[inline]
    fn key(&self) -> u64 {
        let pieces = u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << 32;
        let rest = u64::from(self.kings) | u64::from(self.side) << 32;
        quiet_count::key_of_words(pieces, rest)
    }

    #[inline]
    fn table_key(&self) -> u64 {
        quiet_count::with_steps(self.key(), self.quiet)
    }

    #[inline]
    fn generate(&self, out: &mut MoveList<CheckersMove>) {
        self.list_moves(out);
    }

    #[inline]
    fn generate_noisy(&self, out: &mut MoveList<CheckersMove>) {
        self.list_jumps(out);
    }

    #[inline]
    fn play(&mut self, m: CheckersMove) {
        let (me, from) = (self.side(), squares::bit(m.from()));
        let (to, taken) = m.effect();
        let to = squares::bit(to);
        let is_king = self.kings & from != 0;
        self.pieces[me] = self.pieces[me] & !from | to;
        self.pieces[1 - me] &= !taken;
        self.kings &= !(from | taken);
        if is_king || to & squares::KING_ROW[me] != 0 {
            self.kings |= to;
        }
        self.quiet = match is_king && taken == 0 {
            true => self.quiet.saturating_add(1),
            false => 0,
        };
        self.side ^= 1;
    }

    /// A side that is shut in is left to [`Position::no_moves`].
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.pieces[self.side()] == 0 {
            return Some(Outcome::Loss);
        }
        self.is_drawn_by_count().then_some(Outcome::Draw)
    }

    #[inline]
    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    #[inline]
    fn history_index(m: CheckersMove) -> usize {
        usize::from(m.from()) * squares::COUNT + usize::from(m.to())
    }

    #[inline]
    fn reversible(&self) -> usize {
        usize::from(self.quiet)
    }

    #[inline]
    fn count_moves(&self) -> usize {
        self.count_legal()
    }
}
