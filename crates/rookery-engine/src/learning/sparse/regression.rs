//! Logistic regression of sparse inputs: the weights whose sums foretell best how games went.

use std::marker::PhantomData;

use crate::SplitMix;
use crate::learning::expected_score::{expected_score, fitted_scale_cp, target};
use crate::learning::gradient_descent::{Model, Training};
use crate::learning::learning_rate::LearningRate;
use crate::learning::sparse::hidden_layer::{FULL, HIDDEN_UNITS};
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
/// The weight of the game's result in the target, 0 to 1; the rest is that of the search's value.
const RESULT: f32 = 0.5;
/// The seed of the order in which samples are gone through.
const SEED: u64 = 64;
/// The seed of a hidden layer's first weights.
const FIRST_SEED: u64 = 32;

/// The learning rate of the weights that add to hidden units, relative to that of the others, which are centipawns.
const HIDDEN_RATE: f32 = 1e-3;
/// The greatest initial weights of a hidden unit, either way: what an input adds to it, as a share of its full output, and its worth, as a
/// share of the scale.
const FIRST_ADDED: f32 = 0.01;
const FIRST_WORTH: f32 = 0.25;
/// The initial sum of each unit without inputs, as a share of its full output.
const FIRST_SUM: f32 = 0.3;
/// The greatest weight that adds to a hidden unit.
const MOST_ADDED: f32 = 16.0;

/// The evaluation as it is learned. The weights: for each input two, centipawns, the opening's and the ending's. Where there is a
/// hidden layer, for each input what it adds to each unit, of the full output; the units' sums without inputs; and the worth of
/// their full outputs, centipawns.
struct Sums<'a, I: SparseInputs> {
    samples: &'a PackedSamples<'a, SparseSample<I>>,
    scale_cp: f32,
    of: PhantomData<I>,
}

impl<I: SparseInputs> Sums<'_, I> {
    /// The first weight of the hidden layer, of its sums without inputs, and of its worth.
    const ROWS: usize = 2 * I::COUNT;
    const FIRST: usize = Self::ROWS + HIDDEN_UNITS * I::COUNT;
    const WORTH: usize = Self::FIRST + HIDDEN_UNITS;

    /// Whether a weight adds to a hidden unit, by an input or without any.
    fn is_added(index: usize) -> bool {
        (Self::ROWS..Self::WORTH).contains(&index)
    }

    /// The weights to begin with: small ones by chance in a hidden layer, so that its units learn different things.
    fn first(&self, random: &mut SplitMix) -> Vec<f32> {
        let mut first = vec![0.0; SparseWeights::<I>::NUMBERS];
        let mut by_chance = |most: f32| most * (random.below(2_001) as f32 / 1_000.0 - 1.0);
        for (index, weight) in first.iter_mut().enumerate().skip(Self::ROWS) {
            *weight = match index {
                _ if index < Self::FIRST => by_chance(FIRST_ADDED),
                _ if index < Self::WORTH => FIRST_SUM,
                _ => by_chance(FIRST_WORTH) * self.scale_cp,
            };
        }
        first
    }

    /// Clears the hidden layer's weights of each input that no sample has: training left them as they began, random.
    fn forget_unseen(learned: &mut [f32], first: &[f32]) {
        let hidden = Self::ROWS..first.len().min(Self::FIRST);
        let rows = learned[hidden.clone()].chunks_exact_mut(HIDDEN_UNITS);
        for (row, first) in rows.zip(first[hidden].chunks_exact(HIDDEN_UNITS)) {
            if row == first {
                row.fill(0.0);
            }
        }
    }

    /// The weights in the steps of a file.
    fn in_steps(weights: &[f32]) -> Vec<i16> {
        let steps = |(index, weight): (usize, &f32)| match Self::is_added(index) {
            true => (FULL as f32 * weight).round() as i16,
            false => (STEPS_A_CP * weight).round() as i16,
        };
        weights.iter().enumerate().map(steps).collect()
    }

    /// What the weights say of a sample; the inputs that count are added to `seen`.
    fn foretold(&self, weights: &[f32], sample: u32, seen: &mut Vec<usize>) -> Option<Foretold> {
        let sample = self.samples.get(sample)?;
        let mut sums = [0.0; 2];
        let mut units = [0.0; HIDDEN_UNITS];
        if I::HIDDEN {
            units.copy_from_slice(&weights[Self::FIRST..Self::WORTH]);
        }
        I::visit(&sample.position, |input| {
            seen.push(input);
            sums[0] += weights[2 * input];
            sums[1] += weights[2 * input + 1];
            if I::HIDDEN {
                let row = &weights[Self::ROWS + HIDDEN_UNITS * input..][..HIDDEN_UNITS];
                units.iter_mut().zip(row).for_each(|(unit, w)| *unit += w);
            }
        });
        let opening = I::phase(&sample.position).clamp(0, PHASE_MAX) as f32 / PHASE_MAX as f32;
        let parts = [opening, 1.0 - opening];
        let mut value = I::base(&sample.position) as f32 + sums[0] * parts[0] + sums[1] * parts[1];
        if I::HIDDEN {
            let worth = &weights[Self::WORTH..];
            value += units
                .iter()
                .zip(worth)
                .map(|(unit, worth)| unit.clamp(0.0, 1.0) * worth)
                .sum::<f32>();
        }
        Some(Foretold {
            parts,
            units,
            score: expected_score(value, self.scale_cp),
            target: target(sample.halves, sample.score_cp, RESULT, self.scale_cp),
        })
    }
}

