//! Counters of the captcha by day and preset, and the figures of the owner's pages that come from them.

use std::collections::BTreeMap;

use crate::clock::Clock;
use crate::service::Error;
use crate::service::captcha::active_captcha::{ActiveCaptcha, drawing_version};
use crate::service::captcha::live_settings::LiveSettings;
use crate::service::captcha::statistics::solve_times::{SolveTimes, bucket_of};
use crate::store::{CaptchaEvent, CaptchaTime, Challenge, Ended, FirstTries, Store};
use rookery_captcha::Preset;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Counters of some days and presets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptchaFigures {
    /// Pictures that were shown.
    pub issued: u64,
    /// Right answers.
    pub solved: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Pictures that nobody answered in time.
    pub expired: u64,
    /// Pictures that somebody changed for another.
    pub reloaded: u64,
    /// Codes that somebody listened to.
    pub audio: u64,
    /// The times of right answers, from the picture to the answer.
    pub times: SolveTimes,
}

impl CaptchaFigures {
    /// Adds other counters.
    pub fn add(&mut self, other: &CaptchaFigures) {
        self.issued += other.issued;
        self.solved += other.solved;
        self.wrong += other.wrong;
        self.expired += other.expired;
        self.reloaded += other.reloaded;
        self.audio += other.audio;
        self.times.extend(&other.times);
    }

    /// Answers that were checked.
    pub fn tries(&self) -> u64 {
        self.solved + self.wrong
    }

    fn count(&mut self, event: &str, n: u64) {
        match event {
            "issued" => self.issued += n,
            "right" => self.solved += n,
            "wrong" => self.wrong += n,
            "expired" => self.expired += n,
            "reloaded" => self.reloaded += n,
            "audio" => self.audio += n,
            _ => {}
        }
    }
}

/// The figures of one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptchaDay {
    /// Days since 1970-01-01, UTC.
    pub day: i64,
    /// The counts of events of the day.
    pub figures: CaptchaFigures,
}

/// The results of visitors with one version of the settings and one revision of the drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    /// Visitors whose first answer was right.
    pub right_at_first: u64,
    /// Visitors whose first answer was wrong.
    pub wrong_at_first: u64,
    /// The times of the right answers.
    pub times: SolveTimes,
}

/// The counters in the database. A clone is the same.
#[derive(Clone)]
pub struct CaptchaCounters {
    store: Store,
    clock: Clock,
    settings: LiveSettings,
}

impl CaptchaCounters {
    pub(in crate::service) fn new(store: Store, clock: Clock, settings: LiveSettings) -> Self {
        CaptchaCounters {
            store,
            clock,
            settings,
        }
    }

    /// Counts an event of today for the preset in force, if the database lets it: no visitor is refused because of a figure.
    pub async fn try_note(&self, event: CaptchaEvent) {
        let preset = self.settings.current().drawing.settings.preset;
        self.try_count(preset.as_str(), event).await;
    }

    /// The same for another preset.
    pub(in crate::service) async fn try_count(&self, preset: &str, event: CaptchaEvent) {
        if let Err(error) = self.count(preset, event).await {
            tracing::warn!(%error, ?event, "an event of the captcha could not be counted");
        }
    }

