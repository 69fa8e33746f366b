//! Output heads of the network: loss and decoded words, for CTC, for one or two rows of it, and for fixed positions.

use crate::network::heads::ctc::Columns;
use crate::network::heads::positions::Places;
use crate::network::heads::rows::Rows;
use crate::network::strips::STRIPS;
use crate::network::tensor::Tensor;

/// The meaning of the network's last numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// Channels are classes, columns are columns.
    Ctc(Columns),
    /// As for CTC, with three pictures for each.
    Rows(Rows),
    /// Channels are places times classes, and there is one column.
    Positions(Places),
}

impl Reading {
    /// Whether a word of these classes can be told at all.
    pub(crate) fn holds(&self, word: &[usize]) -> bool {
        match self {
            Reading::Ctc(columns) | Reading::Rows(Rows { columns }) => columns.hold(word),
            Reading::Positions(places) => word.len() <= places.count,
        }
    }

    /// The most letters that any word may have.
    pub(crate) fn most_letters(&self) -> usize {
        match self {
            Reading::Ctc(columns) | Reading::Rows(Rows { columns }) => columns.count,
            Reading::Positions(places) => places.count,
        }
    }

    /// Mean loss of the pictures, and its gradient by `output`.
    pub(crate) fn loss(&self, output: &Tensor, words: &[&[usize]], guidance: f64) -> (f64, Tensor) {
        let mut back = output.zeros_like();
        let strip = output.channels * output.area();
        let mut gradient = vec![0.0; self.strips() * strip];
        let mut total = 0.0;
        for (picture, word) in words.iter().enumerate() {
            let scores = self.gather(output, picture);
            total += match self {
                Reading::Ctc(columns) => columns.loss(&scores, word, guidance, &mut gradient),
                Reading::Rows(rows) => rows.loss(&scores, word, guidance, &mut gradient),
                Reading::Positions(places) => places.loss(&scores, word, &mut gradient),
            };
            for number in &mut gradient {
                *number /= words.len() as f32;
            }
            for (numbers, at) in gradient.chunks_exact(strip).zip(picture * self.strips()..) {
                scatter(numbers, &mut back, at);
            }
        }
        (total / words.len() as f64, back)
    }

    /// Pictures of the output for one of the input.
    fn strips(&self) -> usize {
        match self {
            Reading::Rows(_) => STRIPS,
            Reading::Ctc(_) | Reading::Positions(_) => 1,
        }
    }

    /// The numbers of one picture of the input, strip by strip.
    fn gather(&self, output: &Tensor, picture: usize) -> Vec<f32> {
        let first = picture * self.strips();
        (first..first + self.strips())
            .flat_map(|strip| gather(output, strip))
            .collect()
    }

    /// The classes that are read from one picture.
    pub(crate) fn read(&self, output: &Tensor, picture: usize) -> Vec<usize> {
        let scores = self.gather(output, picture);
        match self {
            Reading::Ctc(columns) => columns.read(&scores),
            Reading::Rows(rows) => rows.read(&scores),
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
