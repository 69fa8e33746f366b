//! The end of a match in words, and the reasons that do not follow from the rules of its game.

use crate::matches::Match;
use crate::matches::Status;
use crate::matches::record::{AGREED, ENGINE_FAILED, RESIGNED};
use rookery_games::Message;
use rookery_games::api::view::Ending;

impl Match {
    /// The end by the rules of the game: of the last position, or the draw that was claimed in it.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.record().reason.as_deref()?;
        let claimed = || self.game().claim().filter(|claim| claim.reason == reason);
        self.game().ending().or_else(claimed)
    }

    /// How the match ended, in words; `None` while it goes on.
    pub fn result(&self) -> Option<Message> {
        if self.record().status == Status::Playing {
            return None;
        }
        if let Some(ending) = self.ending() {
            return Some(ending.say);
        }
        Some(
            match (self.record().reason.as_deref(), self.record().winner) {
                (Some(RESIGNED), Some(winner)) => {
                    let [first, second] = self.sides();
                    let (winner, loser) = if winner == 0 {
                        (first, second)
                    } else {
                        (second, first)
                    };
                    Message::new("result-resigned")
                        .with("loser", loser.name)
                        .with("winner", winner.name)
                }
                (Some(RESIGNED), None) => {
                    // The side that could not have won is the one that did not resign.
                    let [first, second] = self.sides();
                    let (other, loser) = match self.game().can_win(0) {
                        true => (second, first),
                        false => (first, second),
                    };
                    Message::new("result-resigned-drawn")
                        .with("loser", loser.name)
                        .with("other", other.name)
                }
                (Some(AGREED), _) => Message::new("result-agreed"),
                (Some(ENGINE_FAILED), _) => Message::new("result-engine-failed"),
                _ => Message::new("result-ended"),
            },
        )
    }
}
