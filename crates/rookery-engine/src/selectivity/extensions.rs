//! Extensions: the positions and moves that are searched deeper, and the singular move that needs it most.

use crate::memory::transposition::Entry;
use crate::search::score::{self, ONE, is_decisive};
use crate::search::state::config::SearchConfig;
use crate::search::state::node_state::{MadeMove, NodeState};
use crate::{Bound, Knowledge, Position, Score, Technique};

/// The test of a table move: all others must fail below the target.
pub(crate) struct SingularTest<M> {
    /// The move that the test does without.
    pub m: M,
    pub target: Score,
    /// The table's value of the node with it.
    value: Score,
}

/// The outcome of a test of a table move.
pub(crate) enum Singularity {
    /// The table's move is searched deeper by this number of sixteenths of a ply, or less deep where it is negative.
    Extension(i32),
    /// Several moves cut off: the value of the node.
    MultiCut(Score),
}

/// Decides about extensions, while the line is no longer than twice the depth of the iteration.
pub(crate) struct Extensions<'a, P, K> {
    config: SearchConfig<'a, P, K>,
    /// The longest line that is extended.
    longest: usize,
}

impl<'a, P: Position, K: Knowledge<P>> Extensions<'a, P, K> {
    pub fn new(config: SearchConfig<'a, P, K>) -> Self {
        Extensions { config, longest: 0 }
    }

    /// Begins an iteration that searches the root to `depth` plies: lines of up to twice that length are extended.
    pub fn begin_iteration(&mut self, depth: usize) {
        self.longest = 2 * depth;
    }

    /// The depth to search a node to: where the evaluation asks to go on because it is not reliable there, the horizon is a ply further
    /// away.
    #[inline]
    pub fn beyond_horizon(&self, position: &P, (ply, depth): (usize, i32)) -> i32 {
        if depth < ONE
            && self.config.uses(Technique::GoOn)
            && ply < self.longest
            && self.config.knowledge.is_unsettled(position)
        {
            return ONE;
        }
        depth
    }

    /// Extensions in fractions of a ply (Levy, Broughton and Taylor, 1989): forcing moves are searched deeper.
    #[inline]
    pub fn of_move(&self, here: &NodeState<'_, P>, step: &MadeMove<'_, P>) -> i32 {
        if !self.config.uses(Technique::Extensions) || here.ply() >= self.longest {
            return 0;
        }
        let knowledge = self.config.knowledge;
        let extension = knowledge.extension(step.parent, step.m, step.child);
        debug_assert!(
            (0..ONE).contains(&extension),
            "an extension is less than a ply, or no line would end, and takes nothing away"
        );
        extension
    }

    /// Singular extension (Anantharaman, Campbell and Hsu, 1988): whether to look if the table's move is far better than all others.
    #[inline]
    pub fn singular_test(
        &self,
        here: &NodeState<'_, P>,
        entry: Option<Entry>,
    ) -> Option<SingularTest<P::Move>> {
        let params = self.config.params;
        let (entry, m) = (entry?, here.table.m?);
        let value = score::from_table(entry.score, here.ply());
        let is_tested = self.config.uses(Technique::Singular)
            && here.plies() >= params.singular_depth
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= here.plies() - 3
            && here.ply() < self.longest
            && !is_decisive(value);
        is_tested.then(|| SingularTest {
            m,
            target: value - params.singular_cp * here.plies(),
            value,
        })
    }

    /// The outcome of the test. If all other moves fail far below the table's move, that one is forced and gets another ply. If they do not
    /// fail even against the window, several moves cut off, and the node is done: multi-cut (Björnsson and Marsland, 1998).
    pub fn singularity(
        &self,
        here: &NodeState<'_, P>,
        test: &SingularTest<P::Move>,
        others: Score,
    ) -> Singularity {
        let params = self.config.params;
        let (_, beta) = here.window;
        if others < test.target {
            let double = params.singular_double_cp;
            let is_alone = double > 0 && others < test.target - double && !here.is_pv;
            Singularity::Extension(if is_alone { 2 * ONE } else { ONE })
        } else if test.target >= beta && !here.is_pv {
            Singularity::MultiCut(test.target)
        } else if test.value >= beta {
            // One of several good moves: it needs no depth to be found.
            Singularity::Extension(-params.singular_less)
        } else {
            Singularity::Extension(0)
        }
    }
}
