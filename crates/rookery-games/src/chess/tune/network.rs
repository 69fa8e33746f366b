//! Training of the network: gradient descent in floating point, by Adam with decay, on the error of the share of points that the
//! network predicts; at the end the weights are rounded to the whole numbers of play.

use crate::chess::network::{
    BUCKETS, INPUT_MAX, INPUTS, LAYER_ONE, Layer, Network, OUTPUT_MAX, OUTPUT_ONE, Perspective,
    WIDTH, bucket, for_all,
};
use crate::chess::tune::training_position::TrainingPosition;
use rookery_engine::learning::{
    LearningRate, Model, OnEpoch, PackedSamples, Training, expected_score, fitted_scale_cp, target,
};
use rookery_engine::{Position, SplitMix};

const TRAINING: Training = Training {
    epochs: 8,
    batch: 16_384,
    parts: 4,
    rate: LearningRate::Cosine(5e-3, 1e-6),
    epsilon: 1e-8,
    pull: 0.0,
};
/// The share of the game's result in the target; the rest is the value that the search gave.
const RESULT: f32 = 0.1;
/// The decay of the weights of inputs, for a step of one: most inputs are hardly ever seen.
const DECAY: f32 = 0.05;
/// The seed of the first weights and of the order of samples.
const SEED: u64 = 768;
/// The first weights lie within these either way.
const FIRST: (f32, f32) = (0.05, 0.08);

/// The index of the layer's bias among all weights, ...
const LAYER_BIAS: usize = INPUTS * WIDTH;
/// ... of the first weight of the output, by bucket and view, ...
const OUTPUTS: usize = LAYER_BIAS + WIDTH;
/// ... of the output's bias, ...
const OUTPUT_BIAS: usize = OUTPUTS + BUCKETS * 2 * WIDTH;
/// ... and the number of all weights.
const COUNT: usize = OUTPUT_BIAS + BUCKETS;

/// A training position as the network sees it.
struct Example {
    /// The inputs of the side to move and of the other.
    inputs: [[u16; 32]; 2],
    pieces: usize,
    bucket: usize,
    /// The target value, 0 to 1 for the side to move.
    target: f32,
}

impl Example {
    fn new(sample: &TrainingPosition, scale_cp: f32) -> Self {
        let position = &sample.position;
        let side = position.side();
        let mut inputs = [[0; 32]; 2];
        let mut pieces = 0;
        for (inputs, side) in inputs.iter_mut().zip([side, 1 - side]) {
            pieces = 0;
            for_all(position, Perspective::of(position, side), |input| {
                inputs[pieces] = input as u16;
                pieces += 1;
            });
        }
        let white = target(sample.halves, sample.score_cp, RESULT, scale_cp);
        Example {
            inputs,
            pieces,
            bucket: bucket(position.occupied()),
            target: if side == 0 { white } else { 1.0 - white },
        }
    }
}

/// Both layers of a position.
type Layers = [[f32; WIDTH]; 2];

/// The layers before they are clipped, and the output.
fn forward(weights: &[f32], example: &Example) -> (Layers, f32) {
    let mut layers = [[0.0; WIDTH]; 2];
    let mut parts = [0.0_f32; 8];
    for (view, (layer, inputs)) in layers.iter_mut().zip(&example.inputs).enumerate() {
        layer.copy_from_slice(&weights[LAYER_BIAS..OUTPUTS]);
        for &input in &inputs[..example.pieces] {
            let row = &weights[usize::from(input) * WIDTH..][..WIDTH];
            for (sum, weight) in layer.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let outputs = &weights[output_at(example.bucket, view)..][..WIDTH];
        for (sums, weights) in layer.chunks_exact(8).zip(outputs.chunks_exact(8)) {
            for ((part, sum), weight) in parts.iter_mut().zip(sums).zip(weights) {
                let clipped = sum.clamp(0.0, 1.0);
                *part += clipped * clipped * weight;
            }
        }
    }
    let output = parts.iter().sum::<f32>() + weights[OUTPUT_BIAS + example.bucket];
    (layers, output)
}

/// Adds the gradient of an example's error.
fn backward(weights: &[f32], example: &Example, gradient: &mut [f32]) {
    let (layers, value) = forward(weights, example);
    let foretold = expected_score(value, 1.0);
    let slope = (foretold - example.target) * foretold * (1.0 - foretold);
    gradient[OUTPUT_BIAS + example.bucket] += slope;
    for (view, (layer, inputs)) in layers.iter().zip(&example.inputs).enumerate() {
        let at = output_at(example.bucket, view);
        let outputs = &weights[at..][..WIDTH];
        let mut asked = [0.0; WIDTH];
        for i in 0..WIDTH {
            let clipped = layer[i].clamp(0.0, 1.0);
            gradient[at + i] += slope * clipped * clipped;
            let is_open = layer[i] > 0.0 && layer[i] < 1.0;
            asked[i] = if is_open {
                slope * outputs[i] * 2.0 * clipped
            } else {
                0.0
            };
        }
        let bias = &mut gradient[LAYER_BIAS..OUTPUTS];
        for (sum, asked) in bias.iter_mut().zip(&asked) {
            *sum += asked;
        }
        for &input in &inputs[..example.pieces] {
            let row = &mut gradient[usize::from(input) * WIDTH..][..WIDTH];
            for (sum, asked) in row.iter_mut().zip(&asked) {
                *sum += asked;
            }
        }
    }
}

/// The index of the first output weight of a bucket and view.
fn output_at(bucket: usize, view: usize) -> usize {
    OUTPUTS + (bucket * 2 + view) * WIDTH
}

/// The network's training positions, and the scale of their values.
struct Examples<'a> {
    samples: PackedSamples<'a, TrainingPosition>,
    scale_cp: f32,
}

