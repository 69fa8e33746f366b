//! Handicaps of the lower levels: natural errors instead of random moves. These levels look less far ahead, misjudge positions (each always
//! in the same way, as if it were their opinion), overlook quiet replies, and choose a move that is nearly as good as the best.
//!
//! All of it is integer arithmetic on the keys of positions and the seed of the game: the same game replays to the same moves.

use crate::{Score, SplitMix};

/// The errors of one level: misjudged positions, overlooked replies, second-best moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// The standard deviation of the misjudgement of a position, centipawns.
    pub sigma_cp: u16,
    /// The quiet replies of the opponent that are overlooked, in a thousand.
    pub oversight_permille: u16,
    /// A move that is worse than the best by no more than this may be chosen, centipawns.
    pub margin_cp: u16,
}

impl Handicap {
    /// None at all.
    pub const NONE: Handicap = Handicap {
        sigma_cp: 0,
        oversight_permille: 0,
        margin_cp: 0,
    };

    /// The error in the value of the position with this key, centipawns, within six standard deviations.
    pub fn misjudgement(self, key: u64, seed: u64) -> Score {
        if self.sigma_cp == 0 {
            return 0;
        }
        // The sum of twelve even numbers from 0 to 4095 is nearly normal with deviation 4096 (each has a variance of 4096²/12).
        let mut rng = SplitMix::new(key ^ seed.rotate_left(17));
        let words = [rng.next(), rng.next(), rng.next()];
        let sum: i64 = words
            .iter()
            .flat_map(|word| [0, 16, 32, 48].map(|shift| (word >> shift & 4_095) as i64))
            .sum();
        ((sum - 12 * 4_095 / 2) * i64::from(self.sigma_cp) / 4_096) as Score
    }

    /// Whether the quiet reply with these bits is overlooked in the position with this key.
    pub fn overlooks(self, key: u64, move_bits: u32, seed: u64) -> bool {
        self.oversight_permille != 0 && {
            let random = SplitMix::new(key ^ seed ^ u64::from(move_bits) << 32).next();
            random % 1_000 < u64::from(self.oversight_permille)
        }
    }

    /// The index of the line that is played among lines with these scores, best first: the nearer to the best, the likelier.
    pub fn choose(self, scores: &[Score], key: u64, seed: u64) -> usize {
        let Some(&best) = scores.first() else {
            return 0;
        };
        let margin = Score::from(self.margin_cp);
        let weight = |&score: &Score| u64::try_from(margin - (best - score) + 1).unwrap_or(0);
        let total: u64 = scores.iter().map(weight).sum();
        if margin == 0 || total == 0 {
            return 0;
        }
        let mut left = SplitMix::new(key ^ seed.rotate_left(31)).next() % total;
        for (i, score) in scores.iter().enumerate() {
            match left.checked_sub(weight(score)) {
                Some(rest) => left = rest,
                None => return i,
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Handicap = Handicap {
        sigma_cp: 100,
        oversight_permille: 250,
        margin_cp: 40,
    };

    #[test]
    fn misjudgement_has_its_deviation_and_no_bias() {
        let errors: Vec<_> = (0..20_000)
            .map(|key| f64::from(SOME.misjudgement(key * 0x9e37_79b9, 5)))
            .collect();
        let count = errors.len() as f64;
        let mean = errors.iter().sum::<f64>() / count;
        let deviation = (errors.iter().map(|e| e * e).sum::<f64>() / count).sqrt();
        assert!(mean.abs() < 3.0, "{mean}");
        assert!((97.0..103.0).contains(&deviation), "{deviation}");
        assert_eq!(SOME.misjudgement(7, 9), SOME.misjudgement(7, 9));
        assert_eq!(Handicap::NONE.misjudgement(7, 9), 0);
    }

    #[test]
    fn overlooks_as_many_as_it_says() {
        let count = (0..40_000).filter(|&key| SOME.overlooks(key, 3, 1)).count();
        assert!((9_600..10_400).contains(&count), "{count} of 40000");
        assert!(!Handicap::NONE.overlooks(1, 1, 1));
    }

    #[test]
    fn chooses_near_the_best_alone() {
        let mut counts = [0; 4];
        for key in 0..4_000 {
            counts[SOME.choose(&[50, 40, 11, 9], key, 2)] += 1;
        }
        // Weights 41, 31, 2 and none: the last is worse than the best by more than the margin.
        assert_eq!(counts[3], 0);
        assert!((2_050..2_380).contains(&counts[0]), "{counts:?}");
        assert!((1_520..1_830).contains(&counts[1]), "{counts:?}");
        assert_eq!(Handicap::NONE.choose(&[5, 5], 1, 1), 0);
    }
}
