//! One match: seats, side to move, moves, takeback, result. Pure: time and randomness come from outside.

mod analysis;
mod draw_offers;
mod error;
mod event;
mod game_match;
mod level;
mod outcome;
mod player;
mod record;
mod replay;
mod score;

#[cfg(test)]
mod tests;

pub use analysis::{
    AnalysedPosition, Assessment, LINES_MOST, Mark, MatchAnalysis, Outlook, StoredLine, Variation,
    end_value, lines_request, position_request,
};
pub use error::{Error, Refusal};
pub use event::MatchEvent;
pub use game_match::{Match, Moment, NewMatch, Numbering, first_colour};
pub use level::{SEARCH_DEADLINE, is_free};
pub use player::Player;
pub use record::{Holder, MoveRecord, Record, SavedState, Seat, Spent, Status, Visibility};
