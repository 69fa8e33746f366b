//! Learning the network: gradient descent in floating point, by Adam with decay (Loshchilov and Hutter, 2019), on the share of points
//! that the network foretells; at the end the weights are rounded to the whole numbers of play.

use crate::chess::network::{
    BUCKETS, INPUT_MAX, INPUTS, LAYER_ONE, Layer, Network, OUTPUT_MAX, OUTPUT_ONE, View, WIDTH,
    bucket, for_all,
};
use crate::chess::tune::adam::Adam;
use crate::chess::tune::lesson::Lesson;
use crate::chess::tune::share::{scale_cp, share, target};
use crate::lab::tuner::kept_apart;
use rookery_engine::{Position, SplitMix};

/// How all lessons are gone through.
struct Plan {
    /// How often.
    passes: usize,
    /// Lessons on one step.
    batch: usize,
}

const PLAN: Plan = Plan {
    passes: 8,
    batch: 16_384,
};
/// Each step is reckoned in so many parts, at the same time where the machine can; they and not the cores decide the order of sums,
/// so that the same lessons give the same network.
const PARTS: usize = 4;
/// The length of a step at the beginning and at the end, between which it falls along half a cosine.
const RATES: (f32, f32) = (5e-3, 1e-6);
/// What the result of the game counts beside the value that the search gave, of 1.
const RESULT: f32 = 0.1;
/// How fast the weights of the inputs fall where no lesson holds them, for a step of one: most are hardly ever seen.
const DECAY: f32 = 0.05;
/// See [`Adam::new`].
const LEAST: f32 = 1e-8;
/// The seed of the first weights and of the order of lessons.
const SEED: u64 = 768;
/// The first weights lie within these either way.
const FIRST: (f32, f32) = (0.05, 0.08);

/// Where the weights of the layer begin with the bias, ...
const LAYER_BIAS: usize = INPUTS * WIDTH;
/// ... those of the output, by bucket and view, ...
const OUTPUTS: usize = LAYER_BIAS + WIDTH;
/// ... their bias, ...
const OUTPUT_BIAS: usize = OUTPUTS + BUCKETS * 2 * WIDTH;
/// ... and end.
const COUNT: usize = OUTPUT_BIAS + BUCKETS;

/// A lesson as the network sees it.
struct Example {
    /// The inputs of the side to move and of the other.
    inputs: [[u16; 32]; 2],
    pieces: usize,
    bucket: usize,
    /// The value to come near to, 0 to 1 for the side to move.
    target: f32,
}

