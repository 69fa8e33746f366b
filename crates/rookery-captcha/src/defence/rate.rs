//! Failure rate of the captchas of an address range, or of the whole site.

/// Checks and failures of a window of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// Checks, right ones included.
    pub tries: u64,
    /// Checks that failed.
    pub failures: u64,
}

impl Rate {
    /// Whether at least `percent` per cent of the checks failed, provided that there were `least` checks: a handful of
    /// misread pictures means nothing.
    pub fn reaches(self, percent: u32, least: u32) -> bool {
        self.tries >= u64::from(least.max(1))
            && u128::from(self.failures) * 100 >= u128::from(self.tries) * u128::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_counts_from_the_least_number_of_tries_on() {
        let rate = |tries, failures| Rate { tries, failures };
        for (rate, percent, least, expected) in [
            (rate(0, 0), 50, 0, false),
            (rate(9, 9), 50, 10, false),
            (rate(10, 4), 50, 10, false),
            (rate(10, 5), 50, 10, true),
            (rate(3, 2), 67, 1, false),
            (rate(3, 2), 66, 1, true),
            (rate(u64::MAX, u64::MAX), 100, 1, true),
            (rate(u64::MAX, u64::MAX - 1), 100, 1, false),
        ] {
            assert_eq!(
                rate.reaches(percent, least),
                expected,
                "{rate:?} {percent} {least}"
            );
        }
    }
}
