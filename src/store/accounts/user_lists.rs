//! Lists of accounts, by the beginning of their names and by their state.

use crate::store::accounts::user_rows::{User, UserRow};
use crate::store::{Error, Listed, PageCursor, Store};

/// A group of accounts that a list may be narrowed to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserState {
    /// Everybody.
    #[default]
    All,
    /// Admins, whether they can log in or not.
    Admins,
    /// Not disabled, and waiting for approval.
    Waiting,
    /// Shut out by an admin.
    Disabled,
}

impl UserState {
    pub const ALL: [UserState; 4] = [
        UserState::All,
        UserState::Admins,
        UserState::Waiting,
        UserState::Disabled,
    ];

    /// The word in an address.
    pub fn as_str(self) -> &'static str {
        match self {
            UserState::All => "all",
            UserState::Admins => "admins",
            UserState::Waiting => "waiting",
            UserState::Disabled => "disabled",
        }
    }

    /// The inverse of [`UserState::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        UserState::ALL
            .into_iter()
            .find(|state| state.as_str() == text)
    }
}

/// The accounts that are asked for.
#[derive(Clone, Debug, Default)]
pub struct UserFilter {
    /// The beginning of the names, case-folded; empty for all.
    pub prefix: String,
    pub state: UserState,
}

/// Ranks in the list of users: those waiting for approval come first.
const WAITING: i64 = 0;
const APPROVED: i64 = 1;

/// A page of the users `u` who meet a condition, by name. The prefix is compared again with `SUBSTR`, because the collation order of
/// names differs between databases. Binds: the name that the page begins with, the name to leave out (the last one of the page before),
/// the prefix, limit.
macro_rules! list_users {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            user_columns!(),
            " FROM users u WHERE ",
            $condition,
            " AND u.name_key >= $1 AND u.name_key <> $2 AND SUBSTR(u.name_key, 1, LENGTH($3)) = $3
             ORDER BY u.name_key LIMIT $4"
        )
    };
}

/// A page of those whom no admin has approved yet, disabled or not.
pub(in crate::store) const LIST_WAITING: &str = list_users!("u.approved_ms IS NULL");
/// A page of all others.
pub(in crate::store) const LIST_APPROVED: &str = list_users!("u.approved_ms IS NOT NULL");
/// A page of those who wait and can be let in.
pub(in crate::store) const LIST_ASKING: &str =
    list_users!("u.approved_ms IS NULL AND u.disabled_ms IS NULL");
/// A page of the admins.
pub(in crate::store) const LIST_ADMINS: &str = list_users!("u.role = 'admin'");
/// A page of those who are shut out.
pub(in crate::store) const LIST_DISABLED: &str = list_users!("u.disabled_ms IS NOT NULL");

/// The statements of a list, one after the other, with their ranks.
fn statements(state: UserState) -> &'static [(i64, &'static str)] {
    match state {
        UserState::All => &[(WAITING, LIST_WAITING), (APPROVED, LIST_APPROVED)],
        UserState::Admins => &[(APPROVED, LIST_ADMINS)],
        UserState::Waiting => &[(WAITING, LIST_ASKING)],
        UserState::Disabled => &[(APPROVED, LIST_DISABLED)],
    }
}

impl Store {
    /// A page of users after `place`, those waiting for approval first, then by name. A user that this build cannot read is
    /// logged and left out.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn users(
        &self,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<User>, Error> {
        self.users_of(&UserFilter::default(), limit, place).await
    }

    /// A page of the users who match a filter, in the same order.
    ///
    /// # Errors
    /// [`Error::Unavailable`].
    pub async fn users_of(
        &self,
        filter: &UserFilter,
        limit: u32,
        place: Option<&PageCursor>,
    ) -> Result<Listed<User>, Error> {
        let after_waiting = place.filter(|place| place.number >= APPROVED);
        let mut found: Vec<(i64, UserRow)> = Vec::new();
        for &(rank, sql) in statements(filter.state) {
            let is_passed = rank == WAITING && after_waiting.is_some();
            let room = (i64::from(limit) + 1) - i64::try_from(found.len()).unwrap_or(i64::MAX);
            if is_passed || room <= 0 {
                continue;
            }
            let after = place.filter(|place| place.number == rank);
            let first = after.map_or(filter.prefix.as_str(), |place| place.key.as_str());
            let rows: Vec<UserRow> = reading!(self, db => {
                sqlx::query_as(sql)
                    .bind(first)
                    .bind(after.map_or("", |place| place.key.as_str()))
                    .bind(&filter.prefix)
                    .bind(room)
                    .fetch_all(db)
                    .await?
            });
            found.extend(rows.into_iter().map(|row| (rank, row)));
        }
        let place_of = |(rank, row): &(i64, UserRow)| PageCursor {
            number: *rank,
            key: row.key(),
        };
        Ok(Listed::of(found, limit, place_of, |(_, row)| {
            row.try_into()
        }))
    }
}
