//! Games: stored whole as a [`Record`], and changed only by a writer who has seen the newest version. When a game changes, a
//! trigger copies the time to the rows of its seats.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::ids::GameId;
use crate::matches::MoveRecord;
use crate::matches::Record;
use crate::matches::SavedState;
use crate::matches::Status;
use crate::store::accounts::user_rows::parsed;
use crate::store::matches::best_levels::RAISE_BEST_LEVEL;
use crate::store::matches::game_rows::{
    GameRow, MoveOfGame, MoveRow, head, holder_columns, moves, options_text, side_column,
};
use crate::store::matches::results::{COUNT_RESULT, LOCK_SEATS};
use crate::store::matches::totals::{COUNT_GAMES, COUNT_PLAYING};
use crate::store::{Error, Store};

/// The number of games whose moves one statement reads.
pub const GAMES_AT_ONCE: usize = 3;

/// A game without its moves; games of deleted accounts are not found. Binds: game.
const SELECT_GAME: &str = concat!(
    "SELECT ",
    game_columns!(),
    seat_columns!(),
    " FROM games g ",
    seat_joins!(),
    " WHERE g.id = $1 AND COALESCE(s0.guest_id, '') <> '",
    deleted_user!(),
    "' AND COALESCE(s1.guest_id, '') <> '",
    deleted_user!(),
    "'"
);
/// The moves of a game, as long as it has this version. Binds: game, version.
const SELECT_MOVES: &str =
    "SELECT path, at_ms, level, nodes, depth, score, pv, deadline_hit, notation FROM moves
     WHERE game_id = $1 AND EXISTS (SELECT 1 FROM games WHERE id = $1 AND version = $2) ORDER BY ply";
/// The moves of several games, each as long as it has its version. Binds: game and version, three times.
pub(in crate::store) const SELECT_MOVES_OF_SEVERAL: &str =
    "SELECT m.game_id, m.path, m.at_ms, m.level, m.nodes, m.depth, m.score, m.pv, m.deadline_hit, m.notation
     FROM games g JOIN moves m ON m.game_id = g.id
     WHERE (g.id = $1 AND g.version = $2) OR (g.id = $3 AND g.version = $4) OR (g.id = $5 AND g.version = $6)
     ORDER BY m.game_id, m.ply";
/// Claims games in which the engine is due. Binds: node, now, the bounds of a living node's heartbeat, the most games.
macro_rules! claim_due {
    ($lock:literal) => {
        concat!(
            "WITH due AS MATERIALIZED (
                 SELECT id FROM games
                 WHERE engine_due_ms IS NOT NULL
                   AND (claimed_by IS NULL
                        OR NOT EXISTS (SELECT 1 FROM nodes
                                       WHERE nodes.id = games.claimed_by AND heartbeat_ms BETWEEN $3 AND $4))
                 ORDER BY engine_due_ms LIMIT $5 ",
            $lock,
            ")
             UPDATE games SET claimed_by = $1, engine_due_ms = $2 FROM due WHERE games.id = due.id
             RETURNING games.id"
        )
    };
}
pub(in crate::store) const CLAIM_DUE: &str = claim_due!("");
/// Adds a move. Binds: game, ply, path, notation, time, then the engine's effort.
const INSERT_MOVE: &str =
    "INSERT INTO moves (game_id, ply, path, notation, at_ms, level, nodes, depth, score, pv, deadline_hit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

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
                &played.notation,
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

/// Games that are `$1`'s to think about and due since before, or from after, `$2`.
macro_rules! due_of_node {
    ($is_before_or_after:literal) => {
        concat!(
            "SELECT id FROM games WHERE engine_due_ms IS NOT NULL AND engine_due_ms ",
            $is_before_or_after,
            " $2 AND claimed_by = $1 ORDER BY engine_due_ms"
        )
    };
}
pub(in crate::store) const DUE_OF_NODE: &str = due_of_node!("<");
pub(in crate::store) const DUE_LATER_OF_NODE: &str = due_of_node!(">");

