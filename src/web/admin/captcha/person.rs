//! The gauge "hard for a person": the share of visitors that are right at the first try with the current settings, and of members who took the reading test.

use crate::service::People;
use crate::web::page::Page;
use crate::web::{App, Error};
use rookery_games::Message;

/// Days that are looked at.
const DAYS: u32 = 30;
/// Minimum number of visitors for an estimate.
const ENOUGH_VISITORS: u64 = 30;
/// The percentage from which most people pass at the first try.
const EASY_PERCENT: u64 = 90;
/// The percentage below which more than one visitor in four fails at the first try.
const HARD_PERCENT: u64 = 75;

/// The gauge as the page shows it.
pub struct PersonGauge {
    /// Percentage of visitors right at the first try; `None` if there were too few.
    pub percent: Option<u64>,
    /// The verdict in a word or two.
    pub verdict: String,
    /// The explanation of the verdict.
    pub words: String,
    /// The results of members in the test, in words.
    pub reading_test: String,
}

/// Reads the gauge.
///
/// # Errors
/// The database does not answer.
pub async fn gauge(app: &App, page: &Page) -> Result<PersonGauge, Error> {
    let captchas = &app.captchas;
    let live = captchas.settings.current();
    let people = captchas.counters.people(DAYS, &live).await?;
    let tested = captchas.tools.reading_tests.totals().await?;
    let words = match tested.answered {
        0 => page.t("reading-none"),
        answered => page.say(
            &Message::new("reading-totals")
                .with("percent", count(tested.correct * 100 / answered))
                .with("pictures", count(answered))
                .with("readers", count(tested.readers)),
        ),
    };
    Ok(PersonGauge {
        reading_test: words,
        ..shown(page, &people)
    })
}

fn shown(page: &Page, people: &People) -> PersonGauge {
    let visitors = people.right_at_first + people.wrong_at_first;
    if visitors < ENOUGH_VISITORS {
        let words = Message::new("person-few-text")
            .with("right", count(people.right_at_first))
            .with("visitors", count(visitors))
            .with("enough", count(ENOUGH_VISITORS))
            .with("days", i64::from(DAYS));
        return PersonGauge {
            percent: None,
            verdict: page.t("person-few"),
            words: page.say(&words),
            reading_test: String::new(),
        };
    }
    let percent = people.right_at_first * 100 / visitors;
    let seconds = people.times.median_ms().unwrap_or_default() as f64 / 1000.0;
    let words = Message::new("person-text")
        .with("percent", count(percent))
        .with("visitors", count(visitors))
        .with("days", i64::from(DAYS))
        .with("seconds", format!("{seconds:.1}"));
    PersonGauge {
        percent: Some(percent),
        verdict: page.t(match percent {
            EASY_PERCENT.. => "person-easy",
            HARD_PERCENT.. => "person-middling",
            _ => "person-hard",
        }),
        words: page.say(&words),
        reading_test: String::new(),
    }
}

fn count(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}