    /// Counts an event of today.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn count(
        &self,
        preset: &str,
        event: CaptchaEvent,
    ) -> Result<(), Error> {
        let day = self.clock.now_ms().div_euclid(DAY_MS);
        Ok(self.store.count_captcha(day, preset, event).await?)
    }

    /// The figures of the last `days` days, the oldest first, today last, days without any included; of one preset or of all.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn figures(
        &self,
        days: u32,
        preset: Option<Preset>,
    ) -> Result<Vec<CaptchaDay>, Error> {
        let today = self.clock.now_ms().div_euclid(DAY_MS);
        let first = today - i64::from(days.max(1)) + 1;
        let mut by_day: BTreeMap<i64, CaptchaFigures> = (first..=today)
            .map(|day| (day, CaptchaFigures::default()))
            .collect();
        let is_wanted = |name: &str| preset.is_none_or(|preset| preset.as_str() == name);
        for counted in self.store.captcha_counts(first).await? {
            if let Some(figures) = by_day.get_mut(&counted.day)
                && is_wanted(&counted.preset)
            {
                figures.count(&counted.event, unsigned(counted.n));
            }
        }
        for counted in self.store.captcha_times(first).await? {
            if let Some(figures) = by_day.get_mut(&counted.day)
                && is_wanted(&counted.preset)
                && counted.ended == Ended::Right
            {
                figures.times.add(counted.bucket, unsigned(counted.n));
            }
        }
        let days = by_day.into_iter();
        Ok(days
            .map(|(day, figures)| CaptchaDay { day, figures })
            .collect())
    }

    /// The results of visitors of the last `days` days with the settings of `live`.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn people(&self, days: u32, live: &ActiveCaptcha) -> Result<People, Error> {
        let first = self.clock.now_ms().div_euclid(DAY_MS) - i64::from(days.max(1)) + 1;
        let preset = live.drawing.settings.preset.as_str();
        let mut people = People::default();
        let drawn = drawing_version(live.version);
        let is_current = |version: i64, of: &str| version == drawn && of == preset;
        for counted in self.store.first_tries(first).await? {
            if is_current(counted.settings_version, &counted.preset) {
                match counted.ended {
                    Ended::Right => people.right_at_first += unsigned(counted.n),
                    _ => people.wrong_at_first += unsigned(counted.n),
                }
            }
        }
        for counted in self.store.captcha_times(first).await? {
            if counted.ended == Ended::Right
                && is_current(counted.settings_version, &counted.preset)
            {
                people.times.add(counted.bucket, unsigned(counted.n));
            }
        }
        Ok(people)
    }

    /// Counts a visitor's first answer: `ended` is right or wrong.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn count_first_try(
        &self,
        challenge: &Challenge,
        ended: Ended,
    ) -> Result<(), Error> {
        let counted = FirstTries {
            day: self.clock.now_ms().div_euclid(DAY_MS),
            preset: challenge.preset.clone(),
            settings_version: drawing_version(challenge.settings_version),
            ended,
            n: 1,
        };
        Ok(self.store.count_first_try(&counted).await?)
    }

    /// Counts the duration of a check, from which the median is computed: `ended` is right or wrong.
    ///
    /// # Errors
    /// The database does not answer.
    pub(in crate::service) async fn count_time(
        &self,
        challenge: &Challenge,
        ended: Ended,
        took_ms: i64,
    ) -> Result<(), Error> {
        let counted = CaptchaTime {
            day: self.clock.now_ms().div_euclid(DAY_MS),
            preset: challenge.preset.clone(),
            settings_version: drawing_version(challenge.settings_version),
            ended,
            bucket: bucket_of(took_ms),
            n: 1,
        };
        Ok(self.store.count_captcha_time(&counted).await?)
    }
}

