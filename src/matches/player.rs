//! A person who can sit on a side: never the engine, so that nobody can claim the engine's seat.

use crate::ids::GuestId;
use crate::ids::UserId;
use crate::matches::Holder;

/// A person, with or without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A user with an account.
    User(UserId),
    /// A visitor without one.
    Guest(GuestId),
}

impl From<Player> for Holder {
    fn from(player: Player) -> Self {
        match player {
            Player::User(id) => Holder::User(id),
            Player::Guest(id) => Holder::Guest(id),
        }
    }
}

impl Holder {
    /// The person on this seat; `None` where the engine sits.
    pub fn player(self) -> Option<Player> {
        match self {
            Holder::User(id) => Some(Player::User(id)),
            Holder::Guest(id) => Some(Player::Guest(id)),
            Holder::Engine(_) => None,
        }
    }

    /// The engine's level, 1 to 8; `None` where a person sits.
    pub fn level(self) -> Option<u8> {
        match self {
            Holder::Engine(level) => Some(level),
            Holder::User(_) | Holder::Guest(_) => None,
        }
    }
}
