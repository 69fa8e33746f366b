//! Move ordering by history: the successes of moves in other branches of the tree.

use std::marker::PhantomData;

use crate::memory::alloc::Cells;
use crate::{GameMove, Params, Position, STRUCTURES, Score, Technique, Techniques};

/// The amount by which the killer before the last one ranks lower.
const OLDER: i32 = 100;
/// The amount by which the counter move of the opponent's last move ranks below a killer.
const COUNTER: i32 = 150;
/// The most that history adds or takes.
const HISTORY_MAX: i32 = 1_000;
/// The most that a single cut-off adds or takes.
const BONUS_MAX: i32 = HISTORY_MAX / 4;
/// The greatest swing of the evaluation to learn from, centipawns: a greater one counts as this.
const SWING_MAX_CP: Score = 150;
/// The largest table of pairs of moves, in cells. A larger one would cost more to clear than it is worth, and a search would fill it too
/// thinly to learn from it.
const PAIRS_MAX: usize = 1 << 20;
/// Structures that moves are remembered by.
const STRUCTURE_ROWS: usize = 512;

/// The moves that led to a node: the last one, the previous move of the side to move, and its move before that. The latter two are present
/// only with [`Position::PLANS`].
pub(crate) type Trail<M> = [Option<M>; 3];

/// The context in which a move is tried: the moves before it decide which rows of the tables tell about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryContext<M> {
    /// The side to move.
    pub side: usize,
    pub ply: usize,
    /// The move that led to the node; none at the root and after a null move.
    pub previous: Option<M>,
    /// The structures that the position shares with others, where [`Position::STRUCTURED`].
    pub structures: [u64; STRUCTURES],
    /// The first two moves of the trail, as a number.
    pub pair: u64,
    /// The first cell of the pairs with each move of the trail.
    rows: [usize; 3],
    /// The first cell of the moves by structure.
    structure_row: usize,
}

impl<M: GameMove> HistoryContext<M> {
    /// The context of moves at the end of `trail`, in a position of these structures.
    pub fn new<P: Position<Move = M>>(
        (side, ply): (usize, usize),
        trail: Trail<M>,
        structures: [u64; STRUCTURES],
    ) -> Self {
        let column = |m: Option<M>| m.map_or(P::CONTINUATION, P::continuation_index);
        let row = |m: Option<M>| match m {
            Some(m) => P::continuation_index(m) * P::CONTINUATION,
            None => NO_ROW,
        };
        let [previous, before, _] = trail;
        let structure = structures[0] as usize % STRUCTURE_ROWS;
        HistoryContext {
            side,
            ply,
            previous,
            structures,
            pair: (column(previous) * (P::CONTINUATION + 1) + column(before)) as u64,
            rows: trail.map(row),
            structure_row: (2 * structure + side) * P::CONTINUATION,
        }
    }
}

/// Whether a search of `nodes` nodes (0 = no limit) has time to fill the tables whose cells few nodes reach: pairs of moves, structures.
pub(crate) fn is_long(nodes: u64) -> bool {
    nodes == 0 || nodes >= 4_096
}

/// No pairs begin here.
const NO_ROW: usize = usize::MAX;

/// The history of a node's moves: the row of each table that has them.
pub(crate) struct Known<'a, P> {
    own: &'a [i16],
    /// Whether any of the other tables is in use; if not, their rows are all zeros.
    has_more: bool,
    previous: &'a [i16],
    before: &'a [i16],
    long_before: &'a [i16],
    by_structure: &'a [i16],
    of: PhantomData<P>,
}

impl<P: Position> Known<'_, P> {
    /// The history of a move, within 4500 either way.
    #[inline]
    pub fn history(&self, m: P::Move) -> i32 {
        let own = i32::from(self.own[P::history_index(m)]);
        if !self.has_more {
            return own;
        }
        let column = P::continuation_index(m);
        own + i32::from(self.previous[column])
            + i32::from(self.before[column])
            + i32::from(self.long_before[column]) / 2
            + i32::from(self.by_structure[column])
    }
}

/// Killers by ply, counter moves by the move before, history by side and move, by pairs of moves, and by structure.
pub(crate) struct HistoryTables<P: Position> {
    killers: Vec<[P::Move; 2]>,
    counters: [Vec<P::Move>; 2],
    history: [Vec<i16>; 2],
    /// By the move before and the move; empty where it is not used.
    continuation: Cells,
    /// By structure, side and move; empty where it is not used.
    by_structure: Cells,
    /// The row of zeros that stands in where a table has no row.
    nothing: Vec<i16>,
    params: Params,
    on: Techniques,
}