struct Foretold {
    /// The parts of opening and ending.
    parts: [f32; 2],
    /// The sums of hidden units.
    units: [f32; HIDDEN_UNITS],
    /// The score that the weights expect, and the one to come near to.
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
            units,
            score,
            target,
        } = foretold;
        let slope = (score - target) * score * (1.0 - score);
        for &input in &seen {
            gradient[2 * input] += slope * parts[0];
            gradient[2 * input + 1] += slope * parts[1];
        }
        if !I::HIDDEN {
            return;
        }
        let mut slopes = [0.0; HIDDEN_UNITS];
        for (unit, sum) in units.into_iter().enumerate() {
            gradient[Self::WORTH + unit] += slope * sum.clamp(0.0, 1.0);
            if 0.0 < sum && sum < 1.0 {
                slopes[unit] = slope * weights[Self::WORTH + unit];
            }
        }
        let rows = seen.iter().map(|input| Self::ROWS + HIDDEN_UNITS * input);
        for from in rows.chain([Self::FIRST]) {
            let row = &mut gradient[from..from + HIDDEN_UNITS];
            row.iter_mut()
                .zip(slopes)
                .for_each(|(sum, slope)| *sum += slope);
        }
    }

    fn relative_rate(&self, index: usize) -> f32 {
        match Self::is_added(index) {
            true => HIDDEN_RATE,
            false => 1.0,
        }
    }

    fn bound(&self, index: usize) -> f32 {
        match Self::is_added(index) {
            true => MOST_ADDED,
            false => f32::from(i16::MAX) / STEPS_A_CP,
        }
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
    let first = sums.first(&mut SplitMix::new(FIRST_SEED));
    let order = SplitMix::new(SEED);
    let mut learned = TRAINING.run(&sums, samples.count(), first.clone(), order, on_epoch)?;
    Sums::<I>::forget_unseen(&mut learned, &first);
    Some(SparseWeights::from_numbers(&Sums::<I>::in_steps(&learned)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::pack;
    use crate::learning::sparse::tests::{Bits, heap};

    /// The slope of half the squared error by central differences, for each weight: the gradient is that of centipawns on the scale.
    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let samples: Vec<_> = (0..4)
            .map(|matches| SparseSample::<Bits> {
                position: heap(matches),
                score_cp: 90,
                halves: 2,
            })
            .collect();
        let packed = pack(&samples);
        let samples = PackedSamples::new(&packed);
        let sums = Sums::<Bits> {
            samples: &samples,
            scale_cp: 100.0,
            of: PhantomData,
        };
        let mut random = SplitMix::new(9);
        let mut weights = sums.first(&mut random);
        for weight in &mut weights {
            *weight += random.below(200) as f32 / 1_000.0;
        }
        for sample in 0..4 {
            let mut gradient = vec![0.0; weights.len()];
            sums.add_gradient(&weights, sample, &mut gradient);
            for (index, &slope) in gradient.iter().enumerate() {
                let half_square = |change: f32| {
                    let mut weights = weights.clone();
                    weights[index] += change;
                    0.5 * sums.error(&weights, sample).unwrap().powi(2)
                };
                let step = 0.02;
                let found = (half_square(step) - half_square(-step)) / (2.0 * step);
                let expected = slope / sums.scale_cp;
                let near = 2e-5 + 0.02 * expected.abs();
                assert!(
                    (found - expected).abs() < near,
                    "{index}: {found} {expected}"
                );
            }
        }
    }
}
