//! Builder of the opening book: each position is searched for the moves that are nearly as good as the best, in breadth-first
//! order from the starting position.

use std::collections::HashMap;

use crate::BuildBook;
use crate::chess::book::{Book, Known, MARGIN_CP, start};
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::rules::position::Chess;
use rookery_engine::{Control, Position, Request, Score, Value};

/// The effort for a ply of the book, and the loss that it allows.
struct Effort {
    /// The nodes of each search: more on the first plies, whose positions occur in every game.
    nodes: u64,
    /// A line is followed as long as both sides together have given away no more than this, centipawns.
    loss_max_cp: Score,
}

const fn effort(nodes: u64, loss_max_cp: Score) -> Effort {
    Effort { nodes, loss_max_cp }
}

/// The plies of the book, from the first position on.
const PLIES: [Effort; 8] = [
    effort(300_000, 35),
    effort(300_000, 35),
    effort(300_000, 35),
    effort(300_000, 35),
    effort(300_000, 35),
    effort(300_000, 35),
    effort(40_000, 35),
    effort(40_000, 20),
];

/// The most moves that the book keeps for a position.
const MOVES_MAX: usize = 4;

/// A book in the making.
pub struct Builder {
    pub(super) book: Book,
    knowledge: ChessKnowledge,
    /// Positions of one ply that are to be searched next, the last one first, with the nodes for each.
    waiting: Vec<(Chess, u64)>,
}

/// A position, with the smallest loss of both sides together on any line that leads to it, centipawns.
type Reached = (Chess, Score);

impl Builder {
    /// A builder with an empty book.
    pub fn new() -> Self {
        Builder {
            book: Book::default(),
            knowledge: ChessKnowledge::default(),
            waiting: Vec::new(),
        }
    }

    /// The number of positions whose moves are known, and the positions to search next: those without moves on the first ply that
    /// has any.
    fn frontier(&self) -> (usize, Vec<(Chess, u64)>) {
        let (mut done, mut level) = (0, vec![(start(), 0)]);
        for Effort { nodes, loss_max_cp } in PLIES {
            level.retain(|&(_, loss)| loss <= loss_max_cp);
            let known = |reached: &&Reached| !self.book.moves_of(&reached.0).is_empty();
            done += level.iter().filter(known).count();
            let waiting = level.iter().filter(|reached| !known(reached));
            let waiting: Vec<_> = waiting.map(|&(position, _)| (position, nodes)).collect();
            if !waiting.is_empty() {
                return (done, waiting);
            }
            level = self.next_level(&level);
        }
        (done, Vec::new())
    }

    /// The positions after every move of the book, each once.
    fn next_level(&self, level: &[Reached]) -> Vec<Reached> {
        let mut next: Vec<Reached> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for &(here, loss) in level {
            let known = self.book.moves_of(&here);
            let best = known.first().map_or(0, |&(_, value)| value);
            for &(m, value) in known {
                let child = here.after(m);
                let loss = loss + best - value;
                let place = *places.entry(child.key()).or_insert(next.len());
                match next.get_mut(place) {
                    Some(known) => known.1 = known.1.min(loss),
                    None => next.push((child, loss)),
                }
            }
        }
        next
    }

    /// The moves that are nearly as good as the best; `None` where `control` stopped the search.
    fn search(&self, (position, nodes): (&Chess, u64), control: &Control) -> Option<Vec<Known>> {
        let request = Request {
            nodes,
            multipv: MOVES_MAX,
            ..Request::default()
        };
        let found = rookery_engine::search(position, &[], &self.knowledge, &request, control);
        if control.is_stopped() {
            return None;
        }
        let values = found.lines.iter().map(|line| match line.value {
            Value::Cp(value) => (line.moves[0], value),
            // A decided game this early takes blunders, and the book should have none.
            Value::Exact(_) => (line.moves[0], 0),
            Value::Win(_) => (line.moves[0], rookery_engine::EVAL_MAX),
            Value::Loss(_) => (line.moves[0], -rookery_engine::EVAL_MAX),
        });
        let mut known: Vec<_> = values.collect();
        known.sort_by_key(|&(_, value)| -value);
        let best = known.first()?.1;
        known.retain(|&(_, value)| best - value <= MARGIN_CP);
        Some(known)
    }
}

impl BuildBook for Builder {
    fn resume(&mut self, text: &str) -> Result<(), String> {
        self.book = Book::parse(text)?;
        self.waiting.clear();
        Ok(())
    }

    fn step(&mut self, control: &Control) -> bool {
        if self.waiting.is_empty() {
            (_, self.waiting) = self.frontier();
            self.waiting.reverse();
        }
        let Some((position, nodes)) = self.waiting.last().copied() else {
            return false;
        };
        let Some(moves) = self.search((&position, nodes), control) else {
            return false;
        };
        self.waiting.pop();
        self.book.insert(&position, moves);
        true
    }

    fn progress(&self) -> (usize, usize) {
        let (done, waiting) = self.frontier();
        (done, done + waiting.len())
    }

    fn text(&self) -> String {
        let positions = self.book.moves.len();
        self.book.print(&format!(
            "Chess: ply, move, value in centipawns. {positions} positions.\n\
             # Written by 'rookery book build chess'."
        ))
    }
}
