//! A second, slow implementation of the rules: cells with colours, chains followed cell by cell, and a set of whole boards.

use std::collections::BTreeSet;

/// The side on each point, row by row from the top.
pub type Cells = Vec<Vec<Option<usize>>>;

/// A game.
#[derive(Clone)]
pub struct SlowGame {
    pub cells: Cells,
    pub side: usize,
    pub passes: usize,
    past: BTreeSet<Cells>,
}

type Cell = (usize, usize);

fn neighbours(cells: &Cells, (column, row): Cell) -> Vec<Cell> {
    let mut all = Vec::new();
    if column > 0 {
        all.push((column - 1, row));
    }
    if row > 0 {
        all.push((column, row - 1));
    }
    if column + 1 < cells.len() {
        all.push((column + 1, row));
    }
    if row + 1 < cells.len() {
        all.push((column, row + 1));
    }
    all
}

/// The cells that are connected with one by cells of the same content, and the contents of the cells beside them.
fn region(cells: &Cells, from: Cell) -> (Vec<Cell>, BTreeSet<Option<usize>>) {
    let content = cells[from.1][from.0];
    let (mut found, mut beside) = (vec![from], BTreeSet::new());
    let mut next = 0;
    while next < found.len() {
        for cell in neighbours(cells, found[next]) {
            let there = cells[cell.1][cell.0];
            if there != content {
                beside.insert(there);
            } else if !found.contains(&cell) {
                found.push(cell);
            }
        }
        next += 1;
    }
    (found, beside)
}

fn has_liberty(cells: &Cells, cell: Cell) -> bool {
    region(cells, cell).1.contains(&None)
}

/// The free cells beside the chain that a stone belongs to.
pub fn liberties(cells: &Cells, cell: Cell) -> BTreeSet<Cell> {
    let (chain, _) = region(cells, cell);
    let beside = chain.iter().flat_map(|&stone| neighbours(cells, stone));
    beside.filter(|&(c, r)| cells[r][c].is_none()).collect()
}

/// Whether every stone has a liberty.
pub fn is_legal_board(cells: &Cells) -> bool {
    let all = (0..cells.len()).flat_map(|row| (0..cells.len()).map(move |column| (column, row)));
    all.into_iter()
        .all(|cell| cells[cell.1][cell.0].is_none() || has_liberty(cells, cell))
}

impl SlowGame {
    pub fn new(cells: Cells, side: usize) -> Self {
        SlowGame {
            past: BTreeSet::from([cells.clone()]),
            cells,
            side,
            passes: 0,
        }
    }

    pub fn empty(size: usize) -> Self {
        SlowGame::new(vec![vec![None; size]; size], 0)
    }

    /// The board after a stone, or the rule that forbids it: `occupied`, `suicide`, `repeats`.
    pub fn board_after(&self, (column, row): Cell) -> Result<Cells, &'static str> {
        if self.cells[row][column].is_some() {
            return Err("occupied");
        }
        let mut cells = self.cells.clone();
        cells[row][column] = Some(self.side);
        for (x, y) in neighbours(&cells, (column, row)) {
            if cells[y][x] == Some(1 - self.side) && !has_liberty(&cells, (x, y)) {
                for (x, y) in region(&cells, (x, y)).0 {
                    cells[y][x] = None;
                }
            }
        }
        if !has_liberty(&cells, (column, row)) {
            return Err("suicide");
        }
        match self.past.contains(&cells) {
            true => Err("repeats"),
            false => Ok(cells),
        }
    }

    /// A stone, or a pass.
    pub fn play(&mut self, cell: Option<Cell>) {
        match cell {
            None => self.passes += 1,
            Some(cell) => {
                self.cells = self.board_after(cell).unwrap();
                self.past.insert(self.cells.clone());
                self.passes = 0;
            }
        }
        self.side = 1 - self.side;
    }

    /// Stones and regions that reach one colour alone.
    pub fn areas(&self) -> [usize; 2] {
        let mut areas = [0, 0];
        for row in 0..self.cells.len() {
            for column in 0..self.cells.len() {
                match self.cells[row][column] {
                    Some(side) => areas[side] += 1,
                    None => {
                        let beside = region(&self.cells, (column, row)).1;
                        let sides: Vec<_> = beside.into_iter().flatten().collect();
                        if let [side] = sides[..] {
                            areas[side] += 1;
                        }
                    }
                }
            }
        }
        areas
    }

    /// Moves in a row of this many plies, to the end of games.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 || self.passes == 2 {
            return u64::from(depth == 0);
        }
        let size = self.cells.len();
        let cells = (0..size * size).map(|n| Some((n % size, n / size)));
        let moves = cells.chain([None]).filter(|cell| match cell {
            None => true,
            Some(cell) => self.board_after(*cell).is_ok(),
        });
        moves
            .map(|cell| {
                let mut next = self.clone();
                next.play(cell);
                next.perft(depth - 1)
            })
            .sum()
    }
}
