//! A second implementation of the rules, written for clarity and independently of the first: a map of squares, pieces that stay on
//! the board until the end of the move, and no bits.

use std::collections::BTreeMap;

/// A column from the left and a row from the top, as White sees the board.
pub type Place = (i8, i8);

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// 0 Black, 1 White.
    pub side: usize,
    pub is_king: bool,
}

/// A turn: the squares that the piece stands on, and those of the pieces that it takes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SlowTurn {
    pub stops: Vec<Place>,
    pub taken: Vec<Place>,
}

/// A position.
#[derive(Clone, Debug)]
pub struct SlowCheckers {
    pub board: BTreeMap<Place, Figure>,
    pub side: usize,
    /// Plies since a man moved or a piece was taken.
    pub quiet: u32,
}

fn is_on_board((column, row): Place) -> bool {
    (0..8).contains(&column) && (0..8).contains(&row)
}

impl SlowCheckers {
    /// Twelve men each on the dark squares, Black's above.
    pub fn start() -> Self {
        let dark = |(column, row): &Place| (column + row) % 2 == 1;
        let places = (0..8).flat_map(|row| (0..8).map(move |column| (column, row)));
        let man = |place: Place| match place.1 {
            0..3 => Some((
                place,
                Figure {
                    side: 0,
                    is_king: false,
                },
            )),
            5..8 => Some((
                place,
                Figure {
                    side: 1,
                    is_king: false,
                },
            )),
            _ => None,
        };
        SlowCheckers {
            board: places.filter(dark).filter_map(man).collect(),
            side: 0,
            quiet: 0,
        }
    }

    fn ways(&self, figure: Figure) -> Vec<(i8, i8)> {
        let forward = if figure.side == 0 { 1 } else { -1 };
        let rows: &[i8] = if figure.is_king { &[1, -1] } else { &[forward] };
        rows.iter().flat_map(|&row| [(-1, row), (1, row)]).collect()
    }

    /// The legal turns: captures if there are any.
    pub fn turns(&self) -> Vec<SlowTurn> {
        let own = || {
            self.board
                .iter()
                .filter(|(_, figure)| figure.side == self.side)
        };
        let mut jumps = Vec::new();
        for (&place, &figure) in own() {
            let turn = SlowTurn {
                stops: vec![place],
                taken: Vec::new(),
            };
            self.chains(figure, turn, &mut jumps);
        }
        if !jumps.is_empty() {
            return jumps;
        }
        let mut steps = Vec::new();
        for (&(column, row), &figure) in own() {
            for (right, down) in self.ways(figure) {
                let to = (column + right, row + down);
                if is_on_board(to) && !self.board.contains_key(&to) {
                    steps.push(SlowTurn {
                        stops: vec![(column, row), to],
                        taken: Vec::new(),
                    });
                }
            }
        }
        steps
    }

    fn chains(&self, figure: Figure, turn: SlowTurn, found: &mut Vec<SlowTurn>) {
        let start = turn.stops[0];
        let here = *turn.stops.last().unwrap();
        let is_crowned = !figure.is_king && turn.stops.len() > 1 && is_king_row(here, figure.side);
        let mut goes_on = false;
        for (right, down) in self.ways(figure) {
            let over = (here.0 + right, here.1 + down);
            let to = (over.0 + right, over.1 + down);
            let is_enemy = self.board.get(&over).is_some_and(|f| f.side != figure.side);
            let is_free = is_on_board(to) && (to == start || !self.board.contains_key(&to));
            if is_crowned || !is_enemy || !is_free || turn.taken.contains(&over) {
                continue;
            }
            goes_on = true;
            let mut longer = turn.clone();
            longer.stops.push(to);
            longer.taken.push(over);
            self.chains(figure, longer, found);
        }
        if !goes_on && turn.stops.len() > 1 {
            found.push(turn);
        }
    }

    /// Makes a turn.
    pub fn make(&mut self, turn: &SlowTurn) {
        let mut figure = self.board.remove(&turn.stops[0]).unwrap();
        let to = *turn.stops.last().unwrap();
        for place in &turn.taken {
            self.board.remove(place);
        }
        self.quiet = match figure.is_king && turn.taken.is_empty() {
            true => self.quiet + 1,
            false => 0,
        };
        figure.is_king |= is_king_row(to, figure.side);
        self.board.insert(to, figure);
        self.side = 1 - self.side;
    }
}

fn is_king_row((_, row): Place, side: usize) -> bool {
    row == if side == 0 { 7 } else { 0 }
}
