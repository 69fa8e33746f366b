//! History of a game: the moves and positions so far, for rules that look back and for the search.

use rookery_engine::Position;

/// The course of a game: its first and present positions, its moves, and the keys of its positions.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    start: P,
    position: P,
    moves: Vec<P::Move>,
    /// Keys of all positions, the first and the present one included.
    keys: Vec<u64>,
}

impl<P: Position> History<P> {
    /// A game that begins at `position`.
    pub fn new(position: P) -> Self {
        History {
            keys: vec![position.key()],
            moves: Vec::new(),
            start: position.clone(),
            position,
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: P::Move) {
        self.position.play(m);
        self.moves.push(m);
        self.keys.push(self.position.key());
    }

    /// The first position.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// The present position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The moves since the start.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The keys of the positions before the present one, the first position first.
    pub fn earlier(&self) -> &[u64] {
        &self.keys[..self.moves.len()]
    }

    /// The occurrences of the present position since the last move that cannot be undone, this one included.
    pub fn occurrences(&self) -> usize {
        1 + times(&self.position, self.earlier())
    }

    /// The earlier occurrences of the position after a move; 0 if the move cannot be undone.
    pub fn occurrences_after(&self, m: P::Move) -> usize {
        times(&self.position.after(m), &self.keys)
    }
}

/// How often a position occurs among the earlier ones that a reversible move can repeat.
fn times<P: Position>(position: &P, before: &[u64]) -> usize {
    let key = position.key();
    let last = before.iter().rev().take(position.reversible());
    last.filter(|&&k| k == key).count()
}
