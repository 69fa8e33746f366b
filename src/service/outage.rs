//! Outage of repeated work: logged when it begins and when it ends, not at every try.

use crate::service::Error;
use crate::store;

/// The news in the outcome of a try.
pub(super) enum News {
    /// The first failure, or another one than before.
    Begun(Error),
    /// The same failure once more.
    Lasts(Error),
    /// The first success after a failure.
    Over,
    Nothing,
}

/// The outcome of the last try, to which the next one is compared.
#[derive(Default)]
pub(super) struct Outage {
    /// The failure, if it was one: its text, or nothing for a database that is away, which has many.
    failure: Option<String>,
}

impl Outage {
    /// Takes note of an outcome, and says what is new in it.
    pub(super) fn note(&mut self, outcome: Result<(), Error>) -> News {
        match outcome {
            Ok(()) => match self.failure.take() {
                Some(_) => News::Over,
                None => News::Nothing,
            },
            Err(error) => {
                let failure = match is_away(&error) {
                    true => String::new(),
                    false => error.to_string(),
                };
                let is_same = self.failure.as_ref() == Some(&failure);
                self.failure = Some(failure);
                match is_same {
                    true => News::Lasts(error),
                    false => News::Begun(error),
                }
            }
        }
    }
}

/// Whether the database cannot be used for the moment.
pub(super) fn is_away(error: &Error) -> bool {
    matches!(error, Error::Store(store::Error::Unavailable(_)))
}

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::time::Duration;

    use super::*;

    fn damaged(row: &str) -> Result<(), Error> {
        Err(store::Error::Corrupt(row.to_owned()).into())
    }

    async fn away() -> Result<(), Error> {
        store::in_time(Duration::ZERO, pending()).await
    }

    #[tokio::test]
    async fn an_outage_is_logged_when_it_begins_when_it_changes_and_when_it_ends() {
        let mut outage = Outage::default();
        let outcomes = [
            Ok(()),
            away().await,
            away().await,
            away().await,
            damaged("a row"),
            damaged("a row"),
            damaged("another row"),
            damaged("another row"),
            Ok(()),
            Ok(()),
            away().await,
        ];
        let logged = outcomes.map(|outcome| match outage.note(outcome) {
            News::Begun(_) => "begun",
            News::Lasts(_) => "lasts",
            News::Over => "over",
            News::Nothing => "",
        });
        let expected = [
            "", "begun", "lasts", "lasts", "begun", "lasts", "begun", "lasts", "over", "", "begun",
        ];
        assert_eq!(logged, expected);
    }
}
