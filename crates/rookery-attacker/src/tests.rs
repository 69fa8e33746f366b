//! Tests of the attacker against finite differences, brute force and plain loops.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::network::tensor::Tensor;

mod alignments;
mod gradients;
mod pictures;
mod whole;

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(7)
}

/// Random numbers between −1 and 1.
fn noise(channels: usize, pictures: usize, height: usize, width: usize) -> Tensor {
    let mut rng = rng();
    let mut tensor = Tensor::zeros(channels, pictures, height, width);
    for number in &mut tensor.data {
        *number = rng.random_range(-1.0..1.0);
    }
    tensor
}
