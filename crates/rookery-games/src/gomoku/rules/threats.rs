//! The threats that a stone on one point makes on its four lines, and their worth.

use crate::gomoku::rules::line_patterns::Threat;

/// A threat for each of the four directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointThreats([Threat; 4]);

impl PointThreats {
    /// The threat in a direction.
    #[inline]
    pub fn of(self, way: usize) -> Threat {
        self.0[way]
    }

    /// The same with another threat in a direction.
    #[inline]
    pub fn with(mut self, way: usize, threat: Threat) -> Self {
        self.0[way] = threat;
        self
    }

    /// Whether one of them is this threat.
    #[inline]
    pub fn has(self, threat: Threat) -> bool {
        self.0.contains(&threat)
    }

    /// Whether the stone makes a four, or five.
    #[inline]
    pub fn has_four(self) -> bool {
        self.0.iter().any(|&threat| threat >= Threat::Four)
    }

    /// The number of directions with this threat.
    pub fn count(self, threat: Threat) -> usize {
        self.0.iter().filter(|&&one| one == threat).count()
    }

    /// The number of fours, where two of them on one line count twice.
    pub fn fours(self) -> usize {
        let fours = |threat: &Threat| match threat {
            Threat::Four | Threat::StraightFour => 1,
            Threat::DoubleFour => 2,
            _ => 0,
        };
        self.0.iter().map(fours).sum()
    }

    /// Whether renju may forbid the point to Black.
    #[inline]
    pub fn is_suspect(self) -> bool {
        !self.has(Threat::Five)
            && (self.has(Threat::Overline) || self.count(Threat::Three) > 1 || self.fours() > 1)
    }

    /// Whether the stone makes two threats each of which has to be answered, or one that cannot be.
    pub fn wins_soon(self) -> bool {
        self.has(Threat::StraightFour)
            || self.fours() > 1
            || self.fours() == 1 && self.has(Threat::Three)
    }

    /// The worth of the point in centipawns: the threats on all lines, and more where they go together.
    pub fn worth(self) -> i32 {
        let single = |threat: &Threat| match threat {
            Threat::None | Threat::Overline => 0,
            Threat::ClosedTwo => 2,
            Threat::Two => 8,
            Threat::ClosedThree => 10,
            Threat::Three => 36,
            Threat::Four => 40,
            Threat::DoubleFour | Threat::StraightFour => 160,
            Threat::Five => 400,
        };
        let together = match (self.fours(), self.count(Threat::Three)) {
            (2.., _) => 80,
            (1, 1..) => 70,
            (_, 2..) => 50,
            _ => 0,
        };
        self.0.iter().map(single).sum::<i32>() + together
    }
}
