//! A second implementation of the rules, written for clarity and independently of the first: a map of points, lists of places, no bits.

use std::collections::BTreeMap;

/// A column from the left and a row from White's side, from 0.
pub type Place = (i8, i8);

/// A capturing step: the point that the stone comes to, `A` or `W`, and the stones taken, nearest first.
pub type SlowStep = (Place, char, Vec<Place>);

/// A turn: the first point, and either the point of a paika or the captures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlowTurn {
    Paika(Place, Place),
    Chain(Place, Vec<SlowStep>),
}

/// A position.
#[derive(Clone, Debug)]
pub struct SlowFanorona {
    pub columns: i8,
    pub rows: i8,
    /// 0 White, 1 Black.
    pub board: BTreeMap<Place, usize>,
    pub side: usize,
    /// Plies since the last capture.
    pub quiet: u32,
}

fn plus(place: Place, way: Place, times: i8) -> Place {
    (place.0 + times * way.0, place.1 + times * way.1)
}

/// The ways along lines from a point: all eight where column and row are both even or both odd.
fn ways(place: Place) -> Vec<Place> {
    let mut ways = vec![(1, 0), (-1, 0), (0, 1), (0, -1)];
    if (place.0 + place.1) % 2 == 0 {
        ways.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
    }
    ways
}

impl SlowFanorona {
    /// The position of a picture, rows from the top, with `W`, `B` and `.`.
    pub fn drawn(picture: &str) -> Self {
        let lines: Vec<&str> = picture.split_whitespace().collect();
        let mut board = BTreeMap::new();
        for (row, line) in (0..).zip(lines.iter().rev()) {
            for (column, sign) in (0..).zip(line.chars()) {
                match sign {
                    'W' => drop(board.insert((column, row), 0)),
                    'B' => drop(board.insert((column, row), 1)),
                    _ => {}
                }
            }
        }
        SlowFanorona {
            columns: lines[0].len() as i8,
            rows: lines.len() as i8,
            board,
            side: 0,
            quiet: 0,
        }
    }

    fn is_free(&self, place: Place) -> bool {
        let is_on = (0..self.columns).contains(&place.0) && (0..self.rows).contains(&place.1);
        is_on && !self.board.contains_key(&place)
    }

    /// The enemy stones from `place` on, one after another.
    fn row_of_enemies(&self, place: Place, way: Place) -> Vec<Place> {
        (1..)
            .map(|n| plus(place, way, n))
            .take_while(|at| self.board.get(at) == Some(&(1 - self.side)))
            .collect()
    }

    /// The legal turns.
    pub fn turns(&self) -> Vec<SlowTurn> {
        let own: Vec<Place> = self.places(self.side);
        let mut chains = Vec::new();
        for &from in &own {
            self.go_on(from, &[from], None, &[], &mut |steps| {
                chains.push(SlowTurn::Chain(from, steps.to_vec()));
            });
        }
        if !chains.is_empty() {
            return chains;
        }
        let mut paikas = Vec::new();
        for &from in &own {
            for way in ways(from) {
                let to = plus(from, way, 1);
                if self.is_free(to) {
                    paikas.push(SlowTurn::Paika(from, to));
                }
            }
        }
        paikas
    }

    fn places(&self, side: usize) -> Vec<Place> {
        let of = self.board.iter().filter(|(_, owner)| **owner == side);
        of.map(|(place, _)| *place).collect()
    }

    /// Goes on with the stone, on a copy of the board for each step.
    fn go_on(
        &self,
        here: Place,
        been: &[Place],
        last: Option<Place>,
        steps: &[SlowStep],
        found: &mut dyn FnMut(&[SlowStep]),
    ) {
        for way in ways(here) {
            let to = plus(here, way, 1);
            if !self.is_free(to) || been.contains(&to) || last == Some(way) {
                continue;
            }
            let ahead = self.row_of_enemies(to, way);
            let behind = self.row_of_enemies(here, (-way.0, -way.1));
            for (letter, taken) in [('A', ahead), ('W', behind)] {
                if taken.is_empty() {
                    continue;
                }
                let mut next = self.clone();
                next.board.remove(&here);
                next.board.insert(to, self.side);
                for place in &taken {
                    next.board.remove(place);
                }
                let steps = [steps, &[(to, letter, taken)]].concat();
                let been = [been, &[to]].concat();
                found(&steps);
                next.go_on(to, &been, Some(way), &steps, found);
            }
        }
    }

    /// Makes a turn.
    pub fn make(&mut self, turn: &SlowTurn) {
        let (from, to) = match turn {
            SlowTurn::Paika(from, to) => (*from, *to),
            SlowTurn::Chain(from, steps) => (*from, steps[steps.len() - 1].0),
        };
        self.quiet += 1;
        if let SlowTurn::Chain(_, steps) = turn {
            self.quiet = 0;
            for place in steps.iter().flat_map(|(.., taken)| taken) {
                self.board.remove(place);
            }
        }
        self.board.remove(&from);
        self.board.insert(to, self.side);
        self.side = 1 - self.side;
    }
}
