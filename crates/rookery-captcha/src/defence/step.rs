//! The three steps of the adaptive defence, chosen by the failure rates.

use crate::defence::{Rate, Settings};

/// The step of a new challenge, in order of difficulty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Read the picture (or listen).
    #[default]
    Read,
    /// Read the picture, and let the computer work meanwhile.
    ReadAndWork,
    /// No picture: the computer works, and the visitor waits.
    WorkAndWait,
}

impl Step {
    /// Every step.
    pub const ALL: [Step; 3] = [Step::Read, Step::ReadAndWork, Step::WorkAndWait];

    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Step::Read => "read",
            Step::ReadAndWork => "read-and-work",
            Step::WorkAndWait => "work-and-wait",
        }
    }

    /// The inverse of [`Step::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Step::ALL.into_iter().find(|step| step.as_str() == text)
    }

    /// The step for these rates: the harder one of those for the visitor's address range and for the whole site.
    pub fn choose(settings: &Settings, range: Rate, site: Rate) -> Self {
        if !settings.adaptive {
            return Step::Read;
        }
        let of = |rate: Rate, least, work_percent, wait_percent| {
            if rate.reaches(wait_percent, least) {
                Step::WorkAndWait
            } else if rate.reaches(work_percent, least) {
                Step::ReadAndWork
            } else {
                Step::Read
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
            (0, 0, Step::Read),
            (19, 19, Step::Read),
            (20, 9, Step::Read),
            (20, 10, Step::ReadAndWork),
            (20, 15, Step::ReadAndWork),
            (20, 16, Step::WorkAndWait),
            (1000, 1000, Step::WorkAndWait),
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
            (199, 199, Step::ReadAndWork),
            (200, 119, Step::ReadAndWork),
            (200, 180, Step::WorkAndWait),
        ] {
            let site = Rate { tries, failures };
            assert_eq!(Step::choose(&settings(), bad, site), expected, "{site:?}");
        }
        let site = Rate {
            tries: 200,
            failures: 120,
        };
        assert_eq!(Step::choose(&settings(), QUIET, site), Step::ReadAndWork);
    }

    #[test]
    fn who_switches_it_off_has_pictures_only() {
        let worst = Rate {
            tries: 10_000,
            failures: 10_000,
        };
        let off = Settings {
            adaptive: false,
            ..settings()
        };
        assert_eq!(Step::choose(&off, worst, worst), Step::Read);
    }

    #[test]
    fn its_word_comes_back() {
        for step in Step::ALL {
            assert_eq!(Step::parse(step.as_str()), Some(step));
        }
        assert_eq!(Step::parse("sleep"), None);
    }
}