impl<P: Position> HistoryTables<P> {
    /// Nothing learned yet, for lines of up to `plies` plies in a search of `nodes` nodes (0 = no limit).
    pub fn new(plies: usize, on: Techniques, nodes: u64, params: &Params) -> Self {
        let is_long = is_long(nodes);
        let size = |is_used: bool, size: usize| if is_used { size } else { 0 };
        let has_pairs = is_long
            && on.has(Technique::ContHist)
            && P::CONTINUATION * P::CONTINUATION <= PAIRS_MAX;
        let has_structures = is_long && P::STRUCTURED && on.has(Technique::StructHist);
        let counters = size(on.has(Technique::Counters), P::HISTORY);
        let pairs = size(has_pairs, P::CONTINUATION * P::CONTINUATION);
        let by_structure = size(has_structures, STRUCTURE_ROWS * 2 * P::CONTINUATION);
        HistoryTables {
            killers: vec![[P::Move::NULL; 2]; plies],
            counters: [(); 2].map(|()| vec![P::Move::NULL; counters]),
            history: [(); 2].map(|()| vec![0; P::HISTORY]),
            continuation: Cells::new(pairs),
            by_structure: Cells::new(by_structure),
            nothing: vec![0; P::CONTINUATION],
            params: *params,
            on,
        }
    }

    /// The answers that have proved good elsewhere, best first: killers, then the counter move.
    pub fn answer(&self, place: &HistoryContext<P::Move>, number: usize) -> Option<P::Move> {
        if let Some(&killer) = self.killers[place.ply].get(number) {
            return Some(killer);
        }
        (number == 2).then(|| self.counter(place)).flatten()
    }

    /// The counter move of the move that led to the node.
    #[inline]
    fn counter(&self, place: &HistoryContext<P::Move>) -> Option<P::Move> {
        let counters = &self.counters[place.side];
        counters.get(P::history_index(place.previous?)).copied()
    }

    /// The worth of a node's moves as answers that have proved good elsewhere: 0 for all others. It is added to their history.
    #[inline]
    pub fn answers(&self, place: &HistoryContext<P::Move>) -> impl Fn(P::Move) -> i32 {
        let [last, older] = self.killers[place.ply];
        let counter = self.counter(place);
        let worth = self.params.killer_order;
        move |m| match m {
            m if m == last => worth,
            m if m == older => worth - OLDER,
            m if Some(m) == counter => worth - COUNTER,
            _ => 0,
        }
    }

    /// The history of a move in this context.
    pub fn history(&self, place: &HistoryContext<P::Move>, m: P::Move) -> i32 {
        self.known(place).history(m)
    }

    /// The history of a node's moves.
    pub fn known(&self, place: &HistoryContext<P::Move>) -> Known<'_, P> {
        let [previous, before, long_before] =
            place.rows.map(|first| self.row(&self.continuation, first));
        Known {
            own: &self.history[place.side],
            has_more: !self.continuation.is_empty() || !self.by_structure.is_empty(),
            previous,
            before,
            long_before,
            by_structure: self.row(&self.by_structure, place.structure_row),
            of: PhantomData,
        }
    }

    fn row<'a>(&'a self, table: &'a [i16], first: usize) -> &'a [i16] {
        let row = table.get(first..first.saturating_add(P::CONTINUATION));
        row.unwrap_or(&self.nothing)
    }

    /// Learns that `m` cut off after `tried`, which did not, `depth` plies above the horizon; as a killer and counter move only
    /// where it is worth remembering as an answer.
    pub fn cut(
        &mut self,
        place: &HistoryContext<P::Move>,
        (depth, is_answer): (usize, bool),
        m: P::Move,
        tried: &[P::Move],
    ) {
        let killers = &mut self.killers[place.ply];
        if is_answer && self.on.has(Technique::Killers) && killers[0] != m {
            *killers = [m, killers[0]];
        }
        if is_answer
            && let Some(previous) = place.previous
            && let Some(counter) = self.counters[place.side].get_mut(P::history_index(previous))
        {
            *counter = m;
        }
        let bonus = self.bonus(depth);
        self.learn(place, m, bonus);
        for &other in tried {
            self.learn(place, other, -bonus);
        }
    }

    /// Learns that a search of `depth` plies found no answer to `m`: it was a good move in the context where it was made.
    pub fn unanswered(&mut self, place: &HistoryContext<P::Move>, m: P::Move, depth: usize) {
        let bonus = self.bonus(depth) * self.params.history_unanswered / 100;
        self.learn(place, m, bonus);
    }

    /// Learns at once that the evaluation is `swing` centipawns better for the side that has made `m`.
    pub fn swing(&mut self, side: usize, m: P::Move, swing: Score) {
        let swing = swing.clamp(-SWING_MAX_CP, SWING_MAX_CP);
        let bonus = swing * self.params.history_swing / 100;
        if self.on.has(Technique::History) {
            pull(&mut self.history[side][P::history_index(m)], bonus);
        }
    }

    /// The bonus for a cut-off `depth` plies above the horizon.
    fn bonus(&self, depth: usize) -> i32 {
        let depth = i32::try_from(depth).unwrap_or(HISTORY_MAX);
        let bonus = match self.params.history_step {
            0 => depth.saturating_mul(depth),
            step => step * depth - step / 2,
        };
        bonus.min(BONUS_MAX)
    }

    fn learn(&mut self, place: &HistoryContext<P::Move>, m: P::Move, bonus: i32) {
        if self.on.has(Technique::History) {
            pull(&mut self.history[place.side][P::history_index(m)], bonus);
        }
        let column = P::continuation_index(m);
        for row in place.rows {
            if let Some(cell) = self.continuation.get_mut(row.saturating_add(column)) {
                pull(cell, bonus);
            }
        }
        if let Some(cell) = self.by_structure.get_mut(place.structure_row + column) {
            pull(cell, bonus);
        }
    }
}

