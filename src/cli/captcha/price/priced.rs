//! A line of the table of prices, and the goals that it has to reach.

use serde::Serialize;

use crate::cli::captcha::price::addresses::Addresses;
use crate::cli::captcha::price::way::Way;

/// The goals: the least tries asked for an account in a calm hour, and the least from the [`RAISED_FROM`]th account of an hour on.
const TRIES: u64 = 1024;
const RAISED_TRIES: u64 = 4096;
const RAISED_FROM: usize = 30;

/// A line of the table.
#[derive(Clone, Debug, Serialize)]
pub struct Priced {
    pub way: Way,
    pub addresses: Addresses,
    /// Let in within an hour without the owner.
    pub accounts_per_hour: usize,
    /// Tries on average that are asked for at first.
    pub tries: u64,
    /// The same at the end of the hour.
    pub raised_tries: u64,
    /// The first account of the hour for which more is asked.
    pub raised_at: Option<usize>,
    /// Tries that accounts at calm took.
    pub tries_per_account: f64,
    /// CPU seconds that a thousand accounts at calm take.
    pub cpu_s_per_1000: f64,
    /// Whether a proof of less work than the page asks for lets nobody in; true where none is asked for.
    pub refuses_less: bool,
}

impl Priced {
    /// The line as it stands in the table.
    pub fn row(&self) -> String {
        let raised = match self.raised_at {
            Some(n) => format!("{}, then {} | {n}", self.tries, self.raised_tries),
            None => format!("{} | –", self.tries),
        };
        let cpu = match self.tries {
            0 => "0".to_owned(),
            _ => format!("{:.0} ({:.0})", self.cpu_s_per_1000, self.tries_per_account),
        };
        format!(
            "| {} | {} | {} | {raised} | {cpu} |",
            self.way.name(),
            self.addresses.name(),
            self.accounts_per_hour
        )
    }

    /// Every goal that it misses, in words.
    pub fn missed(&self) -> Vec<String> {
        let place = format!("{} from {}", self.way.name(), self.addresses.name());
        let ceiling = ceiling(self.way, self.addresses);
        let mut missed = Vec::new();
        if self.accounts_per_hour > ceiling {
            missed.push(format!(
                "{place}: {} accounts an hour, at most {ceiling} may be",
                self.accounts_per_hour
            ));
        }
        if !self.way.has_scripts() {
            return missed;
        }
        if self.tries < TRIES {
            missed.push(format!(
                "{place}: {} tries, at least {TRIES} should be",
                self.tries
            ));
        }
        // If fewer get in, there is no 30th.
        let is_cheap = match self.raised_at {
            Some(n) => n > RAISED_FROM || self.raised_tries < RAISED_TRIES,
            None => self.accounts_per_hour >= RAISED_FROM,
        };
        if is_cheap {
            missed.push(format!(
                "{place}: the {RAISED_FROM}th account takes less than {RAISED_TRIES} tries"
            ));
        }
        if !self.refuses_less {
            missed.push(format!(
                "{place}: a proof of less work than the page asks for lets a program in"
            ));
        }
        missed
    }
}

/// The most accounts an hour that a site of usual size may make without its owner: twice its usual number, and without scripts
/// the ceilings of that way; of one network, and of all together.
pub fn ceiling(way: Way, addresses: Addresses) -> usize {
    let is_one_network = addresses != Addresses::Networks;
    match (way.has_scripts(), is_one_network) {
        (true, true) => 20,
        (true, false) => 40,
        (false, true) => 6,
        (false, false) => 30,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outcome with the shipped settings.
    fn shipped(way: Way, addresses: Addresses) -> Priced {
        let is_far = addresses == Addresses::Networks;
        let (accounts_per_hour, tries, raised_at) = match (way, is_far) {
            (Way::WithoutScripts, false) => (6, 0, None),
            (Way::WithoutScripts, true) => (30, 0, None),
            (Way::Work, false) => (20, 4096, Some(11)),
            (Way::Work, true) => (40, 4096, Some(21)),
            (_, false) => (20, 1024, Some(11)),
            (_, true) => (40, 1024, Some(21)),
        };
        Priced {
            way,
            addresses,
            accounts_per_hour,
            tries,
            raised_tries: 4 * tries,
            raised_at,
            tries_per_account: 1.1,
            cpu_s_per_1000: 1.0,
            refuses_less: true,
        }
    }

    #[test]
    fn what_ships_reaches_every_goal() {
        for way in Way::ALL {
            for addresses in Addresses::ALL {
                let missed = shipped(way, addresses).missed();
                assert!(missed.is_empty(), "{missed:?}");
            }
        }
    }

    /// One account more than a place may have is one too many, from each kind of addresses by each way.
    #[test]
    fn one_account_above_the_ceiling_of_its_place_is_told() {
        let ceilings = [
            (Addresses::One, 20, 6),
            (Addresses::RangeV4, 20, 6),
            (Addresses::RangeV6, 20, 6),
            (Addresses::Networks, 40, 30),
        ];
        for (addresses, with_scripts, without_scripts) in ceilings {
            for way in Way::ALL {
                let most = match way {
                    Way::WithoutScripts => without_scripts,
                    Way::Picture | Way::Recording | Way::Work => with_scripts,
                };
                let at = |accounts_per_hour| Priced {
                    accounts_per_hour,
                    ..shipped(way, addresses)
                };
                assert!(at(most).missed().is_empty(), "{way:?} {addresses:?}");
                let missed = at(most + 1).missed();
                assert_eq!(missed.len(), 1, "{way:?} {addresses:?}");
                assert!(
                    missed[0].contains(&format!("at most {most} may be")),
                    "{missed:?}"
                );
            }
        }
    }

    #[test]
    fn too_little_work_is_told() {
        let good = shipped(Way::Picture, Addresses::Networks);
        let few = |change: fn(&mut Priced)| {
            let mut changed = good.clone();
            change(&mut changed);
            changed.missed().len()
        };
        assert_eq!(few(|_| {}), 0);
        assert_eq!(few(|p| p.tries = 1023), 1);
        assert_eq!(few(|p| p.raised_tries = 4095), 1, "not dear enough");
        assert_eq!(few(|p| p.raised_at = Some(30)), 0);
        assert_eq!(few(|p| p.raised_at = Some(31)), 1, "too late");
        assert_eq!(few(|p| p.raised_at = None), 1, "never");
        assert_eq!(few(|p| p.refuses_less = false), 1, "a cheap proof");
        // If fewer get in, there is no thirtieth.
        let mut few = shipped(Way::Picture, Addresses::One);
        (few.raised_at, few.raised_tries) = (None, 1024);
        assert_eq!(few.missed().len(), 0);
    }
}
