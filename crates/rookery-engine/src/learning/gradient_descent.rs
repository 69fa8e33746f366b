//! Gradient descent in mini-batches, by Adam, with the error on a validation set after each epoch.

use crate::SplitMix;
use crate::learning::adam::Adam;
use crate::learning::batches::{in_parts, split};
use crate::learning::learning_rate::LearningRate;
use crate::learning::tuner::OnEpoch;

/// An evaluation with weights to learn, and the samples to learn them from, which are known by their numbers.
pub trait Model: Sync {
    /// The excess of the evaluation over the target of this sample; `None` where the record is not a sample.
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32>;

    /// Adds the slope of half the squared error of this sample to the gradient, weight by weight.
    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]);

    /// The amount by which a weight decays in each step, at a learning rate of 1, whatever its gradient (decoupled weight decay,
    /// Loshchilov and Hutter, 2019).
    fn decay(&self, _index: usize, _weight: f32) -> f32 {
        0.0
    }

    /// The factor of the learning rate for this weight.
    fn relative_rate(&self, _index: usize) -> f32 {
        1.0
    }

    /// The greatest size of a weight.
    fn bound(&self, _index: usize) -> f32 {
        f32::INFINITY
    }
}

/// The settings by which a model is trained.
#[derive(Clone, Debug)]
pub struct Training {
    /// The number of passes over all samples.
    pub epochs: usize,
    /// The number of samples in a mini-batch, which makes one step.
    pub batch: usize,
    /// The number of parts in which each step is computed, in parallel where the machine can. It decides the order of summation, so that
    /// the weights depend on it, but not on the number of cores.
    pub parts: usize,
    /// The length of the steps.
    pub rate: LearningRate,
    /// Added to the size of gradients by Adam: those much smaller than it move a weight little.
    pub epsilon: f32,
    /// The factor of half the squared distance of each weight from its first value, which is added to the error, so that weights of rare
    /// features stay.
    pub pull: f32,
}

impl Training {
    /// Trains a model on its samples with the numbers below `samples`, starting from the weights `first`; `random` decides the order of the
    /// samples. `None` where `on_epoch` ended it.
    pub fn run<M: Model>(
        &self,
        model: &M,
        samples: usize,
        first: Vec<f32>,
        mut random: SplitMix,
        on_epoch: &mut OnEpoch<'_>,
    ) -> Option<Vec<f32>> {
        let (validation, mut order) = split(samples);
        let mut weights = first.clone();
        let mut adam = Adam::new(weights.len(), self.epsilon);
        let mut gradients = vec![vec![0.0; weights.len()]; self.parts];
        let steps = (self.epochs * order.len().div_ceil(self.batch)).max(1);
        let mut step = 0;
        for epoch in 0..self.epochs {
            random.shuffle(&mut order);
            for batch in order.chunks(self.batch) {
                gradients.iter_mut().for_each(|part| part.fill(0.0));
                in_parts(batch, &mut gradients, |sample, gradient| {
                    model.add_gradient(&weights, sample, gradient);
                });
                let rate = self.rate.at((epoch, self.epochs), (step, steps));
                adam.begin_step();
                for (index, weight) in weights.iter_mut().enumerate() {
                    let sum = gradients.iter().map(|part| part[index]).sum::<f32>();
                    let pull = self.pull * (*weight - first[index]);
                    let descent = adam.descent(index, sum / batch.len() as f32 + pull);
                    let rate = rate * model.relative_rate(index);
                    *weight -= rate * (descent + model.decay(index, *weight));
                    let bound = model.bound(index);
                    *weight = weight.clamp(-bound, bound);
                }
                step += 1;
            }
            let error = self.mean_error(model, &weights, &validation);
            if !on_epoch(epoch + 1, self.epochs, error) {
                return None;
            }
        }
        Some(weights)
    }

    /// The root of the mean squared error.
    fn mean_error(&self, model: &impl Model, weights: &[f32], samples: &[u32]) -> f64 {
        let mut sums = vec![(0.0, 0_u32); self.parts];
        in_parts(samples, &mut sums, |sample, (sum, count)| {
            if let Some(error) = model.error(weights, sample) {
                *sum += f64::from(error).powi(2);
                *count += 1;
            }
        });
        let all = |all: (f64, u32), part: &(f64, u32)| (all.0 + part.0, all.1 + part.1);
        let (sum, count) = sums.iter().fold((0.0, 0), all);
        (sum / f64::from(count.max(1))).sqrt()
    }
}