/// Gravity: the nearer a value is to its limit, the less is added. Old lessons fade, and the limit holds.
fn pull(cell: &mut i16, bonus: i32) {
    let value = i32::from(*cell);
    // Both stay within HISTORY_MAX, so the sum does too.
    *cell = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::tree::{Child, Random};

    #[test]
    fn history_stays_within_its_limit() {
        let mut value = 0;
        for _ in 0..100 {
            pull(&mut value, 250);
            assert!(i32::from(value) <= HISTORY_MAX);
        }
        assert!(value > 900);
        for _ in 0..100 {
            pull(&mut value, -250);
            assert!(i32::from(value) >= -HISTORY_MAX);
        }
    }

    fn memory(params: Params) -> HistoryTables<Random<true>> {
        HistoryTables::new(8, Techniques::EXACT, 0, &params)
    }

    fn at(
        (side, ply): (usize, usize),
        trail: Trail<Child>,
        structures: [u64; STRUCTURES],
    ) -> HistoryContext<Child> {
        HistoryContext::new::<Random<true>>((side, ply), trail, structures)
    }

    const TRAIL: Trail<Child> = [Some(Child(0)), Some(Child(1)), Some(Child(2))];

    #[test]
    fn a_cut_off_counts_wherever_something_is_as_it_was() {
        let mut memory = memory(Params::DEFAULT);
        let place = at((0, 3), TRAIL, [5, 0, 0]);
        memory.cut(&place, (3, true), Child(3), &[Child(1)]);
        let [previous, before, _] = TRAIL;
        let elsewhere = [None, Some(Child(3)), Some(Child(3))];
        for (side, trail, structure, expected) in [
            (0, TRAIL, 5, 9 + 9 + 9 + 9 / 2 + 9),
            (0, TRAIL, 6, 9 + 9 + 9 + 9 / 2),
            (0, [previous, before, None], 6, 9 + 9 + 9),
            (0, [previous, None, None], 6, 9 + 9),
            (0, elsewhere, 6, 9),
            (1, elsewhere, 6, 0),
        ] {
            let place = at((side, 5), trail, [structure, 0, 0]);
            assert_eq!(memory.history(&place, Child(3)), expected);
            assert_eq!(memory.history(&place, Child(0)), 0);
        }
        assert!(memory.history(&place, Child(1)) < 0);
    }

    /// The limits that `Knowledge::order` and the guide name. The random tree has plans and structures.
    #[test]
    fn what_is_learned_stays_within_the_limits_that_the_documents_name() {
        let plain = Techniques::of(&[Technique::Killers, Technique::History]);
        let pairs = plain.with(Technique::ContHist);
        let [previous, before, _] = TRAIL;
        for (on, trail, most) in [
            (plain, TRAIL, 1_000),
            (pairs, [previous, None, None], 2_000),
            (pairs, [previous, before, None], 3_000),
            (pairs, TRAIL, 3_500),
            (pairs.with(Technique::StructHist), TRAIL, 4_500),
        ] {
            let params = Params::DEFAULT;
            let mut memory = HistoryTables::<Random<true>>::new(8, on, 0, &params);
            let place = at((0, 3), trail, [5, 0, 0]);
            for _ in 0..500 {
                memory.cut(&place, (99, true), Child(3), &[Child(1)]);
            }
            let known = [Child(3), Child(1)].map(|m| memory.history(&place, m));
            assert_eq!(known, [most, -most]);
            assert_eq!(memory.answers(&place)(Child(3)), 1_200);
        }
    }

    #[test]
    fn params_say_what_counts_how_much() {
        let params = Params {
            history_step: 20,
            history_unanswered: 50,
            history_swing: 10,
            ..Params::DEFAULT
        };
        let none = [None; 3];
        let learned = |learn: &dyn Fn(&mut HistoryTables<Random<true>>, &HistoryContext<Child>)| {
            let mut memory = memory(params);
            let place = at((1, 2), none, [0; STRUCTURES]);
            learn(&mut memory, &place);
            let elsewhere = at((1, 4), none, [1; STRUCTURES]);
            memory.history(&elsewhere, Child(2))
        };
        assert_eq!(learned(&|m, at| m.cut(at, (4, true), Child(2), &[])), 70);
        assert_eq!(
            learned(&|m, at| m.cut(at, (99, true), Child(2), &[])),
            BONUS_MAX
        );
        assert_eq!(learned(&|m, at| m.unanswered(at, Child(2), 4)), 35);
        assert_eq!(learned(&|m, _| m.swing(1, Child(2), -80)), -8);
        assert_eq!(learned(&|m, _| m.swing(1, Child(2), 9_000)), 15);
        assert_eq!(learned(&|m, _| m.swing(0, Child(2), 80)), 0);
    }
}
