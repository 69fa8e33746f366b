//! Matches that a visitor left unfinished, as cards at the top of the home page, of the list of games, of the account and,
//! those of one game, of the form for a new match.

use std::collections::BTreeSet;

use crate::matches::{Match, Player, Status};
use crate::store::{GAMES_AT_ONCE, GameSummary, Owner};
use crate::web::board::{Art, Frame, Material};
use crate::web::matches::rows::{ago_or_day, moment, seat_name};
use crate::web::page::Page;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::level_name;

/// Own matches that are looked through, the last changed first: an older one is in the account's list.
pub const LOOKED_THROUGH: u32 = 10;
/// The same for a guest who is shown the matches of one game: for guests there is no index by game.
const GUEST_LOOKED_THROUGH: u32 = 50;

/// The cards, and the data that they share.
#[derive(Default)]
pub struct UnfinishedMatches {
    pub cards: Vec<Unfinished>,
    /// The levels among their opponents whose faces come with the cards.
    pub levels: BTreeSet<u8>,
}

impl UnfinishedMatches {
    /// The same for a page that has all faces already.
    #[must_use]
    pub fn without_faces(self) -> Self {
        UnfinishedMatches {
            levels: BTreeSet::new(),
            ..self
        }
    }
}

/// A match in progress.
pub struct Unfinished {
    pub href: String,
    /// The game.
    pub title: String,
    /// The position as it stands, as the visitor sees it in the match; `None` if it cannot be drawn now.
    pub art: Option<Art>,
    /// The name of the opponent, in a word.
    pub opponent: String,
    /// The opponent's level, if it is the engine.
    pub level: Option<u8>,
    /// Whether it is the visitor's turn: the engine has no move to make.
    pub is_own_turn: bool,
    /// The last change, for machines (RFC 3339).
    pub when: String,
    /// The last change, for people: date and time.
    pub day: String,
    /// The time since then, or the date.
    pub ago: String,
}

/// The visitor's matches that changed last: one query by index, none for somebody who has never played.
///
/// # Errors
/// The database does not answer.
pub async fn newest(app: &App, visitor: &Visitor) -> Result<Vec<GameSummary>, Error> {
    let Some(player) = visitor.player() else {
        return Ok(Vec::new());
    };
    let found = app
        .store()
        .games_of(Owner::from(player), LOOKED_THROUGH, None);
    Ok(found.await?.rows)
}

/// The visitor's matches of one game that changed last.
///
/// # Errors
/// The database does not answer.
pub async fn newest_of(
    app: &App,
    visitor: &Visitor,
    game: &str,
) -> Result<Vec<GameSummary>, Error> {
    let store = app.store();
    let found = match visitor.player() {
        None => return Ok(Vec::new()),
        Some(Player::User(id)) => {
            store
                .games_of_user_in(id, game, LOOKED_THROUGH, None)
                .await?
        }
        Some(guest) => {
            let owner = Owner::from(guest);
            store.games_of(owner, GUEST_LOOKED_THROUGH, None).await?
        }
    };
    let mut rows = found.rows;
    rows.retain(|listed| listed.record.game == game);
    Ok(rows)
}

/// Those of the matches that are in progress, the newest first. Matches at hand are drawn without a query, all others with one.
///
/// # Errors
/// The database does not answer.
pub async fn unfinished(
    app: &App,
    page: &Page,
    found: &[GameSummary],
    player: Option<Player>,
) -> Result<UnfinishedMatches, Error> {
    let running = found
        .iter()
        .filter(|listed| listed.record.status == Status::Playing);
    let running: Vec<GameSummary> = running.take(GAMES_AT_ONCE).cloned().collect();
    if running.is_empty() {
        return Ok(UnfinishedMatches::default());
    }
    let drawn = app.matches.of_list(&running).await?;
    let cards = running.iter().zip(drawn).enumerate();
    let cards: Vec<Unfinished> = cards
        .map(|(n, (listed, drawn))| Unfinished {
            art: drawn.map(|game_match| art(page, &game_match, player, n)),
            ..card(app, page, listed, player)
        })
        .collect();
    Ok(UnfinishedMatches {
        levels: cards.iter().filter_map(|card| card.level).collect(),
        cards,
    })
}

fn card(app: &App, page: &Page, listed: &GameSummary, player: Option<Player>) -> Unfinished {
    let game = &listed.record;
    let is_other = |holder: Option<Player>| holder.is_none() || holder != player;
    let mut seats = game.seats.iter();
    let other = seats.find(|seat| is_other(seat.holder.player()));
    let other = other.unwrap_or(&game.seats[1]);
    let level = other.holder.level();
    let kind = app.games().find(&game.game);
    let (when, day) = moment(game.updated_ms);
    Unfinished {
        href: format!("/games/{}", game.id),
        title: kind.map_or_else(|_| game.game.clone(), |kind| page.say(&kind.title())),
        art: None,
        opponent: level.map_or_else(
            || seat_name(page, other),
            |level| page.say(&level_name(level)),
        ),
        level,
        is_own_turn: game.engine_due_ms.is_none(),
        when,
        day,
        ago: ago_or_day(page, app.clock().now_ms(), game.updated_ms),
    }
}

/// The board of a match, turned as its own page turns it; `n` numbers the drawings of the page.
fn art(page: &Page, game_match: &Match, player: Option<Player>, n: usize) -> Art {
    let (kind, game) = (game_match.game_type(), game_match.game());
    let own = player.and_then(|player| game_match.side_of(player));
    let board = game.board();
    let is_turned = own == Some(1) && board.rotates && !page.boards.are_first_below();
    let material = Material::new(kind.name(), &kind.sheet().world).with_tiles(&format!("left-{n}"));
    let frame = Frame::new(&board, is_turned);
    let (pieces, sides) = (game.pieces(), game_match.sides());
    Art {
        // Nobody reads them in a drawing of this size.
        coordinates: Vec::new(),
        ..Art::new(material, &board, &pieces, &sides, frame)
    }
}
