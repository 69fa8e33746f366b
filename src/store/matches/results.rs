//! Results of users: the number of matches that each has won, drawn and lost, by game.
//!
//! A match counts while it is over: one that goes on, because its last move is taken back, no longer does, and one that is deleted
//! stays counted. A match of a user against himself or herself, one from a first position that a person chose, or one that was broken off
//! does not count.

use crate::ids::UserId;
use crate::store::{Error, Store};

/// The results of a user in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResults {
    /// The registry's name of the game.
    pub game: String,
    /// Matches won.
    pub won: usize,
    /// Matches that nobody won.
    pub drawn: usize,
    /// Matches lost.
    pub lost: usize,
}

row! {
    struct ResultsRow {
        game: String,
        won: i64,
        drawn: i64,
        lost: i64,
    }
}

/// The results of a user, in the order of the games' names. Binds: user.
pub(in crate::store) const LIST_RESULTS: &str =
    "SELECT game, won, drawn, lost FROM results WHERE user_id = $1 ORDER BY game";
/// Counts a match, if it is over, for the users who have its seats, within the transaction that ends the match or gives it to
/// a user. Binds: match, 1 (or -1: it counts no longer), the only user to count it for (or NULL: all).
pub(in crate::store) const COUNT_RESULT: &str =
    "INSERT INTO results (user_id, game, won, drawn, lost)
     SELECT s.user_id, g.game,
            $2 * MAX(CASE WHEN g.winner = s.side THEN 1 ELSE 0 END),
            $2 * MAX(CASE WHEN g.status = 'drawn' THEN 1 ELSE 0 END),
            $2 * MAX(CASE WHEN g.status = 'won' AND g.winner <> s.side THEN 1 ELSE 0 END)
     FROM games g
     JOIN seats s ON s.game_id = g.id
     WHERE g.id = $1 AND g.status IN ('won', 'drawn') AND g.custom = 0 AND s.user_id IS NOT NULL
       AND (CAST($3 AS TEXT) IS NULL OR s.user_id = $3)
     GROUP BY g.id, g.game, s.user_id
     HAVING COUNT(*) = 1
     ORDER BY s.user_id
     ON CONFLICT (user_id, game) DO UPDATE
     SET won = results.won + excluded.won, drawn = results.drawn + excluded.drawn, lost = results.lost + excluded.lost";

/// Keeps the seats of a match as they are until the transaction ends. Binds: match.
pub(in crate::store) const LOCK_SEATS: &str =
    "UPDATE seats SET updated_ms = updated_ms WHERE game_id = $1";

impl Store {
    /// The results of a user in each game, in the order of the games' names: one statement.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn results(&self, user: UserId) -> Result<Vec<GameResults>, Error> {
        let rows: Vec<ResultsRow> = reading!(self, db => {
            sqlx::query_as(LIST_RESULTS)
                .bind(user.to_string())
                .fetch_all(db)
                .await?
        });
        Ok(rows.into_iter().map(GameResults::from).collect())
    }
}

impl From<ResultsRow> for GameResults {
    fn from(row: ResultsRow) -> Self {
        let count = |n: i64| usize::try_from(n).unwrap_or_default();
        GameResults {
            game: row.game,
            won: count(row.won),
            drawn: count(row.drawn),
            lost: count(row.lost),
        }
    }
}
