//! The verdict on an attempt to pass a captcha.

/// An attempt to pass a challenge, as a form sends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attempt<'a> {
    /// The challenge's id, as it was sent.
    pub challenge: &'a str,
    pub typed: &'a str,
    /// The proof of work; empty where there is none.
    pub proof: &'a str,
    /// Whether a field was filled in that only programs see: never right.
    pub is_trapped: bool,
}

impl Attempt<'_> {
    /// Whether neither an answer nor a proof was sent.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.typed.trim().is_empty() && self.proof.is_empty()
    }
}

/// The outcome of the one check of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The visitor may pass.
    Right {
        /// Whether the account has to wait for the owner, because too many were made.
        is_held: bool,
    },
    /// The letters are not those of the picture.
    Wrong,
    /// The challenge was too old.
    Expired,
    /// The challenge had been checked before, or another picture had taken its place.
    AlreadyUsed,
    /// There was no answer.
    Missing,
    /// This session has no such challenge: it is another one by now, or the browser keeps no cookies.
    Unknown,
    /// Faster than a form can be filled in, or before the end of a wait: the answer was not looked at, and the challenge is
    /// still open.
    TooEarly {
        /// Seconds until it is looked at.
        wait_s: u32,
    },
    /// Too little work for the price of this moment: the answer was not looked at, and the challenge is still open.
    MoreWork,
    /// Too many passes without scripts for now; the challenge is still open.
    TooManyWithoutScripts {
        /// Seconds until there may be room.
        retry_after_s: u32,
    },
    /// The account would have to wait for the owner, and enough of them wait; the challenge is still open.
    TooManyWaiting {
        /// Seconds until there may be room.
        retry_after_s: u32,
    },
}

impl Verdict {
    /// Whether the attempt counts against the limit of failed checks: the answer was wrong, missing or late, the challenge was over, or
    /// the proof was not enough.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self {
            Verdict::Right { .. }
            | Verdict::Unknown
            | Verdict::TooEarly { .. }
            | Verdict::TooManyWithoutScripts { .. }
            | Verdict::TooManyWaiting { .. } => false,
            Verdict::MoreWork
            | Verdict::Wrong
            | Verdict::Expired
            | Verdict::AlreadyUsed
            | Verdict::Missing => true,
        }
    }
}
