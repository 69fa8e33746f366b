//! The end of a match in words, and the reasons that do not follow from the rules of its game.

use crate::matches::Match;
use crate::matches::Status;
use crate::matches::record::{AGREED, ENGINE_FAILED, PLIES_AT_MOST, RESIGNED, TOO_LONG, UNPLAYED};
use rookery_games::api::view::Ending;
use rookery_games::{Message, shown_colour};

/// The reasons that do not follow from the rules of a game.
const OTHER_REASONS: [&str; 5] = [RESIGNED, UNPLAYED, AGREED, TOO_LONG, ENGINE_FAILED];

impl Match {
    /// The short stable name of the reason for the end: the game's own, or one of [`OTHER_REASONS`]. `None` while the match goes on, and
    /// for a reason that this build does not know.
    pub fn reason(&self) -> Option<&'static str> {
        if let Some(ending) = self.ending() {
            return Some(ending.reason);
        }
        let stored = self.record().reason.as_deref()?;
        OTHER_REASONS.into_iter().find(|known| *known == stored)
    }

    /// The end by the rules of the game: of the last position, or the draw that was claimed in it.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.record().reason.as_deref()?;
        let claimed = || self.game().claim().filter(|claim| claim.reason == reason);
        self.game().ending().or_else(claimed)
    }

    /// The result of the match, in words; `None` while it goes on.
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
                    let [winner, loser] = self.names_from(winner);
                    Message::new("result-resigned")
                        .with("loser", loser)
                        .with("winner", winner)
                }
                (Some(RESIGNED), None) => self.resigned_drawn("result-resigned-drawn"),
                (Some(UNPLAYED), _) => Message::new("result-unplayed"),
                (Some(AGREED), _) => Message::new("result-agreed"),
                (Some(TOO_LONG), _) => {
                    Message::new("result-too-long").with("moves", PLIES_AT_MOST as i64 / 2)
                }
                (Some(ENGINE_FAILED), _) => Message::new("result-engine-failed"),
                _ => Message::new("result-ended"),
            },
        )
    }

    /// The end in a few words to follow a colon ("You won: four in a row"), if the game has them.
    pub fn result_briefly(&self) -> Option<Message> {
        if let Some(ending) = self.ending() {
            return ending.brief;
        }
        match (self.record().reason.as_deref(), self.record().winner) {
            (Some(RESIGNED), Some(_)) => Some(Message::new("result-brief-resigned")),
            (Some(RESIGNED), None) => Some(self.resigned_drawn("result-brief-resigned-drawn")),
            (Some(AGREED), _) => Some(Message::new("result-brief-agreed")),
            _ => None,
        }
    }

    /// A text about the side that resigned and the other, which could not have won.
    fn resigned_drawn(&self, text: &'static str) -> Message {
        let loser = usize::from(!self.game().can_win(0));
        let [loser, other] = self.names_from(loser);
        Message::new(text).with("loser", loser).with("other", other)
    }

    /// The names of a side and of the other, by the colours that they have now.
    fn names_from(&self, side: usize) -> [Message; 2] {
        let [first, second] = self.sides();
        match shown_colour(self.game(), side) {
            0 => [first.name, second.name],
            _ => [second.name, first.name],
        }
    }
}
