//! The rules of Go: area scoring, positional superko, no suicide; two passes in a row end the game.
//!
//! What a search relies on: [`Position::key`] has the points that superko bars for the next move, so that positions with one key have
//! the same moves now. Boards that are barred only later are not in it. Together with a transposition table that is not sound in every
//! case (the graph history interaction problem; van der Werf, 2004; Kishimoto and Müller, 2004): a search of Go proves nothing
//! where a long cycle matters.

use crate::go::rules::board_history::BoardHistory;
use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::{Goban, MOST_POINTS, points};
use rookery_engine::{MoveList, Outcome, Position, SplitMix};

/// The move that puts no stone down, on a board of any size.
pub const PASS: u8 = MOST_POINTS as u8;

/// The keys of the stones, by side and point.
static STONE_KEYS: [[u64; MOST_POINTS]; 2] = stone_keys();
/// The key of White to move.
const WHITE_KEY: u64 = 0x5851_f42d_4c95_7f2d;
/// Mixed with the number of passes.
const PASSES_KEY: u64 = 0x1405_7b7e_f767_814f;

const fn stone_keys() -> [[u64; MOST_POINTS]; 2] {
    let mut random = SplitMix::new(0x60_9000);
    let mut keys = [[0; MOST_POINTS]; 2];
    random.fill(&mut keys[0]);
    random.fill(&mut keys[1]);
    keys
}

fn stone_key(side: usize, point: u8) -> u64 {
    STONE_KEYS[side][usize::from(point)]
}

fn stones_key(side: usize, stones: u128) -> u64 {
    points(stones).fold(0, |key, point| key ^ stone_key(side, point))
}

/// The rule that forbids a stone on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// A stone stands there.
    Occupied,
    /// The stone and its chain would have no liberty.
    Suicide,
    /// It takes back the one stone that has just taken one.
    Ko,
    /// The board would be one that has been there.
    Superko,
}

/// A position with the rules of its table.
#[derive(Clone, Debug)]
pub struct GoPosition {
    rules: GoRules,
    goban: &'static Goban,
    /// The stones of both sides.
    stones: [u128; 2],
    /// The side to move.
    side: u8,
    /// Passes in a row up to here.
    passes: u8,
    /// Zobrist key of the stones.
    board_key: u64,
    /// Keys of the boards that have been there, this one included.
    history: BoardHistory,
    /// Whether anything was ever captured: before, no board can come again.
    has_captured: bool,
    /// The points that are the last liberty of a chain of each side.
    last_liberties: [u128; 2],
    /// The stones of those chains, and of those with two and with three liberties.
    short: [[u128; 3]; 2],
    /// Free points where a stone of the side to move would have no liberty.
    suicides: u128,
    /// Free points where a stone would bring back an earlier board.
    barred: u128,
    /// The last move, if it is known.
    last: Option<u8>,
    /// The stones that it took.
    last_taken: u128,
}

impl GoPosition {
    /// The first position.
    pub fn new(rules: GoRules) -> Self {
        let side = usize::from(rules.handicap > 0);
        GoPosition::of(rules, [rules.handicap_stones(), 0], side, 0)
    }

    /// The position with these stones, of which every chain has a liberty. No earlier board is known.
    pub fn of(rules: GoRules, stones: [u128; 2], side: usize, passes: u8) -> Self {
        let mut position = GoPosition {
            rules,
            goban: rules.goban(),
            stones,
            side: side as u8,
            passes,
            board_key: stones_key(0, stones[0]) ^ stones_key(1, stones[1]),
            history: BoardHistory::default(),
            has_captured: false,
            last_liberties: [0; 2],
            short: [[0; 3]; 2],
            suicides: 0,
            barred: 0,
            last: None,
            last_taken: 0,
        };
        position.history.push(position.board_key);
        position.review();
        position
    }

    /// The same position where these free points are barred: the boards that a stone on them makes are taken for earlier ones. A point
    /// where no stone may be put anyway stays as it is.
    #[must_use]
    pub fn barring(mut self, barred: u128) -> Self {
        for point in points(barred & self.free() & !self.suicides) {
            let key = self.board_key_after(point);
            self.history.push(key);
            self.has_captured = true;
        }
        self.review();
        self
    }

