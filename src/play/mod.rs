//! One match: seats, whose turn, apply a move, take back, result. Pure: time and randomness come from outside.

mod agreement;
mod error;
mod event;
mod level;
mod line;
mod r#match;
mod outcome;
mod player;
mod record;
mod score;

#[cfg(test)]
mod tests;

pub use error::{Error, Refusal};
pub use event::Event;
pub use level::{SEARCH_DEADLINE, is_tabled};
pub use r#match::{Match, Moment, NewMatch};
pub use player::Player;
pub use record::{Holder, Kept, MoveRecord, Record, Seat, Spent, Status, Visibility};
