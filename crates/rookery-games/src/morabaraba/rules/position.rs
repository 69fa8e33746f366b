//! A position of Morabaraba, and the effect of a turn.

use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::rule_options::{
    QUIET_LIMIT_PLIES, Rules, TEN_MOVES_PLIES, ThreeCowDraw,
};
use crate::morabaraba::rules::zobrist::ZOBRIST;
use rookery_engine::{MoveList, Outcome, Position, Repetition};

/// Cows of each side at the start.
pub const COWS: u8 = 12;

/// The see-saw ban: this cow broke one line to close another, and may not go straight back to close the first again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeSaw {
    /// The point it came from, which it may not return to on its side's next turn.
    pub from: u8,
    /// The point it stands on.
    pub to: u8,
}

/// A position: cows on the board and in hand, the side to move, the bans that hold, and plies since the last shot.
///
/// The key is made of cows, hands (and with them the phase), side and bans: positions with equal keys have equal legal
/// moves now and later. The count of quiet plies is not part of it, or no position would ever repeat; a search that
/// keeps values by key therefore asks [`Position::outcome`] before it looks into its table. The [`Rules`] are not part
/// of it either: they never change within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morabaraba {
    cows: [Points; 2],
    hand: [u8; 2],
    bans: [Option<SeeSaw>; 2],
    side: u8,
    quiet: u16,
    rules: Rules,
    key: u64,
}

/// The parts of a position, before it has a key.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Cows on the board, by side.
    pub cows: [Points; 2],
    /// Cows still to be placed, by side.
    pub hand: [u8; 2],
    /// The side to move.
    pub side: u8,
    /// Each side's last move, where it may not be taken back.
    pub bans: [Option<SeeSaw>; 2],
    /// Plies of the moving phase since the last shot.
    pub quiet: u16,
}

impl Morabaraba {
    /// The empty board, twelve cows in each hand.
    pub fn new(rules: Rules) -> Self {
        let parts = Parts {
            cows: [0; 2],
            hand: [COWS; 2],
            side: 0,
            bans: [None; 2],
            quiet: 0,
        };
        Morabaraba::from_parts(parts, rules)
    }

    /// A position put together; bans that forbid nothing are dropped, so that equal positions are equal.
    pub fn from_parts(parts: Parts, rules: Rules) -> Self {
        let mut position = Morabaraba {
            cows: parts.cows,
            hand: parts.hand,
            bans: [None; 2],
            side: parts.side,
            quiet: parts.quiet,
            rules,
            key: 0,
        };
        for (side, ban) in parts.bans.into_iter().enumerate() {
            position.bans[side] = ban.filter(|&b| position.bites(side, b));
        }
        position.key = position.key_from_scratch();
        position
    }

    /// The key computed anew; always equal to [`Position::key`].
    pub fn key_from_scratch(&self) -> u64 {
        let mut key = if self.side == 0 { 0 } else { ZOBRIST.side };
        for side in 0..2 {
            for point in points::each(self.cows[side]) {
                key ^= ZOBRIST.cow[side][usize::from(point)];
            }
            key ^= self.hand_key(side) ^ ban_key(side, self.bans[side]);
        }
        key
    }

    /// The rules of this table.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The points where a side has cows.
    pub fn cows(&self, side: usize) -> Points {
        self.cows[side]
    }

    /// The number of cows that a side still has to place.
    pub fn hand(&self, side: usize) -> u8 {
        self.hand[side]
    }

    /// The number of cows of a side, on the board and in hand.
    pub fn cow_count(&self, side: usize) -> u32 {
        self.cows[side].count_ones() + u32::from(self.hand[side])
    }

    /// The points without a cow.
    pub fn empty(&self) -> Points {
        points::ALL & !(self.cows[0] | self.cows[1])
    }

    /// Whether a side may fly: exactly three cows, none in hand.
    pub fn flies(&self, side: usize) -> bool {
        self.hand[side] == 0 && self.cows[side].count_ones() == 3
    }

    /// The see-saw ban that a side's last move has left, if it forbids anything.
    pub fn ban(&self, side: usize) -> Option<SeeSaw> {
        self.bans[side]
    }

    /// Plies of the moving phase since the last shot. Placing a cow cannot be undone, so the count begins after it.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The cows of `side` that may be shot: those outside lines, or all where every cow stands in one.
    pub fn targets(&self, side: usize) -> Points {
        let cows = self.cows[side];
        match cows & !points::in_mills(cows) {
            0 => cows,
            loose => loose,
        }
    }

    /// The cows of `side` that stand next to an empty point; all of them where it flies.
    pub fn movable(&self, side: usize) -> Points {
        match self.flies(side) {
            true if self.empty() != 0 => self.cows[side],
            _ => self.cows[side] & points::neighbours(self.empty()),
        }
    }

    /// The points to which the cow on `from` may go, lines and bans aside.
    pub(in crate::morabaraba) fn reach(&self, from: u8) -> Points {
        if self.flies(usize::from(self.side)) {
            self.empty()
        } else {
            points::neighbours(points::bit(from)) & self.empty()
        }
    }

