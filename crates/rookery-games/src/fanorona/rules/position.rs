//! A position of Fanorona, and the effect of a turn.

use crate::fanorona::rules::capture::Trail;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, StoneSet};
use crate::fanorona::rules::rule_options::FanoronaRules;
use rookery_engine::{MoveList, Outcome, Position, Repetition};

/// A position: the stones of White (side 0) and Black, the side to move, and plies since the last capture.
///
/// The count of quiet plies is not part of the key, or no position would ever repeat; the search asks [`Position::outcome`] before it
/// looks into its table. The [`FanoronaRules`] are not part of it either: they never change within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fanorona {
    stones: [StoneSet; 2],
    side: u8,
    quiet: u16,
    rules: FanoronaRules,
}

impl Fanorona {
    /// The first position: every point but the middle one is taken, by White below and Black above, and alternately in the middle
    /// row.
    pub fn new(rules: FanoronaRules) -> Self {
        let board = rules.board;
        let (columns, rows) = (board.columns(), board.rows());
        let owner = |column: u8, row: u8| {
            let (across, up) = (columns - 1 - column, rows - 1 - row);
            let half = usize::from(column.min(across) % 2 == 0);
            match (row.cmp(&up), column.cmp(&across)) {
                (std::cmp::Ordering::Less, _) => Some(0),
                (std::cmp::Ordering::Greater, _) => Some(1),
                (_, std::cmp::Ordering::Less) => Some(half),
                (_, std::cmp::Ordering::Greater) => Some(1 - half),
                _ => None,
            }
        };
        let mut stones = [0; 2];
        for point in board.reading_order() {
            let (column, row) = points::place(point);
            if let Some(side) = owner(column, row) {
                stones[side] |= points::bit(point);
            }
        }
        Fanorona::placed(stones, 0, 0, rules)
    }

    /// A position put together: the stones of both sides, the side to move, and plies since the last capture.
    pub fn placed(stones: [StoneSet; 2], side: u8, quiet: u16, rules: FanoronaRules) -> Self {
        Fanorona {
            stones,
            side,
            quiet,
            rules,
        }
    }

    /// The rules of this match.
    pub fn rules(&self) -> FanoronaRules {
        self.rules
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, side: usize) -> StoneSet {
        self.stones[side]
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self) -> StoneSet {
        self.rules.board.points() & !(self.stones[0] | self.stones[1])
    }

    /// The way of the stone on `from`, one of the side to move, before its first step.
    #[inline]
    pub fn trail(&self, from: u8) -> Trail {
        Trail::new(from, self.stones[1 - self.side()], self.empty())
    }

    /// Plies since the last capture.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Whether enough plies went by without a capture. A move that leaves the other side without one wins, even if it is the last one
    /// allowed.
    fn is_drawn_by_count(&self) -> bool {
        let is_reached = |limit| self.quiet >= limit;
        self.rules.quiet_limit_plies.is_some_and(is_reached) && self.count_legal() != 0
    }
}

/// The most moves of a position that are listed. Two hundred random games had 110 at most; a contrived position may have more
/// chains of captures, and those beyond this number are left out.
pub const MOVES_MAX: usize = 4_096;

/// 2^64 divided by the golden ratio, odd: multiples of it differ in all bits.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Plies without a capture that the search's table takes for one.
const QUIET_PLIES_A_STEP: u16 = 8;

/// Mixes 64 bits, one to one (the finaliser of SplitMix64; Steele, Lea and Flood, 2014).
#[inline]
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

impl Position for Fanorona {
    type Move = FanoronaMove;
    const NAME: &'static str = "fanorona";
    const MAX_MOVES: usize = MOVES_MAX;
    const HISTORY: usize = points::COUNT * points::COUNT;
    const CONTINUATION: usize = 2 * points::COUNT;
    const REPETITION: Repetition = Repetition::Draw;

    #[inline]
    fn side(&self) -> usize {
        usize::from(self.side)
    }

    /// Computed from the board, which is two words: cheaper than to keep it up to date.
    #[inline]
    fn key(&self) -> u64 {
        let other = self.stones[1] | u64::from(self.side) << points::COUNT;
        mixed(self.stones[0] ^ mixed(other ^ GOLDEN_RATIO))
    }

    /// The draw by counting comes nearer with each quiet ply, so values are kept apart by steps of the count.
    #[inline]
    fn table_key(&self) -> u64 {
        let steps = u64::from(self.quiet / QUIET_PLIES_A_STEP);
        self.key() ^ steps.wrapping_mul(GOLDEN_RATIO)
    }

    #[inline]
    fn generate(&self, out: &mut MoveList<FanoronaMove>) {
        self.list_moves(out);
    }

    #[inline]
    fn generate_noisy(&self, out: &mut MoveList<FanoronaMove>) {
        self.list_chains(out);
    }

    #[inline]
    fn play(&mut self, m: FanoronaMove) {
        let me = self.side();
        if m.is_capture() {
            let end = self.trail(m.from()).after_chain(m.number());
            self.stones[1 - me] = end.map_or(self.stones[1 - me], |end| end.enemy());
            self.quiet = 0;
        } else {
            self.quiet = self.quiet.saturating_add(1);
        }
        self.stones[me] ^= points::bit(m.from()) ^ points::bit(m.to());
        self.side ^= 1;
    }

    /// A side that is shut in is left to [`Position::no_moves`].
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.stones[self.side()] == 0 {
            return Some(Outcome::Loss);
        }
        self.is_drawn_by_count().then_some(Outcome::Draw)
    }

    #[inline]
    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    #[inline]
    fn history_index(m: FanoronaMove) -> usize {
        m.ends()
    }

    #[inline]
    fn continuation_index(m: FanoronaMove) -> usize {
        usize::from(m.to()) + points::COUNT * usize::from(m.is_capture())
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
