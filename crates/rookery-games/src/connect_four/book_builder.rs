//! Builder of the opening book: first the winner in each of its positions, then the exact score.

use std::collections::HashSet;

use crate::connect_four::book::{Book, Entry, STONES_MAX};
use crate::connect_four::perfect::solver::{ANY, Perfect, WHO_WINS, perfect};
use crate::connect_four::position::{BoardSize, ConnectFourPosition};
use crate::lab::checksum::seal;
use crate::{BuildBook, Expected};
use rookery_engine::{Control, Position, SolverSpec};

/// A book in the making.
pub(super) struct Builder {
    book: Book,
    perfect: Box<dyn Perfect>,
    /// Whether scores are exact from now on.
    is_exact: bool,
}

impl Builder {
    /// A builder whose solver keeps a table of `entries` slots from position to position.
    pub fn new(entries: usize) -> Self {
        let spec = SolverSpec {
            entries,
            ..SolverSpec::default()
        };
        Builder {
            book: Book::default(),
            perfect: perfect(BoardSize::STANDARD, &spec),
            is_exact: false,
        }
    }

    fn is_settled(&self, grid: &ConnectFourPosition) -> bool {
        match self.book.find(grid) {
            Some((Expected::Exact(_), _)) => true,
            Some((Expected::Outcome(_), _)) => !self.is_exact,
            None => false,
        }
    }

    /// The positions that belong in the book, as far as its moves are known; those with the fewest stones come first.
    fn reachable(&self) -> Vec<ConnectFourPosition> {
        let mut seen = HashSet::new();
        let mut all = Vec::new();
        for side in [0, 1] {
            let start = ConnectFourPosition::new(BoardSize::STANDARD);
            let mut wave = if side == 0 {
                vec![start]
            } else {
                children(&start)
            };
            while !wave.is_empty() {
                wave.retain(|grid| seen.insert(grid.canonical().0));
                let answered = wave.iter().filter_map(|grid| {
                    let (_, best) = self.book.find(grid)?;
                    let child = grid.after(best);
                    (child.outcome().is_none() && child.stones() < STONES_MAX).then_some(child)
                });
                let next = answered.flat_map(|child| children(&child)).collect();
                all.append(&mut wave);
                wave = next;
            }
        }
        all.sort_by_key(ConnectFourPosition::stones);
        all
    }
}

/// The positions after each move, without those that are over.
fn children(grid: &ConnectFourPosition) -> Vec<ConnectFourPosition> {
    let children = grid.moves().into_iter().map(|m| grid.after(m));
    children.filter(|child| child.outcome().is_none()).collect()
}

impl BuildBook for Builder {
    fn resume(&mut self, text: &str) -> Result<(), String> {
        self.book = Book::parse(text)?;
        Ok(())
    }

    fn step(&mut self, control: &Control) -> bool {
        let unsettled = |builder: &Self| {
            let mut reachable = builder.reachable();
            reachable.retain(|grid| !builder.is_settled(grid));
            reachable
        };
        let mut left = unsettled(self);
        if left.is_empty() && !self.is_exact {
            self.is_exact = true;
            left = unsettled(self);
        }
        // Winners are found from the start towards the end, because the moves of the book decide which positions belong in it.
        // Exact scores are found from the end towards the start: positions with many stones are solved quickly and make the rest
        // easier.
        let grid = if self.is_exact {
            left.last()
        } else {
            left.first()
        };
        let Some(&grid) = grid else {
            return false;
        };
        let window = if self.is_exact { ANY } else { WHO_WINS };
        let (own, all) = (grid.own(), grid.all());
        let Some((score, cell, _)) = self.perfect.score_between(own, all, window, control) else {
            return false;
        };
        let score = if self.is_exact {
            Expected::Exact(score)
        } else {
            Expected::Outcome(score.signum() as i8)
        };
        let best = grid.shape().drop_on(cell.trailing_zeros());
        self.book.insert(Entry { grid, score, best });
        true
    }

    fn progress(&self) -> (usize, usize) {
        let reachable = self.reachable();
        let settled = reachable
            .iter()
            .filter(|grid| self.is_settled(grid))
            .count();
        (settled, reachable.len())
    }

    fn text(&self) -> String {
        let reachable = self.reachable();
        let exact = |grid: &&ConnectFourPosition| {
            matches!(self.book.find(grid), Some((Expected::Exact(_), _)))
        };
        let exact = reachable.iter().filter(exact).count();
        let known = reachable.iter().filter_map(|grid| {
            let (score, best) = self.book.find(grid)?;
            let grid = *grid;
            Some(Entry { grid, score, best })
        });
        let lines: String = known.map(|entry| entry.print()).collect();
        let mut text = format!(
            "# Connect Four: moves, score, best column. {} positions, {exact} of them with exact scores.\n\
             # Written by 'rookery book build connect-four'.\n",
            lines.lines().count()
        );
        text.push_str(&lines);
        seal(&text)
    }
}
