//! A search's access to the transposition table: keys under the symmetries of the board, scores relative to the root, cut-offs.

use crate::memory::transposition::{Entry, Table};
use crate::position::kept_under;
use crate::search::score::{self, ONE, is_decisive};
use crate::search::state::config::SearchConfig;
use crate::search::state::node_state::NodeState;
use crate::search::state::shared::Shared;
use crate::search::state::statistics::Statistics;
use crate::{Bound, Driver, GameMove, Knowledge, Position, Repetition, Score, Technique};

/// The key under which the table keeps a position, and the symmetry that leads to it.
#[derive(Clone, Copy)]
pub(crate) struct TableKey {
    hash: u64,
    symmetry: usize,
}

/// The result of the search of a node, to be kept.
pub(crate) struct Finding<M> {
    pub m: M,
    pub value: Score,
    pub bound: Bound,
    /// The evaluation as it is kept in the table.
    pub raw: Option<i16>,
}

/// The transposition table as one thread of a search sees it.
pub(crate) struct TableAccess<'a, P, K> {
    config: SearchConfig<'a, P, K>,
    table: &'a Table,
    /// Whether others write, or have written, into the table.
    is_shared: bool,
    /// The iteration, as the age of the entries that it stores.
    age: u8,
}

impl<'a, P: Position, K: Knowledge<P>> TableAccess<'a, P, K> {
    pub fn new(config: SearchConfig<'a, P, K>, shared: &Shared<'a>) -> Self {
        TableAccess {
            config,
            table: shared.table,
            is_shared: shared.is_table_shared,
            age: 0,
        }
    }

    /// Begins an iteration of `depth` plies, to which all that is stored from then on belongs.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.age = self.table.age(depth);
    }

    /// The key of a position.
    #[inline]
    pub fn key(&self, position: &P) -> TableKey {
        let (hash, symmetry) = kept_under(position, self.config.uses(Technique::CanonTt));
        TableKey { hash, symmetry }
    }

    /// The key of a position whose hash may have been computed before.
    #[inline]
    pub fn key_of(&self, position: &P, hash: Option<u64>) -> TableKey {
        match hash {
            Some(hash) => TableKey { hash, symmetry: 0 },
            None => self.key(position),
        }
    }

    /// Prefetches the entry of a position that is about to be searched, if finding its key needs no comparison of symmetric images. Returns
    /// the hash in that case, so that it is not computed twice.
    #[inline]
    pub fn prefetch(&self, position: &P) -> Option<u64> {
        let is_cheap = P::SYMMETRIES == 1 && self.config.uses(Technique::Tt);
        is_cheap.then(|| {
            let hash = position.table_key();
            self.table.touch(hash);
            hash
        })
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: TableKey) -> Option<Entry> {
        match self.config.uses(Technique::Tt) {
            true => self.table.probe(key.hash),
            false => None,
        }
    }

    /// The move of an entry that was found under this key.
    #[inline]
    pub fn best_move(entry: Entry, key: TableKey) -> Option<P::Move> {
        let m = P::Move::from_bits(entry.move_bits);
        (m != P::Move::NULL).then(|| match key.symmetry {
            0 => m,
            s => P::transform_move(m, P::inverse(s)),
        })
    }

    /// The value that an entry gives a node, if it is deep enough and on the right side of the window.
    #[inline]
    pub fn value(
        &self,
        entry: Entry,
        (ply, depth): (usize, i32),
        (alpha, beta): (Score, Score),
        statistics: &mut Statistics,
    ) -> Option<Score> {
        if i32::from(entry.depth) * ONE < depth {
            return None;
        }
        let value = score::from_table(entry.score, ply);
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        if is_enough && (entry.age != self.age || self.is_shared) {
            statistics.note_heuristic();
        }
        is_enough.then_some(value)
    }

    /// Stores the result of a node, if the table is used at all.
    #[inline]
    pub fn store(
        &self,
        key: TableKey,
        (ply, depth): (usize, i32),
        Finding {
            m,
            value,
            bound,
            raw,
        }: Finding<P::Move>,
    ) {
        if !self.config.uses(Technique::Tt) {
            return;
        }
        let m = match key.symmetry {
            s if s > 0 && m != P::Move::NULL => P::transform_move(m, s),
            _ => m,
        };
        let entry = Entry {
            move_bits: m.to_bits(),
            score: score::to_table(value, ply),
            depth: (depth.max(0) / ONE) as u8,
            bound,
            age: self.age,
            eval: raw,
        };
        self.table.store(key.hash, entry);
    }

    /// Enhanced transposition cut-off (Schaeffer and Plaat, 1996): a child that the table knows to be bad enough for the
    /// opponent refutes the node before any move is searched.
    pub fn enhanced_cut(
        &self,
        here: &NodeState<'_, P>,
        moves: &[P::Move],
        statistics: &mut Statistics,
    ) -> Option<(P::Move, Score)> {
        if !self.config.uses(Technique::Etc)
            || !self.config.uses(Technique::Tt)
            || here.plies() < 2
            || here.is_pv && self.config.driver == Driver::Pvs
        {
            return None;
        }
        let (alpha, beta) = here.window;
        for &m in moves {
            let mut child = here.position.clone();
            child.play(m);
            // The history of the game decides about repetitions, not the table.
            if P::REPETITION != Repetition::Impossible && child.reversible() > 0 {
                continue;
            }
            let same_side = !P::ALTERNATING && child.side() == here.place.side;
            let window = if same_side {
                (alpha, beta)
            } else {
                (-beta, -alpha)
            };
            let Some(entry) = self.probe(self.key(&child)) else {
                continue;
            };
            let at = (here.ply() + 1, here.depth - ONE);
            if let Some(value) = self.value(entry, at, window, statistics) {
                let value = if same_side { value } else { -value };
                if value >= beta {
                    return Some((m, value));
                }
            }
        }
        None
    }
}

/// The evaluation, or the table's value from a search if that bounds it more narrowly.
pub(crate) fn narrowed(entry: Entry, eval: Score, ply: usize) -> Score {
    let value = score::from_table(entry.score, ply);
    let is_nearer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > eval,
        Bound::Upper => value < eval,
    };
    if is_nearer && !is_decisive(value) {
        value
    } else {
        eval
    }
}
