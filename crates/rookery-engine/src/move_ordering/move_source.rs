//! The source of a node's moves: lists them, scores them by history and by the game's own guess, and says which exchanges lose.

use crate::move_ordering::history_tables::{HistoryContext, HistoryTables};
use crate::move_ordering::trial::Trial;
use crate::search::state::config::SearchConfig;
use crate::{Knowledge, MoveList, Position, Technique, Techniques};

/// The move of the transposition table comes before everything.
const TABLE_MOVE: i32 = i32::MAX;
/// A noisy move that does not lose material is worth this and its gain; one that does, its gain less this.
pub(super) const NOISY: i32 = 4_000;

/// Techniques that want to see all moves before the first is searched.
const LOOKING_AHEAD: Techniques = Techniques::of(&[
    Technique::Etc,
    Technique::Forced,
    Technique::Tapered,
    Technique::TypeB,
]);

/// The moves of a node that are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveSet {
    All,
    /// Those that do not lose on the opponent's next move, if there are any.
    Forced,
    Noisy,
}

/// A node's position with all that orders its moves. It borrows the history tables, which change between two moves: so it is made
/// anew for each.
pub(crate) struct MoveSource<'a, P: Position, K: Knowledge<P>> {
    config: &'a SearchConfig<'a, P, K>,
    history: &'a HistoryTables<P>,
    position: &'a P,
    place: &'a HistoryContext<P::Move>,
    table_move: Option<P::Move>,
    /// The evaluation after each move, where it is asked for.
    trial: Option<Trial<'a, P, K>>,
}

impl<'a, P: Position, K: Knowledge<P>> MoveSource<'a, P, K> {
    #[inline]
    pub fn new(
        (config, history): (&'a SearchConfig<'a, P, K>, &'a HistoryTables<P>),
        (position, place): (&'a P, &'a HistoryContext<P::Move>),
        table_move: Option<P::Move>,
    ) -> Self {
        MoveSource {
            config,
            history,
            position,
            place,
            table_move,
            trial: None,
        }
    }

    /// The same where the evaluation after each move tells more about it.
    #[inline]
    pub fn trying(mut self, trial: Option<Trial<'a, P, K>>) -> Self {
        self.trial = trial;
        self
    }

    /// Whether the moves are listed one kind after the other.
    pub(super) fn is_staged(&self, moves: MoveSet) -> bool {
        P::LISTS_APART
            && moves != MoveSet::Forced
            && !self.config.uses_any(LOOKING_AHEAD)
            && self.config.uses(Technique::Gain)
            && self.config.uses(Technique::See)
            && self.config.request.handicap.oversight_permille == 0
    }

    /// Appends the moves, all at once.
    #[inline]
    pub(super) fn list(&self, moves: MoveSet, out: &mut MoveList<P::Move>) {
        match moves {
            MoveSet::Noisy => {
                self.position.generate_noisy(out);
                out.retain(|&m| self.is_noisy(m));
            }
            MoveSet::All => self.position.generate(out),
            MoveSet::Forced => {
                self.position.generate(out);
                self.config.knowledge.leave_forced(self.position, out);
            }
        }
    }

    /// Appends the moves of one kind.
    #[inline]
    pub(super) fn list_kind(&self, is_noisy: bool, out: &mut MoveList<P::Move>) {
        if is_noisy {
            self.position.generate_noisy(out);
        } else {
            self.position.generate_quiet(out);
        }
    }

    /// The rank of each move, where all of them are listed at once. The data that it takes is copied once, not loaded for each move.
    #[inline]
    pub(super) fn scores(&self) -> impl FnMut(P::Move) -> i32 {
        let MoveSource {
            history,
            place,
            table_move,
            ref trial,
            ..
        } = *self;
        let guess = Guess::new(self);
        let (answers, known) = (history.answers(place), history.known(place));
        move |m| {
            if table_move == Some(m) {
                return TABLE_MOVE;
            }
            let tried = trial.as_ref().map_or(0, |trial| trial.worth(m));
            let score = answers(m) + known.history(m) + guess.of(m) + tried;
            if score >= NOISY && guess.loses_exchange(m) {
                score - 2 * NOISY
            } else {
                score
            }
        }
    }

    /// The same where they are listed one kind after the other: answers are handed out before any other quiet move is listed, and
    /// exchanges are looked at when their turn has come.
    #[inline]
    pub(super) fn staged_scores(&self) -> impl FnMut(P::Move) -> i32 {
        let guess = Guess::new(self);
        let known = self.history.known(self.place);
        move |m| known.history(m) + guess.of(m)
    }

    /// The table's move, if it can be made and is of a kind that is wanted.
    #[inline]
    pub(super) fn table_move(&self, wants_quiet: bool) -> Option<P::Move> {
        let m = self.table_move?;
        let is_wanted = wants_quiet || self.is_noisy(m);
        (is_wanted && self.position.is_legal(m)).then_some(m)
    }

    /// A quiet move that has proved good elsewhere, by its number from 0.
    #[inline]
    pub(super) fn answer(&self, number: usize) -> Option<P::Move> {
        self.history.answer(self.place, number)
    }

    /// Whether an answer can be made here, and is quiet here too.
    #[inline]
    pub(super) fn is_quiet_and_legal(&self, m: P::Move) -> bool {
        self.position.is_legal(m) && !self.is_noisy(m)
    }

    #[inline]
    pub(super) fn is_noisy(&self, m: P::Move) -> bool {
        self.config.knowledge.is_noisy(self.position, m)
    }

    #[inline]
    pub(super) fn loses_exchange(&self, m: P::Move) -> bool {
        Guess::new(self).loses_exchange(m)
    }
}

/// The game's own guess at the moves of a position.
struct Guess<'a, P, K> {
    config: SearchConfig<'a, P, K>,
    position: &'a P,
}

impl<'a, P: Position, K: Knowledge<P>> Guess<'a, P, K> {
    #[inline]
    fn new(source: &MoveSource<'a, P, K>) -> Self {
        Guess {
            config: *source.config,
            position: source.position,
        }
    }

    /// The rank that the game gives a move, as far as it is known without looking at the exchange.
    #[inline]
    fn of(&self, m: P::Move) -> i32 {
        let knowledge = self.config.knowledge;
        let mut guess = 0;
        if self.config.uses(Technique::Order) {
            guess += knowledge.order(self.position, m);
        }
        if self.config.uses(Technique::Gain) {
            guess += match knowledge.gain(self.position, m) {
                0 => 0,
                gain => gain + NOISY,
            };
        }
        guess
    }

    #[inline]
    fn loses_exchange(&self, m: P::Move) -> bool {
        let knowledge = self.config.knowledge;
        self.config.uses(Technique::See)
            && self.config.uses(Technique::Gain)
            && knowledge.gain(self.position, m) != 0
            && !knowledge.exchange_wins(self.position, m, 0)
    }
}
