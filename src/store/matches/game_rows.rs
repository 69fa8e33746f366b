//! Rows of a game, and their conversion from and to a [`Record`].

use crate::matches::Holder;
use crate::matches::MoveRecord;
use crate::matches::Record;
use crate::matches::Seat;
use crate::matches::Spent;
use crate::matches::Status;
use crate::matches::Visibility;
use crate::store::Error;
use crate::store::accounts::user_rows::{parsed, word};

row! {
    /// A row of `games` with both seats.
    pub(in crate::store) struct GameRow {
        pub(in crate::store) id: String,
        game: String,
        variant: String,
        options: String,
        start: String,
        pub(in crate::store) version: i64,
        status: String,
        winner: Option<i64>,
        reason: Option<String>,
        visibility: String,
        seed: i64,
        engine_rev: i64,
        engine_due_ms: Option<i64>,
        claimed_by: Option<String>,
        created_ms: i64,
        pub(in crate::store) updated_ms: i64,
        custom: i64,
        ..seats: SeatsRow,
    }
}

/// The columns of [`GameRow`] without those of its seats, in a form for `concat!`.
macro_rules! game_columns {
    () => {
        "g.id, g.game, g.variant, g.options, g.start, g.version, g.status, g.winner, g.reason, g.visibility,
         g.seed, g.engine_rev, g.engine_due_ms, g.claimed_by, g.created_ms, g.updated_ms, g.custom, "
    };
}

row! {
    /// The two seats of a game, with the users' names: the columns of `seat_columns!`.
    pub(in crate::store) struct SeatsRow {
        user_0: Option<String>,
        guest_0: Option<String>,
        level_0: Option<i64>,
        name_0: Option<String>,
        user_1: Option<String>,
        guest_1: Option<String>,
        level_1: Option<i64>,
        name_1: Option<String>,
    }
}

/// The columns of [`SeatsRow`], in a form for `concat!`.
macro_rules! seat_columns {
    () => {
        "s0.user_id AS user_0, s0.guest_id AS guest_0, s0.level AS level_0, u0.name AS name_0,
         s1.user_id AS user_1, s1.guest_id AS guest_1, s1.level AS level_1, u1.name AS name_1"
    };
}

/// The joins that those columns come from; the game is called `g`. A missing seat makes the game unreadable, not invisible.
macro_rules! seat_joins {
    () => {
        "LEFT JOIN seats s0 ON s0.game_id = g.id AND s0.side = 0 LEFT JOIN users u0 ON u0.id = s0.user_id
         LEFT JOIN seats s1 ON s1.game_id = g.id AND s1.side = 1 LEFT JOIN users u1 ON u1.id = s1.user_id"
    };
}

/// The guest who takes the seats of deleted accounts in matches against the engine, in a form for `concat!`. No session has this guest
/// id: the matches are in nobody's list, are not found, and will be removed.
macro_rules! deleted_user {
    () => {
        "aaaaaaaaaaaaaaaaaaaaaaaaaa"
    };
}
/// The same to be bound.
pub(in crate::store) const DELETED_USER: &str = deleted_user!();

row! {
    /// A row of `moves`.
    pub(in crate::store) struct MoveRow {
        path: String,
        at_ms: i64,
        level: Option<i64>,
        nodes: Option<i64>,
        depth: Option<i64>,
        score: Option<String>,
        pv: Option<String>,
        deadline_hit: Option<i64>,
        notation: Option<String>,
    }
}

row! {
    /// A row of `moves` among those of other games.
    pub(in crate::store) struct MoveOfGame {
        pub(in crate::store) game_id: String,
        ..pub(in crate::store) made: MoveRow,
    }
}

/// The columns of a holder: user, guest, level.
pub(in crate::store) type HolderColumns = (Option<String>, Option<String>, Option<i64>);

/// A holder as the columns of its seat.
pub(in crate::store) fn holder_columns(holder: Holder) -> HolderColumns {
    match holder {
        Holder::User(id) => (Some(id.to_string()), None, None),
        Holder::Guest(id) => (None, Some(id.to_string()), None),
        Holder::Engine(level) => (None, None, Some(i64::from(level))),
    }
}

