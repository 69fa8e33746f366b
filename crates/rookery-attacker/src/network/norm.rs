//! Batch normalisation followed by a ReLU, in one pass each way.

use crate::network::param::Param;
use crate::network::tensor::Tensor;

/// Added to the variance, so that a flat channel is not a division by zero.
const EPSILON: f32 = 1e-5;
/// Weight of the newest batch in the running mean and variance.
const MOMENTUM: f32 = 0.05;

/// Each channel gets mean `shift` and deviation `scale` over the batch, then negative numbers become zero (Ioffe and Szegedy,
/// 2015, <https://arxiv.org/abs/1502.03167>). A tested network uses the running mean and variance of training.
#[derive(Clone, Debug)]
pub(crate) struct Norm {
    pub(crate) scale: Param,
    pub(crate) shift: Param,
    running_mean: Vec<f32>,
    running_variance: Vec<f32>,
    /// Batches that the running mean and variance have seen.
    batches: u32,
    input: Tensor,
    mean: Vec<f32>,
    inverse_deviation: Vec<f32>,
}

impl Norm {
    pub(crate) fn new(channels: usize) -> Self {
        Norm {
            scale: Param::constant(channels, 1.0),
            shift: Param::constant(channels, 0.0),
            running_mean: vec![0.0; channels],
            running_variance: vec![1.0; channels],
            batches: 0,
            input: Tensor::default(),
            mean: vec![0.0; channels],
            inverse_deviation: vec![0.0; channels],
        }
    }

    /// Normalises and rectifies.
    pub(crate) fn forward(&mut self, input: Tensor, is_training: bool) -> Tensor {
        let plane = input.plane();
        let mut output = input.zeros_like();
        if is_training {
            self.batches += 1;
        }
        for (channel, (from, to)) in input
            .data
            .chunks_exact(plane)
            .zip(output.data.chunks_exact_mut(plane))
            .enumerate()
        {
            let (mean, variance) = if is_training {
                self.measure(channel, from)
            } else {
                (self.running_mean[channel], self.running_variance[channel])
            };
            let inverse = (variance + EPSILON).sqrt().recip();
            (self.mean[channel], self.inverse_deviation[channel]) = (mean, inverse);
            let factor = self.scale.value[channel] * inverse;
            let offset = self.shift.value[channel] - mean * factor;
            for (to, from) in to.iter_mut().zip(from) {
                *to = (from * factor + offset).max(0.0);
            }
        }
        if is_training {
            self.input = input;
        }
        output
    }

    /// Mean and variance of one channel; the running ones follow.
    fn measure(&mut self, channel: usize, numbers: &[f32]) -> (f32, f32) {
        let count = numbers.len() as f32;
        let mean = sum(numbers, |x| x) / count;
        let variance = sum(numbers, |x| (x - mean) * (x - mean)) / count;
        // A plain mean at first: the start values are nobody's measurement.
        let weight = MOMENTUM.max(1.0 / self.batches as f32);
        let running = &mut self.running_mean[channel];
        *running += weight * (mean - *running);
        let running = &mut self.running_variance[channel];
        *running += weight * (variance - *running);
        (mean, variance)
    }

    /// Adds the gradients of scale and shift, and turns `gradient` into that of the input.
    pub(crate) fn backward(&mut self, mut gradient: Tensor) -> Tensor {
        let input = std::mem::take(&mut self.input);
        let plane = input.plane();
        let count = plane as f32;
        for (channel, (from, back)) in input
            .data
            .chunks_exact(plane)
            .zip(gradient.data.chunks_exact_mut(plane))
            .enumerate()
        {
            let (mean, inverse) = (self.mean[channel], self.inverse_deviation[channel]);
            let factor = self.scale.value[channel] * inverse;
            let offset = self.shift.value[channel] - mean * factor;
            for (back, x) in back.iter_mut().zip(from) {
                *back = if x * factor + offset > 0.0 {
                    *back
                } else {
                    0.0
                };
            }
            let to_shift = sum(back, |g| g);
            let to_scale = inverse * dot(back, from, mean);
            self.shift.gradient[channel] += to_shift;
            self.scale.gradient[channel] += to_scale;
            let (a, b) = (to_shift / count, to_scale * inverse / count);
            for (back, x) in back.iter_mut().zip(from) {
                *back = factor * (*back - a - (x - mean) * b);
            }
        }
        gradient
    }
}

/// Partial sums that are kept side by side: faster, and more exact than one long sum.
const LANES: usize = 16;

fn sum(numbers: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0; LANES];
    let chunks = numbers.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().map(|x| of(*x)).sum();
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += of(*x);
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Sum of `gradients` times (`numbers` − `mean`).
fn dot(gradients: &[f32], numbers: &[f32], mean: f32) -> f32 {
    let mut sums = [0.0; LANES];
    let (g, x) = (gradients.chunks_exact(LANES), numbers.chunks_exact(LANES));
    let rest = g.remainder().iter().zip(x.remainder());
    let rest: f32 = rest.map(|(g, x)| g * (x - mean)).sum();
    for (g, x) in g.zip(x) {
        for (sum, (g, x)) in sums.iter_mut().zip(g.iter().zip(x)) {
            *sum += g * (x - mean);
        }
    }
    sums.iter().sum::<f32>() + rest
}
