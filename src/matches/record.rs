//! The stored form of a match: everything needed to continue it after a restart.

use crate::ids::{GameId, GuestId, UserId};
use crate::matches::Player;
use rookery_games::Setup;

/// Maximum number of plies of a match; after that it is drawn. Under rules without a limit of their own two pieces could move for
/// ever, and showing an earlier position replays all moves before it.
pub const PLIES_AT_MOST: usize = 2_000;

// Ends that do not follow from the rules of a game, as stored in `Record::reason`.

/// A side gave up.
pub(super) const RESIGNED: &str = "resigned";
/// A person gave up a match against the engine before the first own move: it has no result.
pub(super) const UNPLAYED: &str = "unplayed";
/// The engine accepted a draw.
pub(super) const AGREED: &str = "agreed";
/// A match that went on for [`PLIES_AT_MOST`].
pub(super) const TOO_LONG: &str = "too-long";
/// The engine could not go on.
pub(super) const ENGINE_FAILED: &str = "engine-failed";

/// The holder of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A user with an account.
    User(UserId),
    /// A visitor without one.
    Guest(GuestId),
    /// The engine at a level, 1 to 8.
    Engine(u8),
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

/// One of the two seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub holder: Holder,
    /// The user's name, where `holder` is a user (filled by the store, never written).
    pub name: Option<String>,
}

/// The state of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Somebody is to move.
    Playing,
    /// One side has won.
    Won,
    /// Nobody has won.
    Drawn,
    /// Ended without a result.
    Aborted,
}

impl Status {
    /// The word in the database and in the board view.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Playing => "playing",
            Status::Won => "won",
            Status::Drawn => "drawn",
            Status::Aborted => "aborted",
        }
    }

    /// The inverse of [`Status::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Status::Playing, Status::Won, Status::Drawn, Status::Aborted]
            .into_iter()
            .find(|s| s.as_str() == text)
    }
}

/// The people who may see a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// The two players.
    Private,
    Link,
    /// Everybody.
    Public,
}

impl Visibility {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Visibility::Private => "private",
            Visibility::Link => "link",
            Visibility::Public => "public",
        }
    }

    /// The inverse of [`Visibility::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        [Visibility::Private, Visibility::Link, Visibility::Public]
            .into_iter()
            .find(|v| v.as_str() == text)
    }
}

/// The effort of the engine for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// The level, 1 to 8.
    pub level: u8,
    /// Nodes searched.
    pub nodes: u64,
    /// Depth completed, plies.
    pub depth: u32,
    /// The value in words of the engine, for example `cp 12`, `win 5`, `exact 0`.
    pub score: String,
    /// The principal variation in notation, spaces between.
    pub pv: String,
    /// Whether the deadline cut the search short.
    pub deadline_hit: bool,
}

/// One move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRecord {
    /// The tokens of the move.
    pub path: Vec<String>,
    /// The move in the usual notation, from the time it was made; `None` if an earlier release stored none.
    pub notation: Option<String>,
    /// When it was made, unix milliseconds.
    pub at_ms: i64,
    /// The effort of the engine, if the move was the engine's.
    pub spent: Option<Spent>,
}

/// The stored form of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub id: GameId,
    /// The registry's name of the game.
    pub game: String,
    pub variant: String,
    /// The options, `(key, value)`.
    pub options: Vec<(String, String)>,
    /// The first position, empty for the usual start.
    pub start: String,
    /// Whether a person chose it; it is neither the usual one nor drawn by lot.
    pub is_custom: bool,
    /// Incremented with every change; a writer with an older version loses.
    pub version: i64,
    pub status: Status,
    /// The winning side, 0 or 1.
    pub winner: Option<usize>,
    /// Why it ended: `Ending::reason`, or `resigned`, `unplayed`, `agreed`, `too-long` or `engine-failed`.
    pub reason: Option<String>,
    /// The people who may see it.
    pub visibility: Visibility,
    /// The seed of the engine's choices.
    pub seed: i64,
    /// The engine's revision when the match began.
    pub engine_rev: i64,
    /// Since when the engine is due to move, unix milliseconds.
    pub engine_due_ms: Option<i64>,
    /// The node that is thinking about it.
    pub claimed_by: Option<String>,
    /// When it began, unix milliseconds.
    pub created_ms: i64,
    /// When it last changed, unix milliseconds.
    pub updated_ms: i64,
    /// The seats; index 0 moves first.
    pub seats: [Seat; 2],
    /// The moves so far, in order.
    pub moves: Vec<MoveRecord>,
}

/// The state of a match in the database: the version read or saved last, and how much of it need not be written again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SavedState {
    /// The version; 0 if there is nothing yet.
    pub version: i64,
    /// The number of leading moves that are the same there as in the match.
    pub plies: usize,
    /// The total number of moves there.
    pub written: usize,
    /// Whether it is a match in progress there.
    pub is_playing: bool,
}

impl SavedState {
    /// The whole record as read, up to the first move without notation, which is written again.
    pub fn of(record: &Record) -> Self {
        let is_whole = |made: &&MoveRecord| made.notation.is_some();
        SavedState {
            version: record.version,
            plies: record.moves.iter().take_while(is_whole).count(),
            written: record.moves.len(),
            is_playing: record.status == Status::Playing,
        }
    }
}

impl Record {
    /// Variant, options and first position.
    pub fn setup(&self) -> Setup {
        Setup {
            variant: self.variant.clone(),
            options: self.options.clone(),
            start: self.start.clone(),
        }
    }

    /// Whether `head`, a record without its moves, is the same in everything else.
    pub fn is_headed_by(&self, head: &Record) -> bool {
        // All fields by name, so that a new one is not forgotten here.
        let Record {
            id,
            game,
            variant,
            options,
            start,
            is_custom,
            version,
            status,
            winner,
            reason,
            visibility,
            seed,
            engine_rev,
            engine_due_ms,
            claimed_by,
            created_ms,
            updated_ms,
            seats,
            moves: _,
        } = self;
        (*id, *version, *status, *winner) == (head.id, head.version, head.status, head.winner)
            && (*visibility, *seed, *engine_rev) == (head.visibility, head.seed, head.engine_rev)
            && (*engine_due_ms, *created_ms, *updated_ms)
                == (head.engine_due_ms, head.created_ms, head.updated_ms)
            && (game, variant, start, *is_custom)
                == (&head.game, &head.variant, &head.start, head.is_custom)
            && (options, reason, claimed_by) == (&head.options, &head.reason, &head.claimed_by)
            && *seats == head.seats
    }

    /// The side of a person; if it is both, the side to move. `None` for a spectator.
    pub fn side_of(&self, player: Player, to_move: usize) -> Option<usize> {
        let sits = |side: usize| self.seats[side].holder.player() == Some(player);
        [to_move, 1 - to_move].into_iter().find(|side| sits(*side))
    }

    /// Whether somebody may know that this match exists.
    pub fn is_visible_to(&self, player: Option<Player>) -> bool {
        self.visibility != Visibility::Private
            || player.is_some_and(|player| self.side_of(player, 0).is_some())
    }
}
