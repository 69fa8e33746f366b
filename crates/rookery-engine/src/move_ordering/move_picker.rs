//! The moves of a node, handed out best first. Picking is lazy: after a cut-off the rest is never sorted, in games that list
//! noisy moves apart never even listed, and exchanges are only looked at when their turn has come.

use crate::move_ordering::history_tables::HistoryContext;
use crate::search::observer::Observer;
use crate::search::searcher::{Moves, Searcher};
use crate::{GameMove, Knowledge, MoveList, Position, Technique, Techniques};

/// The move of the transposition table comes before everything.
const TABLE_MOVE: i32 = i32::MAX;
/// A noisy move that does not lose material is worth this and its gain; one that does, its gain less this.
const NOISY: i32 = 4_000;

/// What has been listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing: the table's move comes first.
    Table,
    /// Nothing but the table's move.
    BeforeNoisy,
    /// The noisy moves; whether an exchange is lost is found out when it would be handed out.
    Noisy,
    /// The same; next come the answers that have proved good elsewhere, before any other quiet move is listed.
    Answers,
    /// All that will be.
    All,
}

/// Techniques that want to see all moves before the first is searched.
const LOOKING_AHEAD: Techniques = Techniques::of(&[
    Technique::Etc,
    Technique::Forced,
    Technique::Tapered,
    Technique::TypeB,
]);

/// The moves of a node and how far they have been handed out.
pub(crate) struct Picker<M> {
    /// The moves; those before the next index are already handed out.
    pub moves: MoveList<M>,
    scores: Vec<i32>,
    next: usize,
    stage: Stage,
    /// Whether moves that are not noisy come too.
    has_quiet: bool,
    /// Whether they are left out from here on.
    leaves_quiet: bool,
    /// How many of the known answers have been looked at.
    answers: usize,
}

impl<M: GameMove> Picker<M> {
    pub fn new() -> Self {
        Picker {
            moves: MoveList::new(),
            scores: Vec::new(),
            next: 0,
            stage: Stage::All,
            has_quiet: true,
            leaves_quiet: false,
            answers: 0,
        }
    }

    /// The moves that were handed out before the last one.
    pub fn tried(&self) -> &[M] {
        &self.moves[..self.next.saturating_sub(1)]
    }

    /// Whether the move handed out last is the last of all.
    pub fn is_at_end(&self) -> bool {
        self.stage == Stage::All && self.next == self.moves.len()
    }

    /// Whether the exchange that the move handed out last begins has been found not to lose.
    pub fn has_weighed(&self) -> bool {
        self.stage == Stage::Noisy
    }

    /// Gives the moves from `first` on their scores.
    fn score(&mut self, first: usize, score: impl FnMut(M) -> i32) {
        self.scores.truncate(first);
        self.scores.resize(first, 0);
        self.scores
            .extend(self.moves[first..].iter().copied().map(score));
    }

    /// Brings the best of the moves that are left to the front of them; the first listed among equals.
    fn raise_best(&mut self) -> Option<(M, i32)> {
        let left = self.scores.get(self.next..)?;
        // Two passes without a branch that cannot be foretold are faster than one with it.
        let best = left.iter().copied().max()?;
        let at = self.next + left.iter().position(|&score| score == best)?;
        self.moves.swap(self.next, at);
        self.scores.swap(self.next, at);
        Some((self.moves[self.next], best))
    }

    /// Hands out noisy moves alone from here on.
    pub fn leave_quiet(&mut self, is_noisy: impl Fn(M) -> bool) {
        if std::mem::replace(&mut self.leaves_quiet, true) {
            return;
        }
        let mut kept = self.next;
        for i in self.next..self.moves.len() {
            if is_noisy(self.moves[i]) {
                self.moves.swap(i, kept);
                self.scores.swap(i, kept);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    /// Hands out a move that is not listed yet.
    fn hand_out(&mut self, m: M) {
        let last = self.moves.len();
        self.moves.push(m);
        self.scores.push(0);
        self.moves.swap(self.next, last);
        self.scores.swap(self.next, last);
        self.next += 1;
    }

    /// Takes what has been handed out already out of the moves listed since.
    fn forget_repeated(&mut self, first: usize) {
        let mut kept = first;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            if !self.moves[..self.next].contains(&m) {
                self.moves[kept] = m;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Letters as moves.
    fn hand_out(moves: &[u32], scores: &[i32]) -> Vec<u32> {
        let mut picker = Picker::new();
        picker.moves.extend(moves.iter().copied().map(Letter));
        picker.score(0, |Letter(m)| {
            scores[moves.iter().position(|&x| x == m).unwrap()]
        });
        let mut order = Vec::new();
        while let Some((Letter(m), _)) = picker.raise_best() {
            picker.next += 1;
            order.push(m);
        }
        order
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Letter(u32);

    impl GameMove for Letter {
        const NULL: Self = Letter(0);

        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Self {
            Letter(bits)
        }
    }

    #[test]
    fn hands_out_the_best_first_and_the_first_among_equals() {
        assert_eq!(hand_out(&[1, 2, 3], &[0, 0, 1])[0], 3);
        assert_eq!(hand_out(&[1, 2, 3], &[5, 5, 5]), [1, 2, 3]);
        assert_eq!(hand_out(&[1, 2, 3, 4], &[-9, 2, 7, 3]), [3, 4, 2, 1]);
    }

    #[test]
    fn what_was_handed_out_is_not_listed_again() {
        let mut picker = Picker::new();
        picker.moves.extend([7, 3, 7, 5].map(Letter));
        picker.next = 1;
        picker.forget_repeated(1);
        assert_eq!(picker.moves, [7, 3, 5].map(Letter));
    }
}
