//! A list of matches as rows of a table: opponent, result, time.

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use crate::matches::{Holder, Numbering, Seat, Status, first_colour};
use crate::store::GameSummary;
use crate::web::page::Page;
use crate::web::words::time_ago::ago;
use rookery_games::Registry;

/// A match in a list.
#[derive(Clone, Debug)]
pub struct MatchRow {
    pub href: String,
    /// The game.
    pub title: String,
    /// The name of the opponent.
    pub opponent: String,
    /// Its state or result, from this player's side.
    pub result: String,
    /// `won`, `lost`, `drawn`, `playing` or `aborted`.
    pub outcome: &'static str,
    /// Moves made; a move of each colour counts as one, and so do two before the choice of colours.
    pub moves: usize,
    /// The last change, for machines (RFC 3339).
    pub when: String,
    /// The last change, for people: date and time.
    pub day: String,
    /// The time since then, or the date.
    pub ago: String,
}

/// The lines for the matches of one player, at this moment.
pub fn rows(
    page: &Page,
    games: &Registry,
    found: &[GameSummary],
    player: Holder,
    now_ms: i64,
) -> Vec<MatchRow> {
    found
        .iter()
        .map(|game| row(page, games, game, player, now_ms))
        .collect()
}

/// The time since a moment; its date if that is more than a week ago.
pub fn ago_or_day(page: &Page, now_ms: i64, unix_ms: i64) -> String {
    ago(&page.words, now_ms, unix_ms)
        .unwrap_or_else(|| moment(unix_ms).1.chars().take(10).collect())
}

fn row(
    page: &Page,
    games: &Registry,
    listed: &GameSummary,
    player: Holder,
    now_ms: i64,
) -> MatchRow {
    let game = &listed.record;
    let own = game
        .seats
        .iter()
        .position(|s| s.holder == player)
        .unwrap_or(0);
    let (outcome, id) = match game.status {
        Status::Playing => ("playing", "result-playing"),
        Status::Drawn => ("drawn", "result-drawn"),
        Status::Aborted => ("aborted", "result-aborted"),
        Status::Won if game.winner == Some(own) => ("won", "result-won"),
        Status::Won => ("lost", "result-lost"),
    };
    let kind = games.find(&game.game);
    let numbering = Numbering {
        asides: 0,
        vacant: kind.as_ref().map_or(0, |kind| first_colour(*kind, game)),
    };
    let title = kind.map_or_else(|_| game.game.clone(), |kind| page.say(&kind.title()));
    let (when, day) = moment(game.updated_ms);
    MatchRow {
        href: format!("/games/{}", game.id),
        title,
        opponent: seat_name(page, &game.seats[1 - own]),
        result: page.t(id),
        outcome,
        moves: numbering.count(listed.plies),
        when,
        day,
        ago: ago_or_day(page, now_ms, game.updated_ms),
    }
}

/// The player on a seat, in words.
pub fn seat_name(page: &Page, seat: &Seat) -> String {
    match (seat.holder, &seat.name) {
        (Holder::Engine(level), _) => page.t1("player-engine", "level", level),
        (_, Some(name)) => name.clone(),
        (_, None) => page.t("player-guest"),
    }
}

/// A moment for machines and for people.
pub fn moment(unix_ms: i64) -> (String, String) {
    let time = OffsetDateTime::from_unix_timestamp(unix_ms.div_euclid(1000))
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let people = format_description!("[year]-[month]-[day] [hour]:[minute] UTC");
    (
        time.format(&Rfc3339).unwrap_or_default(),
        time.format(people).unwrap_or_default(),
    )
}
