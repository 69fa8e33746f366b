//! The learner: trains on samples and reads others.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha20Rng;

use crate::alphabet::Alphabet;
use crate::cpu_watch::CpuWatch;
use crate::network::layers::Network;
use crate::network::tensor::Tensor;
use crate::training::adam::Adam;
use crate::training::augment::Look;
use crate::training::picture::Size;
use crate::training::sample::Sample;
use crate::training::schedule;

/// Pictures of one step.
const BATCH: usize = 32;
/// Weight of the newest step in the loss that is told.
const LOSS_MOMENTUM: f64 = 0.05;

/// The state that training has reached.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark {
    /// Pictures seen, each as often as it was seen.
    pub(crate) seen: usize,
    /// CPU seconds used.
    pub(crate) cpu_s: f64,
    /// Running mean of the loss.
    pub(crate) loss: f64,
}

/// Trains for `cpu_s` seconds of this thread; `goes_on` is asked after every step.
pub(crate) fn train(
    network: &mut Network,
    samples: &[Sample],
    cpu_s: f64,
    rng: &mut ChaCha20Rng,
    mut goes_on: impl FnMut(&Mark) -> bool,
) -> Mark {
    let watch = CpuWatch::start();
    let mut adam = Adam::default();
    let mut mark = Mark::default();
    let mut order: Vec<usize> = (0..samples.len()).collect();
    loop {
        order.shuffle(rng);
        for places in order.chunks(BATCH.min(samples.len())) {
            let batch: Vec<&Sample> = places.iter().map(|place| &samples[*place]).collect();
            let done = mark.cpu_s / cpu_s;
            let loss = step(network, &batch, done, &mut adam, rng);
            mark.loss += if mark.seen == 0 { 1.0 } else { LOSS_MOMENTUM } * (loss - mark.loss);
            mark.seen += batch.len();
            mark.cpu_s = watch.elapsed_s();
            if mark.cpu_s >= cpu_s || !goes_on(&mark) {
                return mark;
            }
        }
    }
}

/// Does one step of training; returns the loss before it.
fn step(
    network: &mut Network,
    batch: &[&Sample],
    done: f64,
    adam: &mut Adam,
    rng: &mut ChaCha20Rng,
) -> f64 {
    let input = show(batch, |_| Look::random(rng));
    let words: Vec<&[usize]> = batch.iter().map(|s| s.classes.as_slice()).collect();
    let output = network.forward(input, true);
    let (loss, gradient) = network
        .reading
        .loss(&output, &words, schedule::guidance(done));
    network.backward(gradient);
    adam.step(&mut network.params(), schedule::rate(done));
    loss
}

/// The words that the network reads.
pub(crate) fn read(network: &mut Network, samples: &[Sample], alphabet: &Alphabet) -> Vec<String> {
    let mut words = Vec::with_capacity(samples.len());
    for group in samples.chunks(BATCH) {
        let group: Vec<&Sample> = group.iter().collect();
        let output = network.forward(show(&group, |_| Look::PLAIN), false);
        let reading = network.reading;
        words.extend((0..group.len()).map(|p| alphabet.decode(&reading.read(&output, p))));
    }
    words
}

/// The pictures side by side as the network sees them.
fn show(samples: &[&Sample], mut look: impl FnMut(&Sample) -> Look) -> Tensor {
    let first = samples.first().map(|sample| &sample.picture);
    let channels = first.map_or(1, |picture| picture.channels);
    let Size { height, width } = first.map_or(Size::LINE, |picture| picture.size);
    let mut input = Tensor::zeros(channels, samples.len(), height, width);
    for (place, sample) in samples.iter().enumerate() {
        let look = look(sample);
        for channel in 0..channels {
            look.show(&sample.picture, channel, input.map_mut(channel, place));
        }
    }
    input
}
