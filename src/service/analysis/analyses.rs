//! Analyses: started by a person, searched position by position while the engine has nothing better to do, and kept.
//!
//! A job occupies one thread of the pool at a time, and starts a search only while nobody waits for a move, so a player waits for
//! one short search at most. Its rows record the progress; a job whose node died can be requested again and resumes where it
//! stopped.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::{Clock, Stopwatch};
use crate::matches::{
    Assessment, Match, MatchAnalysis, Moment, Player, Refusal, Status, end_value, lines_request,
    position_request,
};
use crate::service::Error;
use crate::service::analysis::running_jobs::{JobPlace, RunningJobs};
use crate::service::heartbeat::ANSWERED_WITHIN;
use crate::service::matches::engine_moves::EngineMoves;
use crate::store::{self, Store};
use crate::work::{JobError, Refused};
use rookery_engine::{Request, SearchReport};
use rookery_games::Game;

/// A job without a heartbeat for this long was lost with its node.
pub const SILENT_JOB_MS: i64 = 30_000;
/// How often a job that waits for the engine checks again; every [`BEAT_EVERY_LOOKS`]th time it writes a heartbeat.
const LOOK_EVERY: Duration = Duration::from_millis(40);
const BEAT_EVERY_LOOKS: u32 = 125;
/// The patience of a job: when it asks no more, it counts as lost, and may go on elsewhere.
const PATIENCE: Patience = Patience {
    answered_within: ANSWERED_WITHIN,
    ask_again_after: Duration::from_secs(1),
    ask_for: Duration::from_millis(SILENT_JOB_MS.unsigned_abs()),
};

/// How far the analysis of a match is.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisState {
    /// Nobody has asked for it.
    None,
    /// The engine is at work, or waits for its turn.
    Running {
        done: usize,
        of: usize,
    },
    /// The node that was at work is gone.
    Lost {
        done: usize,
        of: usize,
    },
    Done(MatchAnalysis),
}

impl AnalysisState {
    /// What the analysis found, if it is complete.
    pub fn found(&self) -> Option<&MatchAnalysis> {
        match self {
            AnalysisState::Done(analysis) => Some(analysis),
            AnalysisState::None | AnalysisState::Running { .. } | AnalysisState::Lost { .. } => {
                None
            }
        }
    }
}

/// The analyses of a site. A clone is the same.
#[derive(Clone)]
pub struct Analyses {
    store: Store,
    clock: Clock,
    engine: EngineMoves,
    jobs: RunningJobs,
    /// One position at a time on this node, whoever asked.
    turn: Arc<Semaphore>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

/// Why a job ends before its time.
enum Interrupted {
    /// The site stops, or the match is gone or goes on.
    Ended,
    Failed(String),
}

impl From<store::Error> for Interrupted {
    fn from(error: store::Error) -> Self {
        Interrupted::Failed(error.to_string())
    }
}

impl Analyses {
    pub(in crate::service) fn new(
        store: Store,
        clock: Clock,
        engine: EngineMoves,
        (stop, tasks): (CancellationToken, TaskTracker),
    ) -> Self {
        Analyses {
            store,
            clock,
            engine,
            jobs: RunningJobs::default(),
            turn: Arc::new(Semaphore::new(1)),
            stop,
            tasks,
        }
    }

    /// How far the analysis of a match is, and what it found.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn state(&self, game_match: &Match) -> Result<AnalysisState, Error> {
        let version = game_match.record().version;
        let stored = match game_match.record().status {
            Status::Playing => None,
            _ => self.store.analysis(game_match.id()).await?,
        };
        let Some(stored) = stored.filter(|stored| stored.version == version) else {
            return Ok(AnalysisState::None);
        };
        let done = stored.lines.iter().filter(|line| line.place == 0).count();
        let of = stored.positions;
        let age_ms = self.clock.now_ms() - stored.beat_ms;
        // A heartbeat far in the future counts as silence, too: it is from a wrong clock.
        let is_silent = age_ms.abs() > SILENT_JOB_MS;
        Ok(match stored.done_ms {
            Some(_) => AnalysisState::Done(MatchAnalysis::new(game_match, &stored.lines)),
            None if is_silent && !self.jobs.has(game_match.id()) => {
                AnalysisState::Lost { done, of }
            }
            None => AnalysisState::Running { done, of },
        })
    }

