//! Every layer's gradient against finite differences, and the convolution against plain loops.

use super::*;
use crate::Head;
use crate::network::conv::{Conv, Kernel};
use crate::network::layer::Layer;
use crate::network::layers::Network;
use crate::network::norm::Norm;
use crate::network::param::Param;
use crate::network::pool::Pool;
use crate::network::strips::Strips;
use crate::training::adam::Adam;
use crate::training::picture::Size;

const STEP: f32 = 1e-2;

/// A number that depends on every output: their sum, each with a weight of its own.
fn weighted(output: &Tensor) -> f64 {
    let weights = noise(
        output.channels,
        output.pictures,
        output.height,
        output.width,
    );
    let pairs = output.data.iter().zip(&weights.data);
    pairs.map(|(o, w)| f64::from(*o) * f64::from(*w)).sum()
}

/// The slope of [`weighted`] by one number, from both sides.
fn slope(layer: &Layer, input: &Tensor, change: impl Fn(&mut Layer, &mut Tensor, f32)) -> f64 {
    let at = |step: f32| {
        let (mut layer, mut input) = (layer.clone(), input.clone());
        change(&mut layer, &mut input, step);
        weighted(&layer.forward(input, true))
    };
    (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP)
}

#[track_caller]
fn near(found: f32, expected: f64, what: &str) {
    let most = 2e-2 * (1.0 + expected.abs());
    let off = (f64::from(found) - expected).abs();
    assert!(off < most, "{what}: {found}, by differences {expected}");
}

fn check(layer: &Layer, input: &Tensor) {
    let mut trained = layer.clone();
    let output = trained.forward(input.clone(), true);
    let weights = noise(
        output.channels,
        output.pictures,
        output.height,
        output.width,
    );
    let back = trained.backward(weights, false);
    for (place, found) in back.data.iter().enumerate() {
        let expected = slope(layer, input, |_, input, step| input.data[place] += step);
        near(*found, expected, &format!("input {place}"));
    }
    let sizes: Vec<usize> = trained.params().iter().map(|p| p.value.len()).collect();
    for (number, size) in sizes.into_iter().enumerate() {
        for place in 0..size {
            let expected = slope(layer, input, |layer, _, step| {
                layer.params()[number].value[place] += step;
            });
            let found = trained.params()[number].gradient[place];
            near(found, expected, &format!("parameter {number}, {place}"));
        }
    }
}

const ODD: Kernel = Kernel {
    ins: 2,
    outs: 3,
    height: 2,
    width: 3,
    pad_y: 0,
    pad_x: 1,
};

#[test]
fn convolutions_with_and_without_padding() {
    check(
        &Layer::Conv(Conv::new(Kernel::three(2, 3), &mut rng())),
        &noise(2, 2, 3, 5),
    );
    check(
        &Layer::Conv(Conv::with_bias(ODD, &mut rng())),
        &noise(2, 3, 4, 3),
    );
}

#[test]
fn pools_take_the_largest() {
    check(&Layer::Pool(Pool::new(2, 2)), &spread(noise(2, 2, 4, 6)));
    check(&Layer::Pool(Pool::new(2, 1)), &spread(noise(3, 1, 4, 2)));
}

#[test]
fn strips_are_the_whole_and_its_halves() {
    check(
        &Layer::Strips(Box::new(Strips::new(2, 2, &mut rng()))),
        &noise(2, 2, 4, 3),
    );
}

/// No two numbers so near each other that a step of the differences could change their order.
fn spread(mut tensor: Tensor) -> Tensor {
    let mut order: Vec<usize> = (0..tensor.data.len()).collect();
    order.sort_by(|a, b| tensor.data[*a].total_cmp(&tensor.data[*b]));
    for (rank, place) in order.into_iter().enumerate() {
        tensor.data[place] = rank as f32 * 0.1;
    }
    tensor
}

#[test]
fn normalisation_with_rectifier() {
    let mut norm = Norm::new(2);
    norm.scale.value = vec![0.7, 1.3];
    // Far enough above zero that no difference crosses the rectifier's corner; below it the slope is plainly zero.
    norm.shift.value = vec![4.0, 5.0];
    check(&Layer::Norm(norm.clone()), &noise(2, 2, 3, 4));
    norm.shift.value = vec![-4.0, -5.0];
    check(&Layer::Norm(norm), &noise(2, 2, 3, 4));
}

