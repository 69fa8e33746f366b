//! Conspiracy numbers (McAllester, 1988), as a diagnosis of the root: how many leaves of the full tree must change their value,
//! conspiring, before another move looks best. The more it takes, the more the choice can be trusted.

use crate::move_ordering::best_first::sort_best_first;
use crate::search::score::{self, MAX_PLY};
use crate::{Knowledge, MoveList, Position, Score, Value};

/// The number of values between the best move and its rival that are tried as the one at which they meet.
const MEETINGS: usize = 32;

/// A conspiracy that no number of leaves can bring about: the game is over on every line.
const IMPOSSIBLE: u32 = u32::MAX;

/// The least change of leaves that alters the choice at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conspiracy<M> {
    /// The best move of the full tree, with its value.
    pub best: (M, Value),
    /// The move that the least conspiracy would put in its place, with its value.
    pub rival: (M, Value),
    /// The number of leaves that must change; `None` where no number of them can change the choice.
    pub leaves: Option<u32>,
    /// Nodes of the full tree.
    pub nodes: u64,
}

/// The numbers of leaves that must change for a node to be worth more than each threshold, and no more than it, to the side at the root.
#[derive(Clone, Copy)]
struct Need {
    /// To exceed the threshold.
    above: [u32; MEETINGS],
    /// To reach no more than the threshold.
    within: [u32; MEETINGS],
}

struct Diagnosis<'a, P: Position, K: Knowledge<P>> {
    knowledge: &'a K,
    accs: Vec<K::Acc>,
    side: usize,
    thresholds: [Score; MEETINGS],
    nodes: u64,
    most_nodes: u64,
    lists: Vec<MoveList<P::Move>>,
}

/// The conspiracy against the best move of `root`, in the full tree of `depth` plies; `None` where there are fewer than two
/// moves or the tree has more than `most_nodes` nodes.
pub fn conspiracy<P: Position, K: Knowledge<P>>(
    root: &P,
    knowledge: &K,
    depth: u32,
    most_nodes: u64,
) -> Option<Conspiracy<P::Move>> {
    let depth = (depth as usize).clamp(1, MAX_PLY);
    let mut accs = vec![K::Acc::default(); depth + 1];
    knowledge.refresh(root, &mut accs[0]);
    let mut diagnosis = Diagnosis {
        knowledge,
        accs,
        side: root.side(),
        thresholds: [0; MEETINGS],
        nodes: 0,
        most_nodes,
        lists: (0..=depth).map(|_| MoveList::new()).collect(),
    };
    let moves = root.moves();
    let below = |diagnosis: &mut Diagnosis<'_, P, K>, m| {
        let child = root.after(m);
        diagnosis.keep(root, m, &child, 0);
        diagnosis.node(&child, 1, depth - 1)
    };
    let mut ranked = Vec::new();
    for &m in &moves {
        ranked.push((m, below(&mut diagnosis, m)?.0));
    }
    sort_best_first(&mut ranked, |(_, value)| *value);
    let [(best, high), (second, low), ..] = ranked[..] else {
        return None;
    };
    let nodes = diagnosis.nodes;
    diagnosis.nodes = 0;
    // Below the rival's value the best move falls alone; at its own, the rival rises alone.
    let width = i64::from(high - low) + 1;
    diagnosis.thresholds = std::array::from_fn(|i| {
        let step = width * i as i64 / (MEETINGS as i64 - 1);
        low - 1 + step as Score
    });
    let fall = below(&mut diagnosis, best)?.1.within;
    let mut least = (IMPOSSIBLE, second, low);
    for &(m, value) in &ranked[1..] {
        let rise = below(&mut diagnosis, m)?.1.above;
        let meeting = fall.iter().zip(rise).map(|(f, r)| f.saturating_add(r));
        let cost = meeting.min().unwrap_or(IMPOSSIBLE);
        if cost < least.0 {
            least = (cost, m, value);
        }
    }
    let (cost, rival, value) = least;
    Some(Conspiracy {
        best: (best, score::value(high, false)),
        rival: (rival, score::value(value, false)),
        leaves: (cost != IMPOSSIBLE).then_some(cost),
        nodes,
    })
}

impl<P: Position, K: Knowledge<P>> Diagnosis<'_, P, K> {
    fn keep(&mut self, parent: &P, m: P::Move, child: &P, ply: usize) {
        let (from, to) = self.accs.split_at_mut(ply + 1);
        self.knowledge
            .update(parent, m, child, &from[ply], &mut to[0]);
    }

    /// The value of a node for the side at the root, and the leaves needed to change it; `None` if there are too many nodes.
    fn node(&mut self, position: &P, ply: usize, depth: usize) -> Option<(Score, Need)> {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return None;
        }
        let is_ours = position.side() == self.side;
        let ours = |value: Score| if is_ours { value } else { -value };
        if let Some(outcome) = position.outcome() {
            let value = ours(score::of_outcome(outcome, ply));
            return Some((value, self.leaf(value, IMPOSSIBLE)));
        }
        if depth == 0 {
            let value = ours(self.knowledge.eval(position, &self.accs[ply]));
            return Some((value, self.leaf(value, 1)));
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        position.generate(&mut moves);
        let mut all: Option<(Score, Need)> = None;
        for &m in &moves {
            let child = position.after(m);
            self.keep(position, m, &child, ply);
            let one = self.node(&child, ply + 1, depth - 1)?;
            all = Some(all.map_or(one, |sum| joined(sum, one, is_ours)));
        }
        self.lists[ply] = moves;
        Some(all.unwrap_or_else(|| {
            let value = ours(score::of_outcome(position.no_moves(), ply));
            (value, self.leaf(value, IMPOSSIBLE))
        }))
    }

    /// A leaf conspires alone, at the given cost, unless it is there already.
    fn leaf(&self, value: Score, cost: u32) -> Need {
        let paid = |is_there: bool| if is_there { 0 } else { cost };
        Need {
            above: self.thresholds.map(|t| paid(value > t)),
            within: self.thresholds.map(|t| paid(value <= t)),
        }
    }
}

/// One child must rise for the side that chooses among them, all of them must fall; for the other side it is the other way round.
fn joined(a: (Score, Need), b: (Score, Need), is_ours: bool) -> (Score, Need) {
    let any = |x: [u32; MEETINGS], y: [u32; MEETINGS]| std::array::from_fn(|i| x[i].min(y[i]));
    let every =
        |x: [u32; MEETINGS], y: [u32; MEETINGS]| std::array::from_fn(|i| x[i].saturating_add(y[i]));
    let ((va, na), (vb, nb)) = (a, b);
    let (value, above, within) = if is_ours {
        let above = any(na.above, nb.above);
        (va.max(vb), above, every(na.within, nb.within))
    } else {
        let above = every(na.above, nb.above);
        (va.min(vb), above, any(na.within, nb.within))
    };
    (value, Need { above, within })
}
