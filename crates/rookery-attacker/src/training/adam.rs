//! The Adam optimiser.

use crate::network::param::Param;

/// Adam with decoupled weight decay (Kingma and Ba, 2014, <https://arxiv.org/abs/1412.6980>; Loshchilov and Hutter, 2017,
/// <https://arxiv.org/abs/1711.05101>), after the gradient has been cut to a greatest length.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adam {
    steps: i32,
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.99;
const EPSILON: f32 = 1e-8;
const WEIGHT_DECAY: f32 = 0.02;
/// Longer gradients are cut to this length: a rare batch must not undo what many have taught.
const MAX_LENGTH: f32 = 5.0;

impl Adam {
    /// One step against the gradients, which are zero afterwards.
    pub(crate) fn step(&mut self, params: &mut [&mut Param], rate: f32) {
        self.steps += 1;
        let square: f32 = params
            .iter()
            .flat_map(|param| &param.gradient)
            .map(|g| g * g)
            .sum();
        let cut = (MAX_LENGTH / square.sqrt().max(MAX_LENGTH)).min(1.0);
        let mean_share = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(self.steps);
        for param in params {
            let decay = if param.decays {
                1.0 - rate * WEIGHT_DECAY
            } else {
                1.0
            };
            let moments = param.mean.iter_mut().zip(&mut param.square);
            let numbers = param.value.iter_mut().zip(&mut param.gradient);
            for ((value, gradient), (mean, square)) in numbers.zip(moments) {
                let g = *gradient * cut;
                *gradient = 0.0;
                *mean += (1.0 - MEAN_DECAY) * (g - *mean);
                *square += (1.0 - SQUARE_DECAY) * (g * g - *square);
                let deviation = (*square / square_share).sqrt() + EPSILON;
                *value = *value * decay - rate * (*mean / mean_share) / deviation;
            }
        }
    }
}
