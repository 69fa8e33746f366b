//! Generated test trees, and the value of each by definition.

use crate::{EVAL_MAX, GameMove, Knowledge, MoveList, Outcome, Params, Position};
use crate::{STRUCTURES, Score};
use crate::{SplitMix, Technique, Techniques};

/// The number of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Child(pub u8);

impl GameMove for Child {
    const NULL: Self = Child(u8::MAX);

    fn to_bits(self) -> u32 {
        self.0.into()
    }

    fn from_bits(bits: u32) -> Self {
        Child(bits as u8)
    }
}

pub fn mix(seed: u64) -> u64 {
    SplitMix::new(seed).next()
}

/// A random tree in which many paths meet: a node is its ply and the sum of the moves to it. With `ALTERNATING` false a side
/// moves twice now and then. Some nodes are ends, and some have no children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random<const ALTERNATING: bool> {
    pub seed: u64,
    pub ply: u64,
    pub sum: u64,
    pub side: usize,
    pub has_ends: bool,
    /// Whether a side without a move has won, and not lost.
    pub wins_stuck: bool,
}

impl<const ALTERNATING: bool> Random<ALTERNATING> {
    pub fn new(seed: u64, has_ends: bool) -> Self {
        Random {
            seed: mix(seed),
            ply: 0,
            sum: 0,
            side: 0,
            has_ends,
            wins_stuck: false,
        }
    }

    fn noise(&self, salt: u64) -> u64 {
        let place = self.sum << 16 | self.ply << 8 | (self.side as u64) << 4 | salt;
        mix(self.seed ^ mix(place))
    }
}

impl<const ALTERNATES: bool> Position for Random<ALTERNATES> {
    type Move = Child;
    const NAME: &'static str = "random-tree";
    const MAX_MOVES: usize = 4;
    const HISTORY: usize = 4;
    const ALTERNATING: bool = ALTERNATES;
    const PLANS: bool = true;
    const STRUCTURED: bool = true;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        self.noise(0)
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        let count = match self.noise(1) % 8 {
            0 if self.has_ends && self.ply > 0 => 0,
            n => 1 + n % 4,
        };
        out.extend((0..count as u8).map(Child));
    }

    fn play(&mut self, m: Child) {
        let stays = !ALTERNATES && self.noise(2).is_multiple_of(3);
        self.ply += 1;
        self.sum += u64::from(m.0);
        self.side ^= usize::from(!stays);
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.has_ends || self.ply == 0 {
            return None;
        }
        match self.noise(3) % 32 {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Loss),
            2 => Some(Outcome::Draw),
            3 => Some(Outcome::Margin((self.noise(4) % 9) as i16 - 4)),
            _ => None,
        }
    }

    fn no_moves(&self) -> Outcome {
        match self.wins_stuck {
            true => Outcome::Win,
            false => Outcome::Loss,
        }
    }

    fn null(&self) -> Option<Self> {
        Some(Random {
            side: 1 - self.side,
            ..*self
        })
    }

    fn history_index(m: Child) -> usize {
        m.0.into()
    }

    fn structures(&self) -> [u64; STRUCTURES] {
        [11, 12, 13].map(|salt| self.noise(salt) % 5)
    }

    /// Every move could be undone, but none is.
    fn reversible(&self) -> usize {
        self.ply as usize
    }
}

/// An opinion of every position that has nothing to do with its children. Few values, so that many are equal.
#[derive(Clone, Copy, Debug)]
pub struct Opinion;

impl<const ALTERNATES: bool> Knowledge<Random<ALTERNATES>> for Opinion {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Random<ALTERNATES>, _acc: &()) -> Score {
        (position.noise(5) % 41) as Score - 20
    }
}

/// The same opinion, and every technique allowed on top of it: moves and positions get their properties by dice.
#[derive(Clone, Copy, Debug)]
pub struct Bold;

impl<const ALTERNATES: bool> Knowledge<Random<ALTERNATES>> for Bold {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;
    const SOUND: Techniques = Techniques::of(&Technique::ALL);

    fn eval(&self, position: &Random<ALTERNATES>, acc: &()) -> Score {
        Opinion.eval(position, acc)
    }

    fn is_noisy(&self, position: &Random<ALTERNATES>, m: Child) -> bool {
        (position.noise(6) >> m.0).is_multiple_of(3)
    }

    fn is_candidate(&self, position: &Random<ALTERNATES>, m: Child) -> bool {
        !(position.noise(12) >> m.0).is_multiple_of(3)
    }