/// Counters only grow.
fn unsigned(n: i64) -> u64 {
    u64::try_from(n).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::service::{CaptchaOptions, Captchas};
    use crate::store::OpenOptions;
    use rookery_captcha::{DRAWING_REVISION, Settings};

    /// A site of its own in this folder, with its settings.
    async fn opened(folder: &std::path::Path, clock: &Clock) -> Captchas {
        let store = Store::open(&OpenOptions::sqlite(folder)).await.unwrap();
        let options = CaptchaOptions {
            factory: Settings::default(),
            unlocked: Settings::default(),
            life_ms: 600_000,
            test_answer: String::new(),
            locked: Vec::new(),
        };
        let captchas = Captchas::open(options, store, Bus::local(), clock.clone());
        captchas.await.unwrap()
    }

    #[test]
    fn figures_add_up_each_with_its_own() {
        let figures = |n: u64| {
            let mut figures = CaptchaFigures {
                issued: n,
                solved: n + 1,
                wrong: n + 2,
                expired: n + 3,
                reloaded: n + 4,
                audio: n + 5,
                ..CaptchaFigures::default()
            };
            figures.times.add(n as i64, n);
            figures
        };
        let mut sum = figures(10);
        sum.add(&figures(200));
        let expected = CaptchaFigures {
            issued: 210,
            solved: 212,
            wrong: 214,
            expired: 216,
            reloaded: 218,
            audio: 220,
            ..CaptchaFigures::default()
        };
        assert_eq!(sum.times.count(), 210);
        sum.times = SolveTimes::default();
        assert_eq!(sum, expected);
    }

    #[tokio::test]
    async fn figures_are_of_as_many_days_as_asked_for_and_each_event_has_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::manual(20_000 * DAY_MS);
        let counters = opened(folder.path(), &clock).await.counters;
        // Yesterday one of each, today some more: as many as their place in the list.
        let events = [
            CaptchaEvent::Issued,
            CaptchaEvent::Right,
            CaptchaEvent::Wrong,
            CaptchaEvent::Expired,
            CaptchaEvent::Reloaded,
            CaptchaEvent::Audio,
        ];
        for event in events {
            counters.count("strong", event).await.unwrap();
        }
        clock.advance(DAY_MS);
        for (event, n) in events.into_iter().zip(1..) {
            for _ in 0..n {
                counters.count("strong", event).await.unwrap();
            }
        }
        counters
            .count("classic", CaptchaEvent::Issued)
            .await
            .unwrap();
        let seen =
            |f: &CaptchaFigures| [f.issued, f.solved, f.wrong, f.expired, f.reloaded, f.audio];
        for days in [1, 2, 7] {
            let strong = Some(Preset::Strong);
            let found = counters.figures(days, strong).await.unwrap();
            let all: Vec<i64> = found.iter().map(|day| day.day).collect();
            assert_eq!(all, (20_002 - i64::from(days)..20_002).collect::<Vec<_>>());
            let [.., today] = found.as_slice() else {
                panic!("today is always there");
            };
            assert_eq!(seen(&today.figures), [1, 2, 3, 4, 5, 6]);
            assert_eq!(today.figures.tries(), 5);
            if let [.., yesterday, _] = found.as_slice() {
                assert_eq!(seen(&yesterday.figures), [1; 6]);
            }
            if let [before, .., _, _] = found.as_slice()
                && days > 2
            {
                assert_eq!(seen(&before.figures), [0; 6]);
            }
        }
        let both = counters.figures(1, None).await.unwrap();
        assert_eq!(seen(&both[0].figures), [2, 2, 3, 4, 5, 6]);
        let mut sum = both[0].figures.clone();
        sum.add(&both[0].figures);
        assert_eq!(seen(&sum), [4, 4, 6, 8, 10, 12]);
    }

    /// Results of other settings, of another preset, of another drawing and of earlier days are left out.
    #[tokio::test]
    async fn people_are_those_of_the_settings_and_days_that_are_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::manual(20_000 * DAY_MS);
        let captchas = opened(folder.path(), &clock).await;
        let (counters, live) = (&captchas.counters, captchas.settings.current());
        let preset = live.drawing.settings.preset.as_str();
        let counted = |day: i64, preset: &str, version: i64, ended: Ended| {
            let first = FirstTries {
                day,
                preset: preset.to_owned(),
                settings_version: version,
                ended,
                n: 1,
            };
            let time = CaptchaTime {
                day,
                preset: preset.to_owned(),
                settings_version: version,
                ended,
                bucket: bucket_of(4_000),
                n: 1,
            };
            (first, time)
        };
        let of_drawing = |revision: u32| (i64::from(revision) << 32) + live.version;
        let drawn = of_drawing(DRAWING_REVISION);
        for (day, preset, version, ended) in [
            (20_000, preset, drawn, Ended::Right),
            (20_000, preset, drawn, Ended::Right),
            (19_999, preset, drawn, Ended::Right),
            (20_000, preset, drawn, Ended::Wrong),
            // None of these count.
            (19_998, preset, drawn, Ended::Right),
            (20_000, "other", drawn, Ended::Right),
            (20_000, preset, drawn + 1, Ended::Right),
            (20_000, preset, drawn + 1, Ended::Wrong),
            (20_000, preset, of_drawing(0), Ended::Right),
            (
                20_000,
                preset,
                of_drawing(DRAWING_REVISION + 1),
                Ended::Wrong,
            ),
        ] {
            let (first, time) = counted(day, preset, version, ended);
            counters.store.count_first_try(&first).await.unwrap();
            counters.store.count_captcha_time(&time).await.unwrap();
        }
        let people = counters.people(2, &live).await.unwrap();
        assert_eq!((people.right_at_first, people.wrong_at_first), (3, 1));
        assert_eq!(people.times.count(), 3);
        let today = counters.people(1, &live).await.unwrap();
        assert_eq!((today.right_at_first, today.times.count()), (2, 2));
    }
}