    /// Whether this node is already analysing a match for this person, so that no other can be started.
    pub fn is_analysing_for(&self, who: Player) -> bool {
        self.jobs.has_place(who)
    }

    /// Starts the analysis of a match that is over and in this state, for this person; one that is complete or under way is left
    /// alone.
    ///
    /// # Errors
    /// [`Error::Refused`] while the match goes on, or while another match is being analysed for this person.
    pub async fn start(
        &self,
        game_match: &Arc<Match>,
        who: Player,
        state: &AnalysisState,
    ) -> Result<(), Error> {
        let refused = |why| Error::Refused {
            why,
            current: Arc::clone(game_match),
        };
        if game_match.record().status == Status::Playing {
            return Err(refused(Refusal::NotOver));
        }
        match state {
            AnalysisState::Done(_) | AnalysisState::Running { .. } => return Ok(()),
            AnalysisState::None | AnalysisState::Lost { .. } => {}
        }
        let id = game_match.id();
        let Some(place) = self.jobs.take(who, id) else {
            return Err(refused(Refusal::AlreadyAnalysing));
        };
        let (version, positions) = (game_match.record().version, game_match.played().len() + 1);
        let now_ms = self.clock.now_ms();
        let begun = self
            .store
            .begin_analysis(id, (version, positions), now_ms, SILENT_JOB_MS)
            .await?;
        if begun {
            let (analyses, game_match) = (self.clone(), Arc::clone(game_match));
            self.tasks
                .spawn(async move { analyses.run(&game_match, place).await });
        }
        Ok(())
    }

    /// Whether a search for this person would be taken now.
    ///
    /// # Errors
    /// [`Error::Busy`] when the engine has no room, [`Error::Limited`] when too many searches of this person wait.
    pub fn must_have_room_for(&self, who: Player) -> Result<(), Error> {
        let searches = self.engine.searches();
        if searches.is_full() {
            return Err(Refused::Full.into());
        }
        if !searches.has_room_for(&who) {
            return Err(Refused::KeyFull.into());
        }
        Ok(())
    }

    /// Searches the best lines of one position of an analysed match, and keeps them; none where the game is over. Dropping the future
    /// stops the search.
    ///
    /// # Errors
    /// As [`Analyses::must_have_room_for`]; [`Error::EngineFailed`]; [`Error::Store`].
    pub async fn lines(&self, game_match: &Match, who: Player, ply: usize) -> Result<(), Error> {
        let Some(Moment { game, .. }) = game_match.at(ply) else {
            return Ok(());
        };
        let lines = self.lines_of(game_match, who, &*game).await?;
        let numbered = (1..).zip(&lines);
        let stored: Vec<_> = numbered
            .map(|(place, line)| line.to_stored(ply, place))
            .collect();
        self.store
            .keep_lines(game_match.id(), game_match.record().version, &stored)
            .await?;
        Ok(())
    }

    /// Searches the best lines of a position of a variation; none where the game is over. They are not stored.
    ///
    /// # Errors
    /// As [`Analyses::lines`], but for [`Error::Store`].
    pub async fn lines_of(
        &self,
        game_match: &Match,
        who: Player,
        game: &dyn Game,
    ) -> Result<Vec<Assessment>, Error> {
        if end_value(game).is_some() {
            return Ok(Vec::new());
        }
        let kind = game_match.game_type().name();
        let (game, request) = (game.boxed_clone(), lines_request());
        let ticket = self
            .engine
            .search_position(Some(who), kind, game, request)?;
        let report = self.engine.until_stop(ticket).await;
        let report = report.map_err(|failed| match failed {
            JobError::Stopped => Error::busy(),
            JobError::Panicked(words) => Error::EngineFailed(words),
        })?;
        Ok(report.lines.iter().map(Assessment::from).collect())
    }

