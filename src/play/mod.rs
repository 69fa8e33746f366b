//! One match: seats, whose turn, apply a move, take back, result. Pure: time and randomness come from outside.

mod record;

pub use record::{Holder, MoveRecord, Record, Seat, Spent, Status, Visibility};
