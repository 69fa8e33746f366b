//! Hidden layer of the learned evaluation: units that see how sparse inputs go together.
//!
//! Each input adds a number of its own to each unit. The output of a unit is its sum, clamped to between 0 and [`FULL`] steps (a clipped
//! rectifier), and the value of the position is the sum of all outputs, each weighted by the worth of its unit.

use crate::Score;

/// Units of a hidden layer.
pub const HIDDEN_UNITS: usize = 32;
/// Steps of a unit's sum that make its full output.
pub(super) const FULL: Score = 256;

/// The sums of all units, in steps.
pub(super) type Sums = [i16; HIDDEN_UNITS];

/// The weights of a hidden layer.
#[derive(Debug, PartialEq)]
pub(super) struct HiddenLayer {
    /// What each input adds to the sums.
    pub rows: Box<[Sums]>,
    /// The sums without any input.
    pub first: Sums,
    /// The worth of each unit's full output, in the steps of a weight.
    pub worth: Sums,
}

impl HiddenLayer {
    /// Adds an input to the sums. Sums are so far from the limits of their type that none reaches them in play.
    #[inline]
    pub fn add(&self, sums: &mut Sums, input: usize) {
        for (sum, added) in sums.iter_mut().zip(self.rows[input]) {
            *sum = sum.saturating_add(added);
        }
    }

    /// The value of these sums, in the steps of a weight.
    #[inline]
    pub fn value(&self, sums: &Sums) -> Score {
        let output = |sum: i16| Score::from(sum).clamp(0, FULL);
        let outputs = sums.iter().map(|&sum| output(sum));
        let values = outputs
            .zip(self.worth)
            .map(|(output, worth)| output * Score::from(worth));
        values.sum::<Score>() / FULL
    }
}
