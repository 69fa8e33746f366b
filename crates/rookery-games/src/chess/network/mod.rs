//! A small neural network (NNUE, Nasu, 2018) as the evaluation. Each side's view of the pieces is accumulated in a layer of
//! [`WIDTH`] numbers, which is updated incrementally because a move changes two to four pieces; each number of both layers
//! is clipped, squared and multiplied by one output weight. The network knows only which piece stands on which square, and
//! has learned the rest from the engine's own games. It uses integers, so that every machine plays the same.

mod file;
mod inputs;
mod sums;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, LazyLock};

use multiversion::multiversion;

use crate::chess::evaluation::faded;
use crate::chess::rules::position::Chess;
use rookery_engine::{Position, Score};

pub use file::INPUT_MAX;
pub use inputs::{INPUTS, Perspective, for_all};
pub use sums::Sums;

/// Numbers in the layer of one view.
pub const WIDTH: usize = 256;
/// The number of sets of output weights: one for every range of four in the number of pieces on the board.
pub const BUCKETS: usize = 8;
/// The number that stands for one in the layer: sums are clipped to 0 and this.
pub const LAYER_ONE: i16 = 255;
/// The number that stands for one among the output weights.
pub const OUTPUT_ONE: i16 = 64;
/// Output weights stay within this either way, so that their product with a clipped sum has 16 bits.
pub const OUTPUT_MAX: i16 = 127;

/// The numbers of one view.
pub type Layer = [i16; WIDTH];

/// The weights, in whole numbers.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// The contribution of each input to the layer, in parts of [`LAYER_ONE`].
    pub inputs: Vec<Layer>,
    /// The bias of the layer: the inputs are added to it.
    pub layer_bias: Layer,
    /// The weights of the layers of the side to move and of the other side, in parts of [`OUTPUT_ONE`].
    pub outputs: [[Layer; 2]; BUCKETS],
    /// The bias of the output, in parts of [`LAYER_ONE`] times [`OUTPUT_ONE`].
    pub output_bias: [i32; BUCKETS],
    /// The worth of an output of one, centipawns.
    pub scale_cp: i32,
}

impl Network {
    /// The network of this build.
    pub fn built_in() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(include_bytes!("network.bin"));
            Arc::new(network.expect("a test reads the network of the build"))
        });
        Arc::clone(&NETWORK)
    }

    /// The value for the side to move, centipawns: the output, which fades with the plies without progress.
    pub fn evaluate(&self, position: &Chess, sums: &Sums) -> Score {
        let bucket = bucket(position.occupied());
        let side = position.side();
        let layers = [&sums.layers[side], &sums.layers[1 - side]];
        let squares = weigh(layers, &self.outputs[bucket]);
        let output = squares / i32::from(LAYER_ONE) + self.output_bias[bucket];
        let one = i64::from(LAYER_ONE) * i64::from(OUTPUT_ONE);
        // The bounds of the file keep the value below 2^20, and the squares of both layers within 32 bits.
        let value = (i64::from(output) * i64::from(self.scale_cp) / one) as Score;
        faded(position, value)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

/// The index of the set of output weights for a board with these pieces, by their number.
pub fn bucket(pieces: u64) -> usize {
    ((pieces.count_ones() as usize).saturating_sub(1) / 4).min(BUCKETS - 1)
}

/// The sum of the clipped and squared layers, times their weights. Most processors have AVX2, which does twice as much at a time
/// as the baseline of the build; the sum is the same.
#[multiversion(targets("x86_64+avx2"))]
fn weigh(layers: [&Layer; 2], weights: &[Layer; 2]) -> i32 {
    let mut total = 0;
    for (layer, weights) in layers.into_iter().zip(weights) {
        for (&sum, &weight) in layer.iter().zip(weights) {
            let clipped = sum.clamp(0, LAYER_ONE);
            // At most 255 x 127: within 16 bits, so that the processor may take many at once.
            total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
        }
    }
    total
}
