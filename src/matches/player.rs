//! A person in a seat; never the engine, so that nobody can claim the engine's seat.

use crate::ids::GuestId;
use crate::ids::UserId;

/// A person, with or without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A user with an account.
    User(UserId),
    /// A visitor without one.
    Guest(GuestId),
}
