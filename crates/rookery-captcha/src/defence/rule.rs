//! The rule of a check: whether the evidence that was sent meets the price.

use crate::defence::Price;

/// The evidence in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Whether the typed answer is right for the picture or the recording; `None` if nothing was typed, or if reading is no way in
    /// ([`Settings::is_reading_open`](crate::defence::Settings::is_reading_open)), which the rule does not know.
    pub read: Option<bool>,
    /// The tries that the proof of work shows; `None` if there is none, as from a browser without scripts.
    pub worked: Option<u64>,
    /// Whether the wait is over.
    pub waited: bool,
}

/// The way in which a check was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaMethod {
    /// By the picture or the voice, and work where it is asked for.
    Read,
    /// By work alone, without reading.
    Work,
    /// By the picture or the voice and a wait, as from a browser without scripts.
    WithoutScripts,
}

/// The verdict whether a visitor has shown enough to pass, or the reason against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// Enough.
    Pass(CaptchaMethod),
    /// Not yet: nothing is revealed about the answer, and the challenge stays open.
    TooEarly,
    /// Too little work: nothing is revealed about the answer, and the challenge stays open.
    MoreWork {
        /// The tries that the proof has to show.
        tries: u32,
    },
    /// Not right.
    Wrong,
    /// There was no evidence that could be right.
    Missing,
}

/// Judges a check by three ways in: the word and the work; four times the work without the word; the word and the wait without
/// work. Where the price says that everybody waits, the wait is asked for in all of them.
///
/// Whether the word is right is revealed only once the rest is there.
pub fn judge(price: Price, given: Evidence) -> CheckOutcome {
    use CaptchaMethod::{Read, WithoutScripts, Work};
    if price.waits && !given.waited {
        return CheckOutcome::TooEarly;
    }
    let by_word = |is_right, method| match is_right {
        true => CheckOutcome::Pass(method),
        false => CheckOutcome::Wrong,
    };
    let without_reading = price.tries_without_reading();
    match (given.worked.filter(|_| price.tries > 0), given.read) {
        (Some(tries), Some(true)) if tries >= u64::from(price.tries) => CheckOutcome::Pass(Read),
        (Some(tries), _) if tries >= u64::from(without_reading) => CheckOutcome::Pass(Work),
        (Some(tries), Some(_)) if tries >= u64::from(price.tries) => CheckOutcome::Wrong,
        (Some(_), Some(_)) => CheckOutcome::MoreWork { tries: price.tries },
        (Some(_), None) => CheckOutcome::MoreWork {
            tries: without_reading,
        },
        (None, None) => CheckOutcome::Missing,
        (None, Some(is_right)) if price.tries == 0 => by_word(is_right, Read),
        (None, Some(_)) if !given.waited => CheckOutcome::TooEarly,
        (None, Some(is_right)) => by_word(is_right, WithoutScripts),
    }
}

#[cfg(test)]
mod tests {
    use super::CheckOutcome::{Missing, Pass, TooEarly, Wrong};
    use super::*;

    const RIGHT: Option<bool> = Some(true);
    const WRONG: Option<bool> = Some(false);
    const BY_WORD: CheckOutcome = Pass(CaptchaMethod::Read);
    const BY_WORK: CheckOutcome = Pass(CaptchaMethod::Work);
    const WITHOUT_SCRIPTS: CheckOutcome = Pass(CaptchaMethod::WithoutScripts);

    fn judged(price: Price, read: Option<bool>, worked: Option<u64>, waited: bool) -> CheckOutcome {
        judge(
            price,
            Evidence {
                read,
                worked,
                waited,
            },
        )
    }

    /// All there is, by the table of the documentation: written down by hand, not computed. Before the wait and after it.
    #[test]
    fn every_case_of_the_table() {
        let more = |tries| CheckOutcome::MoreWork { tries };
        let table = [
            (None, None, [Missing, Missing]),
            (RIGHT, None, [TooEarly, WITHOUT_SCRIPTS]),
            (WRONG, None, [TooEarly, Wrong]),
            (None, Some(0), [more(4096), more(4096)]),
            (None, Some(1024), [more(4096), more(4096)]),
            (None, Some(4095), [more(4096), more(4096)]),
            (None, Some(4096), [BY_WORK, BY_WORK]),
            (RIGHT, Some(1023), [more(1024), more(1024)]),
            (WRONG, Some(1023), [more(1024), more(1024)]),
            (RIGHT, Some(1024), [BY_WORD, BY_WORD]),
            (WRONG, Some(1024), [Wrong, Wrong]),
            (RIGHT, Some(4096), [BY_WORD, BY_WORD]),
            (WRONG, Some(4096), [BY_WORK, BY_WORK]),
        ];
        for (read, worked, [early, late]) in table {
            let judged = |waits, waited| {
                let price = Price { tries: 1024, waits };
                judged(price, read, worked, waited)
            };
            assert_eq!(judged(false, false), early, "{read:?} {worked:?}");
            assert_eq!(judged(false, true), late, "{read:?} {worked:?}");
            // If everybody waits, nothing is looked at before the wait is over.
            assert_eq!(judged(true, false), TooEarly, "{read:?} {worked:?}");
            assert_eq!(judged(true, true), late, "{read:?} {worked:?}");
        }
    }

    #[test]
    fn where_work_is_no_way_in_only_the_word_counts() {
        for (read, worked, waits, waited, expected) in [
            (RIGHT, None, false, false, BY_WORD),
            (RIGHT, Some(u64::MAX), false, false, BY_WORD),
            (WRONG, Some(u64::MAX), false, false, Wrong),
            (None, Some(u64::MAX), false, true, Missing),
            (RIGHT, None, true, false, TooEarly),
            (RIGHT, None, true, true, BY_WORD),
        ] {
            let price = Price { tries: 0, waits };
            let outcome = judged(price, read, worked, waited);
            assert_eq!(outcome, expected, "{read:?} {worked:?} {waits} {waited}");
        }
    }

    /// A visitor who sends too early, or with too little work, must not learn whether the word was right.
    #[test]
    fn nothing_is_said_about_the_word_before_the_rest_is_there() {
        for waits in [false, true] {
            let price = Price { tries: 1024, waits };
            for worked in [None, Some(0), Some(1023)] {
                let of = |read| judged(price, read, worked, false);
                assert_eq!(of(RIGHT), of(WRONG), "{waits} {worked:?}");
            }
        }
    }
}
