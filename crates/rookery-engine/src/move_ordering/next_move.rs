//! The moves of a node, handed out best first. Picking is lazy: after a cut-off the rest is never sorted, in games that list
//! noisy moves apart never even listed, and exchanges are only looked at when their turn has come.

use crate::move_ordering::history_tables::HistoryContext;
use crate::move_ordering::move_picker::{Picker, Stage};
use crate::search::observer::Observer;
use crate::search::searcher::{Moves, Searcher};
use crate::{Knowledge, Position, Technique, Techniques};

/// The move of the transposition table comes before everything.
const TABLE_MOVE: i32 = i32::MAX;
/// A noisy move that does not lose material is worth this and its gain; one that does, its gain less this.
const NOISY: i32 = 4_000;

/// Techniques that want to see all moves before the first is searched.
const LOOKING_AHEAD: Techniques = Techniques::of(&[
    Technique::Etc,
    Technique::Forced,
    Technique::Tapered,
    Technique::TypeB,
]);

impl<P: Position, K: Knowledge<P>, O: Observer<P::Move>> Searcher<'_, P, K, O> {
    /// Begins to hand out the moves of a node; the storage goes back to `pickers` afterwards.
    pub fn take_picker(
        &mut self,
        position: &P,
        place: &HistoryContext<P::Move>,
        table_move: Option<P::Move>,
        from: Moves,
    ) -> Picker<P::Move> {
        let at = self.picker_index(place.ply);
        let mut picker = std::mem::replace(&mut self.pickers[at], Picker::new());
        picker.moves.clear();
        picker.scores.clear();
        picker.next = 0;
        picker.answers = 0;
        picker.leaves_quiet = false;
        picker.has_quiet = from != Moves::Noisy;
        if self.picks_in_stages(from) {
            picker.stage = Stage::Table;
            return picker;
        }
        let knowledge = self.knowledge;
        match from {
            Moves::Noisy => {
                position.generate_noisy(&mut picker.moves);
                picker.moves.retain(|&m| knowledge.is_noisy(position, m));
            }
            Moves::All => position.generate(&mut picker.moves),
            Moves::Forced => {
                position.generate(&mut picker.moves);
                knowledge.leave_forced(position, &mut picker.moves);
            }
        }
        picker.stage = Stage::All;
        let known = self.memory.known(place);
        picker.score(0, |m| {
            if table_move == Some(m) {
                return TABLE_MOVE;
            }
            let learned = self.memory.score(place, (m, known.history(m)));
            let score = learned + self.guess(position, m);
            if score >= NOISY && self.loses_exchange(position, m) {
                score - 2 * NOISY
            } else {
                score
            }
        });
        picker
    }

    /// Whether the moves of a node are listed one kind after the other.
    fn picks_in_stages(&self, from: Moves) -> bool {
        let looks_ahead = K::SOUND.and(self.on).and(LOOKING_AHEAD) != Techniques::NONE;
        P::LISTS_APART
            && from != Moves::Forced
            && !looks_ahead
            && self.uses(Technique::Gain)
            && self.uses(Technique::See)
            && self.request.weakening.blind_permille == 0
    }

    /// The next move to search.
    pub fn next_move(
        &mut self,
        picker: &mut Picker<P::Move>,
        position: &P,
        place: &HistoryContext<P::Move>,
        table_move: Option<P::Move>,
    ) -> Option<P::Move> {
        loop {
            match picker.stage {
                Stage::Table => {
                    picker.stage = Stage::BeforeNoisy;
                    if let Some(m) = table_move
                        && (picker.has_quiet || self.knowledge.is_noisy(position, m))
                        && position.is_legal(m)
                    {
                        picker.hand_out(m);
                        return Some(m);
                    }
                }
                Stage::BeforeNoisy => {
                    position.generate_noisy(&mut picker.moves);
                    self.list_more(picker, picker.next, position, place);
                    picker.stage = Stage::Noisy;
                }
                Stage::Noisy => match picker.raise_best() {
                    Some((m, score)) if score >= NOISY => {
                        if self.loses_exchange(position, m) {
                            picker.scores[picker.next] -= 2 * NOISY;
                            continue;
                        }
                        picker.next += 1;
                        return Some(m);
                    }
                    _ if picker.has_quiet => picker.stage = Stage::Answers,
                    _ => {
                        picker.stage = Stage::All;
                        return None;
                    }
                },
                Stage::Answers if picker.leaves_quiet => picker.stage = Stage::All,
                Stage::Answers => match self.memory.answer(place, picker.answers) {
                    Some(m) => {
                        picker.answers += 1;
                        let is_new = !picker.moves[..picker.next].contains(&m);
                        if is_new && position.is_legal(m) && !self.knowledge.is_noisy(position, m) {
                            picker.hand_out(m);
                            return Some(m);
                        }
                    }
                    None => {
                        picker.stage = Stage::All;
                        let first = picker.moves.len();
                        position.generate_quiet(&mut picker.moves);
                        self.list_more(picker, first, position, place);
                    }
                },
                Stage::All => {
                    let (m, _) = picker.raise_best()?;
                    picker.next += 1;
                    return Some(m);
                }
            }
        }
    }

    /// Scores the moves that were listed from `first` on.
    fn list_more(
        &self,
        picker: &mut Picker<P::Move>,
        first: usize,
        position: &P,
        place: &HistoryContext<P::Move>,
    ) {
        picker.forget_repeated(first);
        // Answers are handed out before any other quiet move is listed.
        let known = self.memory.known(place);
        picker.score(first, |m| known.history(m) + self.guess(position, m));
    }

    /// How early the game itself would try a move, as far as is known without looking at the exchange.
    fn guess(&self, position: &P, m: P::Move) -> i32 {
        let mut guess = 0;
        if self.uses(Technique::Order) {
            guess += self.knowledge.order(position, m);
        }
        if self.uses(Technique::Gain) {
            guess += match self.knowledge.gain(position, m) {
                0 => 0,
                gain => gain + NOISY,
            };
        }
        guess
    }

    fn loses_exchange(&self, position: &P, m: P::Move) -> bool {
        self.uses(Technique::See)
            && self.uses(Technique::Gain)
            && self.knowledge.gain(position, m) != 0
            && !self.knowledge.exchange_wins(position, m, 0)
    }

    /// Gives the storage back.
    pub fn return_picker(&mut self, ply: usize, picker: Picker<P::Move>) {
        let at = self.picker_index(ply);
        self.pickers[at] = picker;
    }

    fn picker_index(&self, ply: usize) -> usize {
        2 * ply + usize::from(self.excluded[ply].is_some())
    }
}
