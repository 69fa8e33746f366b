//! The opening book: for each side a best move in every position of up to eight stones that can arise while that side follows
//! the book, whatever the other side plays.
//!
//! A text, so that `rookery solve connect-four FILE` can check it: a position a line as `moves score column`, the start as `.`;
//! in place of a score that is not known yet `+`, `=` or `-` name the winner. Lines that begin with `#` are comments; the last is
//! the checksum of all before it.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Expected;
use crate::connect_four::notation;
use crate::connect_four::position::{BoardSize, ConnectFourPosition, Drop};
use crate::lab::checksum::unseal;
use rookery_engine::{Position, Value, Variation};

/// The book of the usual board, as `rookery book build connect-four` wrote it.
static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(include_str!("book.txt")).expect("the book in the tree is whole: a test reads it")
});

/// The number of stones in the last positions of the book.
pub(super) const STONES_MAX: u32 = 8;

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The position, by the moves that lead to it.
    pub grid: ConnectFourPosition,
    /// Its score for the side to move, as far as it is known.
    pub score: Expected,
    /// A best move in it.
    pub best: Drop,
}

impl Entry {
    /// The line of the file.
    pub fn print(&self) -> String {
        let moves = match notation::print(&self.grid) {
            moves if moves.is_empty() => ".".to_owned(),
            moves => moves,
        };
        let score = match self.score {
            Expected::Exact(score) => score.to_string(),
            Expected::Outcome(0) => "=".to_owned(),
            Expected::Outcome(sign) => if sign > 0 { "+" } else { "-" }.to_owned(),
        };
        let column = self.best.column + 1;
        format!("{moves} {score} {column}\n")
    }

    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [moves, score, column] = fields[..] else {
            return Err(format!("'{line}' is not a line of moves, score and column"));
        };
        let grid = notation::parse(moves.trim_matches('.'), BoardSize::STANDARD)?;
        let score =
            notation::parse_score(score).ok_or_else(|| format!("'{score}' is not a score"))?;
        let column: u8 = column
            .parse()
            .map_err(|_| format!("'{column}' is not a column"))?;
        let best = grid
            .drop_in(column.wrapping_sub(1))
            .ok_or_else(|| format!("'{line}': there is no room in column {column}"))?;
        Ok(Entry { grid, score, best })
    }
}

/// The positions of a book.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    entries: HashMap<u64, Entry>,
}

impl Book {
    /// The book in the tree.
    pub fn shipped() -> &'static Book {
        &SHIPPED
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The fault of the file: a line, or the checksum.
    pub fn parse(text: &str) -> Result<Self, String> {
        let lines = unseal(text)?;
        let mut book = Book::default();
        let lines = lines.lines().filter(|l| !l.starts_with('#'));
        for line in lines {
            book.insert(Entry::parse(line)?);
        }
        Ok(book)
    }

    /// Adds a position, or replaces the entry of it and its mirror image.
    pub fn insert(&mut self, entry: Entry) {
        self.entries.insert(entry.grid.canonical().0, entry);
    }

    /// The score and move of the book for a position or its mirror image, as seen from the position.
    pub fn find(&self, grid: &ConnectFourPosition) -> Option<(Expected, Drop)> {
        let entry = self.entries.get(&grid.canonical().0)?;
        // The entry is the position itself, or else its image.
        let s = usize::from(entry.grid.key() != grid.key());
        Some((
            entry.score,
            ConnectFourPosition::transform_move(entry.best, s),
        ))
    }

    /// A move of the book with its value. Where only the winner is known, the value is that of the latest win.
    pub fn line(&self, grid: &ConnectFourPosition) -> Option<Variation<Drop>> {
        let (score, best) = self.find(grid)?;
        Some(Variation {
            value: Value::Exact(score.rank()),
            moves: vec![best],
        })
    }
}
