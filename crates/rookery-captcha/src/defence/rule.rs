//! The rule of a check: whether the evidence that was sent meets the requirement of the challenge.

use crate::defence::Step;

/// The requirement of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The step at which it was made.
    pub step: Step,
    /// Whether a proof of work is accepted.
    pub work: bool,
}

/// The evidence in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Whether the typed answer is right for the picture or the recording; `None` if nothing was typed.
    pub read: Option<bool>,
    /// Whether the proof of work is right; `None` if there is none.
    pub worked: Option<bool>,
    /// Whether the wait of the step is over.
    pub waited: bool,
}

/// The way in which a check was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptchaMethod {
    /// By the picture or the voice.
    Read,
    /// By work alone, without reading.
    Work,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOutcome {
    /// Enough.
    Pass(CaptchaMethod),
    /// Not yet: nothing is revealed about the answer, and the challenge stays open.
    TooEarly,
    /// Not right.
    Wrong,
    /// There was no evidence that could be right.
    Missing,
}

/// Judges a check.
///
/// * [`Step::Read`]: the word, or work.
/// * [`Step::ReadAndWork`]: two of the three: the word, work, the wait; one of them the word or work. So a browser without
///   scripts waits instead of working, and visitors who cannot read work and wait.
/// * [`Step::WorkAndWait`]: the wait, and then work; without scripts the word.
///
/// Whether the word is right is revealed only once the rest is there: [`CheckOutcome::TooEarly`] does not depend on it.
pub fn judge(asked: Requirement, given: Evidence) -> CheckOutcome {
    let is_read = given.read == Some(true);
    let is_worked = asked.work && given.worked == Some(true);
    let is_late_enough = match asked.step {
        Step::Read => true,
        Step::ReadAndWork => given.waited || (is_worked && given.read.is_some()),
        Step::WorkAndWait => given.waited,
    };
    if !is_late_enough {
        // A wrong proof is no reason to wait.
        return match (asked.step, given.worked) {
            (Step::ReadAndWork, Some(false)) => CheckOutcome::Wrong,
            _ => CheckOutcome::TooEarly,
        };
    }
    match (asked.step, is_read, is_worked) {
        (Step::ReadAndWork, false, true) if !given.waited => CheckOutcome::Wrong,
        (_, true, _) => CheckOutcome::Pass(CaptchaMethod::Read),
        (_, false, true) => CheckOutcome::Pass(CaptchaMethod::Work),
        (_, false, false) if given.read.is_none() && given.worked.is_none() => {
            CheckOutcome::Missing
        }
        (_, false, false) => CheckOutcome::Wrong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: Option<bool> = Some(true);
    const WRONG: Option<bool> = Some(false);

    fn judged(
        step: Step,
        work: bool,
        read: Option<bool>,
        worked: Option<bool>,
        waited: bool,
    ) -> CheckOutcome {
        judge(
            Requirement { step, work },
            Evidence {
                read,
                worked,
                waited,
            },
        )
    }

    /// All there is, by the table of the documentation: written down by hand, not computed.
    #[test]
    fn every_case_of_the_table() {
        use CheckOutcome::{Missing, Pass, TooEarly, Wrong};
        use Step::{Read, ReadAndWork, WorkAndWait};
        let (by_word, by_work) = (Pass(CaptchaMethod::Read), Pass(CaptchaMethod::Work));
        let table = [
            (Read, None, None, [Missing, Missing]),
            (Read, None, WRONG, [Wrong, Wrong]),
            (Read, None, RIGHT, [by_work, by_work]),
            (Read, WRONG, None, [Wrong, Wrong]),
            (Read, WRONG, WRONG, [Wrong, Wrong]),
            (Read, WRONG, RIGHT, [by_work, by_work]),
            (Read, RIGHT, None, [by_word, by_word]),
            (Read, RIGHT, WRONG, [by_word, by_word]),
            (Read, RIGHT, RIGHT, [by_word, by_word]),
            (ReadAndWork, None, None, [TooEarly, Missing]),
            (ReadAndWork, None, WRONG, [Wrong, Wrong]),
            (ReadAndWork, None, RIGHT, [TooEarly, by_work]),
            (ReadAndWork, WRONG, None, [TooEarly, Wrong]),
            (ReadAndWork, WRONG, WRONG, [Wrong, Wrong]),
            (ReadAndWork, WRONG, RIGHT, [Wrong, by_work]),
            (ReadAndWork, RIGHT, None, [TooEarly, by_word]),
            (ReadAndWork, RIGHT, WRONG, [Wrong, by_word]),
            (ReadAndWork, RIGHT, RIGHT, [by_word, by_word]),
            (WorkAndWait, None, None, [TooEarly, Missing]),
            (WorkAndWait, None, WRONG, [TooEarly, Wrong]),
            (WorkAndWait, None, RIGHT, [TooEarly, by_work]),
            (WorkAndWait, WRONG, None, [TooEarly, Wrong]),
            (WorkAndWait, WRONG, WRONG, [TooEarly, Wrong]),
            (WorkAndWait, WRONG, RIGHT, [TooEarly, by_work]),
            (WorkAndWait, RIGHT, None, [TooEarly, by_word]),
            (WorkAndWait, RIGHT, WRONG, [TooEarly, by_word]),
            (WorkAndWait, RIGHT, RIGHT, [TooEarly, by_word]),
        ];
        for (step, read, worked, [early, late]) in table {
            assert_eq!(
                judged(step, true, read, worked, false),
                early,
                "{step:?} {read:?} {worked:?}"
            );
            assert_eq!(
                judged(step, true, read, worked, true),
                late,
                "{step:?} {read:?} {worked:?}"
            );
        }
    }

    #[test]
    fn work_counts_only_where_it_was_asked_for() {
        assert_eq!(
            judged(Step::Read, false, None, RIGHT, true),
            CheckOutcome::Wrong
        );
        assert_eq!(
            judged(Step::ReadAndWork, false, RIGHT, RIGHT, false),
            CheckOutcome::TooEarly
        );
        assert_eq!(
            judged(Step::WorkAndWait, false, None, RIGHT, true),
            CheckOutcome::Wrong
        );
    }

    /// Who sends too early must not learn whether the word was right.
    #[test]
    fn too_early_says_nothing_about_the_word() {
        for step in Step::ALL {
            for worked in [None, WRONG, RIGHT] {
                let early =
                    |read| judged(step, true, read, worked, false) == CheckOutcome::TooEarly;
                if early(RIGHT) || early(WRONG) {
                    assert_eq!(early(RIGHT), early(WRONG), "{step:?} {worked:?}");
                }
            }
        }
    }
}
