//! All matches of a user, one after another: each is read, replayed and given up before the next.

use std::collections::{HashSet, VecDeque};

use crate::ids::{GameId, UserId};
use crate::matches::{Match, Player};
use crate::service::Error;
use crate::service::MatchService;
use crate::service::matches::match_repository::MatchRepository;
use crate::store;
use crate::store::{GameSummary, PageCursor, Store};

/// The matches that are read at once, without their moves.
const PER_PAGE: u32 = 50;

/// The matches of a user, the last changed at the end. A match that changes while they are read still comes only once, in its old or
/// its new state. They are not put into the cache: most of them are not requested again.
pub struct OwnMatches {
    matches: MatchRepository,
    store: Store,
    user: UserId,
    /// The game whose matches alone are read.
    game: Option<&'static str>,
    /// The rest of the page.
    listed: VecDeque<GameSummary>,
    /// The beginning of the next page.
    place: Option<PageCursor>,
    is_last_page: bool,
    /// Those that have come.
    seen: HashSet<GameId>,
}

impl OwnMatches {
    /// Those of all games, or of one. Nothing is read yet.
    pub fn new(matches: &MatchService, user: UserId, game: Option<&'static str>) -> Self {
        OwnMatches {
            matches: matches.matches.clone(),
            store: matches.store().clone(),
            user,
            game,
            listed: VecDeque::new(),
            place: None,
            is_last_page: false,
            seen: HashSet::new(),
        }
    }

    /// The next one; `None` after the last. One that this build cannot read is logged and left out.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn next_match(&mut self) -> Result<Option<Match>, Error> {
        loop {
            let Some(listed) = self.listed.pop_front() else {
                if self.is_last_page {
                    return Ok(None);
                }
                self.turn_page().await?;
                continue;
            };
            let id = listed.record.id;
            if self.seen.contains(&id) {
                continue;
            }
            match self.read(listed).await {
                Ok(Some(game)) => {
                    self.seen.insert(id);
                    return Ok(Some(game));
                }
                Ok(None) => {}
                Err(error) if is_of_one_match(&error) => {
                    tracing::error!(%error, "a match is left out of an export");
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn turn_page(&mut self) -> Result<(), Error> {
        let (user, place) = (self.user, self.place.as_ref());
        let page = self
            .store
            .games_of_user_upwards(user, self.game, PER_PAGE, place)
            .await?;
        self.is_last_page = page.next.is_none();
        self.place = page.next;
        self.listed = page.rows.into();
        Ok(())
    }

    /// A match of the list with its moves; `None` if it has been deleted or is not the user's any more.
    async fn read(&self, listed: GameSummary) -> Result<Option<Match>, Error> {
        let mut record = listed.record;
        record.moves = self.store.moves_of(record.id, record.version).await?;
        if record.moves.len() != listed.plies {
            // It has changed since the page was read, so it is read whole, in one consistent state.
            match self.store.game(record.id).await? {
                Some(now) => record = now,
                None => return Ok(None),
            }
        }
        if record.side_of(Player::User(self.user), 0).is_none() {
            return Ok(None);
        }
        self.matches.restore(record).map(Some)
    }
}

/// Whether an error concerns this match alone.
fn is_of_one_match(error: &Error) -> bool {
    matches!(
        error,
        Error::Damaged { .. } | Error::Store(store::Error::Corrupt(_))
    )
}