    /// Runs a job: all positions from the first on, except those that an earlier job has done.
    async fn run(&self, game_match: &Match, _place: JobPlace) {
        let id = game_match.id();
        let work = self.search_all(game_match);
        match self.stop.run_until_cancelled(work).await {
            Some(Err(Interrupted::Failed(error))) => {
                tracing::error!(match_id = %id, error, "an analysis was interrupted");
            }
            None | Some(Ok(()) | Err(Interrupted::Ended)) => {}
        }
    }

    async fn search_all(&self, game_match: &Match) -> Result<(), Interrupted> {
        let (id, version) = (game_match.id(), game_match.record().version);
        let request = position_request(game_match.played().len() + 1);
        let known = PATIENCE.ask(|| self.store.analysis(id)).await?;
        let known = known.ok_or(Interrupted::Ended)?;
        let known: Vec<usize> = known.lines.iter().map(|line| line.ply).collect();
        let started = game_match.game_type().start(&game_match.setup());
        let mut game = started.map_err(|error| Interrupted::Failed(error.to_string()))?;
        let last = game_match.played().len();
        for ply in 0..=last {
            if !known.contains(&ply) {
                let found = match end_value(&*game) {
                    Some(value) => Assessment::over(value),
                    None => self.assess(game_match, game.boxed_clone(), request).await?,
                };
                let line = found.to_stored(ply, 0);
                let keep = || {
                    let now_ms = self.clock.now_ms();
                    self.store.keep_analysed(id, version, &line, now_ms)
                };
                if !PATIENCE.ask(keep).await? {
                    return Err(Interrupted::Ended);
                }
            }
            if let Some(made) = game_match.played().get(ply) {
                let advanced = game.advance(&made.path);
                advanced.map_err(|error| Interrupted::Failed(error.to_string()))?;
            }
        }
        let finish = || self.store.finish_analysis(id, version, self.clock.now_ms());
        PATIENCE.ask(finish).await?;
        Ok(())
    }

    /// The value of a position, searched when nobody waits for a move.
    async fn assess(
        &self,
        game_match: &Match,
        game: Box<dyn Game>,
        request: Request,
    ) -> Result<Assessment, Interrupted> {
        let mut looks = 0_u32;
        let report = loop {
            let turn = self.wait_for_turn(game_match, &mut looks).await?;
            let searched = self.search(game_match, game.boxed_clone(), request).await;
            drop(turn);
            match searched {
                Some(report) => break report,
                None => self.until_next_look(game_match, &mut looks).await?,
            }
        };
        match report {
            Ok(report) => {
                let best = report.lines.first().map(Assessment::from);
                best.ok_or_else(|| Interrupted::Failed("the engine found no move".to_owned()))
            }
            Err(JobError::Stopped) => Err(Interrupted::Ended),
            Err(JobError::Panicked(words)) => Err(Interrupted::Failed(words)),
        }
    }

    /// Waits until it is this job's turn and no search waits for a thread; writes heartbeats meanwhile.
    async fn wait_for_turn(
        &self,
        game_match: &Match,
        looks: &mut u32,
    ) -> Result<impl Drop + use<>, Interrupted> {
        loop {
            if self.engine.searches().waiting() == 0
                && let Ok(turn) = Arc::clone(&self.turn).try_acquire_owned()
            {
                return Ok(turn);
            }
            self.until_next_look(game_match, looks).await?;
        }
    }

