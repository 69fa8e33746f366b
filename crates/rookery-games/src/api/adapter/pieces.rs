//! The identity of pieces: each keeps its number from move to move, so that the page can animate it.

use std::collections::BTreeMap;

use crate::api::view::Fx;
use crate::{Change, PlacedPiece, Step};

/// The numbers of the pieces, by space.
#[derive(Clone, Debug)]
pub(crate) struct PieceIds {
    at: BTreeMap<String, u16>,
    next: u16,
}

impl PieceIds {
    /// Numbers the pieces of a first position in their order.
    pub fn new(pieces: &[PlacedPiece]) -> Self {
        let mut ids = PieceIds {
            at: BTreeMap::new(),
            next: 0,
        };
        for piece in pieces {
            ids.add(&piece.at);
        }
        ids
    }

    /// The number of the piece on a space.
    pub fn at(&self, space: &str) -> u16 {
        *self
            .at
            .get(space)
            .expect("the steps of a move lead to the pieces of the next position")
    }

    /// Makes the changes of a move and gives their effects on pieces, token by token.
    pub fn follow(&mut self, steps: &[Step]) -> Vec<Vec<Fx>> {
        steps.iter().map(|step| self.step(step)).collect()
    }

    /// The answer that [`PieceIds::follow`] would give, with everything left as it is.
    pub fn foresee(&self, steps: &[Step]) -> Vec<Vec<Fx>> {
        // A move touches a few spaces: those are all that has to be copied.
        let touched = steps
            .iter()
            .flat_map(|step| &step.changes)
            .filter_map(|c| match c {
                Change::Add(_) => None,
                Change::Move { from: at, .. }
                | Change::Remove { at }
                | Change::Turn { at, .. }
                | Change::Morph { at, .. } => self.at.get_key_value(at),
            });
        let mut part = PieceIds {
            at: touched.map(|(at, id)| (at.clone(), *id)).collect(),
            next: self.next,
        };
        part.follow(steps)
    }

    /// The pieces that move in one step all leave before any arrives, so that two can change places.
    fn step(&mut self, step: &Step) -> Vec<Fx> {
        let mut arrivals = Vec::new();
        let changes = step.changes.iter();
        let fx = changes.map(|c| self.change(c, &mut arrivals)).collect();
        self.at.extend(arrivals);
        fx
    }

    fn change(&mut self, change: &Change, arrivals: &mut Vec<(String, u16)>) -> Fx {
        match change {
            Change::Add(piece) => Fx::Add {
                p: self.add(&piece.at),
                at: piece.at.clone(),
                side: piece.side,
                kind: piece.kind,
            },
            Change::Move { from, to } => {
                let p = self.take(from);
                arrivals.push((to.clone(), p));
                Fx::Move { p, to: to.clone() }
            }
            Change::Remove { at } => Fx::Remove { p: self.take(at) },
            Change::Turn { at, side } => Fx::Turn {
                p: self.at(at),
                side: *side,
            },
            Change::Morph { at, kind } => Fx::Morph {
                p: self.at(at),
                kind,
            },
        }
    }

    fn add(&mut self, space: &str) -> u16 {
        let id = self.next;
        // Numbers wrap after 65,536 placed pieces; by then the first are long gone.
        self.next = self.next.wrapping_add(1);
        self.at.insert(space.to_owned(), id);
        id
    }

    fn take(&mut self, space: &str) -> u16 {
        let id = self.at(space);
        self.at.remove(space);
        id
    }
}
