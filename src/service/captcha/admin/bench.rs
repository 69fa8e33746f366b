//! The gauge "read by programs": readers are trained on captcha settings, on the server itself and within bounds, and the best result
//! counts. One reader alone is not enough: a reader of single rows cannot read words in two rows, however easy they are.
//!
//! One measurement runs at a time, on a thread of its own with the lowest priority, so that pages and searches go first. It
//! ends with its time, with [`Bench::cancel`], or with the server.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::clock::Clock;
use crate::service::captcha::active_captcha::ActiveCaptcha;
use crate::work::{Pool, Refused, StopFlag, Ticket, lower_priority};
use rookery_attacker::{AttackPlan, AttackReport, Head, Progress, Stage};
use rookery_captcha::Settings;

/// The budget of each reader: few pictures and little time, so that the measurement ends while somebody still waits for it. It reads
/// less than a determined attacker does; it is there to compare settings.
pub const BENCH_PLAN: AttackPlan = AttackPlan {
    images: 1_000,
    cpu_s: 60.0,
    test: 300,
    seed: 1,
    head: Head::Ctc,
    colour: false,
};

/// The readers, one after the other.
const READERS: [Head; 3] = Head::ALL;

/// Share of words that the first of them reads in the classic captcha on plain backgrounds, the origin of the present scheme:
/// `rookery captcha attack --preset classic --plain --images 1000 --cpu-s 60 --seeds 1`.
pub const BENCH_REFERENCE_WORDS: f64 = 0.76;

/// The state of the gauge.
#[derive(Clone, Debug, Default)]
pub enum BenchState {
    /// Nothing has been measured since the server started, or the last measurement was cancelled.
    #[default]
    Idle,
    /// A measurement runs.
    Running {
        /// Share that is done, 0–1.
        done: f64,
        /// The settings that are measured.
        measured: Arc<ActiveCaptcha>,
    },
    /// The last measurement.
    Done(BenchResult),
    /// The last measurement broke down: why, in words for the owner.
    Failed(String),
}

/// The result of a measurement.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The settings that were measured.
    pub measured: Arc<ActiveCaptcha>,
    /// Share of fresh pictures whose whole word the best reader read, 0–1.
    pub words_read: f64,
    /// Share of their letters that it read, 0–1.
    pub letters_read: f64,
    /// The name of each reader (`ctc`, `rows`, …) and its share of whole words, 0–1.
    pub by_reader: Vec<(&'static str, f64)>,
    /// When it ended, unix milliseconds.
    pub ended_ms: i64,
}

/// Why no measurement was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchRefused {
    /// One at a time.
    #[error("a measurement is already running; wait for it, or stop it")]
    Running,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    ShuttingDown,
}

/// The gauge: its thread, its state, and the measurement in hand.
pub struct Bench {
    clock: Clock,
    pool: Pool<()>,
    state: Arc<Mutex<BenchState>>,
    ticket: Mutex<Option<Ticket<()>>>,
}

impl Bench {
    pub(in crate::service) fn new(clock: Clock) -> io::Result<Self> {
        Ok(Bench {
            clock,
            pool: Pool::new("captcha-bench", 1, 1)?,
            state: Arc::default(),
            ticket: Mutex::new(None),
        })
    }

    /// Begins to measure how much of `live` the best of [`READERS`] reads, each within [`BENCH_PLAN`]: saved settings or unsaved ones.
    ///
    /// # Errors
    /// A measurement runs already, or the server is shutting down.
    pub fn start(&self, live: Arc<ActiveCaptcha>) -> Result<(), BenchRefused> {
        self.measure(BENCH_PLAN, live)
    }

    /// The state of the gauge.
    pub fn state(&self) -> BenchState {
        lock(&self.state).clone()
    }

    /// Whether these settings are being measured.
    pub fn is_measuring(&self, settings: &Settings) -> bool {
        let state = lock(&self.state);
        matches!(&*state, BenchState::Running { measured, .. } if measured.drawing.settings == *settings)
    }

    /// Ends the measurement in hand, if there is one; a moment later the gauge is idle.
    pub fn cancel(&self) {
        lock(&self.ticket).take();
    }

    /// Measures with another plan than the page's.
    pub(in crate::service) fn measure(
        &self,
        plan: AttackPlan,
        live: Arc<ActiveCaptcha>,
    ) -> Result<(), BenchRefused> {
        let clock = self.clock.clone();
        let before = {
            let mut state = lock(&self.state);
            if matches!(*state, BenchState::Running { .. }) {
                return Err(BenchRefused::Running);
            }
            let running = BenchState::Running {
                done: 0.0,
                measured: Arc::clone(&live),
            };
            std::mem::replace(&mut *state, running)
        };
        let run = Run(Arc::clone(&self.state));
        let submitted = self
            .pool
            .submit(None, move |stop| run.measure(plan, &live, &clock, stop));
        let ticket = submitted.map_err(|refused| {
            // The refused job was dropped; what was known before stays known, unless another has begun.
            let mut state = lock(&self.state);
            if matches!(*state, BenchState::Idle) {
                *state = before;
            }
            match refused {
                Refused::Closed => BenchRefused::ShuttingDown,
                // The last measurement has told its result and its thread is about to be free.
                Refused::Full | Refused::KeyFull => BenchRefused::Running,
            }
        })?;
        *lock(&self.ticket) = Some(ticket);
        Ok(())
    }