    /// Waits between two looks at the engine, which it counts: every [`BEAT_EVERY_LOOKS`]th time it writes a heartbeat.
    async fn until_next_look(
        &self,
        game_match: &Match,
        looks: &mut u32,
    ) -> Result<(), Interrupted> {
        *looks += 1;
        if looks.is_multiple_of(BEAT_EVERY_LOOKS) {
            let (id, version) = (game_match.id(), game_match.record().version);
            let beat = || {
                let now_ms = self.clock.now_ms();
                self.store.beat_analysis(id, version, now_ms)
            };
            if !PATIENCE.ask(beat).await? {
                return Err(Interrupted::Ended);
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
        Ok(())
    }

    /// A search under no player's key; `None` where a player has taken the last place meanwhile: moves of players go first.
    async fn search(
        &self,
        game_match: &Match,
        game: Box<dyn Game>,
        request: Request,
    ) -> Option<Result<SearchReport, JobError>> {
        let kind = game_match.game_type().name();
        let ticket = self.engine.search_position(None, kind, game, request);
        match ticket {
            Ok(ticket) => Some(self.engine.until_stop(ticket).await),
            Err(Refused::Full | Refused::KeyFull) => None,
            Err(Refused::Closed) => Some(Err(JobError::Stopped)),
        }
    }
}

/// The time limits of work on the database that is tried again.
#[derive(Clone, Copy)]
struct Patience {
    /// Of one try: a host that has vanished says nothing, and another may have taken its place.
    answered_within: Duration,
    /// The pause before the next try.
    ask_again_after: Duration,
    /// No try begins later than this.
    ask_for: Duration,
}

impl Patience {
    /// The outcome of work on the database, which may be away for a moment, as while it starts again: until the job counts as lost, it
    /// asks again.
    async fn ask<T, F>(self, work: impl Fn() -> F) -> Result<T, store::Error>
    where
        F: Future<Output = Result<T, store::Error>>,
    {
        let since = Stopwatch::start();
        loop {
            match store::in_time(self.answered_within, work()).await {
                Err(store::Error::Unavailable(error)) if since.elapsed() < self.ask_for => {
                    tracing::warn!(%error, "an analysis waits for the database");
                    tokio::time::sleep(self.ask_again_after).await;
                }
                outcome => return outcome,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::{pending, ready};

    use super::*;

    /// Long enough that only a hang reaches it.
    const NEVER: Duration = Duration::from_secs(30);

    /// Short tries, for as long as a test may take.
    const LITTLE: Patience = Patience {
        answered_within: Duration::from_millis(10),
        ask_again_after: Duration::ZERO,
        ask_for: NEVER,
    };

    #[tokio::test]
    async fn a_database_that_is_away_for_a_moment_is_asked_again() {
        let asked = Cell::new(0_u32);
        let answer = || {
            asked.set(asked.get() + 1);
            let n = asked.get();
            async move {
                match n {
                    // As of a host that does not answer.
                    1 => pending::<Result<u32, store::Error>>().await,
                    n => Ok::<u32, store::Error>(n),
                }
            }
        };
        let answered = tokio::time::timeout(NEVER, LITTLE.ask(answer)).await;
        assert_eq!(answered.unwrap().unwrap(), 2);
        // There is time for several tries.
        let one_try = PATIENCE.answered_within + PATIENCE.ask_again_after;
        assert!(3 * one_try < PATIENCE.ask_for);
        // What a further try would not change is an error at once.
        let asked = Cell::new(0_u32);
        let refused = || {
            asked.set(asked.get() + 1);
            ready(Err::<(), _>(store::Error::NotFound))
        };
        let refused = PATIENCE.ask(refused).await;
        assert!(matches!(refused, Err(store::Error::NotFound)));
        assert_eq!(asked.get(), 1);
    }

    #[tokio::test]
    async fn a_database_that_stays_away_is_not_asked_for_ever() {
        let until_at_once = Patience {
            ask_for: Duration::ZERO,
            ..LITTLE
        };
        let asked = Cell::new(0_u32);
        let never = || {
            asked.set(asked.get() + 1);
            pending::<Result<(), store::Error>>()
        };
        let given_up = tokio::time::timeout(NEVER, until_at_once.ask(never)).await;
        let given_up = given_up.unwrap();
        assert!(
            matches!(given_up, Err(store::Error::Unavailable(_))),
            "{given_up:?}"
        );
        assert_eq!(asked.get(), 1);
    }
}
