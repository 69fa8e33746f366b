//! The head for one or two rows of letters: CTC over the whole height, or over the upper and then the lower half.

use crate::network::heads::ctc::Columns;
use crate::network::strips::STRIPS;

/// The scores of a word: strip by strip, column by column, `columns.classes` of letters and one of the layout. The label does not say which
/// of the two layouts a picture has: the loss sums over both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    pub(crate) columns: Columns,
}

impl Rows {
    /// Numbers of a strip.
    fn size(&self) -> usize {
        self.columns.count * (self.columns.classes + 1)
    }

    /// The letters of each strip, and the logarithm of the odds that there are two rows.
    fn split(&self, scores: &[f32]) -> ([Vec<f32>; STRIPS], f64) {
        let classes = self.columns.classes;
        let letters = |strip: usize| -> Vec<f32> {
            let strip = &scores[strip * self.size()..][..self.size()];
            let columns = strip.chunks_exact(classes + 1);
            columns
                .flat_map(|column| &column[..classes])
                .copied()
                .collect()
        };
        let whole = scores[..self.size()].chunks_exact(classes + 1);
        let sum: f64 = whole.map(|column| f64::from(column[classes])).sum();
        ([0, 1, 2].map(letters), sum / self.columns.count as f64)
    }

    /// The loss −ln Σ p(layout) p(word | layout), in nats; its gradient by the scores is written to `gradient`. Of two rows the upper has
    /// half of the letters, or one more.
    pub(crate) fn loss(
        &self,
        scores: &[f32],
        word: &[usize],
        guidance: f64,
        gradient: &mut [f32],
    ) -> f64 {
        let classes = self.columns.classes;
        let (letters, odds) = self.split(scores);
        let mut slopes = letters.clone().map(|strip| vec![0.0; strip.len()]);
        let (upper, lower) = word.split_at(word.len().div_ceil(2));
        let mut losses = [0.0; STRIPS];
        for (strip, part) in [word, upper, lower].into_iter().enumerate() {
            losses[strip] = self
                .columns
                .loss(&letters[strip], part, guidance, &mut slopes[strip]);
        }
        let two_rows = 1.0 / (1.0 + (-odds).exp());
        let one = (1.0 - two_rows).max(f64::MIN_POSITIVE).ln() - losses[0];
        let two = two_rows.max(f64::MIN_POSITIVE).ln() - losses[1] - losses[2];
        let most = one.max(two);
        let total = most + ((one - most).exp() + (two - most).exp()).ln();
        // The chance of two rows, now that the word is known.
        let share = (two - total).exp();
        let weights = [1.0 - share, share, share];
        for (strip, slopes) in slopes.iter().enumerate() {
            let to = &mut gradient[strip * self.size()..][..self.size()];
            for (to, slopes) in to
                .chunks_exact_mut(classes + 1)
                .zip(slopes.chunks_exact(classes))
            {
                for (to, slope) in to.iter_mut().zip(slopes) {
                    *to = weights[strip] as f32 * slope;
                }
                to[classes] = match strip {
                    0 => ((two_rows - share) / self.columns.count as f64) as f32,
                    _ => 0.0,
                };
            }
        }
        -total
    }

    /// The word of the likelier layout.
    pub(crate) fn read(&self, scores: &[f32]) -> Vec<usize> {
        let ([whole, upper, lower], odds) = self.split(scores);
        if odds <= 0.0 {
            return self.columns.read(&whole);
        }
        let mut word = self.columns.read(&upper);
        word.extend(self.columns.read(&lower));
        word
    }
}