/// The options as the JSON text of their column: an array of pairs, which keeps their order.
pub(in crate::store) fn options_text(options: &[(String, String)]) -> Result<String, Error> {
    serde_json::to_string(options).map_err(|e| Error::Corrupt(format!("options: {e}")))
}

pub(in crate::store) fn side_column(side: usize) -> i64 {
    i64::from(side != 0)
}

/// A winner's column as a side.
pub(in crate::store) fn winner_side(winner: Option<i64>) -> Option<usize> {
    winner.map(|side| usize::from(side != 0))
}

/// The two seats in order of side.
pub(in crate::store) fn seats(game: &str, row: SeatsRow) -> Result<[Seat; 2], Error> {
    Ok([
        seat(game, row.user_0, row.guest_0, row.level_0, row.name_0)?,
        seat(game, row.user_1, row.guest_1, row.level_1, row.name_1)?,
    ])
}

fn seat(
    game: &str,
    user: Option<String>,
    guest: Option<String>,
    level: Option<i64>,
    name: Option<String>,
) -> Result<Seat, Error> {
    let holder = match (&user, &guest, level) {
        (Some(id), None, None) => Holder::User(parsed("seats.user_id", id)?),
        (None, Some(id), None) => Holder::Guest(parsed("seats.guest_id", id)?),
        (None, None, Some(level)) => Holder::Engine(level_of("seats.level", level)?),
        _ => {
            return Err(Error::Corrupt(format!(
                "a seat of game {game} has not exactly one holder"
            )));
        }
    };
    Ok(Seat { holder, name })
}

/// Puts a record together, without its moves.
pub(in crate::store) fn head(row: GameRow) -> Result<Record, Error> {
    Ok(Record {
        id: parsed("games.id", &row.id)?,
        seats: seats(&row.id, row.seats)?,
        game: row.game,
        variant: row.variant,
        options: serde_json::from_str(&row.options)
            .map_err(|e| Error::Corrupt(format!("games.options of {}: {e}", row.id)))?,
        start: row.start,
        is_custom: row.custom == 1,
        version: row.version,
        status: word("games.status", &row.status, Status::parse)?,
        winner: winner_side(row.winner),
        reason: row.reason,
        visibility: word("games.visibility", &row.visibility, Visibility::parse)?,
        seed: row.seed,
        engine_rev: row.engine_rev,
        engine_due_ms: row.engine_due_ms,
        claimed_by: row.claimed_by,
        created_ms: row.created_ms,
        updated_ms: row.updated_ms,
        moves: Vec::new(),
    })
}

/// The moves of a game, in order.
pub(in crate::store) fn moves(rows: Vec<MoveRow>) -> Result<Vec<MoveRecord>, Error> {
    rows.into_iter().map(MoveRecord::try_from).collect()
}

impl TryFrom<MoveRow> for MoveRecord {
    type Error = Error;

    fn try_from(row: MoveRow) -> Result<Self, Error> {
        let spent = match row.level {
            None => None,
            Some(level) => Some(Spent {
                level: level_of("moves.level", level)?,
                nodes: row.nodes.unwrap_or_default().unsigned_abs(),
                depth: u32::try_from(row.depth.unwrap_or_default())
                    .map_err(|e| Error::Corrupt(format!("moves.depth: {e}")))?,
                score: row.score.unwrap_or_default(),
                pv: row.pv.unwrap_or_default(),
                deadline_hit: row.deadline_hit == Some(1),
            }),
        };
        Ok(MoveRecord {
            path: row.path.split(',').map(str::to_owned).collect(),
            notation: row.notation,
            at_ms: row.at_ms,
            spent,
        })
    }
}

fn level_of(column: &str, level: i64) -> Result<u8, Error> {
    u8::try_from(level).map_err(|_| Error::Corrupt(format!("{column} is {level}")))
}
