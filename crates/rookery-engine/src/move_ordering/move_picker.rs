//! The move picker: the moves of a node, handed out best first. Picking is lazy: after a cut-off the rest is never sorted, in games
//! that list noisy moves apart never even listed, and exchanges are only looked at when their turn has come.

use crate::move_ordering::move_source::{MoveSet, MoveSource, NOISY};
use crate::move_ordering::scored_moves::ScoredMoves;
use crate::{GameMove, Knowledge, Position};

/// The moves that have been listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing: the table's move comes first.
    Table,
    /// Nothing but the table's move.
    BeforeNoisy,
    /// The noisy moves; whether an exchange is lost is found out when it would be handed out.
    Noisy,
    /// The noisy moves, the good ones of which have been handed out. Next come the answers that have proved good elsewhere, before any
    /// other quiet move is listed.
    Answers,
    /// All that will be.
    All,
}

/// The moves of a node and how far they have been handed out.
pub(crate) struct MovePicker<M> {
    moves: ScoredMoves<M>,
    stage: Stage,
    /// Whether moves that are not noisy come too.
    has_quiet: bool,
    /// Whether they are left out from here on.
    leaves_quiet: bool,
    /// The number of known answers that have been looked at.
    answers: usize,
}

impl<M: GameMove> MovePicker<M> {
    pub fn new() -> Self {
        MovePicker {
            moves: ScoredMoves::new(),
            stage: Stage::All,
            has_quiet: true,
            leaves_quiet: false,
            answers: 0,
        }
    }

    /// Begins to hand out the moves of a node.
    pub fn begin<P: Position<Move = M>, K: Knowledge<P>>(
        &mut self,
        source: &MoveSource<'_, P, K>,
        moves: MoveSet,
    ) {
        self.moves.clear();
        self.answers = 0;
        self.leaves_quiet = false;
        self.has_quiet = moves != MoveSet::Noisy;
        if source.is_staged(moves) {
            self.stage = Stage::Table;
        } else {
            self.stage = Stage::All;
            self.moves
                .list(|out| source.list(moves, out), source.scores());
        }
    }

    /// The next move to search.
    pub fn next<P: Position<Move = M>, K: Knowledge<P>>(
        &mut self,
        source: &MoveSource<'_, P, K>,
    ) -> Option<M> {
        if !P::LISTS_APART {
            return self.moves.hand_out_best();
        }
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::BeforeNoisy;
                    if let Some(m) = source.table_move(self.has_quiet) {
                        self.moves.hand_out(m);
                        return Some(m);
                    }
                }
                Stage::BeforeNoisy => {
                    self.list_kind(source, true);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.moves.raise_best() {
                    Some((m, score)) if score >= NOISY => {
                        if source.loses_exchange(m) {
                            self.moves.lower_raised(2 * NOISY);
                            continue;
                        }
                        self.moves.hand_out_raised();
                        return Some(m);
                    }
                    _ if self.has_quiet => self.stage = Stage::Answers,
                    _ => {
                        self.stage = Stage::All;
                        return None;
                    }
                },
                Stage::Answers if self.leaves_quiet => self.stage = Stage::All,
                Stage::Answers => match source.answer(self.answers) {
                    Some(m) => {
                        self.answers += 1;
                        let is_new = !self.moves.handed_out().contains(&m);
                        if is_new && source.is_quiet_and_legal(m) {
                            self.moves.hand_out(m);
                            return Some(m);
                        }
                    }
                    None => {
                        self.stage = Stage::All;
                        self.list_kind(source, false);
                    }
                },
                Stage::All => return self.moves.hand_out_best(),
            }
        }
    }

    /// Lists the noisy moves, or the quiet ones.
    #[inline(never)]
    fn list_kind<P: Position<Move = M>, K: Knowledge<P>>(
        &mut self,
        source: &MoveSource<'_, P, K>,
        is_noisy: bool,
    ) {
        self.moves.list(
            |out| source.list_kind(is_noisy, out),
            source.staged_scores(),
        );
    }

    /// The moves that have been listed.
    #[inline]
    pub fn listed(&self) -> &[M] {
        self.moves.moves()
    }

    /// The moves that were handed out before the last one.
    #[inline]
    pub fn tried(&self) -> &[M] {
        let all = self.moves.handed_out();
        &all[..all.len().saturating_sub(1)]
    }

    /// Whether the move handed out last is the last of all.
    #[inline]
    pub fn is_at_end(&self) -> bool {
        self.stage == Stage::All && self.moves.is_at_end()
    }

    /// Whether the exchange that the move handed out last begins has been found not to lose.
    #[inline]
    pub fn has_weighed(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// Hands out noisy moves alone from here on.
    pub fn leave_quiet(&mut self, is_noisy: impl Fn(M) -> bool) {
        if !std::mem::replace(&mut self.leaves_quiet, true) {
            self.moves.retain_left(is_noisy);
        }
    }
}

/// The pickers of all nodes on the way from the root, kept for their storage.
pub(crate) struct PickerPool<M> {
    /// Two for each ply: the second is for a search of the same node without its table move.
    pickers: Vec<MovePicker<M>>,
}

impl<M: GameMove> PickerPool<M> {
    pub fn new(plies: usize) -> Self {
        PickerPool {
            pickers: (0..2 * plies).map(|_| MovePicker::new()).collect(),
        }
    }

    /// The picker of a ply, to be given back.
    #[inline]
    pub fn take(&mut self, ply: usize, has_excluded: bool) -> MovePicker<M> {
        let at = 2 * ply + usize::from(has_excluded);
        std::mem::replace(&mut self.pickers[at], MovePicker::new())
    }

    #[inline]
    pub fn give_back(&mut self, ply: usize, has_excluded: bool, picker: MovePicker<M>) {
        self.pickers[2 * ply + usize::from(has_excluded)] = picker;
    }
}
