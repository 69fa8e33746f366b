//! Strips: the whole height of a picture, its upper and its lower half side by side, so that one head reads one row of letters or two.

use rand::Rng;

use crate::network::conv::{Conv, Kernel};
use crate::network::param::Param;
use crate::network::tensor::Tensor;

/// Strips of a picture: the whole, the upper half, the lower half.
pub(crate) const STRIPS: usize = 3;

/// Makes three pictures of one row each from one picture, in the order of [`STRIPS`]. Letters of one row are twice as high as those of
/// two, so the whole and the halves have weights of their own.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    whole: Conv,
    half: Conv,
    /// Rows of a strip.
    rows: usize,
}

impl Strips {
    /// For pictures of `2 * rows` rows.
    pub(crate) fn new(channels: usize, rows: usize, rng: &mut impl Rng) -> Self {
        let kernel = Kernel {
            height: rows,
            pad_y: 0,
            ..Kernel::three(channels, channels)
        };
        Strips {
            whole: Conv::new(kernel, rng),
            half: Conv::new(kernel, rng),
            rows,
        }
    }

    pub(crate) fn forward(&mut self, input: &Tensor, is_training: bool) -> Tensor {
        let (rows, width) = (self.rows, input.width);
        let mut whole = Tensor::zeros(input.channels, input.pictures, rows, width);
        let mut halves = Tensor::zeros(input.channels, 2 * input.pictures, rows, width);
        for channel in 0..input.channels {
            for picture in 0..input.pictures {
                let map = input.map(channel, picture);
                let pairs = map.chunks_exact(2 * width);
                let to = whole.map_mut(channel, picture).chunks_exact_mut(width);
                for (to, pair) in to.zip(pairs) {
                    let (upper, lower) = pair.split_at(width);
                    for ((to, a), b) in to.iter_mut().zip(upper).zip(lower) {
                        *to = (a + b) / 2.0;
                    }
                }
                let (upper, lower) = map.split_at(rows * width);
                halves.map_mut(channel, 2 * picture).copy_from_slice(upper);
                halves
                    .map_mut(channel, 2 * picture + 1)
                    .copy_from_slice(lower);
            }
        }
        let whole = self.whole.forward(whole, is_training);
        let halves = self.half.forward(halves, is_training);
        let mut output = Tensor::zeros(whole.channels, STRIPS * input.pictures, 1, width);
        for channel in 0..output.channels {
            for strip in 0..output.pictures {
                let (picture, part) = (strip / STRIPS, strip % STRIPS);
                let from = match part {
                    0 => whole.map(channel, picture),
                    half => halves.map(channel, 2 * picture + half - 1),
                };
                output.map_mut(channel, strip).copy_from_slice(from);
            }
        }
        output
    }

    /// Adds the gradients of the weights; returns that of the input.
    pub(crate) fn backward(&mut self, gradient: &Tensor) -> Tensor {
        let (pictures, width) = (gradient.pictures / STRIPS, gradient.width);
        let mut whole = Tensor::zeros(gradient.channels, pictures, 1, width);
        let mut halves = Tensor::zeros(gradient.channels, 2 * pictures, 1, width);
        for channel in 0..gradient.channels {
            for strip in 0..gradient.pictures {
                let (picture, part) = (strip / STRIPS, strip % STRIPS);
                let to = match part {
                    0 => whole.map_mut(channel, picture),
                    half => halves.map_mut(channel, 2 * picture + half - 1),
                };
                to.copy_from_slice(gradient.map(channel, strip));
            }
        }
        let whole = self.whole.backward(&whole, true).unwrap_or_default();
        let halves = self.half.backward(&halves, true).unwrap_or_default();
        let mut back = Tensor::zeros(whole.channels, pictures, 2 * self.rows, width);
        for channel in 0..back.channels {
            for picture in 0..pictures {
                let to = back.map_mut(channel, picture);
                let (upper, lower) = to.split_at_mut(self.rows * width);
                upper.copy_from_slice(halves.map(channel, 2 * picture));
                lower.copy_from_slice(halves.map(channel, 2 * picture + 1));
                let rows = whole.map(channel, picture).chunks_exact(width);
                for (pair, row) in to.chunks_exact_mut(2 * width).zip(rows) {
                    for (place, to) in pair.iter_mut().enumerate() {
                        *to += row[place % width] / 2.0;
                    }
                }
            }
        }
        back
    }

    /// The parameters that the strips learn.
    pub(crate) fn params(&mut self) -> Vec<&mut Param> {
        vec![&mut self.whole.weight, &mut self.half.weight]
    }
}