    pub(in crate::service) async fn shutdown(&self, within: Duration) -> bool {
        self.pool.shutdown(within).await
    }
}

/// A measurement. If it is dropped before it has reported its result, the gauge is free for another.
struct Run(Arc<Mutex<BenchState>>);

impl Run {
    fn measure(self, plan: AttackPlan, live: &Arc<ActiveCaptcha>, clock: &Clock, stop: &StopFlag) {
        lower_priority();
        let ended = match self.reports(plan, live, stop) {
            Ok(reports) => match best_of(&reports) {
                Some(best) => BenchState::Done(BenchResult {
                    measured: Arc::clone(live),
                    words_read: best.words_read,
                    letters_read: best.letters_read,
                    by_reader: READERS
                        .iter()
                        .zip(&reports)
                        .map(|(head, report)| (head.as_str(), report.words_read))
                        .collect(),
                    ended_ms: clock.now_ms(),
                }),
                None => BenchState::Idle,
            },
            Err(error) => {
                tracing::error!(%error, "the captcha could not be measured");
                BenchState::Failed(error.to_string())
            }
        };
        *lock(&self.0) = ended;
    }

    /// The reports of the [`READERS`]; nothing if the measurement was stopped.
    fn reports(
        &self,
        plan: AttackPlan,
        live: &Arc<ActiveCaptcha>,
        stop: &StopFlag,
    ) -> Result<Vec<AttackReport>, rookery_attacker::Error> {
        let mut reports = Vec::with_capacity(READERS.len());
        for (done, head) in READERS.into_iter().enumerate() {
            let mut tell = |progress: Progress| {
                let done = (done as f64 + share(&progress)) / READERS.len() as f64;
                let measured = Arc::clone(live);
                *lock(&self.0) = BenchState::Running { done, measured };
                match stop.is_set() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let plan = AttackPlan { head, ..plan };
            match rookery_attacker::attack(&live.drawing, plan, &mut tell) {
                Ok(report) if report.stopped => return Ok(Vec::new()),
                Err(rookery_attacker::Error::Stopped) => return Ok(Vec::new()),
                Ok(report) => reports.push(report),
                Err(error) => return Err(error),
            }
        }
        Ok(reports)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        if matches!(*state, BenchState::Running { .. }) {
            *state = match std::thread::panicking() {
                true => BenchState::Failed("the measurement broke down; see the log".to_owned()),
                false => BenchState::Idle,
            };
        }
    }
}

/// The report of the reader that read the most words, ties broken by letters: the strongest reader is the one to defend against.
fn best_of(reports: &[AttackReport]) -> Option<&AttackReport> {
    let read = |report: &AttackReport| (report.words_read, report.letters_read);
    reports.iter().max_by(|a, b| {
        let ((words, letters), (other_words, other_letters)) = (read(a), read(b));
        words
            .total_cmp(&other_words)
            .then(letters.total_cmp(&other_letters))
    })
}

/// Share of the work of one reader that is done: nearly all of the time goes into training.
fn share(progress: &Progress) -> f64 {
    match progress.stage {
        Stage::Drawing => 0.05 * progress.done,
        Stage::Training => 0.05 + 0.93 * progress.done,
        Stage::Testing => 0.98 + 0.02 * progress.done,
    }
}

/// No code panics while it holds one of these locks, so a poisoned one is as good as a sound one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words_read: f64, letters_read: f64) -> AttackReport {
        let mut report = AttackReport::default();
        (report.words_read, report.letters_read) = (words_read, letters_read);
        report
    }

    #[test]
    fn the_reader_that_reads_most_counts_wherever_it_stands() {
        assert_eq!(best_of(&[]), None);
        let (much, some, none) = (read(0.42, 0.84), read(0.33, 0.9), read(0.0, 0.1));
        for reports in [
            [much, some, none],
            [some, much, none],
            [none, some, much],
            [none, much, some],
        ] {
            assert_eq!(best_of(&reports), Some(&much));
        }
        // Of readers of no word, the one that knows most letters.
        let letters = read(0.0, 0.5);
        assert_eq!(best_of(&[none, letters, none]), Some(&letters));
    }

    #[test]
    fn the_share_that_is_done_grows_from_nothing_to_all() {
        let mut last = 0.0;
        for stage in [Stage::Drawing, Stage::Training, Stage::Testing] {
            for done in [0.0, 0.5, 1.0] {
                let now = share(&Progress::at(stage, done));
                let is_begin = done == 0.0;
                // The end of a stage is the beginning of the next.
                match is_begin {
                    true => assert!((now - last).abs() < 1e-9, "{now} after {last}"),
                    false => assert!(now > last, "{now} after {last}"),
                }
                last = now;
            }
        }
        assert!((last - 1.0).abs() < 1e-9);
        let training = [0.0, 1.0].map(|done| share(&Progress::at(Stage::Training, done)));
        assert!(
            training[1] - training[0] > 0.9,
            "nearly all of the time goes there"
        );
    }
}
