//! A slow second implementation of the rules: a table of cells, and lines searched cell by cell.

/// A board of columns, each from the bottom up: 0 and 1 are the sides' stones.
#[derive(Clone, Debug)]
pub struct SlowBoard {
    width: usize,
    height: usize,
    columns: Vec<Vec<usize>>,
    pub side: usize,
}

impl SlowBoard {
    pub fn new(width: usize, height: usize) -> Self {
        SlowBoard {
            width,
            height,
            columns: vec![Vec::new(); width],
            side: 0,
        }
    }

    pub fn moves(&self) -> Vec<usize> {
        let free = |&c: &usize| self.columns[c].len() < self.height;
        (0..self.width).filter(free).collect()
    }

    pub fn play(&mut self, column: usize) {
        self.columns[column].push(self.side);
        self.side = 1 - self.side;
    }

    fn at(&self, column: i32, row: i32) -> Option<usize> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// Whether the side has four in a row anywhere.
    pub fn has_four(&self, side: usize) -> bool {
        let (width, height) = (self.width as i32, self.height as i32);
        let line = |c: i32, r: i32, (dc, dr): (i32, i32)| {
            (0..4).all(|i| self.at(c + i * dc, r + i * dr) == Some(side))
        };
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..width).any(|c| (0..height).any(|r| steps.iter().any(|&step| line(c, r, step))))
    }

    /// The winner of a finished game, `Some(None)` for a draw, `None` while it goes on.
    pub fn ended(&self) -> Option<Option<usize>> {
        match [0, 1].into_iter().find(|&side| self.has_four(side)) {
            Some(winner) => Some(Some(winner)),
            None if self.moves().is_empty() => Some(None),
            None => None,
        }
    }

    /// The score by trying everything: the winner's stones left, counting the last; cut short by nothing but the window, which
    /// holds every score.
    pub fn score(&self, alpha: i32, beta: i32) -> i32 {
        let stones: usize = self.columns.iter().map(Vec::len).sum();
        let cells = self.width * self.height;
        match self.ended() {
            Some(None) => return 0,
            // The side that is not to move has won, with the last stone.
            Some(Some(_)) => return -((cells + 2 - stones) as i32 / 2),
            None => {}
        }
        let mut best = alpha;
        for column in self.moves() {
            let mut child = self.clone();
            child.play(column);
            best = best.max(-child.score(-beta, -best));
            if best >= beta {
                break;
            }
        }
        best
    }
}
