//! Games: kept whole as a [`Record`], changed only by a writer who saw the newest version.

use std::collections::HashMap;

use crate::ids::GameId;
use crate::ids::GuestId;
use crate::ids::UserId;
use crate::play::Holder;
use crate::play::MoveRecord;
use crate::play::Player;
use crate::play::Record;
use crate::play::Seat;
use crate::play::Status;
use crate::store::game_rows::{
    GameRow, MoveRow, SeatRow, holder_columns, options_text, record, seats, side_column,
    winner_side,
};
use crate::store::user_rows::{parsed, word};
use crate::store::{Error, Store};

/// Whose games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An account's.
    User(UserId),
    /// A guest's.
    Guest(GuestId),
}

impl From<Player> for Owner {
    fn from(player: Player) -> Self {
        match player {
            Player::User(id) => Owner::User(id),
            Player::Guest(id) => Owner::Guest(id),
        }
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// Its id.
    pub id: GameId,
    /// The registry's name of the game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// Where it stands.
    pub status: Status,
    /// The winning side, 0 or 1.
    pub winner: Option<usize>,
    /// Why it ended.
    pub reason: Option<String>,
    /// When it last changed, unix milliseconds.
    pub updated_ms: i64,
    /// The seats; index 0 moves first.
    pub seats: [Seat; 2],
    /// Moves made.
    pub plies: usize,
}

#[derive(sqlx::FromRow)]
struct SummaryRow {
    id: String,
    game: String,
    variant: String,
    status: String,
    winner: Option<i64>,
    reason: Option<String>,
    updated_ms: i64,
    plies: i64,
}

/// Adds a move. Binds: game, ply, path, time, then what the engine spent.
const INSERT_MOVE: &str =
    "INSERT INTO moves (game_id, ply, path, at_ms, level, nodes, depth, score, pv, deadline_hit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

/// Adds the moves from a ply on. A macro, because the statement's type differs between the databases.
macro_rules! insert_moves {
    ($tx:ident, $game:expr, $from:expr, $moves:expr) => {
        for (ply, played) in $moves.iter().enumerate().skip($from) {
            let spent = played.spent.as_ref();
            execute!(
                &mut *$tx,
                INSERT_MOVE,
                $game,
                column(ply),
                played.path.join(","),
                played.at_ms,
                spent.map(|s| i64::from(s.level)),
                spent.map(|s| column(s.nodes)),
                spent.map(|s| i64::from(s.depth)),
                spent.map(|s| s.score.as_str()),
                spent.map(|s| s.pv.as_str()),
                spent.map(|s| i64::from(s.deadline_hit)),
            );
        }
    };
}

impl Store {
    /// Keeps a new game with its seats and moves: one transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn create_game(&self, new: &Record) -> Result<(), Error> {
        let id = new.id.to_string();
        let options = options_text(&new.options)?;
        transaction!(self, tx => {
            execute!(
                &mut *tx,
                "INSERT INTO games (id, game, variant, options, start, version, status, winner, reason, visibility,
                                    seed, engine_rev, engine_due_ms, claimed_by, created_ms, updated_ms)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
                &id, &new.game, &new.variant, &options, &new.start, new.version, new.status.as_str(),
                new.winner.map(side_column), &new.reason, new.visibility.as_str(), new.seed, new.engine_rev,
                new.engine_due_ms, &new.claimed_by, new.created_ms, new.updated_ms,
            );
            for (side, seat) in new.seats.iter().enumerate() {
                let (user, guest, level) = holder_columns(seat.holder);
                execute!(
                    &mut *tx,
                    "INSERT INTO seats (game_id, side, user_id, guest_id, level) VALUES ($1, $2, $3, $4, $5)",
                    &id, side_column(side), user, guest, level,
                );
            }
            insert_moves!(tx, &id, 0, new.moves);
        });
        Ok(())
    }

    /// A game by id, whole: moves in order, seats with the names of their users.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn game(&self, id: GameId) -> Result<Option<Record>, Error> {
        let id = id.to_string();
        let (row, seat_rows, move_rows): (Option<GameRow>, Vec<SeatRow>, Vec<MoveRow>) = snapshot!(self, tx => {
            let row = sqlx::query_as(
                "SELECT id, game, variant, options, start, version, status, winner, reason, visibility,
                        seed, engine_rev, engine_due_ms, claimed_by, created_ms, updated_ms
                 FROM games WHERE id = $1",
            )
            .bind(&id)
            .fetch_optional(&mut *tx)
            .await?;
            let seat_rows = sqlx::query_as(
                "SELECT s.game_id, s.side, s.user_id, s.guest_id, s.level, u.name
                 FROM seats s LEFT JOIN users u ON u.id = s.user_id WHERE s.game_id = $1",
            )
            .bind(&id)
            .fetch_all(&mut *tx)
            .await?;
            let move_rows = sqlx::query_as(
                "SELECT path, at_ms, level, nodes, depth, score, pv, deadline_hit
                 FROM moves WHERE game_id = $1 ORDER BY ply",
            )
            .bind(&id)
            .fetch_all(&mut *tx)
            .await?;
            (row, seat_rows, move_rows)
        });
        row.map(|row| record(row, seat_rows, move_rows)).transpose()
    }

    /// Keeps a changed game, if it still has `expected_version`; `changed.version` is the new one. The moves are
    /// rewritten from the first ply that differs, so that a move added is one row and a move taken back one row less.
    /// The seats stay as they are: a guest's sign-up may have given them to the account since `changed` was loaded.
    ///
    /// # Errors
    /// [`Error::Conflict`] when another writer was first or the game is gone; nothing has changed then.
    pub async fn save_game(&self, expected_version: i64, changed: &Record) -> Result<(), Error> {
        let id = changed.id.to_string();
        let options = options_text(&changed.options)?;
        transaction!(self, tx => {
            let updated = execute!(
                &mut *tx,
                "UPDATE games SET version = $3, variant = $4, options = $5, status = $6, winner = $7, reason = $8,
                                  visibility = $9, engine_rev = $10, engine_due_ms = $11, claimed_by = $12, updated_ms = $13
                 WHERE id = $1 AND version = $2",
                &id, expected_version, changed.version, &changed.variant, &options, changed.status.as_str(),
                changed.winner.map(side_column), &changed.reason, changed.visibility.as_str(), changed.engine_rev,
                changed.engine_due_ms, &changed.claimed_by, changed.updated_ms,
            );
            if updated == 0 {
                return Err(Error::Conflict);
            }
            let kept: Vec<(String, i64)> =
                sqlx::query_as("SELECT path, at_ms FROM moves WHERE game_id = $1 ORDER BY ply")
                    .bind(&id)
                    .fetch_all(&mut *tx)
                    .await?;
            let same = common_plies(&kept, &changed.moves);
            if same < kept.len() {
                execute!(&mut *tx, "DELETE FROM moves WHERE game_id = $1 AND ply >= $2", &id, column(same));
            }
            insert_moves!(tx, &id, same, changed.moves);
        });
        Ok(())
    }

    /// Gives one seat of a game to somebody else, if the game still has `expected_version`, which counts up.
    ///
    /// # Errors
    /// [`Error::Conflict`] when another writer was first or the game is gone.
    pub async fn set_seat(
        &self,
        id: GameId,
        expected_version: i64,
        side: usize,
        holder: Holder,
        now_ms: i64,
    ) -> Result<(), Error> {
        let id = id.to_string();
        let (user, guest, level) = holder_columns(holder);
        transaction!(self, tx => {
            let updated = execute!(
                &mut *tx,
                "UPDATE games SET version = version + 1, updated_ms = $3 WHERE id = $1 AND version = $2",
                &id, expected_version, now_ms,
            );
            if updated == 0 {
                return Err(Error::Conflict);
            }
            execute!(
                &mut *tx,
                "UPDATE seats SET user_id = $3, guest_id = $4, level = $5 WHERE game_id = $1 AND side = $2",
                &id, side_column(side), user, guest, level,
            );
        });
        Ok(())
    }

    /// The games in which `owner` has a seat, the last changed first.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn games_of(
        &self,
        owner: Owner,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<GameSummary>, Error> {
        let (user, guest) = owner_columns(owner);
        let (rows, seat_rows): (Vec<SummaryRow>, Vec<SeatRow>) = snapshot!(self, tx => {
            let rows = sqlx::query_as(
                "SELECT g.id, g.game, g.variant, g.status, g.winner, g.reason, g.updated_ms,
                        (SELECT COUNT(*) FROM moves m WHERE m.game_id = g.id) AS plies
                 FROM games g
                 WHERE g.id IN (SELECT game_id FROM seats WHERE user_id = $1
                                UNION SELECT game_id FROM seats WHERE guest_id = $2)
                 ORDER BY g.updated_ms DESC, g.id LIMIT $3 OFFSET $4",
            )
            .bind(&user)
            .bind(&guest)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&mut *tx)
            .await?;
            let seat_rows = sqlx::query_as(
                "SELECT s.game_id, s.side, s.user_id, s.guest_id, s.level, u.name
                 FROM seats s LEFT JOIN users u ON u.id = s.user_id
                 WHERE s.game_id IN (
                     SELECT id FROM games
                     WHERE id IN (SELECT game_id FROM seats WHERE user_id = $1
                                  UNION SELECT game_id FROM seats WHERE guest_id = $2)
                     ORDER BY updated_ms DESC, id LIMIT $3 OFFSET $4)",
            )
            .bind(&user)
            .bind(&guest)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&mut *tx)
            .await?;
            (rows, seat_rows)
        });
        let mut by_game: HashMap<String, Vec<SeatRow>> = HashMap::new();
        for row in seat_rows {
            by_game.entry(row.game_id.clone()).or_default().push(row);
        }
        rows.into_iter()
            .map(|row| {
                let seats = by_game.remove(&row.id).unwrap_or_default();
                summary(row, seats)
            })
            .collect()
    }

    /// In how many games `owner` has a seat.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn count_games_of(&self, owner: Owner) -> Result<u64, Error> {
        let (user, guest) = owner_columns(owner);
        let n: i64 = reading!(self, db => {
            sqlx::query_scalar("SELECT COUNT(DISTINCT game_id) FROM seats WHERE user_id = $1 OR guest_id = $2")
                .bind(&user)
                .bind(&guest)
                .fetch_one(db)
                .await?
        });
        Ok(n.unsigned_abs())
    }

    /// Takes up to `limit` games in which the engine is due, for `node` to think about: those that nobody has claimed,
    /// and those that have been due since before `stale_before_ms`, whose node has died. They count as due from `now_ms`
    /// on, so that no other node takes them again at once.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn claim_due(
        &self,
        node: &str,
        now_ms: i64,
        stale_before_ms: i64,
        limit: u32,
    ) -> Result<Vec<GameId>, Error> {
        let ids: Vec<String> = writing!(self, db => {
            sqlx::query_scalar(
                "UPDATE games SET claimed_by = $1, engine_due_ms = $2
                 WHERE engine_due_ms IS NOT NULL AND (claimed_by IS NULL OR engine_due_ms < $3)
                   AND id IN (SELECT id FROM games
                              WHERE engine_due_ms IS NOT NULL AND (claimed_by IS NULL OR engine_due_ms < $3)
                              ORDER BY engine_due_ms LIMIT $4)
                 RETURNING id",
            )
            .bind(node)
            .bind(now_ms)
            .bind(stale_before_ms)
            .bind(i64::from(limit))
            .fetch_all(db)
            .await?
        });
        ids.iter().map(|id| parsed("games.id", id)).collect()
    }

    /// Takes one game in which the engine is due; false when another node has it or nothing is due.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn claim(&self, id: GameId, node: &str, now_ms: i64) -> Result<bool, Error> {
        let claimed = writing!(self, db => {
            execute!(
                db,
                "UPDATE games SET claimed_by = $2, engine_due_ms = $3
                 WHERE id = $1 AND engine_due_ms IS NOT NULL AND (claimed_by IS NULL OR claimed_by = $2)",
                id.to_string(), node, now_ms,
            )
        });
        Ok(claimed == 1)
    }

    /// Removes the games without any account in a seat that last changed before `before_ms`; says how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_unowned_games(&self, before_ms: i64) -> Result<u64, Error> {
        Ok(writing!(self, db => {
            execute!(
                db,
                "DELETE FROM games WHERE updated_ms < $1
                 AND id NOT IN (SELECT game_id FROM seats WHERE user_id IS NOT NULL)",
                before_ms,
            )
        }))
    }

    /// Removes a game with its seats and moves; false when there was none.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_game(&self, id: GameId) -> Result<bool, Error> {
        let gone = writing!(self, db => {
            execute!(db, "DELETE FROM games WHERE id = $1", id.to_string())
        });
        Ok(gone == 1)
    }
}

/// How many plies from the start are kept as they are.
fn common_plies(kept: &[(String, i64)], moves: &[MoveRecord]) -> usize {
    kept.iter()
        .zip(moves)
        .take_while(|((path, at_ms), played)| {
            *at_ms == played.at_ms && *path == played.path.join(",")
        })
        .count()
}

/// A count as a column. What no memory can hold counts as the most.
fn column(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or(i64::MAX)
}

fn owner_columns(owner: Owner) -> (Option<String>, Option<String>) {
    match owner {
        Owner::User(id) => (Some(id.to_string()), None),
        Owner::Guest(id) => (None, Some(id.to_string())),
    }
}

fn summary(row: SummaryRow, seat_rows: Vec<SeatRow>) -> Result<GameSummary, Error> {
    Ok(GameSummary {
        id: parsed("games.id", &row.id)?,
        seats: seats(&row.id, seat_rows)?,
        game: row.game,
        variant: row.variant,
        status: word("games.status", &row.status, Status::parse)?,
        winner: winner_side(row.winner),
        reason: row.reason,
        updated_ms: row.updated_ms,
        plies: usize::try_from(row.plies).unwrap_or_default(),
    })
}
