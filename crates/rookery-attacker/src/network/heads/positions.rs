//! The fixed-position head: a letter for each position of the word, or none after its end.

use crate::network::heads::ctc::likeliest;

/// The scores of a word: `count` places × `classes`, the last class being "no letter".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) count: usize,
    pub(crate) classes: usize,
}

impl Places {
    /// Cross-entropy of the places, summed, in nats; the gradient by the scores is written to `gradient`. The word has no more
    /// letters than there are places.
    pub(crate) fn loss(&self, scores: &[f32], word: &[usize], gradient: &mut [f32]) -> f64 {
        let rows = scores
            .chunks_exact(self.classes)
            .zip(gradient.chunks_exact_mut(self.classes));
        let mut loss = 0.0;
        for (place, (scores, gradient)) in rows.enumerate() {
            let class = word.get(place).copied().unwrap_or(self.classes - 1);
            let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for (gradient, score) in gradient.iter_mut().zip(scores) {
                *gradient = (score - most).exp();
            }
            let sum: f32 = gradient.iter().sum();
            for gradient in gradient.iter_mut() {
                *gradient /= sum;
            }
            loss -= f64::from(gradient[class].max(f32::MIN_POSITIVE)).ln();
            gradient[class] -= 1.0;
        }
        loss
    }

    /// The likeliest letters up to the first place that has none.
    pub(crate) fn read(&self, scores: &[f32]) -> Vec<usize> {
        scores
            .chunks_exact(self.classes)
            .map(likeliest)
            .take_while(|class| *class != self.classes - 1)
            .collect()
    }
}
