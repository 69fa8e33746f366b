//! Time ago: how far back a moment lies, in words ("3 minutes ago").

use fluent_bundle::FluentValue;

use crate::web::words::Words;

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
const DAY_MS: u64 = 24 * HOUR_MS;
const WEEK_MS: u64 = 7 * DAY_MS;

/// The time from `at_ms` to `now_ms` (both Unix milliseconds) in words, rounded down; `None` from a week on, where a date
/// says more. A moment that lies ahead, by the clock of another node, is now.
pub fn ago(words: &Words, now_ms: i64, at_ms: i64) -> Option<String> {
    let passed_ms = u64::try_from(now_ms.saturating_sub(at_ms)).unwrap_or(0);
    let (id, unit_ms) = match passed_ms {
        ..MINUTE_MS => return Some(words.t("ago-now")),
        MINUTE_MS..HOUR_MS => ("ago-minutes", MINUTE_MS),
        HOUR_MS..DAY_MS => ("ago-hours", HOUR_MS),
        DAY_MS..WEEK_MS => ("ago-days", DAY_MS),
        _ => return None,
    };
    Some(words.with(id, &[("count", FluentValue::from(passed_ms / unit_ms))]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::Registry;

    #[test]
    fn moments_are_told_as_people_tell_them() {
        let words = Words::read("en", &Registry::shipped()).unwrap();
        let now = 1_767_268_800_000;
        for (seconds, text) in [
            (-5, Some("just now")),
            (59, Some("just now")),
            (60, Some("1 minute ago")),
            (3 * 60 + 59, Some("3 minutes ago")),
            (3_600, Some("1 hour ago")),
            (23 * 3_600, Some("23 hours ago")),
            (24 * 3_600, Some("1 day ago")),
            (6 * 86_400, Some("6 days ago")),
            (7 * 86_400, None),
        ] {
            let told = ago(&words, now, now - seconds * 1000);
            assert_eq!(told.as_deref(), text, "{seconds} s");
        }
        assert_eq!(ago(&words, i64::MAX, i64::MIN), None);
    }
}