impl Examples<'_> {
    fn get(&self, number: u32) -> Option<Example> {
        Some(Example::new(&self.samples.get(number)?, self.scale_cp))
    }
}

impl Model for Examples<'_> {
    fn error(&self, weights: &[f32], sample: u32) -> Option<f32> {
        let example = self.get(sample)?;
        let (_, value) = forward(weights, &example);
        Some(expected_score(value, 1.0) - example.target)
    }

    fn add_gradient(&self, weights: &[f32], sample: u32, gradient: &mut [f32]) {
        if let Some(example) = self.get(sample) {
            backward(weights, &example, gradient);
        }
    }

    fn decay(&self, index: usize, weight: f32) -> f32 {
        if index < LAYER_BIAS {
            DECAY * weight
        } else {
            0.0
        }
    }

    /// The largest weight that can be written in whole numbers: none beyond it is learned.
    fn bound(&self, index: usize) -> f32 {
        if index < OUTPUTS {
            f32::from(INPUT_MAX) / f32::from(LAYER_ONE)
        } else {
            f32::from(OUTPUT_MAX) / f32::from(OUTPUT_ONE)
        }
    }
}

/// Finds the network. The error is that of the share of points.
pub fn fit(
    samples: PackedSamples<'_, TrainingPosition>,
    on_epoch: &mut OnEpoch<'_>,
) -> Option<Network> {
    fit_by(&TRAINING, samples, on_epoch)
}

fn fit_by(
    training: &Training,
    samples: PackedSamples<'_, TrainingPosition>,
    on_epoch: &mut OnEpoch<'_>,
) -> Option<Network> {
    let ends: Vec<_> = samples.iter().map(|s| (s.score_cp, s.halves)).collect();
    let (scale_cp, count) = (fitted_scale_cp(&ends), samples.count());
    let examples = Examples { samples, scale_cp };
    let mut random = SplitMix::new(SEED);
    let weights = first_weights(&mut random);
    let learned = training.run(&examples, count, weights, random, on_epoch)?;
    Some(rounded(&learned, scale_cp))
}

fn first_weights(random: &mut SplitMix) -> Vec<f32> {
    let mut weights = vec![0.0; COUNT];
    let mut draw = |most: f32| most * (random.below(20_001) as f32 / 10_000.0 - 1.0);
    for weight in &mut weights[..LAYER_BIAS] {
        *weight = draw(FIRST.0);
    }
    for weight in &mut weights[OUTPUTS..OUTPUT_BIAS] {
        *weight = draw(FIRST.1);
    }
    weights
}

