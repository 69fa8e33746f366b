//! Features of a position for the tuner: its evaluation terms, and how they combine into one number.

use crate::chess::evaluation::pawns::{shelter, structure};
use crate::chess::evaluation::state::{PHASE_MAX, phase};
use crate::chess::evaluation::tuning::terms::COUNT;
use crate::chess::evaluation::tuning::tracer::Tracer;
use crate::chess::evaluation::{scale, squares, whole};
use crate::chess::rules::position::Chess;

/// The features that make up the value of a position, as White sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Terms by number, each with its count for White less its count for Black.
    pub terms: Vec<(u16, i16)>,
    /// The parts of the middlegame and the endgame, 0 to 1, by the side that is ahead in the endgame.
    pub parts: [[f32; 2]; 2],
}

/// Records terms; reused from position to position to save allocations.
pub struct Notes {
    counts: Box<[i16; COUNT]>,
    seen: Vec<u16>,
}

impl Tracer for Notes {
    fn add(&mut self, side: usize, term: usize, count: i32) {
        if self.counts[term] == 0 {
            self.seen.push(term as u16);
        }
        let count = count as i16;
        self.counts[term] += if side == 0 { count } else { -count };
    }
}

impl Notes {
    /// A recorder without terms.
    pub fn new() -> Self {
        Notes {
            counts: Box::new([0; COUNT]),
            seen: Vec::new(),
        }
    }

    /// The features of a position. The fading of an advantage over plies without progress is left out.
    pub fn features(&mut self, position: &Chess) -> Features {
        squares::trace(position, self);
        let passed = structure::evaluate(position, self);
        shelter::evaluate(position, self);
        whole::attacks(position, passed, self);
        let mut terms = Vec::with_capacity(self.seen.len());
        for term in self.seen.drain(..) {
            let count = std::mem::take(&mut self.counts[usize::from(term)]);
            if count != 0 {
                terms.push((term, count));
            }
        }
        let middlegame = phase(position).min(PHASE_MAX) as f32 / PHASE_MAX as f32;
        let parts = |ahead| match scale::of_advantage(position, ahead) {
            0 => [0.0; 2],
            kept => [
                middlegame,
                (1.0 - middlegame) * kept as f32 / scale::WHOLE as f32,
            ],
        };
        Features {
            terms,
            parts: [parts(0), parts(1)],
        }
    }
}
