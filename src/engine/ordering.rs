//! Which move to try first: what other branches of the tree have taught.

use crate::engine::{GameMove, Position, Technique, Techniques};

/// The move of the transposition table comes before everything.
const TABLE_MOVE: i32 = i32::MAX;
/// The killer before the last one is worth so much less.
const OLDER: i32 = 100;
/// The move that answered the opponent's last move before is worth so much less than a killer.
const COUNTER: i32 = 150;
/// The most that history adds or takes.
const HISTORY_MAX: i32 = 1_000;
/// A search of fewer nodes has nothing to learn about pairs of moves.
const CONTINUATION_NODES: u64 = 4_096;

/// Where a move is to be tried: what came before it decides what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<M> {
    /// The side to move.
    pub side: usize,
    pub ply: usize,
    /// The move that led to the node; none at the root and after a null move.
    pub previous: Option<M>,
    /// Where the pairs with that move begin, and those with the move that this side made before it, where [`Position::PLANS`].
    rows: [usize; 2],
}

/// No pairs begin here.
const NO_ROW: usize = usize::MAX;

/// Killers by ply, counter moves by the move before, history by side and move, and by pairs of moves.
pub(super) struct Memory<P: Position> {
    killers: Vec<[P::Move; 2]>,
    counters: [Vec<P::Move>; 2],
    history: [Vec<i16>; 2],
    /// By the move before and the move; empty where it is not used.
    continuation: Vec<i16>,
    /// What a killer is worth.
    killer: i32,
    on: Techniques,
}

impl<P: Position> Memory<P> {
    /// Nothing learned yet, for lines of up to `plies` plies in a search of `nodes` nodes (0 = no limit); a killer is worth `killer`.
    pub fn new(plies: usize, on: Techniques, nodes: u64, killer: i32) -> Self {
        let pairs = match on.has(Technique::ContHist) && (nodes == 0 || nodes >= CONTINUATION_NODES)
        {
            true => P::CONTINUATION * P::CONTINUATION,
            false => 0,
        };
        let counters = match on.has(Technique::Counters) {
            true => P::HISTORY,
            false => 0,
        };
        Memory {
            killers: vec![[P::Move::NULL; 2]; plies],
            counters: [(); 2].map(|()| vec![P::Move::NULL; counters]),
            history: [(); 2].map(|()| vec![0; P::HISTORY]),
            continuation: vec![0; pairs],
            killer,
            on,
        }
    }

    /// Where moves are to be tried after `previous`, which followed `before`.
    pub fn place(
        &self,
        (side, ply): (usize, usize),
        previous: Option<P::Move>,
        before: Option<P::Move>,
    ) -> Place<P::Move> {
        let row = |m: Option<P::Move>| match m {
            Some(m) => P::continuation_index(m) * P::CONTINUATION,
            None => NO_ROW,
        };
        Place {
            side,
            ply,
            previous,
            rows: [row(previous), row(before)],
        }
    }

    /// The answers that have proved good elsewhere, best first: killers, then the counter move.
    pub fn answer(&self, place: Place<P::Move>, number: usize) -> Option<P::Move> {
        if let Some(&killer) = self.killers[place.ply].get(number) {
            return Some(killer);
        }
        let counters = &self.counters[place.side];
        let previous = place.previous.filter(|_| number == 2)?;
        counters.get(P::history_index(previous)).copied()
    }

    /// How early to try a move, beside the game's own guess.
    pub fn score(&self, place: Place<P::Move>, m: P::Move, table_move: Option<P::Move>) -> i32 {
        if table_move == Some(m) {
            return TABLE_MOVE;
        }
        let killer = self.killers[place.ply].iter().position(|&k| k == m);
        let answer = match killer {
            Some(i) => self.killer - OLDER * i as i32,
            None if self.is_counter(place, m) => self.killer - COUNTER,
            None => 0,
        };
        answer + self.history(place, m)
    }

    /// What history says of a move, within 3000 either way.
    pub fn history(&self, place: Place<P::Move>, m: P::Move) -> i32 {
        let column = P::continuation_index(m);
        let of_pair = |row: usize| {
            let value = self.continuation.get(row.saturating_add(column));
            value.map_or(0, |&value| i32::from(value))
        };
        let [previous, before] = place.rows;
        let own = self.history[place.side][P::history_index(m)];
        i32::from(own) + of_pair(previous) + of_pair(before)
    }

    fn is_counter(&self, place: Place<P::Move>, m: P::Move) -> bool {
        place.previous.is_some_and(|previous| {
            let known = self.counters[place.side].get(P::history_index(previous));
            known == Some(&m)
        })
    }

    /// Learns that `m` cut off after `tried`, which did not, `depth` plies above the horizon; as a killer and counter move only
    /// where it is worth remembering as an answer.
    pub fn cut(
        &mut self,
        place: Place<P::Move>,
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
        let bonus = i32::try_from(depth * depth).unwrap_or(HISTORY_MAX);
        let bonus = bonus.min(HISTORY_MAX / 4);
        self.learn(place, m, bonus);
        for &other in tried {
            self.learn(place, other, -bonus);
        }
    }

    fn learn(&mut self, place: Place<P::Move>, m: P::Move, bonus: i32) {
        if self.on.has(Technique::History) {
            pull(&mut self.history[place.side][P::history_index(m)], bonus);
        }
        let column = P::continuation_index(m);
        for row in place.rows {
            if let Some(cell) = self.continuation.get_mut(row.saturating_add(column)) {
                pull(cell, bonus);
            }
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
}