/// The network in whole numbers.
fn rounded(weights: &[f32], scale_cp: f32) -> Network {
    let whole = |weight: f32, one: i16, most: i16| {
        let most = f32::from(most);
        (weight * f32::from(one)).round().clamp(-most, most) as i16
    };
    let layer = |at: usize, one: i16, most: i16| -> Layer {
        std::array::from_fn(|i| whole(weights[at + i], one, most))
    };
    let output_one = f32::from(LAYER_ONE) * f32::from(OUTPUT_ONE);
    Network {
        inputs: (0..INPUTS)
            .map(|input| layer(input * WIDTH, LAYER_ONE, INPUT_MAX))
            .collect(),
        layer_bias: layer(LAYER_BIAS, LAYER_ONE, INPUT_MAX),
        outputs: std::array::from_fn(|bucket| {
            [0, 1].map(|view| layer(output_at(bucket, view), OUTPUT_ONE, OUTPUT_MAX))
        }),
        output_bias: std::array::from_fn(|i| {
            (weights[OUTPUT_BIAS + i] * output_one).round() as i32
        }),
        scale_cp: scale_cp.round() as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::role::Role;
    use crate::chess::network::Sums;
    use crate::chess::rules::position::Chess;
    use crate::chess::tests::perft::random_games;
    use rookery_engine::learning::pack;

    /// Positions of random games with nothing to learn from.
    fn positions(games: u64) -> Vec<TrainingPosition> {
        let mut samples = Vec::new();
        random_games(games, |_, _, position| {
            samples.push(TrainingPosition::new(position, 0, 1));
        });
        samples
    }

    /// Weights as they may be after some steps.
    fn any_weights() -> Vec<f32> {
        let mut random = SplitMix::new(3);
        let mut weights = first_weights(&mut random);
        for weight in &mut weights[LAYER_BIAS..OUTPUTS] {
            *weight = random.below(1_000) as f32 / 2_000.0;
        }
        weights[OUTPUT_BIAS..].fill(0.1);
        weights
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let mut random = SplitMix::new(9);
        let weights = any_weights();
        for sample in positions(4).iter().step_by(37) {
            let example = Example::new(sample, 200.0);
            let mut gradient = vec![0.0; COUNT];
            backward(&weights, &example, &mut gradient);
            let error = |weights: &[f32]| {
                let (_, value) = forward(weights, &example);
                f64::from(expected_score(value, 1.0) - example.target).powi(2) / 2.0
            };
            let seen = usize::from(example.inputs[0][random.below(example.pieces)]) * WIDTH;
            let places = [seen, LAYER_BIAS, output_at(example.bucket, 1)];
            let mut places = places.map(|first| first + random.below(WIDTH)).to_vec();
            places.push(OUTPUT_BIAS + example.bucket);
            for at in places {
                let moved = |by: f32| {
                    let mut weights = weights.clone();
                    weights[at] += by;
                    error(&weights)
                };
                let slope = (moved(0.01) - moved(-0.01)) / 0.02;
                let difference = (slope - f64::from(gradient[at])).abs();
                assert!(difference < 2e-4, "{at}: {slope} {}", gradient[at]);
            }
        }
    }

    #[test]
    fn what_is_learned_is_what_is_played() {
        let weights = any_weights();
        let network = rounded(&weights, 200.0);
        for sample in positions(10) {
            let position = &sample.position;
            if position.quiet_steps() > 0 {
                continue;
            }
            let example = Example::new(&sample, 200.0);
            let learned = 200.0 * forward(&weights, &example).1;
            let mut sums = Sums::default();
            sums.renew(position, &network);
            let played = network.evaluate(position, &sums) as f32;
            assert!(
                (learned - played).abs() < 12.0,
                "{learned} {played} {position:?}"
            );
        }
    }

    /// Training values that count 300 for a rook and nothing for other pieces: the network learns which side has more rooks.
    #[test]
    fn learning_finds_what_searches_say() {
        let rooks_ahead = |position: &Chess| {
            let rooks = |side| position.pieces_of(side, Role::Rook).count_ones() as i16;
            rooks(0) - rooks(1)
        };
        let mut samples = positions(250);
        for sample in &mut samples {
            sample.score_cp = 300 * rooks_ahead(&sample.position);
            sample.halves = (1 + sample.score_cp.signum()) as u8;
        }
        let packed = pack(&samples);
        let training = Training {
            epochs: 4,
            batch: 256,
            ..TRAINING
        };
        let fit =
            |on_epoch: &mut OnEpoch<'_>| fit_by(&training, PackedSamples::new(&packed), on_epoch);
        let mut errors = Vec::new();
        let network = fit(&mut |_, _, error| {
            errors.push(error);
            true
        });
        assert_eq!(errors.len(), training.epochs);
        let network = network.unwrap();
        let once_more = fit(&mut |_, _, _| true);
        assert_eq!(once_more, Some(network.clone()));
        assert!(fit(&mut |_, _, _| false).is_none());
        let (mut right, mut all) = (0, 0);
        for sample in samples
            .iter()
            .filter(|sample| rooks_ahead(&sample.position) != 0)
        {
            let position = &sample.position;
            let mut sums = Sums::default();
            sums.renew(position, &network);
            let value = network.evaluate(position, &sums);
            let white = if position.side() == 0 { value } else { -value };
            right += i32::from(white.signum() == i32::from(rooks_ahead(position).signum()));
            all += 1;
        }
        assert!(
            100 * right > 80 * all,
            "{right} of {all}; errors {errors:?}"
        );
    }
}
