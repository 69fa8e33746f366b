//! A second, slow implementation of the rules: it looks at the stones alone, stone by stone, and keeps nothing; and one of the openings
//! with a choice of colours, which reads the course of the game from its beginning.

use crate::gomoku::rules::row_rules::RowRule;

/// A board of stones.
#[derive(Clone)]
pub struct SlowBoard {
    size: i32,
    rule: RowRule,
    /// The side on each point, row by row from the top.
    cells: Vec<Option<usize>>,
}

type Cell = (i32, i32);
const WAYS: [Cell; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl SlowBoard {
    pub fn new(size: u8, rule: RowRule) -> Self {
        let size = i32::from(size);
        let cells = vec![None; (size * size) as usize];
        SlowBoard { size, rule, cells }
    }

    fn cell(&self, point: u16) -> Cell {
        (i32::from(point) % self.size, i32::from(point) / self.size)
    }

    /// `None` beyond the edge.
    fn at(&self, (x, y): Cell) -> Option<Option<usize>> {
        let is_on = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        is_on.then(|| self.cells[(y * self.size + x) as usize])
    }

    fn set(&mut self, (x, y): Cell, side: Option<usize>) {
        self.cells[(y * self.size + x) as usize] = side;
    }

    pub fn put(&mut self, side: usize, point: u16) {
        self.set(self.cell(point), Some(side));
    }

    /// Length of the row of a side through a stone, and the cells beyond both ends.
    fn row(&self, side: usize, (x, y): Cell, (dx, dy): Cell) -> (i32, [Cell; 2]) {
        let is_own = |n: i32| self.at((x + n * dx, y + n * dy)) == Some(Some(side));
        let (mut from, mut to) = (0, 0);
        while is_own(from - 1) {
            from -= 1;
        }
        while is_own(to + 1) {
            to += 1;
        }
        let end = |n: i32| (x + n * dx, y + n * dy);
        (to - from + 1, [end(from - 1), end(to + 1)])
    }

    /// Whether the row through this stone wins.
    fn row_wins(&self, side: usize, cell: Cell, way: Cell) -> bool {
        let (length, ends) = self.row(side, cell, way);
        match self.rule {
            RowRule::Freestyle => length >= 5,
            RowRule::Standard => length == 5,
            RowRule::Renju => length == 5 || side == 1 && length > 5,
            RowRule::Caro => {
                let shut = ends.iter().all(|&end| self.at(end) == Some(Some(1 - side)));
                length > 5 || length == 5 && !shut
            }
        }
    }

    fn wins_at(&self, side: usize, cell: Cell) -> bool {
        WAYS.into_iter().any(|way| self.row_wins(side, cell, way))
    }

    /// Whether the stone on a point wins for a side.
    pub fn has_won(&self, side: usize, point: u16) -> bool {
        self.wins_at(side, self.cell(point))
    }

    /// The free cells within five steps of a cell in a direction, with a stone of Black on each in turn.
    fn tries(&self, (x, y): Cell, (dx, dy): Cell) -> Vec<(Cell, SlowBoard)> {
        let cells = (-5..=5).map(|n| (x + n * dx, y + n * dy));
        let free = cells.filter(|&cell| self.at(cell) == Some(None));
        let with = |cell| {
            let mut board = self.clone();
            board.set(cell, Some(0));
            (cell, board)
        };
        free.map(with).collect()
    }

    /// The sets of four stones with `cell` in a direction that one more stone makes five of, each by its first cell and its gap.
    fn fours(&self, cell: Cell, way: Cell) -> usize {
        let fives = self.tries(cell, way).into_iter().filter(|(at, board)| {
            // The five holds both stones.
            let (length, _) = board.row(0, *at, way);
            let spans = (cell.0 - at.0).abs().max((cell.1 - at.1).abs()) < 5;
            length == 5 && spans && board.joins(cell, *at, way)
        });
        let count = fives.count();
        match count {
            0 => 0,
            _ if self.is_straight(cell, way) => 1,
            count => count,
        }
    }

    /// Whether nothing but black stones lies between two black stones of a line.
    fn joins(&self, one: Cell, other: Cell, (dx, dy): Cell) -> bool {
        let steps = (other.0 - one.0).abs().max((other.1 - one.1).abs());
        let sign = if (other.0 - one.0) * dx + (other.1 - one.1) * dy < 0 {
            -1
        } else {
            1
        };
        (0..=steps)
            .all(|n| self.at((one.0 + sign * n * dx, one.1 + sign * n * dy)) == Some(Some(0)))
    }

    /// Four neighbours with a free cell at each end on which a stone makes exactly five.
    fn is_straight(&self, cell: Cell, way: Cell) -> bool {
        let (length, ends) = self.row(0, cell, way);
        length == 4
            && ends.into_iter().all(|end| {
                let mut board = self.clone();
                self.at(end) == Some(None) && {
                    board.set(end, Some(0));
                    board.row(0, end, way).0 == 5
                }
            })
    }

    /// The rule of renju that a stone of Black on this free point would break: `overline`, `four`, `three`.
    pub fn foul(&self, point: u16) -> Option<&'static str> {
        self.foul_at(self.cell(point))
    }

    fn foul_at(&self, cell: Cell) -> Option<&'static str> {
        let mut board = self.clone();
        board.set(cell, Some(0));
        if board.wins_at(0, cell) {
            return None;
        }
        if WAYS.into_iter().any(|way| board.row(0, cell, way).0 > 5) {
            return Some("overline");
        }
        let fours: usize = WAYS.into_iter().map(|way| board.fours(cell, way)).sum();
        if fours > 1 {
            return Some("four");
        }
        let is_three = |way: &Cell| {
            board.fours(cell, *way) == 0
                && board.tries(cell, *way).into_iter().any(|(next, after)| {
                    after.is_straight(next, *way)
                        && after.joins(cell, next, *way)
                        && !after.wins_at(0, next)
                        && board.foul_at(next).is_none()
                })
        };
        (WAYS.into_iter().filter(is_three).count() > 1).then_some("three")
    }
}

