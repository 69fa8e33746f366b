//! Pace of a search: how long each depth took, and when the next one can be expected to end.

use std::time::Duration;

/// The times at which depths ended, since the search began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Pace {
    ends: Vec<Duration>,
}

impl Pace {
    /// Notes the end of a depth, and tells when the next one will have ended if it grows as the last one did; `None` as long as too few are
    /// known. Odd and even depths take turns in being the dearer ones, so growth is measured over two plies.
    pub fn next_end(&mut self, now: Duration) -> Option<Duration> {
        self.ends.push(now);
        let end = |back: usize| match self.ends.len().checked_sub(back)? {
            0 => Some(Duration::ZERO),
            n => self.ends.get(n - 1).copied(),
        };
        let took = |back: usize| Some(end(back)?.saturating_sub(end(back + 1)?).as_secs_f64());
        let [last, before, two_before] = [took(0)?, took(1)?, took(2)?];
        // A clock may be too coarse for the first depths.
        if two_before == 0.0 {
            return None;
        }
        let next = Duration::try_from_secs_f64(before * last / two_before).ok()?;
        now.checked_add(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next_end(ends_ms: &[u64]) -> Option<u64> {
        let mut pace = Pace::default();
        let ends = ends_ms.iter().map(|ms| Duration::from_millis(*ms));
        let last = ends.fold(None, |_, end| pace.next_end(end));
        last.map(|end| end.as_millis() as u64)
    }

    /// Depths of 10, 20 and 40 ms: the third takes four times as long as the first, and so the fourth four times as long as the second.
    #[test]
    fn a_depth_grows_as_the_one_before_it_did() {
        assert_eq!(next_end(&[10, 30, 70]), Some(70 + 80));
        // Cheap and dear in turn: 10, 100, 40 and 400 ms, and then 160.
        assert_eq!(next_end(&[10, 110, 150]), Some(150 + 400));
        assert_eq!(next_end(&[10, 110, 150, 550]), Some(550 + 160));
    }

    #[test]
    fn nothing_is_foretold_from_two_depths_or_by_a_coarse_clock() {
        assert_eq!(next_end(&[10]), None);
        assert_eq!(next_end(&[10, 30]), None);
        assert_eq!(next_end(&[0, 30, 70]), None);
    }
}
