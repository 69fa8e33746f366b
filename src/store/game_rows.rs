//! The rows of a game and how they become a [`Record`] and back.

use crate::play::Holder;
use crate::play::MoveRecord;
use crate::play::Record;
use crate::play::Seat;
use crate::play::Spent;
use crate::play::Status;
use crate::play::Visibility;
use crate::store::Error;
use crate::store::user_rows::{parsed, word};

/// A row of `games`.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct GameRow {
    id: String,
    game: String,
    variant: String,
    options: String,
    start: String,
    version: i64,
    status: String,
    winner: Option<i64>,
    reason: Option<String>,
    visibility: String,
    seed: i64,
    engine_rev: i64,
    engine_due_ms: Option<i64>,
    claimed_by: Option<String>,
    created_ms: i64,
    updated_ms: i64,
}

/// A row of `seats`, with the user's name.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct SeatRow {
    pub(in crate::store) game_id: String,
    side: i64,
    user_id: Option<String>,
    guest_id: Option<String>,
    level: Option<i64>,
    name: Option<String>,
}

/// A row of `moves`.
#[derive(sqlx::FromRow)]
pub(in crate::store) struct MoveRow {
    path: String,
    at_ms: i64,
    level: Option<i64>,
    nodes: Option<i64>,
    depth: Option<i64>,
    score: Option<String>,
    pv: Option<String>,
    deadline_hit: Option<i64>,
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

/// A side as a column.
pub(in crate::store) fn side_column(side: usize) -> i64 {
    i64::from(side != 0)
}

/// A winner's column as a side.
pub(in crate::store) fn winner_side(winner: Option<i64>) -> Option<usize> {
    winner.map(|side| usize::from(side != 0))
}

/// The two seats in order of side.
pub(in crate::store) fn seats(game: &str, rows: Vec<SeatRow>) -> Result<[Seat; 2], Error> {
    let mut found = [None, None];
    for row in rows {
        let holder = match (&row.user_id, &row.guest_id, row.level) {
            (Some(id), None, None) => Holder::User(parsed("seats.user_id", id)?),
            (None, Some(id), None) => Holder::Guest(parsed("seats.guest_id", id)?),
            (None, None, Some(level)) => Holder::Engine(level_of("seats.level", level)?),
            _ => {
                return Err(Error::Corrupt(format!(
                    "a seat of game {game} has not exactly one holder"
                )));
            }
        };
        found[usize::from(row.side != 0)] = Some(Seat {
            holder,
            name: row.name,
        });
    }
    match found {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => Err(Error::Corrupt(format!("game {game} has not two seats"))),
    }
}

/// Puts a record together.
pub(in crate::store) fn record(
    row: GameRow,
    seat_rows: Vec<SeatRow>,
    move_rows: Vec<MoveRow>,
) -> Result<Record, Error> {
    Ok(Record {
        id: parsed("games.id", &row.id)?,
        seats: seats(&row.id, seat_rows)?,
        game: row.game,
        variant: row.variant,
        options: serde_json::from_str(&row.options)
            .map_err(|e| Error::Corrupt(format!("games.options of {}: {e}", row.id)))?,
        start: row.start,
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
        moves: move_rows
            .into_iter()
            .map(MoveRecord::try_from)
            .collect::<Result<_, _>>()?,
    })
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
            at_ms: row.at_ms,
            spent,
        })
    }
}

fn level_of(column: &str, level: i64) -> Result<u8, Error> {
    u8::try_from(level).map_err(|_| Error::Corrupt(format!("{column} is {level}")))
}
