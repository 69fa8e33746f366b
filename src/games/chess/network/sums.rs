//! The layers of both views, kept from ply to ply.

use crate::engine::Position;
use crate::games::chess::changes::Changes;
use crate::games::chess::chess_move::ChessMove;
use crate::games::chess::network::inputs::{View, for_all, input};
use crate::games::chess::network::{Layer, Network, WIDTH};
use crate::games::chess::position::Chess;
use crate::games::chess::role::Role;

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
        for_all(position, View::of(position, side), |input| {
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
            let view = View::of(child, side);
            if view != View::of(parent, side) {
                self.renew_view(child, side, network);
                continue;
            }
            let row = |side: usize, (role, square): (Role, u8)| {
                &network.inputs[input(view, side, role, square)]
            };
            let (old, new) = (&before.layers[side], &mut self.layers[side]);
            let (come, gone) = (row(us, changes.to), row(us, changes.from));
            if let Some(taken) = changes.taken {
                change(new, old, [come], [gone, row(1 - us, taken)]);
            } else if let Some((from, to)) = changes.rook {
                let (reached, left) = (row(us, (Role::Rook, to)), row(us, (Role::Rook, from)));
                change(new, old, [come, reached], [gone, left]);
            } else {
                change(new, old, [come], [gone]);
            }
        }
    }
}

/// The sums without the rows of what has gone, with those of what has come.
fn change<const COME: usize, const GONE: usize>(
    new: &mut Layer,
    old: &Layer,
    come: [&Layer; COME],
    gone: [&Layer; GONE],
) {
    for (i, sum) in new.iter_mut().enumerate() {
        *sum = old[i];
        for row in come {
            *sum += row[i];
        }
        for row in gone {
            *sum -= row[i];
        }
    }
}
