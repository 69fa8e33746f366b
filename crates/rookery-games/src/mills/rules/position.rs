//! A position of a mill game, and the effect of a turn.

use std::marker::PhantomData;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points::{self, MillBoard, Points};
use crate::mills::rules::rule_options::{
    LEAST_MEN, Removable, Rules, TEN_MOVES_PLIES, ThreeMenDraw,
};
use crate::mills::rules::zobrist::ZOBRIST;
use rookery_engine::{MoveList, Outcome, Position, Repetition};

/// The see-saw ban: this man broke one mill to close another, and may not go straight back to close the first again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeeSaw {
    /// The point it came from, which it may not return to on its side's next turn.
    pub from: u8,
    /// The point it stands on.
    pub to: u8,
}

/// A position: men on the board and in hand, the side to move, the bans that hold, and plies since the last removal.
///
/// The key is made of men, hands (and with them the phase), side and bans: positions with equal keys have equal legal
/// moves now and later. The count of quiet plies is not part of it, or no position would ever repeat; a search that
/// keeps values by key therefore asks [`Position::outcome`] before it looks into its table. The [`Rules`] are not part
/// of it either: they never change within a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MillPosition<K> {
    men: [Points; 2],
    hand: [u8; 2],
    bans: [Option<SeeSaw>; 2],
    side: u8,
    quiet: u16,
    rules: Rules,
    key: u64,
    kind: PhantomData<K>,
}

/// The parts of a position, before it has a key.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Men on the board, by side.
    pub men: [Points; 2],
    /// Men still to be placed, by side.
    pub hand: [u8; 2],
    /// The side to move.
    pub side: u8,
    /// Each side's last move, where it may not be taken back.
    pub bans: [Option<SeeSaw>; 2],
    /// Plies since a man was last placed or removed.
    pub quiet: u16,
}

impl<K: MillKind> MillPosition<K> {
    /// The empty board, all men in hand.
    pub fn new(rules: Rules) -> Self {
        let parts = Parts {
            men: [0; 2],
            hand: [rules.board.men; 2],
            side: 0,
            bans: [None; 2],
            quiet: 0,
        };
        MillPosition::from_parts(parts, rules)
    }

    /// A position put together; bans that forbid nothing are dropped, so that equal positions are equal.
    pub fn from_parts(parts: Parts, rules: Rules) -> Self {
        let mut position = MillPosition {
            men: parts.men,
            hand: parts.hand,
            bans: [None; 2],
            side: parts.side,
            quiet: parts.quiet,
            rules,
            key: 0,
            kind: PhantomData,
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
            for point in points::each(self.men[side]) {
                key ^= ZOBRIST.man[side][usize::from(point)];
            }
            key ^= self.hand_key(side) ^ ban_key(side, self.bans[side]);
        }
        key
    }

    /// The rules of this match.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The board with its lines.
    pub fn board(&self) -> &'static MillBoard {
        self.rules.board
    }

    /// Whether a side may place a man now.
    pub fn may_place(&self, side: usize) -> bool {
        self.hand[side] > 0
    }

    /// Whether a side may move a man on the board now: when none is left in hand, and in Lasker's game before that, too.
    pub fn may_walk(&self, side: usize) -> bool {
        self.hand[side] == 0 || self.rules.moves_while_placing
    }

    /// Whether a turn that begins with this point moves a man on the board; `None` if no point has been chosen yet.
    pub fn begins_walk(&self, first: Option<u8>) -> bool {
        let side = usize::from(self.side);
        let is_own = first.is_some_and(|point| self.men[side] & points::bit(point) != 0);
        !self.may_place(side) || self.may_walk(side) && is_own
    }

    /// The points where a side has men.
    pub fn men(&self, side: usize) -> Points {
        self.men[side]
    }

    /// The number of men that a side still has to place.
    pub fn hand(&self, side: usize) -> u8 {
        self.hand[side]
    }

    /// The number of men of a side, on the board and in hand.
    pub fn man_count(&self, side: usize) -> u32 {
        self.men[side].count_ones() + u32::from(self.hand[side])
    }

    /// The points without a man.
    pub fn empty(&self) -> Points {
        self.board().points & !(self.men[0] | self.men[1])
    }

    /// The points where the side to move may place a man.
    pub(in crate::mills) fn free(&self) -> Points {
        let is_first = self.empty() == self.board().points;
        match is_first && !self.rules.first_on_corner {
            true => self.empty() & !points::CORNERS,
            false => self.empty(),
        }
    }

    /// Whether a side may fly: exactly three men, none in hand, by rules that let it.
    pub fn flies(&self, side: usize) -> bool {
        self.rules.flying && self.has_three(side)
    }

    /// Whether a side is down to three men, none in hand.
    fn has_three(&self, side: usize) -> bool {
        self.hand[side] == 0 && self.men[side].count_ones() == LEAST_MEN
    }

    /// Whether a side has closed a mill where the first one wins.
    pub fn has_won_by_mill(&self, side: usize) -> bool {
        self.rules.first_mill_wins() && self.board().mill_count(self.men[side]) > 0
    }

    /// The see-saw ban that a side's last move has left, if it forbids anything.
    pub fn ban(&self, side: usize) -> Option<SeeSaw> {
        self.bans[side]
    }

    /// Plies since the last removal and since a man was last placed, neither of which can be undone. In Lasker's game, steps count
    /// before all men are placed, too.
    pub fn quiet(&self) -> u16 {
        self.quiet
    }

    /// Those of `men`, all men of a side on the board, that may be removed: by the usual rule those outside mills, or all where
    /// every man stands in one.
    pub fn targets(&self, men: Points) -> Points {
        let loose = men & !self.board().in_mills(men);
        match self.rules.removable {
            Removable::OutsideMills if loose != 0 => loose,
            _ => men,
        }
    }

    /// The men of `side` that stand next to an empty point; all of them where it flies.
    pub fn movable(&self, side: usize) -> Points {
        match self.flies(side) {
            true if self.empty() != 0 => self.men[side],
            _ => self.men[side] & self.board().neighbours(self.empty()),
        }
    }

    /// The points to which the man on `from` may go, mills and bans aside.
    pub(in crate::mills) fn reach(&self, from: u8) -> Points {
        if self.flies(usize::from(self.side)) {
            self.empty()
        } else {
            self.board().neighbours(points::bit(from)) & self.empty()
        }
    }

    /// The limit of plies without a removal that makes the position a draw, if it has been reached.
    pub fn counted_draw(&self) -> Option<u16> {
        let ten_moves = match self.rules.three_men_draw {
            ThreeMenDraw::Both => self.has_three(0) && self.has_three(1),
            ThreeMenDraw::Either => self.has_three(0) || self.has_three(1),
            ThreeMenDraw::Off => false,
        };
        let limit = if ten_moves {
            TEN_MOVES_PLIES
        } else {
            self.rules.quiet_limit?
        };
        // A move that blocks the other side wins, even if it is the last one allowed.
        (self.quiet >= limit && self.count_moves() != 0).then_some(limit)
    }

    fn hand_key(&self, side: usize) -> u64 {
        ZOBRIST.hand[side][usize::from(self.hand[side])]
    }

    /// Whether going back is open to the man and would close a mill.
    fn bites(&self, side: usize, ban: SeeSaw) -> bool {
        let (from, to) = (points::bit(ban.from), points::bit(ban.to));
        let own = self.men[side];
        own & to != 0 && self.empty() & from != 0 && self.board().closing(own ^ to) & from != 0
    }

    fn toggle(&mut self, side: usize, point: u8) {
        self.men[side] ^= points::bit(point);
        self.key ^= ZOBRIST.man[side][usize::from(point)];
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
        let broke = self.board().in_mills(self.men[side]) & points::bit(from) != 0;
        self.toggle(side, from);
        self.toggle(side, to);
        let formed = self.board().in_mills(self.men[side]) & points::bit(to) != 0;
        let is_see_saw = self.rules.see_saw_ban && formed && broke;
        self.set_ban(side, is_see_saw.then_some(SeeSaw { from, to }));
        self.quiet = self.quiet.saturating_add(1);
    }
}