    /// The same board with this side to move. Passes count only where that side was to move, and not beyond the end of the game.
    #[must_use]
    pub fn turned_to(mut self, side: usize) -> Self {
        if self.side() != side || self.passes > 1 {
            self.side = side as u8;
            self.passes = 0;
            self.review();
        }
        self
    }

    /// The same position with this komi, in halves of a point.
    #[must_use]
    pub fn with_komi(mut self, halves: i16) -> Self {
        self.rules.komi_halves = halves;
        self
    }

    /// The rules of the table.
    pub fn rules(&self) -> GoRules {
        self.rules
    }

    /// The board.
    #[inline]
    pub fn goban(&self) -> &'static Goban {
        self.goban
    }

    /// The stones of a side.
    #[inline]
    pub fn stones(&self, side: usize) -> u128 {
        self.stones[side]
    }

    /// The points without a stone.
    #[inline]
    pub fn free(&self) -> u128 {
        self.goban.all & !(self.stones[0] | self.stones[1])
    }

    /// The side whose stone stands on a point.
    pub fn owner(&self, point: u8) -> Option<usize> {
        (0..2).find(|&side| self.stones[side] >> point & 1 == 1)
    }

    /// Passes in a row up to here: 2 at the end.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The free points where superko forbids the side to move a stone.
    pub fn barred(&self) -> u128 {
        self.barred
    }

    /// The points that are the last liberty of a chain of this side.
    #[inline]
    pub fn last_liberties(&self, side: usize) -> u128 {
        self.last_liberties[side]
    }

    /// The stones of a side whose chains have one liberty.
    #[inline]
    pub fn in_atari(&self, side: usize) -> u128 {
        self.short[side][0]
    }

    /// The stones of a side whose chains have two liberties.
    #[inline]
    pub fn with_two_liberties(&self, side: usize) -> u128 {
        self.short[side][1]
    }

    /// The stones of a side whose chains have three liberties.
    #[inline]
    pub fn with_three_liberties(&self, side: usize) -> u128 {
        self.short[side][2]
    }

    /// The last move, if it is known.
    pub fn last(&self) -> Option<u8> {
        self.last
    }

    /// The points where the side to move may put a stone.
    #[inline]
    pub fn open(&self) -> u128 {
        self.free() & !self.suicides & !self.barred
    }

    /// The chain that a stone belongs to.
    pub fn chain(&self, side: usize, point: u8) -> u128 {
        self.goban.flood(1 << point, self.stones[side])
    }

    /// The stones that the side to move takes by a stone on a free point.
    pub fn taken(&self, point: u8) -> u128 {
        let other = 1 - self.side();
        if self.last_liberties[other] >> point & 1 == 0 {
            return 0;
        }
        let enemies = self.stones[other];
        let beside = self.goban.beside(1 << point) & enemies;
        let has_other_liberty =
            |chain: u128| self.goban.beside(chain) & self.free() & !(1 << point) != 0;
        let chains = points(beside).map(|enemy| self.chain(other, enemy));
        let taken = chains.filter(|&chain| !has_other_liberty(chain));
        taken.fold(0, |all, chain| all | chain)
    }

    /// The rule that forbids the side to move a stone on this point of the board.
    pub fn ban(&self, point: u8) -> Option<Ban> {
        let bit = 1 << point;
        if self.free() & bit == 0 {
            Some(Ban::Occupied)
        } else if self.suicides & bit != 0 {
            Some(Ban::Suicide)
        } else if self.barred & bit != 0 {
            let taken = self.taken(point);
            let takes_back = match self.last {
                Some(last) => taken == 1 << last && self.last_taken == bit,
                None => taken.is_power_of_two(),
            };
            Some(if takes_back { Ban::Ko } else { Ban::Superko })
        } else {
            None
        }
    }

    /// The area of each side as the stones stand: they and the free regions that reach no stone of the other side.
    pub fn areas(&self) -> [u32; 2] {
        let [black, white] = self.territories();
        [black | self.stones[0], white | self.stones[1]].map(u128::count_ones)
    }

    /// The free points of regions that reach stones of one side alone.
    pub fn territories(&self) -> [u128; 2] {
        let free = self.free();
        let reached = self
            .stones
            .map(|stones| self.goban.flood(self.goban.beside(stones) & free, free));
        [reached[0] & !reached[1], reached[1] & !reached[0]]
    }

    /// Black's area less White's and less komi, in halves of a point.
    pub fn lead_halves(&self) -> i16 {
        let [black, white] = self.areas().map(|area| area as i16);
        2 * (black - white) - self.rules.komi_halves
    }

    /// The key of the board after a stone of the side to move.
    fn board_key_after(&self, point: u8) -> u64 {
        let side = self.side();
        self.board_key ^ stone_key(side, point) ^ stones_key(1 - side, self.taken(point))
    }

    /// Works out the last liberties, and where the side to move may not play.
    fn review(&mut self) {
        let (goban, free, own) = (self.goban, self.free(), self.side());
        let mut safe = goban.beside(free);
        self.last_liberties = [0; 2];
        self.short = [[0; 3]; 2];
        for side in 0..2 {
            let mut rest = self.stones[side];
            while rest != 0 {
                let chain = goban.flood(rest & rest.wrapping_neg(), rest);
                rest &= !chain;
                let liberties = goban.beside(chain) & free;
                match liberties.count_ones() {
                    0 | 1 => {
                        self.last_liberties[side] |= liberties;
                        self.short[side][0] |= chain;
                        continue;
                    }
                    2 => self.short[side][1] |= chain,
                    3 => self.short[side][2] |= chain,
                    _ => {}
                }
                if side == own {
                    safe |= liberties;
                }
            }
        }
        self.suicides = free & !safe & !self.last_liberties[1 - own];
        self.barred = match self.has_captured {
            true => self.repeating(free & !self.suicides),
            false => 0,
        };
    }

    /// The points of a set where a stone brings back an earlier board.
    fn repeating(&self, set: u128) -> u128 {
        let repeats = |point: &u8| self.history.has(self.board_key_after(*point));
        points(set)
            .filter(repeats)
            .fold(0, |all, point| all | 1 << point)
    }

    fn put(&mut self, point: u8) {
        let side = self.side();
        let taken = self.taken(point);
        self.board_key = self.board_key_after(point);
        self.stones[side] |= 1 << point;
        self.stones[1 - side] &= !taken;
        self.has_captured |= taken != 0;
        self.last_taken = taken;
        self.history.push(self.board_key);
        self.passes = 0;
    }
}

