//! The three steps of the price, chosen by the failure rates.

use crate::defence::{Rate, Settings};

/// A step of the price, in order of difficulty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The usual price.
    #[default]
    Usual,
    /// More work.
    Raised,
    /// More work, and everybody waits.
    RaisedAndWait,
}

impl Step {
    /// The step for these rates: the harder one of those for the visitor's address range and for the whole site.
    pub fn choose(settings: &Settings, range: Rate, site: Rate) -> Self {
        if !settings.adaptive {
            return Step::Usual;
        }
        let of = |rate: Rate, least, work_percent, wait_percent| {
            if rate.reaches(wait_percent, least) {
                Step::RaisedAndWait
            } else if rate.reaches(work_percent, least) {
                Step::Raised
            } else {
                Step::Usual
            }
        };
        let by_range = of(
            range,
            settings.range_tries,
            settings.range_work_percent,
            settings.range_wait_percent,
        );
        let by_site = of(
            site,
            settings.site_tries,
            settings.site_work_percent,
            settings.site_wait_percent,
        );
        by_range.max(by_site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: Rate = Rate {
        tries: 0,
        failures: 0,
    };

    fn settings() -> Settings {
        Settings {
            range_tries: 20,
            range_work_percent: 50,
            range_wait_percent: 80,
            site_tries: 200,
            site_work_percent: 60,
            site_wait_percent: 90,
            ..Settings::default()
        }
    }

    #[test]
    fn the_step_rises_with_the_failures_of_the_range() {
        for (tries, failures, expected) in [
            (0, 0, Step::Usual),
            (19, 19, Step::Usual),
            (20, 9, Step::Usual),
            (20, 10, Step::Raised),
            (20, 15, Step::Raised),
            (20, 16, Step::RaisedAndWait),
            (1000, 1000, Step::RaisedAndWait),
        ] {
            let range = Rate { tries, failures };
            assert_eq!(
                Step::choose(&settings(), range, QUIET),
                expected,
                "{range:?}"
            );
        }
    }

    #[test]
    fn the_site_counts_by_its_own_thresholds_and_the_harder_step_holds() {
        let bad = Rate {
            tries: 100,
            failures: 60,
        };
        for (tries, failures, expected) in [
            (199, 199, Step::Raised),
            (200, 119, Step::Raised),
            (200, 180, Step::RaisedAndWait),
        ] {
            let site = Rate { tries, failures };
            assert_eq!(Step::choose(&settings(), bad, site), expected, "{site:?}");
        }
        let site = Rate {
            tries: 200,
            failures: 120,
        };
        assert_eq!(Step::choose(&settings(), QUIET, site), Step::Raised);
    }

    #[test]
    fn who_switches_it_off_has_the_usual_price() {
        let worst = Rate {
            tries: 10_000,
            failures: 10_000,
        };
        let off = Settings {
            adaptive: false,
            ..settings()
        };
        assert_eq!(Step::choose(&off, worst, worst), Step::Usual);
    }
}
