//! A position of Fanorona, and the effect of a turn.

use crate::fanorona::rules::capture::Trail;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, StoneSet};
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::quiet_count;
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

    /// Whether enough plies went by without a capture.
    fn is_drawn_by_count(&self) -> bool {
        let limit = self.rules.quiet_limit_plies;
        quiet_count::is_drawn(self.quiet, limit, || self.count_legal() != 0)
    }
}

/// The most moves of a position that are listed. Two hundred random games had 110 at most; a contrived position may have more
/// chains of captures, and those beyond this number are left out.
pub const MOVES_MAX: usize = 4_096;

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

    #[inline]
    fn key(&self) -> u64 {
        let other = self.stones[1] | u64::from(self.side) << points::COUNT;
        quiet_count::key_of_words(self.stones[0], other)
    }

    #[inline]
    fn table_key(&self) -> u64 {
        quiet_count::with_steps(self.key(), self.quiet)
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
