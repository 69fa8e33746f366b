//! The threats that a stone on one point makes on its four lines, and their worth.

use std::sync::LazyLock;

use crate::gomoku::rules::line_patterns::Threat;

/// A threat for each of the four directions, four bits each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointThreats(u16);

/// Facts about the threats of a point that are asked for often.
#[derive(Clone, Copy, Default)]
struct Traits {
    worth: i16,
    /// See [`PointThreats::has_five`].
    has_five: bool,
    /// See [`PointThreats::has_four`].
    has_four: bool,
    /// Whether one of them is an open three.
    has_three: bool,
    /// See [`PointThreats::is_suspect`].
    is_suspect: bool,
    /// See [`PointThreats::wins_soon`].
    wins_soon: bool,
    /// See [`PointThreats::class`].
    class: u8,
}

/// The traits of every set of threats.
static TRAITS: LazyLock<Box<[Traits]>> = LazyLock::new(|| {
    let is_set =
        |bits: u16| (0..4).all(|way| usize::from(bits >> (4 * way) & 15) < Threat::ALL.len());
    let traits = |bits| match is_set(bits) {
        true => Traits::of(PointThreats(bits)),
        false => Traits::default(),
    };
    (0..=u16::MAX).map(traits).collect()
});

impl PointThreats {
    /// The threat in a direction.
    #[inline]
    pub fn of(self, way: usize) -> Threat {
        Threat::ALL[usize::from(self.0 >> (4 * way) & 15)]
    }

    /// The same with another threat in a direction.
    #[inline]
    pub fn with(self, way: usize, threat: Threat) -> Self {
        let shift = 4 * way;
        PointThreats(self.0 & !(15 << shift) | (threat as u16) << shift)
    }

    fn all(self) -> [Threat; 4] {
        std::array::from_fn(|way| self.of(way))
    }

    #[inline]
    fn traits(self) -> Traits {
        TRAITS[usize::from(self.0)]
    }

    /// Whether one of them is this threat.
    #[inline]
    pub fn has(self, threat: Threat) -> bool {
        (0..4).any(|way| self.0 >> (4 * way) & 15 == threat as u16)
    }

    /// Whether the stone makes five.
    #[inline]
    pub fn has_five(self) -> bool {
        self.traits().has_five
    }

    /// Whether the stone makes a four, or five.
    #[inline]
    pub fn has_four(self) -> bool {
        self.traits().has_four
    }

    /// Whether the stone makes an open three.
    #[inline]
    pub fn has_three(self) -> bool {
        self.traits().has_three
    }

    /// The number of directions with this threat.
    pub fn count(self, threat: Threat) -> usize {
        self.all().iter().filter(|&&one| one == threat).count()
    }

    /// The number of fours, where two of them on one line count twice.
    pub fn fours(self) -> usize {
        let fours = |threat: &Threat| match threat {
            Threat::Four | Threat::StraightFour => 1,
            Threat::DoubleFour => 2,
            _ => 0,
        };
        self.all().iter().map(fours).sum()
    }

    /// Whether renju may forbid the point to Black.
    #[inline]
    pub fn is_suspect(self) -> bool {
        self.traits().is_suspect
    }

    /// Whether the stone makes two threats each of which has to be answered, or one that cannot be.
    #[inline]
    pub fn wins_soon(self) -> bool {
        self.traits().wins_soon
    }

    /// The class of the threats, below [`CLASSES`], whatever the directions; 0 where there is none.
    #[inline]
    pub fn class(self) -> usize {
        self.traits().class.into()
    }

    /// The worth of the point in centipawns: the threats on all lines, and more where they go together.
    #[inline]
    pub fn worth(self) -> i32 {
        self.traits().worth.into()
    }
}

/// The number of classes of threats on four lines: sets with at most one four, then two fours, a straight four and five.
pub const CLASSES: usize = SETS + 3;
const SETS: usize = 105;

/// The sets of threats on four lines with at most one four, by their ranks, each sorted, in order.
static ORDERED: LazyLock<Vec<[u8; 4]>> = LazyLock::new(|| {
    const FOUR: u8 = rank(Threat::Four);
    let digit = |n: u16, way: u32| (n / 6_u16.pow(way) % 6) as u8;
    (0..6_u16.pow(4))
        .map(|n| [3, 2, 1, 0].map(|way| digit(n, way)))
        .filter(|set| set.is_sorted() && set[2] < FOUR)
        .collect()
});

/// The place of a threat up to a four among those that classes tell apart.
const fn rank(threat: Threat) -> u8 {
    match threat {
        Threat::None | Threat::Overline => 0,
        Threat::ClosedTwo => 1,
        Threat::Two => 2,
        Threat::ClosedThree => 3,
        Threat::Three => 4,
        _ => 5,
    }
}

/// See [`PointThreats::class`].
fn class_of(threats: PointThreats) -> usize {
    let mut set = threats.all().map(rank);
    set.sort_unstable();
    match threats {
        _ if threats.has(Threat::Five) => SETS + 2,
        _ if threats.has(Threat::StraightFour) => SETS + 1,
        _ if threats.fours() > 1 => SETS,
        _ => ORDERED.partition_point(|&other| other < set),
    }
}

impl Traits {
    fn of(threats: PointThreats) -> Self {
        let has_five = threats.has(Threat::Five);
        let (fours, threes) = (threats.fours(), threats.count(Threat::Three));
        let together = match (fours, threes) {
            (2.., _) => 80,
            (1, 1..) => 70,
            (_, 2..) => 50,
            _ => 0,
        };
        Traits {
            worth: threats.all().map(single_worth).iter().sum::<i16>() + together,
            has_five,
            has_four: threats.all().iter().any(|&threat| threat >= Threat::Four),
            has_three: threes > 0,
            is_suspect: !has_five && (threats.has(Threat::Overline) || threes > 1 || fours > 1),
            wins_soon: threats.has(Threat::StraightFour) || fours > 1 || fours == 1 && threes > 0,
            class: class_of(threats) as u8,
        }
    }
}

/// The worth of one threat in centipawns.
fn single_worth(threat: Threat) -> i16 {
    match threat {
        Threat::None | Threat::Overline => 0,
        Threat::ClosedTwo => 2,
        Threat::Two => 8,
        Threat::ClosedThree => 10,
        Threat::Three => 36,
        Threat::Four => 40,
        Threat::DoubleFour | Threat::StraightFour => 160,
        Threat::Five => 400,
    }
}