impl Example {
    fn new(lesson: &Lesson, scale_cp: f32) -> Self {
        let position = &lesson.position;
        let side = position.side();
        let mut inputs = [[0; 32]; 2];
        let mut pieces = 0;
        for (inputs, side) in inputs.iter_mut().zip([side, 1 - side]) {
            pieces = 0;
            for_all(position, View::of(position, side), |input| {
                inputs[pieces] = input as u16;
                pieces += 1;
            });
        }
        let white = target(lesson, RESULT, scale_cp);
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

/// Adds what the error of an example asks of each weight.
fn backward(weights: &[f32], example: &Example, gradient: &mut [f32]) {
    let (layers, value) = forward(weights, example);
    let foretold = share(value, 1.0);
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

/// Where the output weights of a bucket and view begin.
fn output_at(bucket: usize, view: usize) -> usize {
    OUTPUTS + (bucket * 2 + view) * WIDTH
}

/// Lessons as bytes, by number.
struct Lessons<'a> {
    bytes: &'a [u8],
    scale_cp: f32,
}

impl Lessons<'_> {
    /// Bytes that are no position teach nothing; only a damaged file has them.
    fn example(&self, number: u32) -> Option<Example> {
        let at = number as usize * Lesson::SIZE;
        let lesson = Lesson::from_bytes(self.bytes.get(at..at + Lesson::SIZE)?)?;
        Some(Example::new(&lesson, self.scale_cp))
    }
}

/// Calls `work` for each part of the numbers, with its own memory, at the same time.
fn in_parts<T: Send>(numbers: &[u32], memory: &mut [T], work: impl Fn(&[u32], &mut T) + Sync) {
    let size = numbers.len().div_ceil(PARTS).max(1);
    std::thread::scope(|scope| {
        for (numbers, memory) in numbers.chunks(size).zip(memory) {
            let work = &work;
            scope.spawn(move || work(numbers, memory));
        }
    });
}

/// Finds the network. `passed` is told of each pass, see [`crate::Tuner::learn`]; the error is that of the share of points.
pub fn fit(bytes: &[u8], passed: &mut dyn FnMut(usize, usize, f64) -> bool) -> Option<Network> {
    descend(bytes, &PLAN, passed)
}

fn descend(
    bytes: &[u8],
    plan: &Plan,
    passed: &mut dyn FnMut(usize, usize, f64) -> bool,
) -> Option<Network> {
    let ends = bytes.chunks_exact(Lesson::SIZE);
    let ends = ends.filter_map(Lesson::from_bytes);
    let scale_cp = scale_cp(ends.map(|lesson| lesson.end()));
    let lessons = Lessons { bytes, scale_cp };
    let (apart, mut order) = kept_apart(bytes.len() / Lesson::SIZE);
    let mut random = SplitMix::new(SEED);
    let mut weights = first_weights(&mut random);
    let mut gradients: Vec<_> = (0..PARTS).map(|_| vec![0.0; COUNT]).collect();
    let mut adam = Adam::new(COUNT, LEAST);
    let steps = (plan.passes * order.len().div_ceil(plan.batch)).max(1) as f32;
    for pass in 0..plan.passes {
        random.shuffle(&mut order);
        for batch in order.chunks(plan.batch) {
            in_parts(batch, &mut gradients, |numbers, gradient| {
                gradient.fill(0.0);
                for example in numbers.iter().filter_map(|&n| lessons.example(n)) {
                    backward(&weights, &example, gradient);
                }
            });
            // The last batch may have fewer parts than there are.
            let parts = batch.len().div_ceil(batch.len().div_ceil(PARTS).max(1));
            let fallen = 0.5 - 0.5 * (std::f32::consts::PI * adam.steps() as f32 / steps).cos();
            let rate = RATES.0 + (RATES.1 - RATES.0) * fallen;
            let count = batch.len() as f32;
            step(&mut adam, &mut weights, &gradients[..parts], count, rate);
        }
        if !passed(pass + 1, plan.passes, error(&weights, &lessons, &apart)) {
            return None;
        }
    }
    Some(rounded(&weights, scale_cp))
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

/// The root of the mean squared error.
fn error(weights: &[f32], lessons: &Lessons<'_>, numbers: &[u32]) -> f64 {
    let mut sums = [(0.0, 0_u32); PARTS];
    in_parts(numbers, &mut sums, |numbers, (sum, count)| {
        for example in numbers.iter().filter_map(|&n| lessons.example(n)) {
            let (_, value) = forward(weights, &example);
            *sum += f64::from(share(value, 1.0) - example.target).powi(2);
            *count += 1;
        }
    });
    let (sum, count) = sums
        .iter()
        .fold((0.0, 0), |all, part| (all.0 + part.0, all.1 + part.1));
    (sum / f64::from(count.max(1))).sqrt()
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

/// Changes the weights by what the lessons of a step, `count` of them, ask.
fn step(adam: &mut Adam, weights: &mut [f32], gradients: &[Vec<f32>], count: f32, rate: f32) {
    adam.begin();
    let most_input = f32::from(INPUT_MAX) / f32::from(LAYER_ONE);
    let most_output = f32::from(OUTPUT_MAX) / f32::from(OUTPUT_ONE);
    for (i, weight) in weights.iter_mut().enumerate() {
        let gradient = gradients.iter().map(|part| part[i]).sum::<f32>() / count;
        let decay = if i < LAYER_BIAS { DECAY * *weight } else { 0.0 };
        *weight -= rate * (adam.asked(i, gradient) + decay);
        // What could not be written in whole numbers is not learned.
        let most = if i < OUTPUTS { most_input } else { most_output };
        *weight = weight.clamp(-most, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::board::role::Role;
    use crate::chess::network::Sums;
    use crate::chess::rules::position::Chess;
    use crate::chess::tests::perft::random_games;

    /// Positions of random games with nothing to learn from.
    fn lessons(games: u64) -> Vec<Lesson> {
        let mut lessons = Vec::new();
        random_games(games, |_, _, position| {
            lessons.push(Lesson::new(position, 0, 1));
        });
        lessons
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
        for lesson in lessons(4).iter().step_by(37) {
            let example = Example::new(lesson, 200.0);
            let mut gradient = vec![0.0; COUNT];
            backward(&weights, &example, &mut gradient);
            let error = |weights: &[f32]| {
                let (_, value) = forward(weights, &example);
                f64::from(share(value, 1.0) - example.target).powi(2) / 2.0
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
        for lesson in lessons(10) {
            let position = &lesson.position;
            if position.quiet_steps() > 0 {
                continue;
            }
            let example = Example::new(&lesson, 200.0);
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

    /// Searches that value a rook at 300 and nothing else: the network learns to say who has more of them.
    #[test]
    fn learning_finds_what_searches_say() {
        let rooks_ahead = |position: &Chess| {
            let rooks = |side| position.pieces_of(side, Role::Rook).count_ones() as i16;
            rooks(0) - rooks(1)
        };
        let mut lessons = lessons(250);
        for lesson in &mut lessons {
            lesson.score_cp = 300 * rooks_ahead(&lesson.position);
            lesson.halves = (1 + lesson.score_cp.signum()) as u8;
        }
        let bytes: Vec<u8> = lessons.iter().flat_map(Lesson::to_bytes).collect();
        let plan = Plan {
            passes: 4,
            batch: 256,
        };
        let mut errors = Vec::new();
        let network = descend(&bytes, &plan, &mut |_, _, error| {
            errors.push(error);
            true
        });
        assert_eq!(errors.len(), plan.passes);
        let network = network.unwrap();
        let once_more = descend(&bytes, &plan, &mut |_, _, _| true);
        assert_eq!(once_more, Some(network.clone()));
        assert!(descend(&bytes, &plan, &mut |_, _, _| false).is_none());
        let (mut right, mut all) = (0, 0);
        for lesson in lessons
            .iter()
            .filter(|lesson| rooks_ahead(&lesson.position) != 0)
        {
            let position = &lesson.position;
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