fn ban_key(side: usize, ban: Option<SeeSaw>) -> u64 {
    ban.map_or(0, |b| {
        ZOBRIST.ban_from[side][usize::from(b.from)] ^ ZOBRIST.ban_to[side][usize::from(b.to)]
    })
}

impl<K: MillKind> Position for MillPosition<K> {
    type Move = MillMove;
    const NAME: &'static str = K::NAME;
    const MAX_MOVES: usize = K::MAX_MOVES;
    const HISTORY: usize = (points::COUNT + 1) * points::COUNT;
    const SYMMETRIES: usize = points::SYMMETRIES;
    const REPETITION: Repetition = Repetition::Draw;

    fn side(&self) -> usize {
        usize::from(self.side)
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn generate(&self, out: &mut MoveList<MillMove>) {
        self.list_moves(out);
    }

    fn null(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.side ^= 1;
        passed.key ^= ZOBRIST.side;
        Some(passed)
    }

    fn play(&mut self, m: MillMove) {
        let (me, you) = (self.side(), 1 - self.side());
        match m.from() {
            None => self.place(me, m.to()),
            Some(from) => self.step(me, from, m.to()),
        }
        for removed in m.removals() {
            self.toggle(you, removed);
            self.quiet = 0;
        }
        let still = self.bans[you].filter(|&ban| self.bites(you, ban));
        self.set_ban(you, still);
        self.side ^= 1;
        self.key ^= ZOBRIST.side;
    }

    /// A full board, to which twelve men a side may come, is a draw: the rules of Morabaraba are silent there, and the published
    /// solution of the game (Gévay and Danner) counts it as one.
    fn outcome(&self) -> Option<Outcome> {
        let (me, you) = (self.side(), 1 - self.side());
        if self.man_count(me) < LEAST_MEN || self.has_won_by_mill(you) {
            Some(Outcome::Loss)
        } else if self.man_count(you) < LEAST_MEN || self.has_won_by_mill(me) {
            Some(Outcome::Win)
        } else if self.empty() == 0 || self.counted_draw().is_some() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn history_index(m: MillMove) -> usize {
        m.from().map_or(points::COUNT, usize::from) * points::COUNT + usize::from(m.to())
    }

    fn is_legal(&self, m: MillMove) -> bool {
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
            men: self.men.map(|set| points::image_set(set, s)),
            hand: self.hand,
            side: self.side,
            bans: self.bans.map(ban),
            quiet: self.quiet,
        };
        MillPosition::from_parts(parts, self.rules)
    }

    fn transform_move(m: MillMove, s: usize) -> MillMove {
        m.image(s)
    }

    /// Up to eight men on the board: with more, two lines of a search hardly ever lead to images of each other.
    fn meets_images(&self) -> bool {
        (self.men[0] | self.men[1]).count_ones() <= 8 && self.hand != [0; 2]
    }

    fn inverse(s: usize) -> usize {
        points::inverse(s)
    }
}
