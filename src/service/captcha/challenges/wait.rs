//! The wait of a challenge without scripts, and waits in whole seconds.

use crate::store::Challenge;
use rookery_captcha::defence::Settings;

/// How far the clock of the node that made a challenge may be ahead of ours. A challenge from further in the future was made before
/// the clock was put back.
pub(super) const AHEAD_MS: i64 = 60_000;

/// When the wait of a challenge is over, unix milliseconds.
pub(super) fn over_ms(challenge: &Challenge, defence: &Settings, now_ms: i64) -> i64 {
    after_ms(challenge, defence.wait_s, now_ms)
}

/// When a form with the challenge can have been filled in, unix milliseconds.
pub(super) fn filled_ms(challenge: &Challenge, defence: &Settings, now_ms: i64) -> i64 {
    after_ms(challenge, defence.fill_s, now_ms)
}

/// The time `seconds` into the life of a challenge, at most half of its life: the other half is left for the answer. The age of a
/// challenge from before the clock was put back is unknown, so it has no wait.
fn after_ms(challenge: &Challenge, seconds: u32, now_ms: i64) -> i64 {
    if challenge.created_ms > now_ms + AHEAD_MS {
        return now_ms;
    }
    let life_ms = challenge.expires_ms - challenge.created_ms;
    challenge.created_ms + (i64::from(seconds) * 1000).min(life_ms / 2)
}

/// Milliseconds as whole seconds, rounded up; 0 for a time that is past.
pub(super) fn seconds(ms: i64) -> u32 {
    u32::try_from((ms.max(0) + 999) / 1000).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::ChallengeId;

    /// A challenge that was made at 7.
    fn challenge(life_s: i64) -> Challenge {
        Challenge {
            id: ChallengeId::random(),
            session_hash: String::new(),
            preset: String::new(),
            settings_version: 1,
            seed: 1,
            answer_image: String::new(),
            answer_audio: String::new(),
            created_ms: 7,
            expires_ms: 7 + life_s * 1000,
            ended: None,
        }
    }

    /// When the wait is over, and when a form can have been filled in.
    fn waits(life_s: i64, (wait_s, fill_s): (u32, u32), now_ms: i64) -> (i64, i64) {
        let defence = Settings {
            wait_s,
            fill_s,
            ..Settings::default()
        };
        let challenge = challenge(life_s);
        (
            over_ms(&challenge, &defence, now_ms),
            filled_ms(&challenge, &defence, now_ms),
        )
    }

    /// Whatever the owner sets, a visitor can send the form while the challenge lasts.
    #[test]
    fn half_of_the_life_is_left_for_the_answer() {
        for (life_s, wait_s, fill_s, expected) in [
            (600, 8, 2, (8_000, 2_000)),
            (60, 120, 2, (30_000, 2_000)),
            (30, 20, 30, (15_000, 15_000)),
        ] {
            let found = waits(life_s, (wait_s, fill_s), 7);
            assert_eq!(found, (7 + expected.0, 7 + expected.1));
        }
    }

    /// A clock that is a minute behind is that of another node; one that is further behind was put back.
    #[test]
    fn nobody_waits_until_a_clock_that_was_put_back_has_come_round_again() {
        for (now_ms, expected) in [
            (7 - 60_000, (15_007, 2_007)),
            (7 - 60_001, (7 - 60_001, 7 - 60_001)),
            (7 - 3_600_000, (7 - 3_600_000, 7 - 3_600_000)),
        ] {
            assert_eq!(waits(600, (15, 2), now_ms), expected, "{now_ms}");
        }
    }
}
