//! Learned parameters.

use rand::Rng;
use rand::RngExt;

/// Numbers that are learnt, with their gradient and the two running means of the optimiser.
#[derive(Clone, Debug, Default)]
pub(crate) struct Param {
    pub(crate) value: Vec<f32>,
    pub(crate) gradient: Vec<f32>,
    /// Running mean of the gradient.
    pub(crate) mean: Vec<f32>,
    /// Running mean of its square.
    pub(crate) square: Vec<f32>,
    /// Whether weight decay pulls it towards zero: weights, but neither biases nor scales.
    pub(crate) decays: bool,
}

impl Param {
    /// `count` times the same number; not decayed.
    pub(crate) fn constant(count: usize, value: f32) -> Self {
        Param {
            value: vec![value; count],
            gradient: vec![0.0; count],
            mean: vec![0.0; count],
            square: vec![0.0; count],
            decays: false,
        }
    }

    /// Normally distributed with variance 2 / `fan_in`, which keeps the variance through layers of rectifiers (He and others,
    /// 2015, <https://arxiv.org/abs/1502.01852>).
    pub(crate) fn he_normal(count: usize, fan_in: usize, rng: &mut impl Rng) -> Self {
        let deviation = (2.0 / fan_in as f32).sqrt();
        let mut param = Param::constant(count, 0.0);
        param.decays = true;
        for value in &mut param.value {
            *value = deviation * normal(rng);
        }
        param
    }
}

/// A normally distributed number, by Box and Muller's method.
fn normal(rng: &mut impl Rng) -> f32 {
    let radius = (-2.0 * rng.random_range(f32::MIN_POSITIVE..1.0).ln()).sqrt();
    radius * (std::f32::consts::TAU * rng.random::<f32>()).cos()
}
