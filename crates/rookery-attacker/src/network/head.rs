//! Output heads of the network: loss and decoded words, for CTC and for fixed positions.

use crate::network::ctc::Columns;
use crate::network::positions::Places;
use crate::network::tensor::Tensor;

/// What the network's last numbers mean.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// Channels are classes, columns are columns.
    Ctc(Columns),
    /// Channels are places times classes, and there is one column.
    Positions(Places),
}

impl Reading {
    /// Whether a word of these classes can be told at all.
    pub(crate) fn holds(&self, word: &[usize]) -> bool {
        match self {
            Reading::Ctc(columns) => columns.hold(word),
            Reading::Positions(places) => word.len() <= places.count,
        }
    }

    /// The most letters that any word may have.
    pub(crate) fn most_letters(&self) -> usize {
        match self {
            Reading::Ctc(columns) => columns.count,
            Reading::Positions(places) => places.count,
        }
    }

    /// Mean loss of the pictures, and its gradient by `output`.
    pub(crate) fn loss(&self, output: &Tensor, words: &[&[usize]], guidance: f64) -> (f64, Tensor) {
        let mut back = output.zeros_like();
        let mut gradient = vec![0.0; output.channels * output.area()];
        let mut total = 0.0;
        for (picture, word) in words.iter().enumerate() {
            let scores = gather(output, picture);
            total += match self {
                Reading::Ctc(columns) => columns.loss(&scores, word, guidance, &mut gradient),
                Reading::Positions(places) => places.loss(&scores, word, &mut gradient),
            };
            for number in &mut gradient {
                *number /= words.len() as f32;
            }
            scatter(&gradient, &mut back, picture);
        }
        (total / words.len() as f64, back)
    }

    /// The classes that are read from one picture.
    pub(crate) fn read(&self, output: &Tensor, picture: usize) -> Vec<usize> {
        let scores = gather(output, picture);
        match self {
            Reading::Ctc(columns) => columns.read(&scores),
            Reading::Positions(places) => places.read(&scores),
        }
    }
}

/// The numbers of one picture, channels changing fastest.
fn gather(output: &Tensor, picture: usize) -> Vec<f32> {
    let mut scores = vec![0.0; output.channels * output.area()];
    for channel in 0..output.channels {
        for (column, number) in output.map(channel, picture).iter().enumerate() {
            scores[column * output.channels + channel] = *number;
        }
    }
    scores
}

/// The way back of [`gather`].
fn scatter(numbers: &[f32], output: &mut Tensor, picture: usize) {
    let channels = output.channels;
    for channel in 0..channels {
        for (column, number) in output.map_mut(channel, picture).iter_mut().enumerate() {
            *number = numbers[column * channels + channel];
        }
    }
}
