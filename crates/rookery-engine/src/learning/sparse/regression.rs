//! Logistic regression of sparse inputs: the weights whose sums foretell best how games went.

use std::marker::PhantomData;

use crate::SplitMix;
use crate::learning::expected_score::{expected_score, fitted_scale_cp, target};
use crate::learning::gradient_descent::{Model, Training};
use crate::learning::learning_rate::LearningRate;
use crate::learning::sparse::inputs::{PHASE_MAX, SparseInputs};
use crate::learning::sparse::sparse_sample::SparseSample;
use crate::learning::sparse::weights::{STEPS_A_CP, SparseWeights};
use crate::learning::training_sample::PackedSamples;
use crate::learning::tuner::OnEpoch;

const TRAINING: Training = Training {
    epochs: 16,
    batch: 8_192,
    parts: 2,
    // Centipawns.
    rate: LearningRate::Linear(2.0, 0.05),
    epsilon: 1e-10,
    // Weights of rare inputs stay near zero.
    pull: 3e-8,
};
/// The weight of the game's result beside the value that the search gave, of 1.
const RESULT: f32 = 0.5;
/// The seed of the order in which samples are gone through.
const SEED: u64 = 64;

/// The evaluation as it is learned. Each input has two weights, centipawns: the opening's, then the ending's.
struct Sums<'a, I: SparseInputs> {
    samples: &'a PackedSamples<'a, SparseSample<I>>,
    scale_cp: f32,
    of: PhantomData<I>,
}

impl<I: SparseInputs> Sums<'_, I> {
    /// The parts of opening and ending, the score that the weights expect, and the one to come near to; the inputs that count are added to
    /// `seen`.
    fn foretold(&self, weights: &[f32], sample: u32, seen: &mut Vec<usize>) -> Option<Foretold> {
        let sample = self.samples.get(sample)?;
        let mut sums = [0.0; 2];
        I::visit(&sample.position, |input| {
            seen.push(input);
            sums[0] += weights[2 * input];
            sums[1] += weights[2 * input + 1];
        });
        let opening = I::phase(&sample.position).clamp(0, PHASE_MAX) as f32 / PHASE_MAX as f32;
        let parts = [opening, 1.0 - opening];
        let value = I::base(&sample.position) as f32 + sums[0] * parts[0] + sums[1] * parts[1];
        Some(Foretold {
            parts,
            score: expected_score(value, self.scale_cp),
            target: target(sample.halves, sample.score_cp, RESULT, self.scale_cp),
        })
    }
}

struct Foretold {
    parts: [f32; 2],
    score: f32,
    target: f32,
}

impl<I: SparseInputs> Model for Sums<'_, I> {
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32> {
        let foretold = self.foretold(weights, sample, &mut Vec::new())?;
        Some(foretold.score - foretold.target)
    }

    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]) {
        let mut seen = Vec::with_capacity(64);
        let Some(foretold) = self.foretold(weights, sample, &mut seen) else {
            return;
        };
        let Foretold {
            parts,
            score,
            target,
        } = foretold;
        let slope = (score - target) * score * (1.0 - score);
        for input in seen {
            gradient[2 * input] += slope * parts[0];
            gradient[2 * input + 1] += slope * parts[1];
        }
    }

    fn bound(&self, _index: usize) -> f32 {
        f32::from(i16::MAX) / STEPS_A_CP
    }
}

/// Finds the weights. The error is that of the share of points that the value foretells. `None` where `on_epoch` ended it.
pub fn fit<I: SparseInputs>(
    samples: &PackedSamples<'_, SparseSample<I>>,
    on_epoch: &mut OnEpoch<'_>,
) -> Option<SparseWeights<I>> {
    let ends: Vec<_> = samples.iter().map(|s| (s.score_cp, s.halves)).collect();
    let sums = Sums {
        samples,
        scale_cp: fitted_scale_cp(&ends),
        of: PhantomData,
    };
    let first = vec![0.0; 2 * I::COUNT];
    let learned = TRAINING.run(&sums, samples.count(), first, SplitMix::new(SEED), on_epoch)?;
    let steps = |weight: f32| (STEPS_A_CP * weight).round() as i16;
    let pairs = learned
        .chunks_exact(2)
        .map(|pair| [steps(pair[0]), steps(pair[1])]);
    Some(SparseWeights::from_pairs(pairs.collect()))
}
