//! Connectionist temporal classification (CTC): the loss of a word over columns with unknown alignment, and its decoder.

/// Half-width of a letter's place where letters are pulled to it, in letters.
const PLACE_DEVIATION: f64 = 0.5;

/// The shape of the scores of a word's columns: `columns` × `classes`, the last class being the blank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) count: usize,
    pub(crate) classes: usize,
}

impl Columns {
    fn blank(&self) -> usize {
        self.classes - 1
    }

    /// Whether there are columns enough: one a letter, and one between two equal ones.
    pub(crate) fn hold(&self, word: &[usize]) -> bool {
        let doubles = word.windows(2).filter(|pair| pair[0] == pair[1]).count();
        word.len() + doubles <= self.count
    }

    /// The loss −ln Σ p(alignment) over all alignments of `word`, in nats, from unnormalised `scores`; the gradient by the
    /// scores is written to `gradient` (Graves and others, 2006, <https://doi.org/10.1145/1143844.1143891>).
    ///
    /// An untrained network falls into saying "blank" everywhere and stays there for long. A `guidance` above zero gives an alignment less
    /// weight the farther its letters are from where equally wide letters would stand, which gets the network past that stage.
    ///
    /// Probabilities are scaled at each column instead of kept as logarithms. The columns [`hold`](Self::hold) the word.
    pub(crate) fn loss(
        &self,
        scores: &[f32],
        word: &[usize],
        guidance: f64,
        gradient: &mut [f32],
    ) -> f64 {
        let states = 2 * word.len() + 1;
        let chances = self.chances(scores);
        let emission = |column: usize, state: usize| {
            let chance = chances[column * self.classes + self.class(word, state)];
            chance * self.pull(column, state, word.len(), guidance)
        };
        let mut forward = vec![0.0; self.count * states];
        let mut loss = 0.0;
        for column in 0..self.count {
            let (before, now) = forward.split_at_mut(column * states);
            let now = &mut now[..states];
            let before = column.checked_sub(1).map(|last| &before[last * states..]);
            for (state, to) in now.iter_mut().enumerate() {
                let reached = match before {
                    None => f64::from(state < 2),
                    Some(before) => self.from(word, state).map(|s| before[s]).sum::<f64>(),
                };
                *to = reached * emission(column, state);
            }
            loss -= scale(now).ln();
        }
        let last = &forward[(self.count - 1) * states..];
        loss -= last[states.saturating_sub(2)..].iter().sum::<f64>().ln();

        let mut after: Vec<f64> = (0..states).map(|s| f64::from(s + 2 >= states)).collect();
        for column in (0..self.count).rev() {
            let mut shares: Vec<f64> = forward[column * states..(column + 1) * states]
                .iter()
                .zip(&after)
                .map(|(to, on)| to * on)
                .collect();
            scale(&mut shares);
            let row = column * self.classes..(column + 1) * self.classes;
            let (gradient, chances) = (&mut gradient[row.clone()], &chances[row]);
            for (gradient, chance) in gradient.iter_mut().zip(chances) {
                *gradient = *chance as f32;
            }
            for (state, share) in shares.iter().enumerate() {
                gradient[self.class(word, state)] -= *share as f32;
            }
            let mut before = vec![0.0; states];
            for (state, after) in after.iter().enumerate() {
                for from in self.from(word, state) {
                    before[from] += after * emission(column, state);
                }
            }
            scale(&mut before);
            after = before;
        }
        loss
    }

    /// The word of the likeliest class of each column: repeats are one letter, blanks none.
    pub(crate) fn read(&self, scores: &[f32]) -> Vec<usize> {
        let best: Vec<usize> = scores.chunks_exact(self.classes).map(likeliest).collect();
        let mut word = Vec::new();
        for (column, class) in best.iter().enumerate() {
            let is_repeat = column > 0 && best[column - 1] == *class;
            if *class != self.blank() && !is_repeat {
                word.push(*class);
            }
        }
        word
    }

    /// The class of a state: blanks and letters take turns.
    fn class(&self, word: &[usize], state: usize) -> usize {
        if state.is_multiple_of(2) {
            self.blank()
        } else {
            word[state / 2]
        }
    }

    /// The states that lead to this one: itself, the one before, and, past the blank between two different letters, the letter before.
    fn from(&self, word: &[usize], state: usize) -> impl Iterator<Item = usize> {
        let skips = state % 2 == 1 && state >= 3 && word[state / 2] != word[state / 2 - 1];
        let least = state.saturating_sub(if skips { 2 } else { 1 });
        least..=state
    }

    /// The weight of a letter at this column: one at its place, and less away from it.
    fn pull(&self, column: usize, state: usize, letters: usize, guidance: f64) -> f64 {
        if state.is_multiple_of(2) || guidance == 0.0 {
            return 1.0;
        }
        let at = (column as f64 + 0.5) / self.count as f64 * letters as f64;
        let place = (state / 2) as f64 + 0.5;
        let off = (at - place) / PLACE_DEVIATION;
        (-0.5 * guidance * off * off).exp()
    }

    /// Probabilities of the classes, column by column.
    fn chances(&self, scores: &[f32]) -> Vec<f64> {
        let mut chances: Vec<f64> = Vec::with_capacity(scores.len());
        for row in scores.chunks_exact(self.classes) {
            let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let start = chances.len();
            chances.extend(row.iter().map(|s| f64::from(s - most).exp()));
            scale(&mut chances[start..]);
        }
        chances
    }
}

/// Divides by the sum, which is returned. Where everything has underflowed, nothing is left to divide.
fn scale(numbers: &mut [f64]) -> f64 {
    let sum = numbers.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    for number in numbers {
        *number /= sum;
    }
    sum
}

/// The place of the largest score.
pub(crate) fn likeliest(scores: &[f32]) -> usize {
    let mut best = 0;
    for (place, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = place;
        }
    }
    best
}
