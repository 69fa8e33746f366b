//! The best level of the engine that each user has beaten, by game: it rises with a win and is never lowered.
//!
//! A win counts from the usual first position or one that was drawn by lot, by any variant and options, because levels are
//! measured by game. It counts with moves taken back and hints, too: a record does not say whether there were any. A match
//! that goes on after its end, because its last move is taken back, lowers nothing.

use crate::ids::UserId;
use crate::store::{Error, Store};

/// The best level that a user has beaten in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestLevel {
    /// The registry's name of the game.
    pub game: String,
    /// The level, 1 to 8.
    pub level: u8,
    /// The match in which it was first beaten, by its id; it may have been deleted since.
    pub match_id: String,
    /// When that was, unix milliseconds.
    pub won_ms: i64,
}

row! {
    struct BestLevelRow {
        game: String,
        level: i64,
        game_id: String,
        won_ms: i64,
    }
}

/// The best levels of a user, in the order of the games' names. Binds: user.
pub(in crate::store) const LIST_BEST_LEVELS: &str =
    "SELECT game, level, game_id, won_ms FROM best_levels WHERE user_id = $1 ORDER BY game";
/// Raises the best level of the user who has won a match against the engine, within the transaction that ends the match or
/// gives it to the user: the seats are read where they are decided. Binds: match.
pub(in crate::store) const RAISE_BEST_LEVEL: &str =
    "INSERT INTO best_levels (user_id, game, level, game_id, won_ms)
     SELECT w.user_id, g.game, e.level, g.id, g.updated_ms
     FROM games g
     JOIN seats w ON w.game_id = g.id AND w.side = g.winner
     JOIN seats e ON e.game_id = g.id AND e.side <> g.winner
     WHERE g.id = $1 AND g.status = 'won' AND g.custom = 0 AND w.user_id IS NOT NULL AND e.level IS NOT NULL
     ON CONFLICT (user_id, game) DO UPDATE SET level = excluded.level, game_id = excluded.game_id, won_ms = excluded.won_ms
     WHERE best_levels.level < excluded.level";
/// Maximum number of seats that one transaction gives to a user. A guest may have any number, and SQLite's only writer is blocked
/// meanwhile.
pub(in crate::store) const GIVEN_AT_ONCE: u32 = 100;
/// Locks a guest's seats, in a limited number of matches, until the transaction ends, and returns the matches. `COALESCE` makes SQLite
/// look up these matches, not walk through all seats of the guest each time. Binds: guest, limit.
pub(in crate::store) const LOCK_SEATS_OF_GUEST: &str = "UPDATE seats SET updated_ms = updated_ms
     WHERE COALESCE(guest_id, '') = $1 AND game_id IN (SELECT game_id FROM seats WHERE guest_id = $1 LIMIT $2) RETURNING game_id";
/// Gives a guest's seats in a match to a user, looked up in the same way. Binds: user, guest, match.
pub(in crate::store) const MOVE_SEATS: &str = "UPDATE seats SET user_id = $1, guest_id = NULL WHERE COALESCE(guest_id, '') = $2 AND game_id = $3";

/// Gives [`GIVEN_AT_ONCE`] of a guest's matches to a user, within a transaction, and counts the guest's wins and results in them. Says
/// whether there may be more.
macro_rules! move_seats {
    ($tx:ident, $user:expr, $guest:expr) => {{
        let mut moved: Vec<String> =
            sqlx::query_scalar($crate::store::matches::best_levels::LOCK_SEATS_OF_GUEST)
                .bind($guest.to_string())
                .bind(i64::from(
                    $crate::store::matches::best_levels::GIVEN_AT_ONCE,
                ))
                .fetch_all(&mut *$tx)
                .await?;
        let is_full = moved.len() >= $crate::store::matches::best_levels::GIVEN_AT_ONCE as usize;
        moved.sort();
        moved.dedup();
        for game in &moved {
            // A match against the same user had been counted for the other seat.
            execute!(
                &mut *$tx,
                $crate::store::matches::results::COUNT_RESULT,
                game,
                -1_i64,
                $user
            );
            execute!(
                &mut *$tx,
                $crate::store::matches::best_levels::MOVE_SEATS,
                $user,
                $guest.to_string(),
                game
            );
            // Lock order: the results before the best level, as where a match ends.
            execute!(
                &mut *$tx,
                $crate::store::matches::results::COUNT_RESULT,
                game,
                1_i64,
                $user
            );
            execute!(
                &mut *$tx,
                $crate::store::matches::best_levels::RAISE_BEST_LEVEL,
                game
            );
        }
        is_full
    }};
}
pub(in crate::store) use move_seats;

impl Store {
    /// The best level that a user has beaten in each game, in the order of the games' names: one statement.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn best_levels(&self, user: UserId) -> Result<Vec<BestLevel>, Error> {
        let rows: Vec<BestLevelRow> = reading!(self, db => {
            sqlx::query_as(LIST_BEST_LEVELS)
                .bind(user.to_string())
                .fetch_all(db)
                .await?
        });
        Ok(rows.into_iter().map(BestLevel::from).collect())
    }

    /// The best level that a user has beaten in one game.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn best_level(&self, user: UserId, game: &str) -> Result<Option<BestLevel>, Error> {
        let row: Option<BestLevelRow> = reading!(self, db => {
            sqlx::query_as(
                "SELECT game, level, game_id, won_ms FROM best_levels WHERE user_id = $1 AND game = $2",
            )
            .bind(user.to_string())
            .bind(game)
            .fetch_optional(db)
            .await?
        });
        Ok(row.map(BestLevel::from))
    }
}

impl From<BestLevelRow> for BestLevel {
    fn from(row: BestLevelRow) -> Self {
        BestLevel {
            game: row.game,
            // The table allows 1 to 8.
            level: u8::try_from(row.level).unwrap_or_default(),
            match_id: row.game_id,
            won_ms: row.won_ms,
        }
    }
}
