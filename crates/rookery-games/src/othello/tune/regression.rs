//! Least squares: the weights whose sum comes nearest to the results, stage by stage.

use crate::othello::evaluation::patterns::{self, PATTERNS};
use crate::othello::evaluation::weights::{PatternWeights, STAGES, STEP_CP, Stage, stage};
use crate::othello::tune::training_position::TrainingPosition;
use rookery_engine::SplitMix;
use rookery_engine::learning::{LearningRate, Model, OnEpoch, PackedSamples, Training};

/// The first training, of weights that all stages share; each stage then starts from them.
const SHARED: Training = Training {
    epochs: 4,
    batch: 1_024,
    parts: 4,
    // Discs.
    rate: LearningRate::Linear(0.05, 0.02),
    epsilon: 1e-8,
    pull: 1e-4,
};
/// The second training, of the weights of each stage.
const STAGED: Training = Training {
    epochs: 8,
    rate: LearningRate::Linear(1e-2, 2e-4),
    ..SHARED
};
/// Mobilities are divided by this, so that they weigh like a pattern.
const MOBILITY_SCALE: f32 = 8.0;
/// The seed of the order in which samples are gone through.
const SEED: u64 = 64;

/// The weights of a stage, discs, begin with those of having the move, by parity; then come those of the mobilities, ...
const MOBILITIES: usize = 2;
/// ... and those of the patterns, by the numbers of [`patterns::sharing`].
const FILLINGS: usize = 4;

/// The weights that count for a position, as their indices, each with its factor.
type Features = [(usize, f32); 3 + PATTERNS];

fn stage_size() -> usize {
    FILLINGS + patterns::sharing().weights
}

/// The weights of `count` stages: all of them, or a single one that stands for all.
struct Stages<'a> {
    samples: &'a PackedSamples<'a, TrainingPosition>,
    count: usize,
}

impl Stages<'_> {
    fn features(&self, sample: &TrainingPosition) -> Features {
        let weight_of = &patterns::sharing().weight_of;
        let (own, other) = (sample.own, sample.other);
        let empty = (!(own | other)).count_ones();
        let first = stage(empty).min(self.count - 1) * stage_size();
        let [now, later] = patterns::mobilities(own, other).map(|n| n as f32 / MOBILITY_SCALE);
        let mut features = [(first, 1.0); 3 + PATTERNS];
        features[0].0 += empty as usize & 1;
        features[1] = (first + MOBILITIES, now);
        features[2] = (first + MOBILITIES + 1, later);
        let mut next = 3;
        patterns::visit(own, other, |filling| {
            features[next].0 += FILLINGS + weight_of[filling] as usize;
            next += 1;
        });
        features
    }

    fn features_and_error(&self, weights: &[f32], sample: u32) -> Option<(Features, f32)> {
        let sample = self.samples.get(sample)?;
        let features = self.features(&sample);
        let value: f32 = features.iter().map(|&(at, n)| n * weights[at]).sum();
        Some((features, value - f32::from(sample.result)))
    }
}

impl Model for Stages<'_> {
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32> {
        Some(self.features_and_error(weights, sample)?.1)
    }

    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]) {
        if let Some((features, error)) = self.features_and_error(weights, sample) {
            for (at, n) in features {
                gradient[at] += n * error;
            }
        }
    }
}

/// The weights of a stage in whole numbers.
fn rounded(weights: &[f32]) -> Stage {
    let centidiscs = |discs: f32| (100.0 * discs).round() as i16;
    let steps = |discs: f32| (100.0 / STEP_CP as f32 * discs).round() as i8;
    let weight_of = patterns::sharing().weight_of.iter();
    Stage {
        tempo: [0, 1].map(|parity| centidiscs(weights[parity])),
        mobilities: [0, 1].map(|i| centidiscs(weights[MOBILITIES + i] / MOBILITY_SCALE)),
        fillings: weight_of
            .map(|&filling| steps(weights[FILLINGS + filling as usize]))
            .collect(),
    }
}

