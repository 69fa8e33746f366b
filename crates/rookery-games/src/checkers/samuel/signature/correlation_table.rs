//! Signature table: for each combination of a few inputs, the correlation of having it with being the move of good play (Samuel 1967).

/// For each combination, the number of chosen moves and of other moves that have it.
#[derive(Clone, Debug)]
pub struct MoveCounts {
    chosen: Vec<u32>,
    others: Vec<u32>,
}

impl MoveCounts {
    /// Counts of a table with this number of combinations.
    pub fn new(combinations: usize) -> Self {
        MoveCounts {
            chosen: vec![0; combinations],
            others: vec![0; combinations],
        }
    }

    /// Counts the moves of a position, by their combinations. The chosen one counts as often as there are others, so that chance alone
    /// gives no correlation.
    pub fn add(&mut self, combinations: &[usize], chosen: usize) {
        for (number, &combination) in combinations.iter().enumerate() {
            match number == chosen {
                true => self.chosen[combination] += combinations.len() as u32 - 1,
                false => self.others[combination] += 1,
            }
        }
    }
}

/// The correlations of a table, and the same in a few levels.
#[derive(Clone, Debug, PartialEq)]
pub struct CorrelationTable {
    correlations: Vec<f64>,
    levels: Vec<i8>,
}

impl CorrelationTable {
    /// The correlations C = (A - D) / (A + D), where A counts the chosen moves and D the others. The opposite of a combination
    /// lies as far from the end of the table as the combination from its beginning. It is the same thing seen by the other side,
    /// so its moves are added with A and D exchanged. The levels go from `-most` to `most`; a correlation of mean size lies in
    /// the middle of the upper half.
    pub fn of(counts: &MoveCounts, most: i8) -> Self {
        let last = counts.chosen.len() - 1;
        let pair = |at: usize| {
            let a = counts.chosen[at] + counts.others[last - at];
            let d = counts.others[at] + counts.chosen[last - at];
            (f64::from(a), f64::from(d))
        };
        let correlation = |(a, d): (f64, f64)| if a + d > 0.0 { (a - d) / (a + d) } else { 0.0 };
        let correlations: Vec<f64> = (0..=last).map(|at| correlation(pair(at))).collect();
        let weights = (0..=last).map(|at| pair(at).0 + pair(at).1);
        let (mut sum, mut total) = (0.0, 0.0);
        for (weight, correlation) in weights.zip(&correlations) {
            sum += weight * correlation.abs();
            total += weight;
        }
        let mean = if sum > 0.0 { sum / total } else { 1.0 };
        let half = f64::from(most) / 2.0;
        let level = |c: &f64| (c / mean * half).round().clamp(-2.0 * half, 2.0 * half) as i8;
        CorrelationTable {
            levels: correlations.iter().map(level).collect(),
            correlations,
        }
    }

    /// The correlation of a combination.
    pub fn correlation(&self, combination: usize) -> f64 {
        self.correlations[combination]
    }

    /// The correlation of a combination, rounded to one of the levels.
    pub fn level(&self, combination: usize) -> i8 {
        self.levels[combination]
    }
}

/// The number of a combination of inputs, each of which lies between its negative limit and its limit: all at the lower limit is 0.
pub fn combination(inputs: impl IntoIterator<Item = (i8, i8)>) -> usize {
    let shifted = |(value, limit): (i8, i8)| ((value + limit) as usize, 2 * limit as usize + 1);
    let digits = inputs.into_iter().map(shifted);
    digits.fold(0, |number, (digit, base)| number * base + digit)
}
