//! Accumulators of both views, updated incrementally.

use multiversion::multiversion;

use crate::chess::board::changes::Changes;
use crate::chess::network::inputs::{Perspective, for_all, input};
use crate::chess::network::{Layer, Network, WIDTH};
use crate::chess::{Chess, ChessMove, Role};
use rookery_engine::Position;

/// For each side the sum of the inputs that it sees.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Sums {
    /// By side.
    pub layers: [Layer; 2],
}

impl Default for Sums {
    fn default() -> Self {
        Sums {
            layers: [[0; WIDTH]; 2],
        }
    }
}

impl Sums {
    /// The sums of a position from scratch.
    pub fn renew(&mut self, position: &Chess, network: &Network) {
        for side in 0..2 {
            self.renew_view(position, side, network);
        }
    }

    fn renew_view(&mut self, position: &Chess, side: usize, network: &Network) {
        let layer = &mut self.layers[side];
        *layer = network.layer_bias;
        for_all(position, Perspective::of(position, side), |input| {
            let row = &network.inputs[input];
            for (sum, &weight) in layer.iter_mut().zip(row) {
                *sum += weight;
            }
        });
    }

    /// The sums after a move of `parent`, from those before it.
    pub fn follow(
        &mut self,
        before: &Sums,
        parent: &Chess,
        m: ChessMove,
        child: &Chess,
        network: &Network,
    ) {
        let us = parent.side();
        let changes = Changes::of(m);
        for side in 0..2 {
            let view = Perspective::of(child, side);
            // Castling moves two pieces, and is too rare to deserve code of its own.
            if view != Perspective::of(parent, side) || changes.rook.is_some() {
                self.renew_view(child, side, network);
                continue;
            }
            let row = |side: usize, (role, square): (Role, u8)| {
                &network.inputs[input(view, side, role, square)]
            };
            let (old, new) = (&before.layers[side], &mut self.layers[side]);
            let (come, gone) = (row(us, changes.to), row(us, changes.from));
            match changes.taken {
                Some(taken) => exchange(new, old, come, [gone, row(1 - us, taken)]),
                None => replace(new, old, come, gone),
            }
        }
    }
}

/// The sums with the row of the input that appeared (`come`) in place of the row of the one that disappeared (`gone`).
#[multiversion(targets("x86_64+avx2"))]
fn replace(new: &mut Layer, old: &Layer, come: &Layer, gone: &Layer) {
    for i in 0..WIDTH {
        new[i] = old[i] - gone[i] + come[i];
    }
}

/// As `replace`, and without the row of the captured piece.
#[multiversion(targets("x86_64+avx2"))]
fn exchange(new: &mut Layer, old: &Layer, come: &Layer, gone: [&Layer; 2]) {
    for i in 0..WIDTH {
        new[i] = old[i] - gone[0][i] - gone[1][i] + come[i];
    }
}