/// Finds the weights. The error is that of the result, discs.
pub fn fit(
    samples: &PackedSamples<'_, TrainingPosition>,
    on_epoch: &mut OnEpoch<'_>,
) -> Option<PatternWeights> {
    let epochs = SHARED.epochs + STAGED.epochs;
    let mut train = |training: &Training, count, first, done| {
        let stages = Stages { samples, count };
        let mut on_epoch = |epoch: usize, _, error| on_epoch(done + epoch, epochs, error);
        let random = SplitMix::new(SEED);
        training.run(&stages, samples.count(), first, random, &mut on_epoch)
    };
    let shared = train(&SHARED, 1, vec![0.0; stage_size()], 0)?;
    let weights = train(&STAGED, STAGES, shared.repeat(STAGES), SHARED.epochs)?;
    Some(PatternWeights {
        stages: weights.chunks_exact(stage_size()).map(rounded).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_engine::learning::pack;

    /// Random boards.
    fn positions(count: u64) -> Vec<TrainingPosition> {
        let mut random = SplitMix::new(5);
        let mut sample = |_| {
            let taken = random.next() | random.next();
            let own = taken & random.next();
            TrainingPosition {
                own,
                other: taken & !own,
                result: 0,
            }
        };
        (0..count).map(&mut sample).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let packed = pack(&positions(50));
        let samples = &PackedSamples::new(&packed);
        let mut random = SplitMix::new(7);
        let mut weights = vec![0.0; STAGES * stage_size()];
        weights.fill_with(|| random.below(2_001) as f32 / 1_000.0 - 1.0);
        let count = STAGES;
        let stages = Stages { samples, count };
        for (number, sample) in (0..).zip(samples.iter()) {
            let mut gradient = vec![0.0; weights.len()];
            stages.add_gradient(&weights, number, &mut gradient);
            let features = stages.features(&sample);
            for at in [0, 1, 2, 3 + random.below(PATTERNS)].map(|i| features[i].0) {
                let half_square = |by: f32| {
                    let mut moved = weights.clone();
                    moved[at] += by;
                    f64::from(stages.error(&moved, number).unwrap()).powi(2) / 2.0
                };
                let slope = (half_square(0.5) - half_square(-0.5)) as f32;
                let difference = (slope - gradient[at]).abs();
                assert!(difference < 1e-2, "{at}: {slope} {}", gradient[at]);
            }
        }
    }

    #[test]
    fn what_is_learned_is_what_is_played() {
        let (weights, packed) = (PatternWeights::built_in(), pack(&positions(100)));
        let samples = &PackedSamples::new(&packed);
        // The built-in weights as they are learned, discs.
        let mut learnable = vec![0.0; STAGES * stage_size()];
        for (stage, own) in weights
            .stages
            .iter()
            .zip(learnable.chunks_exact_mut(stage_size()))
        {
            for i in 0..2 {
                own[i] = f32::from(stage.tempo[i]) / 100.0;
                own[MOBILITIES + i] = f32::from(stage.mobilities[i]) * MOBILITY_SCALE / 100.0;
            }
            for (&weight, &steps) in patterns::sharing().weight_of.iter().zip(&stage.fillings) {
                own[FILLINGS + weight as usize] = f32::from(steps) * STEP_CP as f32 / 100.0;
            }
        }
        let rounded: Vec<_> = learnable.chunks_exact(stage_size()).map(rounded).collect();
        assert_eq!(rounded, weights.stages);
        let count = STAGES;
        let stages = Stages { samples, count };
        for (number, sample) in (0..).zip(samples.iter()) {
            let played = weights.evaluate(sample.own, sample.other) as f32 / 100.0;
            let learned = stages.error(&learnable, number).unwrap();
            let difference = (learned.clamp(-64.0, 64.0) - played).abs();
            assert!(difference < 1e-2, "{learned} {played}");
        }
    }

    /// Games whose results follow from the discs on the edges alone: the learned evaluation names the side that has more of them.
    #[test]
    fn learning_finds_what_decided_the_games() {
        const EDGES: u64 = 0xff81_8181_8181_81ff;
        let ahead = |p: &TrainingPosition| {
            let count = |discs: u64| (discs & EDGES).count_ones() as i8;
            count(p.own) - count(p.other)
        };
        let mut samples = positions(20_000);
        for sample in &mut samples {
            sample.result = ahead(sample);
        }
        let (packed, mut errors) = (pack(&samples), Vec::new());
        let packed = PackedSamples::new(&packed);
        let weights = fit(&packed, &mut |_, _, error| {
            errors.push(error);
            true
        });
        let weights = weights.unwrap();
        assert_eq!(errors.len(), SHARED.epochs + STAGED.epochs);
        let squares = samples.iter().map(|p| f64::from(p.result).powi(2));
        let spread = (squares.sum::<f64>() / samples.len() as f64).sqrt();
        assert!(
            errors[errors.len() - 1] < spread / 4.0,
            "{spread} {errors:?}"
        );
        let is_right = |p: &&TrainingPosition| {
            let value = weights.evaluate(p.own, p.other);
            value.signum() == i32::from(ahead(p).signum())
        };
        let clear: Vec<_> = samples.iter().filter(|p| ahead(p).abs() > 3).collect();
        let right = clear.iter().copied().filter(is_right).count();
        assert!(100 * right > 90 * clear.len(), "{right} of {}", clear.len());
        for ends_at in [2, SHARED.epochs + 2] {
            assert!(fit(&packed, &mut |epoch, _, _| epoch != ends_at).is_none());
        }
    }
}
