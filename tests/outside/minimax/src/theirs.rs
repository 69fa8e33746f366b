//! The `minimax` crate wired to a game: the same rules, the same evaluation, its own search and table.

use std::marker::PhantomData;

use minimax::{Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, Strategy, Winner};
use rookery_games::engine::{GameMove, Knowledge, Outcome, Position};

/// The rules of `P`, in which sides alternate.
pub struct Rules<P>(PhantomData<P>);

fn winner(outcome: Outcome) -> Winner {
    match outcome {
        Outcome::Win => Winner::PlayerToMove,
        Outcome::Loss => Winner::PlayerJustMoved,
        Outcome::Draw | Outcome::Margin(_) => Winner::Draw,
    }
}

impl<P: Position> Game for Rules<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(position: &P, moves: &mut Vec<P::Move>) -> Option<Winner> {
        if let Some(outcome) = position.outcome() {
            return Some(winner(outcome));
        }
        position.generate(moves);
        moves.is_empty().then(|| winner(position.no_moves()))
    }

    fn apply(position: &mut P, m: P::Move) -> Option<P> {
        Some(position.after(m))
    }

    fn get_winner(position: &P) -> Option<Winner> {
        position.outcome().map(winner)
    }

    fn zobrist_hash(position: &P) -> u64 {
        position.key()
    }

    /// Only the empty cell of its table of counter moves: no null move is searched.
    fn null_move(_: &P) -> Option<P::Move> {
        Some(P::Move::NULL)
    }

    fn table_index(m: P::Move) -> u16 {
        u16::try_from(P::history_index(m)).unwrap_or(0)
    }

    fn max_table_index() -> u16 {
        u16::try_from(P::HISTORY - 1).unwrap_or(u16::MAX)
    }
}

/// The same evaluation.
pub struct Eval<P, K>(K, PhantomData<P>);

impl<P: Position, K: Knowledge<P, Acc = ()>> Evaluator for Eval<P, K> {
    type G = Rules<P>;

    fn evaluate(&self, position: &P) -> Evaluation {
        self.0.eval(position, &()) as Evaluation
    }
}

/// A player with a table of its own, kept from move to move.
pub struct Player<P: Position, K: Knowledge<P, Acc = ()>>(IterativeSearch<Eval<P, K>>);

impl<P: Position, K: Knowledge<P, Acc = ()>> Player<P, K> {
    /// A player that searches to `depth` plies with principal variation search, the crate's default, and counter moves. Of its options for
    /// one thread that need nothing from the game, it was fastest over these games with these, and in matches with a table of one MiB, the
    /// default; `table_bytes` sets another size.
    pub fn new(knowledge: K, depth: u8, is_plain: bool, table_bytes: Option<usize>) -> Self {
        let mut options = IterativeOptions::new().with_countermoves();
        if let Some(bytes) = table_bytes {
            options = options.with_table_byte_size(bytes);
        }
        if !is_plain {
            // A pass, which is an only move, costs no depth.
            options = options.with_singular_extension();
        }
        let mut search = IterativeSearch::new(Eval(knowledge, PhantomData), options);
        search.set_max_depth(depth);
        Player(search)
    }

    /// Its move.
    pub fn choose(&mut self, position: &P) -> Option<P::Move> {
        self.0.choose_move(position)
    }

    /// The nodes of its last search, as it reports them in words.
    pub fn nodes(&self, position: &P) -> u64 {
        let said = self.0.stats(&mut position.clone());
        let number = said
            .split("Explored ")
            .nth(1)
            .and_then(|rest| rest.split(' ').next());
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }
}
