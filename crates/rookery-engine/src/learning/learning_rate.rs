//! Learning-rate schedules.

/// The length of a step over the course of learning, which falls from the first number to the second.
#[derive(Clone, Copy, Debug)]
pub enum LearningRate {
    /// In a straight line, epoch by epoch.
    Linear(f32, f32),
    /// Along half a cosine, step by step.
    Cosine(f32, f32),
}

impl LearningRate {
    /// The rate of a step; epochs and steps are counted from 0, each with how many there are.
    pub(super) fn at(self, epoch: (usize, usize), step: (usize, usize)) -> f32 {
        match self {
            LearningRate::Linear(first, last) => {
                let epochs_before_last = (epoch.1 - 1).max(1) as f32;
                first * (1.0 - (1.0 - last / first) * epoch.0 as f32 / epochs_before_last)
            }
            LearningRate::Cosine(first, last) => {
                let angle = std::f32::consts::PI * step.0 as f32 / step.1 as f32;
                first + (last - first) * (0.5 - 0.5 * angle.cos())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_from_the_first_to_the_last() {
        let (first, last) = (0.5, 0.1);
        let line = LearningRate::Linear(first, last);
        let cosine = LearningRate::Cosine(first, last);
        // Halfway both stand in the middle; a third of the way the cosine has fallen by a quarter only (cos 60° = 1/2).
        for (rate, expected) in [
            (line.at((0, 5), (0, 1)), 0.5),
            (line.at((2, 5), (99, 100)), 0.3),
            (line.at((4, 5), (0, 1)), 0.1),
            (line.at((0, 1), (0, 1)), 0.5),
            (cosine.at((4, 5), (0, 90)), 0.5),
            (cosine.at((0, 5), (30, 90)), 0.4),
            (cosine.at((0, 5), (45, 90)), 0.3),
            (cosine.at((0, 5), (90, 90)), 0.1),
        ] {
            assert!((rate - expected).abs() < 1e-6, "{rate} {expected}");
        }
    }
}