/// A game with one of the openings swap and swap2, as the list of what happened: stones, and choices by their tokens.
#[derive(Clone)]
pub struct SlowOpening {
    pub has_two: bool,
    pub course: Vec<Option<&'static str>>,
}

/// What a player has to do: put a stone down, or choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    Stone,
    Choice,
}

impl SlowOpening {
    /// The players in the order in which they act, each with the duty, as far as the opening is known; and who is White then.
    fn script(&self) -> (Vec<(usize, Duty)>, Option<usize>) {
        let mut script = vec![(0, Duty::Stone); 3];
        script.push((1, Duty::Choice));
        match self.course.get(3) {
            Some(Some("#two")) => {
                script.extend([(1, Duty::Stone), (1, Duty::Stone), (0, Duty::Choice)]);
                let white = self.course.get(6).map(|choice| match choice {
                    Some("#white") => 0,
                    _ => 1,
                });
                (script, white)
            }
            Some(Some("#white")) => (script, Some(1)),
            Some(_) => (script, Some(0)),
            None => (script, None),
        }
    }

    /// Who is to act, and how.
    pub fn next(&self) -> (usize, Duty) {
        let (script, white) = self.script();
        let at = self.course.len();
        script.get(at).copied().unwrap_or_else(|| {
            // After the choice it is White's turn, then Black's.
            let since = at - script.len();
            (white.unwrap() ^ (since % 2), Duty::Stone)
        })
    }

    /// The choices that are open now.
    pub fn choices(&self) -> Vec<&'static str> {
        match self.next() {
            (_, Duty::Stone) => vec![],
            (1, Duty::Choice) if self.has_two => vec!["#black", "#white", "#two"],
            _ => vec!["#black", "#white"],
        }
    }

    /// The colour of a player: that which was taken, or the one of the beginning.
    pub fn colour_of(&self, player: usize) -> usize {
        match self.script() {
            (_, Some(white)) => usize::from(player == white),
            _ => player,
        }
    }
}
