//! The opening book: for each of its positions the moves that are nearly as good as the best, so that games begin
//! differently.
//!
//! A text of a move a line, with its ply from the first position, its coordinates, and its value in centipawns for the side that
//! makes it. The moves after it follow, a ply deeper; those after a position that comes about in several ways stand where it
//! comes about first. Lines that begin with `#` are comments; the last is the checksum of all before it.

mod builder;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::chess::notation::fen;
use crate::chess::notation::san;
use crate::chess::{Chess, ChessMove};
use crate::lab::checksum::{seal, unseal};
use rookery_engine::{Position, Score, SplitMix, Value, Variation};

pub use builder::Builder;

/// The book in the tree, as `rookery book build chess` wrote it.
static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(include_str!("book.txt")).expect("the book in the tree is whole: a test reads it")
});

/// A move belongs to the book if its value is at most this much below that of the best, centipawns.
const MARGIN_CP: Score = 20;

/// The position in which every line begins.
fn start() -> Chess {
    fen::parse(fen::START).expect("the first position is one")
}

/// A move of the book, with its value for the side that makes it, centipawns.
type Known = (ChessMove, Score);

/// The positions of a book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The moves of each position by its key, the best first.
    moves: HashMap<u64, Vec<Known>>,
}

impl Book {
    /// The book in the tree.
    pub fn shipped() -> &'static Book {
        &SHIPPED
    }

    /// A move of the book with its value. Without a seed it is the best; with one it is chosen at random, better moves more
    /// often.
    pub fn choose(&self, position: &Chess, seed: u64) -> Option<Variation<ChessMove>> {
        let known = self.moves_of(position);
        let &(_, best) = known.first()?;
        let weight = |&(_, value): &Known| {
            let spare = usize::try_from(MARGIN_CP + 5 - (best - value)).unwrap_or(0);
            spare * spare + 1
        };
        let mut left = match seed {
            0 => 0,
            _ => {
                let total = known.iter().map(weight).sum();
                SplitMix::new(seed ^ position.key()).below(total)
            }
        };
        let chosen = known.iter().find(|known| {
            let is_it = left < weight(known);
            left = left.saturating_sub(weight(known));
            is_it
        });
        let &(m, value) = chosen?;
        // Two positions may share a key, though hardly ever.
        position.is_legal(m).then(|| Variation {
            value: Value::Cp(value),
            moves: vec![m],
        })
    }

    /// The book's moves in a position, the best first; empty if it has none.
    fn moves_of(&self, position: &Chess) -> &[Known] {
        self.moves.get(&position.key()).map_or(&[], Vec::as_slice)
    }

    fn insert(&mut self, position: &Chess, moves: Vec<Known>) {
        self.moves.insert(position.key(), moves);
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file: a line, or the checksum.
    fn parse(text: &str) -> Result<Self, String> {
        let lines = unseal(text)?;
        let mut book = Book::default();
        let mut path = vec![start()];
        for line in lines.lines().filter(|line| !line.starts_with('#')) {
            book.read_line(line, &mut path)?;
        }
        Ok(book)
    }

    /// Reads a line. `path` holds the positions from the first one to the one after the last line's move.
    fn read_line(&mut self, line: &str, path: &mut Vec<Chess>) -> Result<(), String> {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [ply, text, value] = fields[..] else {
            return Err(format!("'{line}' is not a line of ply, move and value"));
        };
        let ply: usize = ply.parse().map_err(|_| format!("'{ply}' is not a ply"))?;
        if ply == 0 || ply > path.len() {
            return Err(format!(
                "'{line}': there is no position that it could begin at"
            ));
        }
        path.truncate(ply);
        let here = path[ply - 1];
        let m = san::find_coordinates(&here.moves(), text)
            .ok_or_else(|| format!("'{line}': there is no such move"))?;
        let value = value
            .parse()
            .map_err(|_| format!("'{value}' is not a value in centipawns"))?;
        self.moves.entry(here.key()).or_default().push((m, value));
        path.push(here.after(m));
        Ok(())
    }

    /// The book as a text that [`Book::parse`] reads; `about` is the first line.
    fn print(&self, about: &str) -> String {
        let mut text = format!("# {about}\n");
        self.print_from(&start(), 1, &mut HashSet::new(), &mut text);
        seal(&text)
    }

    fn print_from(&self, here: &Chess, ply: usize, told: &mut HashSet<u64>, text: &mut String) {
        if !told.insert(here.key()) {
            return;
        }
        for &(m, value) in self.moves_of(here) {
            let _ = writeln!(text, "{ply} {} {value}", san::write_coordinates(m, false));
            self.print_from(&here.after(m), ply + 1, told, text);
        }
    }
}