impl Store {
    /// Stores a new game with its seats and moves: one transaction, as [`Store::save_game`].
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
                                    seed, engine_rev, engine_due_ms, claimed_by, created_ms, updated_ms, custom)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
                &id, &new.game, &new.variant, &options, &new.start, new.version, new.status.as_str(),
                new.winner.map(side_column), &new.reason, new.visibility.as_str(), new.seed, new.engine_rev,
                new.engine_due_ms, &new.claimed_by, new.created_ms, new.updated_ms, i64::from(new.is_custom),
            );
            for (side, seat) in new.seats.iter().enumerate() {
                let (user, guest, level) = holder_columns(seat.holder);
                execute!(
                    &mut *tx,
                    "INSERT INTO seats (game_id, side, user_id, guest_id, level, updated_ms, game) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    &id, side_column(side), user, guest, level, new.updated_ms, &new.game,
                );
            }
            insert_moves!(tx, &id, 0, new.moves);
            execute!(&mut *tx, COUNT_RESULT, &id, 1_i64, None::<&str>);
            if new.status == Status::Won {
                execute!(&mut *tx, RAISE_BEST_LEVEL, &id);
            }
            execute!(&mut *tx, COUNT_GAMES, 1_i64, i64::from(new.status == Status::Playing));
        });
        Ok(())
    }

    /// A game by id, whole: moves in order, seats with the names of their users. There is none where its user was deleted.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn game(&self, id: GameId) -> Result<Option<Record>, Error> {
        let id = id.to_string();
        let (row, move_rows): (Option<GameRow>, Vec<MoveRow>) = snapshot!(self, tx => {
            let row: Option<GameRow> = sqlx::query_as(SELECT_GAME)
                .bind(&id)
                .fetch_optional(&mut *tx)
                .await?;
            let move_rows = sqlx::query_as(SELECT_MOVES)
                .bind(&id)
                .bind(row.as_ref().map(|row| row.version))
                .fetch_all(&mut *tx)
                .await?;
            (row, move_rows)
        });
        let Some(row) = row else { return Ok(None) };
        let mut record = head(row)?;
        record.moves = moves(move_rows)?;
        Ok(Some(record))
    }

    /// A game by id without its moves, as [`Store::game`]: one statement, whatever its length.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn game_head(&self, id: GameId) -> Result<Option<Record>, Error> {
        let row: Option<GameRow> = reading!(self, db => {
            sqlx::query_as(SELECT_GAME)
                .bind(id.to_string())
                .fetch_optional(db)
                .await?
        });
        row.map(head).transpose()
    }

    /// The moves of a game in this version, in order; none if it has another version by now.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn moves_of(&self, id: GameId, version: i64) -> Result<Vec<MoveRecord>, Error> {
        let rows: Vec<MoveRow> = reading!(self, db => {
            sqlx::query_as(SELECT_MOVES)
                .bind(id.to_string())
                .bind(version)
                .fetch_all(db)
                .await?
        });
        moves(rows)
    }

    /// The moves of up to [`GAMES_AT_ONCE`] games in these versions, each game's in order: one statement. A game that has another version
    /// by now, or no moves, has none among them.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn moves_of_several(
        &self,
        games: &[(GameId, i64)],
    ) -> Result<HashMap<GameId, Vec<MoveRecord>>, Error> {
        let mut wanted = games.iter().map(|(id, version)| (id.to_string(), *version));
        let slots: [_; GAMES_AT_ONCE] = std::array::from_fn(|_| wanted.next().unwrap_or_default());
        let rows: Vec<MoveOfGame> = reading!(self, db => {
            let mut query = sqlx::query_as(SELECT_MOVES_OF_SEVERAL);
            for (id, version) in &slots {
                query = query.bind(id).bind(*version);
            }
            query.fetch_all(db).await?
        });
        let mut found: HashMap<GameId, Vec<MoveRecord>> = HashMap::new();
        for row in rows {
            let id = parsed("moves.game_id", &row.game_id)?;
            found.entry(id).or_default().push(row.made.try_into()?);
        }
        Ok(found)
    }

    /// Keeps a changed game, if it still has the version of `kept`; `changed.version` is the new one. Only the moves that `kept`
    /// does not cover are written: a new move is one row, and a takeback removes rows. The seats stay as they are: a guest's
    /// sign-up may have given them to the account since `changed` was loaded. A user's win against the engine raises the user's
    /// best level, and a result is counted, in the same transaction.
    ///
    /// # Errors
    /// [`Error::Conflict`] when another writer was first or the game is gone; nothing has changed then.
    pub async fn save_game(&self, kept: SavedState, changed: &Record) -> Result<(), Error> {
        let id = changed.id.to_string();
        let options = options_text(&changed.options)?;
        let is_playing = changed.status == Status::Playing;
        transaction!(self, tx => {
            if !kept.is_playing {
                // Lock order: the match before its seats, as everywhere else.
                let held = execute!(
                    &mut *tx,
                    "UPDATE games SET version = version WHERE id = $1 AND version = $2",
                    &id, kept.version,
                );
                if held == 0 {
                    return Err(Error::Conflict);
                }
                // Nobody takes over a seat between the two counts.
                execute!(&mut *tx, LOCK_SEATS, &id);
                execute!(&mut *tx, COUNT_RESULT, &id, -1_i64, None::<&str>);
            }
            let updated = execute!(
                &mut *tx,
                "UPDATE games SET version = $3, variant = $4, options = $5, status = $6, winner = $7, reason = $8,
                                  visibility = $9, engine_rev = $10, engine_due_ms = $11, claimed_by = $12, updated_ms = $13
                 WHERE id = $1 AND version = $2",
                &id, kept.version, changed.version, &changed.variant, &options, changed.status.as_str(),
                changed.winner.map(side_column), &changed.reason, changed.visibility.as_str(), changed.engine_rev,
                changed.engine_due_ms, &changed.claimed_by, changed.updated_ms,
            );
            if updated == 0 {
                return Err(Error::Conflict);
            }
            if kept.plies < kept.written {
                execute!(&mut *tx, "DELETE FROM moves WHERE game_id = $1 AND ply >= $2", &id, column(kept.plies));
            }
            insert_moves!(tx, &id, kept.plies, changed.moves);
            // Lock order: the results before the best level, as where a guest's matches become a user's.
            if !is_playing {
                execute!(&mut *tx, COUNT_RESULT, &id, 1_i64, None::<&str>);
            }
            if changed.status == Status::Won {
                execute!(&mut *tx, RAISE_BEST_LEVEL, &id);
            }
            // All matches share this row: it is locked last.
            if is_playing != kept.is_playing {
                execute!(&mut *tx, COUNT_PLAYING, i64::from(is_playing) - i64::from(kept.is_playing));
            }
        });
        Ok(())
    }

    /// Takes up to `limit` games in which the engine is due, for `node` to think about: those that nobody has claimed, and
    /// those whose node has no heartbeat within `living_ms`. They count as due from `now_ms` on, which is the node's own time; those of
    /// heartbeats are [`Store::shared_now_ms`]. Nodes that ask together get different games.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn claim_due(
        &self,
        node: &str,
        now_ms: i64,
        living_ms: RangeInclusive<i64>,
        limit: u32,
    ) -> Result<Vec<GameId>, Error> {
        let (from_ms, to_ms) = living_ms.into_inner();
        macro_rules! claimed {
            ($db:expr, $sql:expr) => {
                sqlx::query_scalar($sql)
                    .bind(node)
                    .bind(now_ms)
                    .bind(from_ms)
                    .bind(to_ms)
                    .bind(i64::from(limit))
                    .fetch_all($db)
                    .await?
            };
        }
        let ids: Vec<String> = match self {
            // There is one writer at a time, so nobody else can claim a game meanwhile.
            Store::Sqlite(pools) => claimed!(&mut *pools.write().await?, CLAIM_DUE),
            Store::Postgres(pool) => claimed!(pool, claim_due!("FOR UPDATE OF games SKIP LOCKED")),
        };
        ids.iter().map(|id| parsed("games.id", id)).collect()
    }

    /// The games that are `node`'s to think about and have been due since before `before_ms`.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn due_of(&self, node: &str, before_ms: i64) -> Result<Vec<GameId>, Error> {
        self.due(DUE_OF_NODE, node, before_ms).await
    }

    /// The games that are `node`'s to think about and will be due only after `after_ms`: its clock was ahead when they became due.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn due_later_of(&self, node: &str, after_ms: i64) -> Result<Vec<GameId>, Error> {
        self.due(DUE_LATER_OF_NODE, node, after_ms).await
    }

    async fn due(
        &self,
        statement: &'static str,
        node: &str,
        bound_ms: i64,
    ) -> Result<Vec<GameId>, Error> {
        let ids: Vec<String> = reading!(self, db => {
            sqlx::query_scalar(statement)
                .bind(node)
                .bind(bound_ms)
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

    /// Removes a game with its seats and moves; false when there was none.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn delete_game(&self, id: GameId) -> Result<bool, Error> {
        let gone: Option<String> = transaction!(self, tx => {
            let gone: Option<String> =
                sqlx::query_scalar("DELETE FROM games WHERE id = $1 RETURNING status")
                    .bind(id.to_string())
                    .fetch_optional(&mut *tx)
                    .await?;
            if let Some(status) = &gone {
                execute!(&mut *tx, COUNT_GAMES, -1_i64, -i64::from(status == Status::Playing.as_str()));
            }
            gone
        });
        Ok(gone.is_some())
    }
}

/// A count as a column, saturating.
fn column(n: impl TryInto<i64>) -> i64 {
    n.try_into().unwrap_or(i64::MAX)
}