#[test]
fn normalisation_makes_mean_and_deviation_and_remembers_them() {
    let mut norm = Norm::new(1);
    norm.shift.value = vec![6.0];
    let input = Tensor {
        data: vec![3.0, 5.0, 7.0, 9.0],
        ..Tensor::zeros(1, 2, 1, 2)
    };
    // Mean 6, variance 5.
    let expected = [-3.0_f32, -1.0, 1.0, 3.0].map(|x| x / 5.0_f32.sqrt() + 6.0);
    let trained = norm.forward(input.clone(), true);
    let tested = norm.forward(input, false);
    for output in [trained, tested] {
        for (found, expected) in output.data.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{found} {expected}");
        }
    }
}

#[test]
fn convolution_is_the_sum_over_the_patch() {
    // More pictures than are laid out at a time.
    let input = noise(2, 40, 8, 10);
    let conv = Conv::with_bias(ODD, &mut rng());
    let output = conv.clone().forward(input.clone(), false);
    assert_eq!((output.height, output.width), (7, 10));
    let weight = |out: usize, channel: usize, dy: usize, dx: usize| {
        conv.weight.value[((out * ODD.ins + channel) * ODD.height + dy) * ODD.width + dx]
    };
    for out in 0..ODD.outs {
        for picture in 0..input.pictures {
            for place in 0..output.area() {
                let (y, x) = (place / output.width, place % output.width);
                let mut sum = 0.0;
                for (channel, dy, dx) in taps() {
                    let column = (x + dx).checked_sub(ODD.pad_x).filter(|c| *c < input.width);
                    if let Some(column) = column {
                        let number = input.map(channel, picture)[(y + dy) * input.width + column];
                        sum += weight(out, channel, dy, dx) * number;
                    }
                }
                let found = output.map(out, picture)[place];
                assert!((found - sum).abs() < 1e-5, "{found} {sum}");
            }
        }
    }
}

fn taps() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..ODD.ins).flat_map(|channel| {
        (0..ODD.height).flat_map(move |dy| (0..ODD.width).map(move |dx| (channel, dy, dx)))
    })
}

/// The whole network with each head: the gradients of some numbers of every layer.
#[test]
fn networks_end_to_end() {
    for head in Head::ALL {
        let Size { height, width } = head.input();
        let input = noise(1, 4, height, width);
        let words: [&[usize]; 4] = [&[0, 1, 2], &[2, 2], &[1, 0], &[1]];
        let mut network = Network::new(1, 4, head, &mut rng());
        let reading = network.reading;
        let output = network.forward(input.clone(), true);
        network.backward(reading.loss(&output, &words, 0.5).1);
        let untouched = network.clone();
        let count = network.params().len();
        for number in 0..count {
            let found = network.params()[number].gradient.clone();
            // The steepest number of each layer: of the others, rounding is a greater part.
            let place = (0..found.len())
                .max_by(|a, b| found[*a].abs().total_cmp(&found[*b].abs()))
                .unwrap();
            let at = |step: f32| {
                let mut network = untouched.clone();
                network.params()[number].value[place] += step;
                let output = network.forward(input.clone(), true);
                reading.loss(&output, &words, 0.5).0
            };
            let step = 1e-3;
            let expected = (at(step) - at(-step)) / f64::from(2.0 * step);
            let off = (f64::from(found[place]) - expected).abs();
            assert!(
                off < 0.1 * expected.abs() + 1e-3,
                "{head}, parameter {number}: {} and {expected}",
                found[place]
            );
        }
    }
}

#[test]
fn the_first_step_of_adam_is_the_rate_and_the_gradient_is_gone() {
    let mut param = Param::constant(2, 1.0);
    param.gradient = vec![0.3, -0.01];
    Adam::default().step(&mut [&mut param], 0.1);
    // With both running means corrected for their start, the first step is the rate against the sign.
    assert!((param.value[0] - 0.9).abs() < 1e-4);
    assert!((param.value[1] - 1.1).abs() < 1e-4);
    assert_eq!(param.gradient, [0.0, 0.0]);
}

#[test]
fn adam_finds_the_bottom_of_a_bowl() {
    let mut param = Param::constant(1, 5.0);
    let mut adam = Adam::default();
    for _ in 0..500 {
        param.gradient[0] = 2.0 * (param.value[0] - 2.0);
        adam.step(&mut [&mut param], 0.05);
    }
    assert!((param.value[0] - 2.0).abs() < 0.05, "{}", param.value[0]);
}
