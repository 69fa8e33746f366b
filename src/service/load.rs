//! Load figures for the owner's monitoring: jobs, searches, matches.

use crate::matches::Match;
use crate::matches::Status;
use crate::meters::Meters;
use crate::service::MatchService;
use crate::work::StopFlag;
use rookery_engine::SearchReport;

impl MatchService {
    /// The site's meters.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// Jobs of the pools of threads: the name, how many run, how many wait.
    pub fn pools(&self) -> [(&'static str, usize, usize); 2] {
        [
            ("search", self.searches.running(), self.searches.waiting()),
            ("tables", self.tables.running(), self.tables.waiting()),
        ]
    }

    /// Counts a match that was just kept, where that began or ended it.
    pub(super) fn note_saved(&self, game: &Match, is_new: bool) {
        let name = game.kind().name();
        if is_new {
            self.meters.match_started(name);
        }
        match game.record().status {
            Status::Playing => {}
            ended => self.meters.match_ended(name, ended.as_str()),
        }
    }
}

/// Counts a search of `kind`.
pub(super) fn note_search(
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
