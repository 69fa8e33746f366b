//! The engine's moves: searched on the pool, kept under the version check, and never bound to a request.

use std::sync::Arc;

use crate::clock::{Clock, Stopwatch};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::ids::GameId;
use crate::matches::Match;
use crate::matches::Player;
use crate::matches::Seat;
use crate::meters::Meters;
use crate::service::Error;
use crate::service::matches::match_repository::MatchRepository;
use crate::service::matches::running_searches::RunningSearches;
use crate::store;
use crate::work::JobError;
use crate::work::Pool;
use crate::work::Refused;
use crate::work::StopFlag;
use crate::work::Ticket;
use rookery_engine::Control;
use rookery_engine::Request;
use rookery_engine::SearchReport;
use rookery_games::Game;

/// The engine as a player: its threads, and the searches under way. A clone is the same.
#[derive(Clone)]
pub(in crate::service) struct EngineMoves {
    pub(in crate::service) running: Arc<RunningSearches>,
    matches: MatchRepository,
    clock: Clock,
    meters: Meters,
    searches: Pool<Player>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl EngineMoves {
    /// Searches on these threads. `stop` ends them, and the futures that wait for them are among `tasks`.
    pub(in crate::service) fn new(
        matches: MatchRepository,
        clock: Clock,
        meters: Meters,
        searches: Pool<Player>,
        (stop, tasks): (CancellationToken, TaskTracker),
    ) -> Self {
        EngineMoves {
            running: Arc::default(),
            matches,
            clock,
            meters,
            searches,
            stop,
            tasks,
        }
    }

    /// The threads that search.
    pub(in crate::service) fn searches(&self) -> &Pool<Player> {
        &self.searches
    }

    /// Makes the moves of the engine that come from a table: they take no time, so the visitor need not wait for news.
    pub(in crate::service) fn answer_at_once(&self, game: &mut Match) {
        while game.is_solved() {
            let Some(request) = game.engine_request() else {
                return;
            };
            let report = game.game().search(&request, &Control::unlimited());
            if game.answer(&report, self.clock.now_ms()).is_err() {
                // Then it goes the way of a search, which can deal with an engine that fails.
                return;
            }
        }
    }

    /// Stops any running search of this match, and starts a new one if the engine is to move. If the pool has no room,
    /// the match stays due, and the maintenance tries again.
    pub(in crate::service) fn think(&self, game: &Match) {
        let (id, version) = (game.id(), game.record().version);
        let Some(request) = game.engine_request() else {
            self.running.stop(id);
            return;
        };
        let opponent = opponent(&game.record().seats);
        match self.search(opponent, game, request) {
            Ok(ticket) => {
                let stop = self.stop.child_token();
                let number = self.running.begin(id, stop.clone());
                let engine = self.clone();
                self.tasks.spawn(async move {
                    let outcome = tokio::select! {
                        biased;
                        () = stop.cancelled() => Err(JobError::Stopped),
                        outcome = ticket => outcome,
                    };
                    engine.conclude((id, version), opponent, outcome).await;
                    engine.running.end(id, number);
                });
            }
            Err(Refused::Closed) => {}
            Err(refused @ (Refused::Full | Refused::KeyFull)) => {
                tracing::info!(match_id = %id, %refused, "the engine's move must wait");
                self.running.defer(id, opponent);
            }
        }
    }

    /// Hands a search to the pool.
    pub(in crate::service) fn search(
        &self,
        player: Option<Player>,
        game: &Match,
        request: Request,
    ) -> Result<Ticket<SearchReport>, Refused> {
        let (kind, game) = (game.game_type().name(), game.game().boxed_clone());
        self.search_position(player, kind, game, request)
    }

    /// Hands the search of a position, of a match of this kind of game, to the pool.
    pub(in crate::service) fn search_position(
        &self,
        player: Option<Player>,
        kind: &'static str,
        game: Box<dyn Game>,
        request: Request,
    ) -> Result<Ticket<SearchReport>, Refused> {
        let meters = self.meters.clone();
        self.searches.submit(player, move |stop: &StopFlag| {
            let since = Stopwatch::start();
            let control = Control::new(stop.shared(), Arc::new(move || since.elapsed()));
            let report = game.search(&request, &control);
            note_search(&meters, kind, &report, stop, since.elapsed().as_secs_f64());
            report
        })
    }

    /// The result of a search; [`JobError::Stopped`] where the site stops before there is one.
    pub(in crate::service) async fn until_stop(
        &self,
        ticket: Ticket<SearchReport>,
    ) -> Result<SearchReport, JobError> {
        let outcome = self.stop.run_until_cancelled(ticket).await;
        outcome.unwrap_or(Err(JobError::Stopped))
    }

    /// Draws the consequence of a search: a move, another try later, or the end of the match.
    async fn conclude(
        &self,
        (id, version): (GameId, i64),
        opponent: Option<Player>,
        outcome: Result<SearchReport, JobError>,
    ) {
        let failed = match outcome {
            Err(JobError::Stopped) => return,
            Err(JobError::Panicked(words)) => words,
            Ok(report) => match store::in_a_minute(self.keep_answer(id, version, &report)).await {
                Ok(None) => return,
                Ok(Some(failed)) => failed,
                Err(error) => {
                    tracing::error!(match_id = %id, %error, "the engine's move could not be kept");
                    self.running.defer(id, opponent);
                    return;
                }
            },
        };
        tracing::error!(match_id = %id, version, error = failed, "the engine failed");
        if !self.running.has_failed_too_often(id, version) {
            self.running.defer(id, opponent);
        } else if let Err(error) = store::in_a_minute(self.give_up(id, version)).await {
            tracing::error!(match_id = %id, %error, "the match could not be ended");
        }
    }

    /// Makes the engine's move, if the match still has the version that was searched. Returns what is wrong with the
    /// report, if anything is.
    async fn keep_answer(
        &self,
        id: GameId,
        version: i64,
        report: &SearchReport,
    ) -> Result<Option<String>, Error> {
        let Some(game) = self.matches.load_version(id, version).await? else {
            return Ok(None);
        };
        let mut game = self.matches.to_change(game);
        if let Err(refusal) = game.answer(report, self.clock.now_ms()) {
            return Ok(Some(format!(
                "it chose {:?}, but {refusal}",
                report.best.as_deref().unwrap_or_default()
            )));
        }
        match self.matches.save(&mut game).await {
            // Somebody moved, gave up or answered for the engine in the meantime: that counts.
            Err(store::Error::Conflict) => return Ok(None),
            other => other?,
        }
        if game.is_engine_due() {
            self.think(&game);
        }
        self.matches.keep(&Arc::new(game));
        Ok(None)
    }

    /// Ends a match that the engine cannot go on with.
    async fn give_up(&self, id: GameId, version: i64) -> Result<(), Error> {
        let Some(game) = self.matches.load_version(id, version).await? else {
            return Ok(());
        };
        let mut game = self.matches.to_change(game);
        if game.abort(self.clock.now_ms()).is_ok() {
            match self.matches.save(&mut game).await {
                Ok(()) | Err(store::Error::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// The human opponent, under whose key the pool runs the search: one search per person at a time.
fn opponent(seats: &[Seat; 2]) -> Option<Player> {
    seats.iter().find_map(|seat| seat.holder.player())
}

/// Counts a search of `kind`.
fn note_search(
    meters: &Meters,
    kind: &'static str,
    report: &SearchReport,
    stop: &StopFlag,
    seconds: f64,
) {
    let outcome = match report.deadline_hit {
        _ if stop.is_set() => "stopped",
        true => "deadline",
        false => "done",
    };
    meters.searched(kind, outcome, report.nodes, seconds);
}
