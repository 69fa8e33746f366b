//! The rules of a game, as the search uses them. Copy-make: a position is small and copied, never undone.

use std::fmt::Debug;
use std::hash::Hash;

/// A move: small, comparable, and packable for the transposition table.
pub trait GameMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The null value that is not a move.
    const NULL: Self;
    /// All of the move in 32 bits; distinct moves of one position have distinct bits.
    fn to_bits(self) -> u32;
    /// The inverse of [`GameMove::to_bits`].
    fn from_bits(bits: u32) -> Self;
}

/// Games whose moves are numbers: a square, a column, a heap.
macro_rules! numbers_are_moves {
    ($($number:ty),*) => {$(
        impl GameMove for $number {
            const NULL: Self = <$number>::MAX;

            #[inline]
            fn to_bits(self) -> u32 {
                self.into()
            }

            #[inline]
            fn from_bits(bits: u32) -> Self {
                bits as $number
            }
        }
    )*};
}
numbers_are_moves!(u8, u16);

/// The value of a repeated position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Positions cannot repeat: the search keeps no history.
    Impossible,
    /// A repetition is a draw: the search counts it as one wherever it meets it. That a match ends so is for [`Position::outcome`] or the
    /// program around the search to say; in `rookery-games` it is `BoardGame::draw`.
    Draw,
}

/// The end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// Won (or lost, if negative) by this many points, in games that count them. A margin beyond [`MARGIN_MAX`] either way counts as that:
    /// the search does not strive for more, and reports its value as a bound.
    Margin(i16),
}

/// Number of structures of a position, see [`Position::structures`].
pub const STRUCTURES: usize = 3;

/// A list of moves that keeps its storage from node to node.
pub type MoveList<M> = Vec<M>;

/// A position of a game with its rules.
pub trait Position: Clone + Send + Sync + 'static {
    /// The moves of this game. A whole turn is one move (in the mill games, including the removal of a piece).
    type Move: GameMove;
    /// The name of the game, such as `chess`. Nothing in this crate reads it: `rookery-games` lists the game under it, and begins the
    /// names of its texts with it.
    const NAME: &'static str;
    /// No position has more legal moves than this.
    const MAX_MOVES: usize;
    /// The size of the history table: [`Position::history_index`] is below it.
    const HISTORY: usize;
    /// False if the same side may move again; the search then does not negate.
    const ALTERNATING: bool = true;
    /// Upper bound of [`Position::continuation_index`]; the table of pairs of moves has the square of this as its size.
    const CONTINUATION: usize = Self::HISTORY;
    /// Whether a side's previous move predicts its next one, so that pairs of its own moves are learned too.
    const PLANS: bool = false;
    /// The value of a repeated position. With [`Repetition::Draw`], [`Position::reversible`] makes the search for repetitions faster.
    const REPETITION: Repetition = Repetition::Impossible;
    /// Whether [`Position::structures`] is implemented.
    const STRUCTURED: bool = false;
    /// Whether generating only noisy moves is faster than generating all, and checking a table move is faster than generating
    /// moves: the search then generates no more than it needs.
    const LISTS_APART: bool = false;
    /// The symmetries of the board, identity (number 0) included.
    const SYMMETRIES: usize = 1;

    /// The side to move, 0 or 1; side 0 moves first.
    fn side(&self) -> usize;
    /// Zobrist key of everything that matters to the rules, updated incrementally or computed from the board: pieces, side, rights,
    /// phase. Counters of quiet moves are excluded, otherwise no position would ever repeat.
    ///
    /// All 64 bits must be well spread, as those of [`SplitMix`](crate::SplitMix) are: some of them choose the place in the transposition
    /// table, and a small table compares only part of the others, so that keys such as small numbers are taken for one another there
    /// and give wrong values.
    fn key(&self) -> u64;
    /// The key of the position in the transposition table. It differs from [`Position::key`] if the value depends on more than what
    /// defines a repetition, such as a counter of quiet moves close to its limit.
    fn table_key(&self) -> u64 {
        self.key()
    }
    /// Appends the legal moves to `out`, which the caller has cleared. If
    /// [`Position::outcome`] reports an end, the list need not be empty: the search asks for the outcome first.
    fn generate(&self, out: &mut MoveList<Self::Move>);
    /// Appends the moves that quiescence may search, or more: the search itself filters them by
    /// [`crate::Knowledge::is_noisy`]. Override it if the game can generate them faster than all moves.
    fn generate_noisy(&self, out: &mut MoveList<Self::Move>) {
        self.generate(out);
    }
    /// Appends the moves that [`Position::generate_noisy`] does not; called only if [`Position::LISTS_APART`].
    fn generate_quiet(&self, out: &mut MoveList<Self::Move>) {
        let first = out.len();
        self.generate(out);
        let mut noisy = MoveList::new();
        self.generate_noisy(&mut noisy);
        let all = out.split_off(first);
        out.extend(all.into_iter().filter(|m| !noisy.contains(m)));
    }
    /// Makes a legal move.
    fn play(&mut self, m: Self::Move);
    /// The end of the game, as far as it can be determined without generating moves.
    fn outcome(&self) -> Option<Outcome>;
    /// The outcome of having no legal move; called only if the list is empty.
    fn no_moves(&self) -> Outcome;
    /// Index of this move in the history table; by default its bits, which suits moves that are numbers below
    /// [`Position::HISTORY`].
    fn history_index(m: Self::Move) -> usize {
        m.to_bits() as usize
    }

    /// Index of this move in the table of pairs of moves; coarser than [`Position::history_index`] if that is too large.
    fn continuation_index(m: Self::Move) -> usize {
        Self::history_index(m)
    }
    /// Hashes of features that change slowly, such as which side has which pieces where, the slowest first: positions that agree in
    /// one of them are likely to be misjudged alike and, in the first, to have the same good moves. Called only if
    /// [`Position::STRUCTURED`].
    fn structures(&self) -> [u64; STRUCTURES] {
        [0; STRUCTURES]
    }
    /// Upper bound of the number of plies from here.
    fn plies_left(&self) -> usize {
        usize::MAX
    }

    /// Whether a move from a table is legal here.
    fn is_legal(&self, m: Self::Move) -> bool {
        self.moves().contains(&m)
    }
    /// Whether the side to move may claim a draw in this position; the search counts it as one.
    fn may_claim_draw(&self) -> bool {
        false
    }
    /// Plies since the last irreversible move: how far back a repetition can lie. By default the whole game is looked through, where
    /// positions can repeat at all.
    fn reversible(&self) -> usize {
        match Self::REPETITION {
            Repetition::Impossible => 0,
            Repetition::Draw => usize::MAX,
        }
    }
    /// The same position with the other side to move, if passing makes sense at all.
    fn null(&self) -> Option<Self> {
        None
    }
    /// The number of legal moves. Override it if the game can count faster than it generates.
    fn count_moves(&self) -> usize {
        self.moves().len()
    }

    /// The legal moves, by [`Position::generate`].
    fn moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::with_capacity(Self::MAX_MOVES);
        self.generate(&mut moves);
        moves
    }
    /// The position after a legal move.
    #[must_use]
    #[inline]
    fn after(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(m);
        next
    }
    /// The end of the game, by [`Position::outcome`] or because the side to move has no legal move.
    fn ended(&self) -> Option<Outcome> {
        let stuck = || (self.count_moves() == 0).then(|| self.no_moves());
        self.outcome().or_else(stuck)
    }

    /// The position under symmetry `s`.
    fn transform(&self, s: usize) -> Self {
        debug_assert_eq!(s, 0, "a board without symmetries has the identity alone");
        self.clone()
    }
    /// The move under symmetry `s`.
    fn transform_move(m: Self::Move, s: usize) -> Self::Move {
        debug_assert_eq!(s, 0, "a board without symmetries has the identity alone");
        m
    }
    /// The inverse of symmetry `s`; most are their own.
    fn inverse(s: usize) -> usize {
        s
    }
    /// Whether the search is likely to meet images of this position, so that looking for them pays off: in most games only at the
    /// beginning. It must be the same for all images of a position.
    fn meets_images(&self) -> bool {
        true
    }
    /// The smallest [`Position::table_key`] over all symmetries, and the symmetry that has it.
    fn canonical(&self) -> (u64, usize) {
        let mut best = (self.table_key(), 0);
        for s in 1..Self::SYMMETRIES {
            let key = self.transform(s).table_key();
            if key < best.0 {
                best = (key, s);
            }
        }
        best
    }
}

