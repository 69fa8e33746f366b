//! Solve times: a histogram whose buckets are about ten per cent wide, and the median that it gives.

/// Each bucket ends at this many times where it begins.
const WIDTH: f64 = 1.1;

/// The bucket of a time: number `b` holds the times from 1.1^b up to 1.1^(b+1) milliseconds; less than a millisecond counts as one.
pub fn bucket_of(ms: i64) -> i64 {
    let ms = ms.max(1) as f64;
    let bucket = (ms.ln() / WIDTH.ln()).floor();
    // A logarithm may round across the edge of a bucket.
    let is_before = WIDTH.powf(bucket) > ms;
    bucket as i64 - i64::from(is_before)
}

/// The number of hits of each bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveTimes(Vec<(i64, u64)>);

impl SolveTimes {
    /// Adds `n` times of a bucket.
    pub fn add(&mut self, bucket: i64, n: u64) {
        match self.0.binary_search_by_key(&bucket, |(known, _)| *known) {
            Ok(at) => self.0[at].1 += n,
            Err(at) => self.0.insert(at, (bucket, n)),
        }
    }

    /// Adds all times of others.
    pub fn extend(&mut self, others: &SolveTimes) {
        for (bucket, n) in &others.0 {
            self.add(*bucket, *n);
        }
    }

    pub fn count(&self) -> u64 {
        self.0.iter().map(|(_, n)| n).sum()
    }

    /// The median in milliseconds, the lower of the two middle ones where the count is even; `None` without times. It is
    /// within ten per cent of the true one, which lies in the same bucket: times are taken to be spread evenly, by ratio, over
    /// their bucket.
    pub fn median_ms(&self) -> Option<i64> {
        let middle = self.count().checked_sub(1)? / 2;
        let mut before = 0;
        for (bucket, n) in &self.0 {
            if middle < before + n {
                let share = ((middle - before) as f64 + 0.5) / *n as f64;
                return Some(WIDTH.powf(*bucket as f64 + share).round() as i64);
            }
            before += n;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::service::captcha::statistics::solve_times::{SolveTimes, bucket_of};

    #[test]
    fn without_times_there_is_no_median() {
        assert_eq!(SolveTimes::default().median_ms(), None);
    }

    #[test]
    fn buckets_hold_what_lies_between_powers_of_eleven_tenths() {
        // 1.1^96 = 9412.3…, 1.1^97 = 10353.5… (by exact decimal multiplication).
        assert_eq!((bucket_of(9_412), bucket_of(9_413)), (95, 96));
        assert_eq!((bucket_of(10_353), bucket_of(10_354)), (96, 97));
        assert_eq!((bucket_of(0), bucket_of(1), bucket_of(-5)), (0, 0, 0));
        let most = bucket_of(i64::MAX);
        assert!((450..470).contains(&most), "{most}");
        let all: Vec<i64> = (1..200_000).map(bucket_of).collect();
        assert!(all.is_sorted());
    }

    proptest! {
        /// Against the list of all times, sorted.
        #[test]
        fn the_median_is_right_to_ten_per_cent(times in prop::collection::vec(1_i64..600_000, 1..400)) {
            let mut counted = SolveTimes::default();
            for ms in &times {
                counted.add(bucket_of(*ms), 1);
            }
            let mut sorted = times;
            sorted.sort_unstable();
            let exact = sorted[(sorted.len() - 1) / 2] as f64;
            let found = counted.median_ms().unwrap() as f64;
            // A bucket's width, and half a millisecond of rounding.
            prop_assert!((found - exact).abs() <= exact * 0.1 + 0.5, "{found} for {exact}");
            prop_assert_eq!(counted.count(), sorted.len() as u64);
        }
    }
}
