//! Logistic regression of the terms: the weights whose sums predict the results of games best.

use crate::chess::evaluation::{COUNT, Features, Notes, Pair, TermWeights};
use crate::chess::tune::training_position::TrainingPosition;
use rookery_engine::SplitMix;
use rookery_engine::learning::{
    LearningRate, Model, OnEpoch, PackedSamples, Training, expected_score, fitted_scale_cp, target,
};

const TRAINING: Training = Training {
    epochs: 24,
    batch: 4_096,
    parts: 1,
    // Centipawns.
    rate: LearningRate::Linear(1.0, 0.01),
    epsilon: 1e-10,
    pull: 3e-7,
};
/// The share of the game's result in the target; the rest is the value that the search gave.
const RESULT: f32 = 0.25;
/// The seed of the order in which samples are gone through.
const SEED: u64 = 64;

/// A training position in the form that learning needs.
struct Example {
    features: Features,
    /// The target value, 0 to 1 for White.
    target: f32,
}

/// The evaluation by terms. Each has two weights, centipawns: the middlegame's, then the endgame's.
struct Terms {
    examples: Vec<Example>,
    scale_cp: f32,
}

/// The value of a position as White sees it, centipawns, and the parts of middlegame and endgame in it.
fn value(weights: &[f32], features: &Features) -> (f32, [f32; 2]) {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(term, count) in &features.terms {
        let at = 2 * usize::from(term);
        middlegame += weights[at] * f32::from(count);
        endgame += weights[at + 1] * f32::from(count);
    }
    let parts = features.parts[usize::from(endgame < 0.0)];
    (middlegame * parts[0] + endgame * parts[1], parts)
}

impl Model for Terms {
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32> {
        let example = &self.examples[sample as usize];
        let (value, _) = value(weights, &example.features);
        Some(expected_score(value, self.scale_cp) - example.target)
    }

    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]) {
        let example = &self.examples[sample as usize];
        let (value, parts) = value(weights, &example.features);
        let foretold = expected_score(value, self.scale_cp);
        let slope = (foretold - example.target) * foretold * (1.0 - foretold);
        let slopes = parts.map(|part| slope * part);
        for &(term, count) in &example.features.terms {
            let at = 2 * usize::from(term);
            gradient[at] += slopes[0] * f32::from(count);
            gradient[at + 1] += slopes[1] * f32::from(count);
        }
    }
}

fn unrounded(weights: &TermWeights) -> Vec<f32> {
    let pairs = weights.values.iter();
    pairs
        .flat_map(|pair| [pair.middlegame() as f32, pair.endgame() as f32])
        .collect()
}

fn rounded(weights: &[f32]) -> TermWeights {
    let whole = |weight: f32| weight.round().clamp(-3_000.0, 3_000.0) as i16;
    let mut values = Box::new([Pair::ZERO; COUNT]);
    for (value, weights) in values.iter_mut().zip(weights.chunks_exact(2)) {
        *value = Pair::new(whole(weights[0]), whole(weights[1]));
    }
    TermWeights::new(values)
}

/// Finds the weights, beginning with `start`. The error is that of the predicted share of points.
pub fn fit(
    samples: &PackedSamples<'_, TrainingPosition>,
    start: &TermWeights,
    on_epoch: &mut OnEpoch<'_>,
) -> Option<TermWeights> {
    let ends: Vec<_> = samples.iter().map(|s| (s.score_cp, s.halves)).collect();
    let scale_cp = fitted_scale_cp(&ends);
    let mut notes = Notes::new();
    let example = |sample: TrainingPosition| Example {
        features: notes.features(&sample.position),
        target: target(sample.halves, sample.score_cp, RESULT, scale_cp),
    };
    let terms = Terms {
        examples: samples.iter().map(example).collect(),
        scale_cp,
    };
    let (count, first) = (terms.examples.len(), unrounded(start));
    let learned = TRAINING.run(&terms, count, first, SplitMix::new(SEED), on_epoch)?;
    Some(rounded(&learned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::evaluation::{State, evaluate};
    use crate::chess::tests::perft::random_games;
    use rookery_engine::Position;
    use rookery_engine::learning::pack;

    /// Positions of random games.
    fn positions(games: u64) -> Vec<TrainingPosition> {
        let mut samples = Vec::new();
        random_games(games, |_, _, position| {
            samples.push(TrainingPosition::new(position, 0, 1));
        });
        samples
    }

    #[test]
    fn what_is_learned_is_what_is_played() {
        let weights = TermWeights::built_in();
        let learnable = unrounded(&weights);
        let mut notes = Notes::new();
        for TrainingPosition { position, .. } in positions(20) {
            let played = evaluate(&position, &State::new(&position, &weights), &weights);
            let white = if position.side() == 0 {
                played
            } else {
                -played
            };
            let (learned, _) = value(&learnable, &notes.features(&position));
            let difference = (learned - white as f32).abs();
            assert!(difference < 1.1, "{learned} {white} {position:?}");
        }
    }

    /// Games whose results follow from the number of rooks and nothing else: the learned rook is worth more, the learned queen is not.
    #[test]
    fn learning_finds_what_decided_the_games() {
        use crate::chess::board::role::Role;
        let mut samples = positions(60);
        for sample in &mut samples {
            let rooks = |side| sample.position.pieces_of(side, Role::Rook).count_ones() as i16;
            let ahead = rooks(0) - rooks(1);
            sample.halves = match ahead.signum() {
                1 => 2,
                0 => 1,
                _ => 0,
            };
            sample.score_cp = 400 * ahead;
        }
        let start = TermWeights::built_in();
        let mut errors = Vec::new();
        let packed = pack(&samples);
        let samples = PackedSamples::new(&packed);
        let learned = fit(&samples, &start, &mut |_, _, error| {
            errors.push(error);
            true
        });
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        assert!(last < 0.97 * first, "{first} {last}");
        let gain = |role: Role| {
            let at = role as usize;
            let learned = learned.as_ref().unwrap().values[at].middlegame();
            learned - start.values[at].middlegame()
        };
        assert!(gain(Role::Rook) > gain(Role::Queen));
        assert!(fit(&samples, &start, &mut |_, _, _| false).is_none());
    }
}