    fn gain(&self, position: &Random<ALTERNATES>, m: Child) -> Score {
        if self.is_noisy(position, m) { 9 } else { 0 }
    }

    fn exchange_wins(&self, position: &Random<ALTERNATES>, m: Child, threshold: Score) -> bool {
        (position.noise(7) >> (2 * m.0)) as Score % 200 - 100 >= threshold
    }

    fn extension(&self, _: &Random<ALTERNATES>, m: Child, child: &Random<ALTERNATES>) -> i32 {
        ((child.noise(8) >> m.0) % 16) as i32
    }

    fn stand_pat_ok(&self, position: &Random<ALTERNATES>) -> bool {
        !position.noise(9).is_multiple_of(5)
    }

    fn is_unsettled(&self, position: &Random<ALTERNATES>) -> bool {
        position.noise(10).is_multiple_of(4)
    }

    fn shallow_check(&self, _: &Random<ALTERNATES>, depth: i32) -> Option<(i32, Score)> {
        (depth >= 3).then_some((depth - 2, 12))
    }

    fn params(&self) -> &Params {
        // Margins that suit opinions within twenty either way, and depths that a small tree has.
        const SMALL: Params = Params {
            aspiration_cp: 5,
            aspiration_depth: 2,
            null_depth: 2,
            null_reduction: 1,
            null_verify_depth: 5,
            reverse_futility_percent: 10,
            razoring_cp: 4,
            futility_base_cp: 2,
            futility_cp: 4,
            late_pruning_base: 1,
            reduction_depth: 2,
            reduction_moves: 1,
            reduction_divisor: 150,
            reduction_cut: 8,
            reduction_worse: 8,
            reduction_unknown: 8,
            reduction_noisy: 8,
            reduction_best: 16,
            history_step: 40,
            history_unanswered: 50,
            history_swing: 100,
            probcut_depth: 3,
            probcut_reduction: 2,
            probcut_cp: 6,
            iir_depth: 2,
            exchange_cp: 10,
            singular_depth: 4,
            type_b_moves: 2,
            ..Params::DEFAULT
        };
        &SMALL
    }
}

/// The value of a random tree by definition, in the scale of the search: its ends are 32000 less the plies to them.
pub fn definition<const A: bool>(node: &Random<A>, depth: u32, ply: Score) -> Score {
    let of = |outcome| match outcome {
        Outcome::Win => 32_000 - ply,
        Outcome::Loss => ply - 32_000,
        Outcome::Draw | Outcome::Margin(0) => 0,
        Outcome::Margin(n) => {
            let n = Score::from(n);
            n * 100 + n.signum() * (EVAL_MAX + 1)
        }
    };
    if let Some(outcome) = node.outcome() {
        return of(outcome);
    }
    if depth == 0 {
        return Opinion.eval(node, &());
    }
    let mut moves = MoveList::new();
    node.generate(&mut moves);
    let values = moves.into_iter().map(|m| {
        let mut child = *node;
        child.play(m);
        let value = definition(&child, depth - 1, ply + 1);
        if child.side == node.side {
            value
        } else {
            -value
        }
    });
    values.max().unwrap_or_else(|| of(node.no_moves()))
}

/// A tree with `width` children everywhere, of which the first is always the best: a node carries its own value.
#[derive(Clone, Copy, Debug)]
pub struct Ordered {
    pub width: u8,
    pub value: Score,
    pub path: u64,
    pub ply: u8,
}

impl Ordered {
    pub fn new(width: u8) -> Self {
        Ordered {
            width,
            value: 7,
            path: 1,
            ply: 0,
        }
    }
}

impl Position for Ordered {
    type Move = Child;
    const NAME: &'static str = "ordered-tree";
    const MAX_MOVES: usize = 16;
    const HISTORY: usize = 16;

    fn side(&self) -> usize {
        usize::from(self.ply % 2)
    }

    fn key(&self) -> u64 {
        mix(self.path)
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        out.extend((0..self.width).map(Child));
    }

    fn play(&mut self, m: Child) {
        self.path = mix(self.path + u64::from(m.0));
        // The value of a later child is better for the side that moves there, so worse here.
        let worse = if m.0 == 0 {
            0
        } else {
            1 + (self.path % 50) as Score
        };
        self.value = worse - self.value;
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn history_index(m: Child) -> usize {
        m.0.into()
    }
}

/// Reads the value that a node of an ordered tree carries.
#[derive(Clone, Copy, Debug)]
pub struct Carried;

impl Knowledge<Ordered> for Carried {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Ordered, _acc: &()) -> Score {
        position.value
    }
}
