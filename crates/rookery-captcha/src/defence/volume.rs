//! The volume of new accounts and passes against the usual one: the price rises with success, not with failures alone.

/// The volume of the last hour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Volume {
    /// Up to the usual number.
    #[default]
    Usual,
    /// Over it.
    Over,
    /// Over twice the usual number.
    Flood,
}

impl Volume {
    /// The volume if one more is let in after `lately` of the last hour.
    pub fn with_one_more(lately: u64, usual: u32) -> Self {
        let usual = u64::from(usual.max(1));
        if lately >= usual.saturating_mul(2) {
            Volume::Flood
        } else if lately >= usual {
            Volume::Over
        } else {
            Volume::Usual
        }
    }
}

/// The usual number of an hour: the median of the hours that had any (the upper one of two), at least `floor`.
pub fn usual_of(mut hours: Vec<u64>, floor: u32) -> u32 {
    hours.retain(|n| *n > 0);
    let middle = hours.len() / 2;
    let median = match hours.is_empty() {
        true => 0,
        false => *hours.select_nth_unstable(middle).1,
    };
    u32::try_from(median).unwrap_or(u32::MAX).max(floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_volume_rises_at_the_usual_number_and_at_twice_of_it() {
        for (lately, usual, expected) in [
            (0, 20, Volume::Usual),
            (19, 20, Volume::Usual),
            (20, 20, Volume::Over),
            (39, 20, Volume::Over),
            (40, 20, Volume::Flood),
            (u64::MAX, 20, Volume::Flood),
            (0, 0, Volume::Usual),
            (2, 0, Volume::Flood),
            (u64::from(u32::MAX), u32::MAX, Volume::Over),
        ] {
            assert_eq!(
                Volume::with_one_more(lately, usual),
                expected,
                "{lately} {usual}"
            );
        }
    }

    #[test]
    fn an_hour_is_usual_by_the_median_of_the_hours_that_had_any() {
        for (hours, expected) in [
            (vec![], 20),
            (vec![5], 20),
            (vec![0, 0, 0, 50], 50),
            (vec![50, 30, 1000], 50),
            (vec![30, 50], 50),
            (vec![u64::MAX], u32::MAX),
        ] {
            assert_eq!(usual_of(hours.clone(), 20), expected, "{hours:?}");
        }
    }
}