    /// The move count without a shot that has made the position a draw, in plies, if it has.
    pub fn counted_draw(&self) -> Option<u16> {
        let three = |side: usize| self.flies(side);
        let ten_moves = match self.rules.three_cow_draw {
            ThreeCowDraw::Both => three(0) && three(1),
            ThreeCowDraw::Either => three(0) || three(1),
            ThreeCowDraw::Off => false,
        };
        let limit = match (ten_moves, self.rules.hundred_plies) {
            (true, _) => TEN_MOVES_PLIES,
            (false, true) => QUIET_LIMIT_PLIES,
            (false, false) => return None,
        };
        // A move that blocks the other side wins, even if it is the last one allowed.
        (self.quiet >= limit && self.count_moves() != 0).then_some(limit)
    }

    fn hand_key(&self, side: usize) -> u64 {
        ZOBRIST.hand[side][usize::from(self.hand[side])]
    }

    /// Whether going back is open to the cow and would close a line.
    fn bites(&self, side: usize, ban: SeeSaw) -> bool {
        let (from, to) = (points::bit(ban.from), points::bit(ban.to));
        let own = self.cows[side];
        own & to != 0 && self.empty() & from != 0 && points::closing(own ^ to) & from != 0
    }

    fn toggle(&mut self, side: usize, point: u8) {
        self.cows[side] ^= points::bit(point);
        self.key ^= ZOBRIST.cow[side][usize::from(point)];
    }

    fn set_ban(&mut self, side: usize, ban: Option<SeeSaw>) {
        self.key ^= ban_key(side, self.bans[side]) ^ ban_key(side, ban);
        self.bans[side] = ban;
    }

    fn place(&mut self, side: usize, to: u8) {
        self.key ^= self.hand_key(side);
        self.hand[side] -= 1;
        self.key ^= self.hand_key(side);
        self.toggle(side, to);
        self.quiet = 0;
    }

    fn step(&mut self, side: usize, from: u8, to: u8) {
        let broke = points::in_mills(self.cows[side]) & points::bit(from) != 0;
        self.toggle(side, from);
        self.toggle(side, to);
        let formed = points::in_mills(self.cows[side]) & points::bit(to) != 0;
        self.set_ban(side, (formed && broke).then_some(SeeSaw { from, to }));
        self.quiet = self.quiet.saturating_add(1);
    }
}

fn ban_key(side: usize, ban: Option<SeeSaw>) -> u64 {
    ban.map_or(0, |b| {
        ZOBRIST.ban_from[side][usize::from(b.from)] ^ ZOBRIST.ban_to[side][usize::from(b.to)]
    })
}

impl Position for Morabaraba {
    type Move = CowMove;
    const NAME: &'static str = "morabaraba";
    // Moves without flying: at most 4 · min(own, empty) steps, each with at most one shot of the enemy's cows; with
    // own + empty = 24 − enemy that is at most 2 · 12 · 12. Placing and flying stay below.
    const MAX_MOVES: usize = 288;
    const HISTORY: usize = 25 * points::COUNT;
    const SYMMETRIES: usize = points::SYMMETRIES;
    const REPETITION: Repetition = Repetition::Draw;

    fn side(&self) -> usize {
        usize::from(self.side)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, out: &mut MoveList<CowMove>) {
        self.list_moves(out);
    }

    fn null(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.side ^= 1;
        passed.key ^= ZOBRIST.side;
        Some(passed)
    }

    fn play(&mut self, m: CowMove) {
        let (me, you) = (self.side(), 1 - self.side());
        match m.from() {
            None => self.place(me, m.to()),
            Some(from) => self.step(me, from, m.to()),
        }
        if let Some(shot) = m.shot() {
            self.toggle(you, shot);
            self.quiet = 0;
        }
        let still = self.bans[you].filter(|&ban| self.bites(you, ban));
        self.set_ban(you, still);
        self.side ^= 1;
        self.key ^= ZOBRIST.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.cow_count(self.side()) < 3 {
            Some(Outcome::Loss)
        } else if self.cow_count(1 - self.side()) < 3 {
            Some(Outcome::Win)
        } else if self.empty() == 0 || self.counted_draw().is_some() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// A side that cannot move has lost, unless the board is full: the Generally Accepted Rules are silent there, and
    /// the published solution of the game (Gévay and Danner) counts it as a draw.
    fn no_moves(&self) -> Outcome {
        if self.empty() == 0 {
            Outcome::Draw
        } else {
            Outcome::Loss
        }
    }

    fn history_index(m: CowMove) -> usize {
        m.from().map_or(points::COUNT, usize::from) * points::COUNT + usize::from(m.to())
    }

    fn is_legal(&self, m: CowMove) -> bool {
        self.allows(m)
    }

    fn reversible(&self) -> usize {
        usize::from(self.quiet)
    }

    fn count_moves(&self) -> usize {
        self.count_legal()
    }

    fn transform(&self, s: usize) -> Self {
        let ban = |ban: Option<SeeSaw>| {
            ban.map(|b| SeeSaw {
                from: points::image(b.from, s),
                to: points::image(b.to, s),
            })
        };
        let parts = Parts {
            cows: self.cows.map(|set| points::image_set(set, s)),
            hand: self.hand,
            side: self.side,
            bans: self.bans.map(ban),
            quiet: self.quiet,
        };
        Morabaraba::from_parts(parts, self.rules)
    }

    fn transform_move(m: CowMove, s: usize) -> CowMove {
        m.image(s)
    }

    /// Eight cows, wherever they stand: after that, hardly two lines of a search lead to images of one another.
    fn meets_images(&self) -> bool {
        (self.cows[0] | self.cows[1]).count_ones() <= 8 && self.hand != [0; 2]
    }

    fn inverse(s: usize) -> usize {
        points::inverse(s)
    }
}
