//! Lists of the games of one owner, the last changed first, or for an export of all of them the other way round.

use crate::ids::GuestId;
use crate::ids::UserId;
use crate::matches::Player;
use crate::matches::Record;
use crate::store::matches::game_rows::{GameRow, head};
use crate::store::{Error, Listed, PageCursor, Store};

/// The person to whom games belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// An account's.
    User(UserId),
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
    /// The game without its moves.
    pub record: Record,
    /// Moves made.
    pub plies: usize,
}

row! {
    struct SummaryRow {
        plies: i64,
        ..game: GameRow,
    }
}

/// The list of one owner; `$owner` is the column of its seat. Two seats of one owner at one game are one game.
/// `$further` and `$kept` are other conditions. Binds: owner, the place after which the page begins (time, id), limit.
macro_rules! list_of {
    ($owner:literal, $further:literal) => {
        // Who gives up a match before the first own move is rid of it.
        list_of!($owner, $further, " AND COALESCE(g.reason, '') <> 'unplayed'", "<", "DESC")
    };
    ($owner:literal, $further:literal, $kept:literal, $after:literal, $order:literal) => {
        concat!(
            "SELECT ", game_columns!(), "
                    (SELECT COALESCE(MAX(m.ply) + 1, 0) FROM moves m WHERE m.game_id = g.id) AS plies, ",
            seat_columns!(),
            " FROM seats s JOIN games g ON g.id = s.game_id ",
            seat_joins!(),
            " WHERE s.", $owner, " = $1 AND (s.updated_ms, s.game_id) ", $after, " ($2, $3)
                AND (s.side = 0 OR s0.", $owner, " IS NULL OR s0.", $owner, " <> $1)", $further, $kept, "
              ORDER BY s.updated_ms ", $order, ", s.game_id ", $order, " LIMIT $4"
        )
    };
}

/// The list of an account.
pub(in crate::store) const LIST_OF_USER: &str = list_of!("user_id", "");
pub(in crate::store) const LIST_OF_GUEST: &str = list_of!("guest_id", "");
/// The list of an account in one game. A fifth bind is the name of the game.
pub(in crate::store) const LIST_OF_USER_IN_GAME: &str = list_of!("user_id", " AND s.game = $5");
/// The same two lists in the opposite order, the last changed last, and with all matches.
pub(in crate::store) const EXPORT_OF_USER: &str = list_of!("user_id", "", "", ">", "ASC");
pub(in crate::store) const EXPORT_OF_USER_IN_GAME: &str =
    list_of!("user_id", " AND s.game = $5", "", ">", "ASC");

/// The number of an account's last games of one kind that are searched for a finished one: each costs a lookup at every move.
const RECENT_OF_USER: i64 = 5;
/// The number of a guest's last games, of every kind, that are searched: they have no index by kind.
const RECENT_OF_GUEST: i64 = 30;

/// A finished game of one kind among the owner's last ones. Binds: owner, kind, how many are looked at.
macro_rules! finished_of {
    ($owner:literal, $more:literal) => {
        concat!(
            "SELECT g.id FROM games g
             WHERE g.id IN (SELECT s.game_id FROM seats s WHERE s.",
            $owner,
            " = $1",
            $more,
            " ORDER BY s.updated_ms DESC, s.game_id DESC LIMIT $3)
               AND g.game = $2 AND g.status IN ('won', 'drawn') LIMIT 1"
        )
    };
}

/// A finished game of one kind among the last [`RECENT_OF_USER`] of an account.
pub(in crate::store) const FINISHED_OF_USER: &str = finished_of!("user_id", " AND s.game = $2");
pub(in crate::store) const FINISHED_OF_GUEST: &str = finished_of!("guest_id", "");

impl Store {
    /// Whether one of the last five games of this kind of an account is finished, or one of the last thirty games of a guest.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn has_finished(&self, owner: Owner, kind: &str) -> Result<bool, Error> {
        let (sql, owner, recent) = match owner {
            Owner::User(id) => (FINISHED_OF_USER, id.to_string(), RECENT_OF_USER),
            Owner::Guest(id) => (FINISHED_OF_GUEST, id.to_string(), RECENT_OF_GUEST),
        };
        let found: Option<String> = reading!(self, db => {
            sqlx::query_scalar(sql)
                .bind(&owner)
                .bind(kind)
                .bind(recent)
                .fetch_optional(db)
                .await?
        });
        Ok(found.is_some())
    }

    /// A page of the games in which `owner` has a seat, the last changed first, from after `place` on. A game that this build
    /// cannot read is logged and left out.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn games_of(
        &self,
        owner: Owner,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<GameSummary>, Error> {
        let (sql, owner) = match owner {
            Owner::User(id) => (LIST_OF_USER, id.to_string()),
            Owner::Guest(id) => (LIST_OF_GUEST, id.to_string()),
        };
        self.list_games(sql, &owner, None, (limit, place)).await
    }

    /// A page of the matches of a user in one game, as [`Store::games_of`].
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn games_of_user_in(
        &self,
        user: UserId,
        game: &str,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<GameSummary>, Error> {
        let page = (limit, place);
        self.list_games(LIST_OF_USER_IN_GAME, &user.to_string(), Some(game), page)
            .await
    }

    /// A page of the matches of a user, all or those in one game, as [`Store::games_of`], but the last changed last: a match that changes
    /// between two pages comes again, and none is passed over.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn games_of_user_upwards(
        &self,
        user: UserId,
        game: Option<&str>,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<GameSummary>, Error> {
        let sql = match game {
            None => EXPORT_OF_USER,
            Some(_) => EXPORT_OF_USER_IN_GAME,
        };
        let oldest = PageCursor::oldest();
        let page = (limit, Some(place.unwrap_or(&oldest)));
        self.list_games(sql, &user.to_string(), game, page).await
    }

    async fn list_games(
        &self,
        sql: &'static str,
        owner: &str,
        game: Option<&str>,
        (limit, place): (u32, Option<&PageCursor>),
    ) -> Result<Listed<GameSummary>, Error> {
        let newest = PageCursor::newest();
        let place = place.unwrap_or(&newest);
        let found: Vec<SummaryRow> = reading!(self, db => {
            let mut query = sqlx::query_as(sql)
                .bind(owner)
                .bind(place.number)
                .bind(&place.key)
                .bind(i64::from(limit) + 1);
            if let Some(game) = game {
                query = query.bind(game);
            }
            query.fetch_all(db).await?
        });
        Ok(Listed::of(found, limit, place_of, summary))
    }
}

/// The seats of a game have its time (a trigger copies it), so that the list goes on where the game says.
fn place_of(row: &SummaryRow) -> PageCursor {
    PageCursor {
        number: row.game.updated_ms,
        key: row.game.id.clone(),
    }
}

fn summary(row: SummaryRow) -> Result<GameSummary, Error> {
    Ok(GameSummary {
        record: head(row.game)?,
        plies: usize::try_from(row.plies).unwrap_or_default(),
    })
}