/// The same stones, side to move, passes and barred points; earlier boards do not count.
impl PartialEq for GoPosition {
    fn eq(&self, other: &Self) -> bool {
        let facts = |p: &GoPosition| (p.rules, p.stones, p.side, p.passes, p.barred);
        facts(self) == facts(other)
    }
}

impl Eq for GoPosition {}

impl Position for GoPosition {
    type Move = u8;
    const NAME: &'static str = "go";
    const MAX_MOVES: usize = MOST_POINTS + 1;
    const HISTORY: usize = MOST_POINTS + 1;

    fn side(&self) -> usize {
        self.side.into()
    }

    fn key(&self) -> u64 {
        let side = if self.side == 1 { WHITE_KEY } else { 0 };
        let barred = points(self.barred).fold(0, |key, point| {
            key ^ stone_key(0, point).rotate_left(17) ^ stone_key(1, point).rotate_left(41)
        });
        self.board_key ^ side ^ barred ^ PASSES_KEY.wrapping_mul(self.passes.into())
    }

    /// The points from the top, then the pass.
    fn generate(&self, out: &mut MoveList<u8>) {
        out.extend(points(self.open()));
        out.push(PASS);
    }

    fn play(&mut self, m: u8) {
        self.last_taken = 0;
        match m {
            PASS => self.passes += 1,
            point => self.put(point),
        }
        self.side ^= 1;
        self.last = Some(m);
        self.review();
    }

    /// Margins are whole points, rounded away from zero: komi with half a point moves all margins of a match by the same half, so none
    /// of them become equal.
    fn outcome(&self) -> Option<Outcome> {
        if self.passes < 2 {
            return None;
        }
        let halves = self.lead_halves();
        let black = halves / 2 + halves % 2;
        Some(Outcome::Margin(if self.side == 0 { black } else { -black }))
    }

    /// A pass is always legal, so the game is over where there are none.
    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn is_legal(&self, m: u8) -> bool {
        m == PASS || m < PASS && self.open() >> m & 1 == 1
    }

    fn count_moves(&self) -> usize {
        self.open().count_ones() as usize + 1
    }

    /// A pass, where it does not end the game.
    fn null(&self) -> Option<Self> {
        (self.passes == 0).then(|| self.after(PASS))
    }
}
