//! The price of a way in: the work that a check asks for, by its purpose and by the site's failures and volume.

use crate::defence::{Settings, Step, Volume};

/// The action that a check lets a visitor do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Sign up: an account.
    Account,
    /// Play as a guest.
    Pass,
    /// Log in to an account that has had too many failures.
    LogIn,
    /// Pass the captcha of another site: its forms pay the price of an account here.
    OtherSite,
}

impl Purpose {
    /// Every purpose.
    pub const ALL: [Purpose; 4] = [
        Purpose::Account,
        Purpose::Pass,
        Purpose::LogIn,
        Purpose::OtherSite,
    ];

    /// The usual work: that of an account, or a part of it.
    fn tries(self, of_account: u32) -> u32 {
        match self {
            Purpose::Account | Purpose::OtherSite => of_account,
            Purpose::Pass | Purpose::LogIn => (of_account / 4).max(LEAST_TRIES),
        }
    }

    /// Whether the purpose can wait for the owner's approval.
    pub fn can_wait(self) -> bool {
        self == Purpose::Account
    }
}

/// The factor by which the work grows where the price is raised, and again where nothing is read.
pub const RAISE: u32 = 4;
/// The least work that a proof can show: every number solves it.
pub const LEAST_TRIES: u32 = 8;

/// The price of a check: the evidence that it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Tries of work beside the word or the recording; 0 where work is no way in.
    pub tries: u32,
    /// Whether everybody waits, and not only visitors who send no work.
    pub waits: bool,
}

impl Price {
    /// The price at these failures and this volume, which count for nothing where [`Settings::adaptive`] is off.
    pub fn new(settings: &Settings, purpose: Purpose, step: Step, volume: Volume) -> Self {
        let (step, volume) = match settings.adaptive {
            true => (step, volume),
            false => (Step::Usual, Volume::Usual),
        };
        let raised = match (step, volume) {
            (_, Volume::Flood) if !purpose.can_wait() => RAISE * RAISE,
            (Step::Usual, Volume::Usual) => 1,
            _ => RAISE,
        };
        let tries = match settings.work {
            true => purpose.tries(settings.work_tries),
            false => 0,
        };
        Price {
            tries: tries.saturating_mul(raised),
            waits: step == Step::RaisedAndWait
                // Without work the wait is all that can be asked for.
                || (tries == 0 && (step, volume) != (Step::Usual, Volume::Usual)),
        }
    }

    /// Whether a visitor waits who sends work, or who sends none.
    pub fn has_wait(self, sends_work: bool) -> bool {
        self.waits || (self.tries > 0 && !sends_work)
    }

    /// The tries of a visitor who neither reads nor listens.
    pub fn tries_without_reading(self) -> u32 {
        self.tries.saturating_mul(RAISE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(purpose: Purpose, step: Step, volume: Volume) -> (u32, bool) {
        let price = Price::new(&Settings::default(), purpose, step, volume);
        (price.tries, price.waits)
    }

    #[test]
    fn the_price_of_each_purpose_as_it_rises() {
        use Purpose::{Account, LogIn, OtherSite, Pass};
        use Step::{Raised, RaisedAndWait};
        use Volume::{Flood, Over};
        for (purpose, step, volume, tries, waits) in [
            (Account, Step::Usual, Volume::Usual, 1024, false),
            (Account, Raised, Volume::Usual, 4096, false),
            (Account, Step::Usual, Over, 4096, false),
            (Account, Raised, Over, 4096, false),
            (Account, RaisedAndWait, Over, 4096, true),
            // Over twice the usual an account waits for the owner.
            (Account, Step::Usual, Flood, 4096, false),
            (Pass, Step::Usual, Volume::Usual, 256, false),
            (Pass, Step::Usual, Over, 1024, false),
            (Pass, Step::Usual, Flood, 4096, false),
            (LogIn, Raised, Volume::Usual, 1024, false),
            (OtherSite, Step::Usual, Volume::Usual, 1024, false),
            (OtherSite, Step::Usual, Over, 4096, false),
            // Nothing of another site can wait here.
            (OtherSite, Step::Usual, Flood, 16384, false),
        ] {
            assert_eq!(
                price(purpose, step, volume),
                (tries, waits),
                "{purpose:?} {step:?} {volume:?}"
            );
        }
    }

    #[test]
    fn who_neither_reads_nor_listens_works_four_times_as_much() {
        let price = Price::new(
            &Settings::default(),
            Purpose::Account,
            Step::Usual,
            Volume::Usual,
        );
        assert_eq!(price.tries_without_reading(), 4096);
    }

    #[test]
    fn where_work_is_off_the_wait_takes_its_place() {
        let settings = Settings {
            work: false,
            ..Settings::default()
        };
        for (step, volume, waits) in [
            (Step::Usual, Volume::Usual, false),
            (Step::Raised, Volume::Usual, true),
            (Step::Usual, Volume::Over, true),
        ] {
            let price = Price::new(&settings, Purpose::Account, step, volume);
            assert_eq!(price, Price { tries: 0, waits }, "{step:?} {volume:?}");
        }
    }

    #[test]
    fn a_price_that_does_not_rise_is_the_usual_one() {
        let settings = Settings {
            adaptive: false,
            ..Settings::default()
        };
        for work in [true, false] {
            let settings = Settings {
                work,
                ..settings.clone()
            };
            let price = Price::new(&settings, Purpose::Pass, Step::RaisedAndWait, Volume::Flood);
            let tries = if work { 256 } else { 0 };
            let waits = false;
            assert_eq!(price, Price { tries, waits });
        }
    }

    #[test]
    fn the_smallest_work_is_that_of_a_proof() {
        let settings = Settings {
            work_tries: 8,
            ..Settings::default()
        };
        let price = Price::new(&settings, Purpose::Pass, Step::Usual, Volume::Usual);
        assert_eq!(price.tries, LEAST_TRIES);
    }
}