/// The key under which a table keeps a position, and the symmetry that leads to it. With `joins_images`, it is the same for all images
/// of the position, where the search is likely to meet any.
#[inline]
pub(crate) fn kept_under<P: Position>(position: &P, joins_images: bool) -> (u64, usize) {
    match joins_images && P::SYMMETRIES > 1 && position.meets_images() {
        true => position.canonical(),
        false => (position.table_key(), 0),
    }
}

/// Values of positions for the side to move, in hundredths of a pawn or the like.
pub type Score = i32;

/// The greatest absolute value of an evaluation; margins of points and forced ends lie beyond it.
pub const EVAL_MAX: Score = 19_999;

/// The greatest margin of points that a search can represent; a greater one counts as this.
pub const MARGIN_MAX: i16 = 104;

#[cfg(test)]
mod tests {
    use super::*;

    /// A man on one of two squares, which are images of one another, with a count that matters to its value alone.
    #[derive(Clone)]
    struct Man {
        square: u8,
        quiet: u8,
    }

    impl Position for Man {
        type Move = u8;
        const NAME: &'static str = "man";
        const MAX_MOVES: usize = 1;
        const HISTORY: usize = 2;
        const SYMMETRIES: usize = 2;

        fn side(&self) -> usize {
            0
        }

        fn key(&self) -> u64 {
            u64::from(self.square)
        }

        fn table_key(&self) -> u64 {
            u64::from(self.quiet) << 8 | self.key()
        }

        fn generate(&self, _: &mut MoveList<u8>) {}

        fn play(&mut self, m: u8) {
            self.square = m;
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn no_moves(&self) -> Outcome {
            Outcome::Draw
        }

        fn transform(&self, s: usize) -> Self {
            Man {
                square: self.square ^ s as u8,
                quiet: self.quiet,
            }
        }
    }

    #[test]
    fn images_share_a_place_in_the_table_with_nothing_of_another_value() {
        let canonical = |square, quiet| Man { square, quiet }.canonical();
        assert_eq!(canonical(0, 3), (0x300, 0));
        assert_eq!(canonical(1, 3), (0x300, 1));
        assert_eq!(canonical(0, 4), (0x400, 0));
        let man = Man {
            square: 1,
            quiet: 3,
        };
        assert_eq!(kept_under(&man, true), (0x300, 1));
        assert_eq!(kept_under(&man, false), (0x301, 0));
    }
}
