//! Matches that a visitor left unfinished, as links at the top of the home page and of the list of games.

use crate::matches::{Player, Status};
use crate::store::{GameSummary, Owner};
use crate::web::matches::rows::seat_name;
use crate::web::page::Page;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::{Message, level_name};

/// Own matches that are looked through, the last changed first: an older one is in the account's list.
const LOOKED_THROUGH: u32 = 10;
/// Links at most.
const SHOWN: usize = 3;

/// A match in progress.
pub struct Unfinished {
    pub href: String,
    /// The game and the opponent, in words.
    pub title: String,
    /// Whether the engine is not at work on its move.
    pub is_own_turn: bool,
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

/// Those of the matches that are in progress, the newest first.
pub fn unfinished(
    app: &App,
    page: &Page,
    found: &[GameSummary],
    player: Option<Player>,
) -> Vec<Unfinished> {
    let running = found.iter().filter(|game| game.status == Status::Playing);
    running
        .take(SHOWN)
        .map(|game| Unfinished {
            href: format!("/games/{}", game.id),
            title: title(app, page, game, player),
            is_own_turn: !game.is_engine_due,
        })
        .collect()
}

fn title(app: &App, page: &Page, game: &GameSummary, player: Option<Player>) -> String {
    let is_other = |holder: Option<Player>| holder.is_none() || holder != player;
    let mut seats = game.seats.iter();
    let other = seats.find(|seat| is_other(seat.holder.player()));
    let other = other.unwrap_or(&game.seats[1]);
    let level = match other.holder.level() {
        Some(level) => page.say(&level_name(level)),
        None => seat_name(page, other),
    };
    let kind = app.games().find(&game.game);
    let name = kind.map_or_else(|_| game.game.clone(), |kind| page.say(&kind.title()));
    let title = Message::new("home-match");
    page.say(&title.with("game", name).with("level", level))
}
