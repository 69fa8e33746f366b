//! The wait of a challenge without scripts, and waits in whole seconds.

use crate::store::Challenge;
use rookery_captcha::defence::Settings;

/// When the wait of a challenge is over, unix milliseconds.
pub(super) fn over_ms(challenge: &Challenge, defence: &Settings) -> i64 {
    after_ms(challenge, defence.wait_s)
}

/// When a form with the challenge can have been filled in, unix milliseconds.
pub(super) fn filled_ms(challenge: &Challenge, defence: &Settings) -> i64 {
    after_ms(challenge, defence.fill_s)
}

/// So many seconds into the life of a challenge, and half of it at most: the other half is for the answer.
fn after_ms(challenge: &Challenge, seconds: u32) -> i64 {
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

    /// Whatever the owner sets, a visitor can send the form while the challenge lasts.
    #[test]
    fn half_of_the_life_is_left_for_the_answer() {
        for (life_s, wait_s, fill_s, expected) in [
            (600, 8, 2, (8_000, 2_000)),
            (60, 120, 2, (30_000, 2_000)),
            (30, 20, 30, (15_000, 15_000)),
        ] {
            let challenge = Challenge {
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
            };
            let defence = Settings {
                wait_s,
                fill_s,
                ..Settings::default()
            };
            let found = (
                over_ms(&challenge, &defence),
                filled_ms(&challenge, &defence),
            );
            assert_eq!(found, (7 + expected.0, 7 + expected.1));
        }
    }
}
