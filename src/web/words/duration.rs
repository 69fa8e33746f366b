//! Duration: how long somebody has to wait, in the unit in which people say such a time ("45 s", "46 min", "3 h").

use rookery_games::Message;

const MINUTE_S: u32 = 60;
const HOUR_S: u32 = 60 * MINUTE_S;
/// A wait of up to an hour and a half is said in minutes: whole hours would nearly double it.
const IN_MINUTES_S: u32 = 90 * MINUTE_S;

/// The words for so many seconds, rounded up: whoever comes back then does not come too early.
pub fn duration(seconds: u32) -> Message {
    let (id, count) = match seconds {
        ..MINUTE_S => ("duration-seconds", seconds),
        MINUTE_S..=IN_MINUTES_S => ("duration-minutes", seconds.div_ceil(MINUTE_S)),
        _ => ("duration-hours", seconds.div_ceil(HOUR_S)),
    };
    Message::new(id).with("count", i64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::words::Words;
    use rookery_games::Registry;

    #[test]
    fn a_wait_is_said_in_seconds_minutes_or_hours() {
        let words = Words::read("en", &Registry::shipped()).unwrap();
        for (seconds, said) in [
            (0, "0 s"),
            (59, "59 s"),
            (60, "1 min"),
            (61, "2 min"),
            (300, "5 min"),
            (2_757, "46 min"),
            (3_600, "60 min"),
            (5_400, "90 min"),
            (5_401, "2 h"),
            (86_400, "24 h"),
        ] {
            assert_eq!(words.say(&duration(seconds)), said, "{seconds}");
        }
    }
}
