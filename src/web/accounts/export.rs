//! `GET /account/games`: all matches of a user as one file, which is sent while they are read.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, UserId};
use crate::matches::{Holder, Match, Seat, Status};
use crate::service;
use crate::service::{LimitedAction, OwnMatches};
use crate::web::matches::match_page;
use crate::web::matches::rows::moment;
use crate::web::matches::start;
use crate::web::page::Page;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::{Credits, GameType, Message, Setup};

/// `?game=…`, whose matches alone are in the file; `?format=record`, as files for other programs put together
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ExportQuery {
    game: String,
    format: String,
}

/// The name of the file, its type, and the form of its parts.
struct FileHead {
    name: String,
    media_type: String,
    /// Whether a part is the match as a file for other programs; otherwise it is a line of JSON.
    has_records: bool,
}

impl FileHead {
    fn of_lines() -> Self {
        FileHead {
            name: "games.jsonl".to_owned(),
            media_type: "application/x-ndjson".to_owned(),
            has_records: false,
        }
    }

    /// The file of one game's matches, in the format of that game.
    ///
    /// # Errors
    /// Several games have no format in common, and most have none.
    fn of_records(game: Option<&'static dyn GameType>) -> Result<Self, Error> {
        let game = game.ok_or_else(|| Error::Invalid(Message::new("export-one-game")))?;
        // A match without moves is enough to find out the file format.
        let unplayed = game.start(&Setup::default()).ok();
        let sample = unplayed.and_then(|unplayed| unplayed.export(&Credits::default()));
        let none = || Message::new("export-no-record").with("game", game.title());
        let sample = sample.ok_or_else(|| Error::Invalid(none()))?;
        Ok(FileHead {
            name: format!("{}.{}", game.name(), sample.extension),
            media_type: format!("{}; charset=utf-8", sample.media_type),
            has_records: true,
        })
    }
}

/// `GET /account/games`
pub async fn download(
    method: Method,
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<ExportQuery>,
) -> Result<Response, Error> {
    // After the log-in, back to the page with the links: a download shows no page of its own.
    let user = authorize::user(&visitor, "/account")?.id;
    let game = match query.game.as_str() {
        "" => None,
        name => Some(app.games().find(name).map_err(start::unknown_game)?),
    };
    let head = match query.format.as_str() {
        "" => FileHead::of_lines(),
        "record" => FileHead::of_records(game)?,
        _ => return Err(Error::Invalid(Message::new("export-format"))),
    };
    let counted_by = match app.limit_key(visitor.ip).is_empty() {
        true => String::new(),
        false => user.to_string(),
    };
    // HEAD has the same handler, and must not read the matches.
    if method == Method::GET {
        let limits = &app.limits;
        limits
            .count_stored(LimitedAction::Export, &counted_by)
            .await??;
    }
    let export = Export {
        matches: OwnMatches::new(&app.matches, user, game.map(GameType::name)),
        page,
        user,
        has_records: head.has_records,
    };
    let parts = stream::try_unfold(export, Export::next_part);
    let disposition = format!("attachment; filename=\"{}\"", head.name);
    let headers = [
        (header::CONTENT_TYPE, head.media_type),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// What is left to be sent of a file.
struct Export {
    matches: OwnMatches,
    page: Page,
    user: UserId,
    has_records: bool,
}

impl Export {
    /// The part for the next match, and what follows it; `None` at the end. After an error the client sees that the file is cut off.
    async fn next_part(mut self) -> Result<Option<(String, Self)>, service::Error> {
        loop {
            let next = self.matches.next_match().await;
            if let Err(error) = &next {
                tracing::error!(%error, "an export is cut off");
            }
            let Some(game_match) = next? else {
                return Ok(None);
            };
            if let Some(part) = self.part(&game_match)? {
                return Ok(Some((part, self)));
            }
        }
    }

    /// A match in the form of the file, if it has one.
    fn part(&self, game_match: &Match) -> Result<Option<String>, service::Error> {
        let record = match_page::exported(&self.page, game_match).map(|export| export.text);
        if self.has_records {
            // In PGN and PDN, games stand apart by an empty line; SGF allows one.
            return Ok(record.map(|text| format!("{}\n\n", text.trim_end())));
        }
        let line = serde_json::to_string(&MatchLine::of(game_match, self.user, record))
            .map_err(|error| service::Error::Internal(error.to_string()))?;
        Ok(Some(line + "\n"))
    }
}

/// A match as a line of JSON, as the API documents it.
#[derive(Serialize)]
struct MatchLine<'a> {
    id: GameId,
    game: &'a str,
    variant: &'a str,
    options: BTreeMap<&'a str, &'a str>,
    /// `None` for the usual first position.
    start: Option<&'a str>,
    /// The seats of the user.
    places: Vec<usize>,
    opponent: Opponent<'a>,
    began: String,
    ended: Option<String>,
    status: &'static str,
    result: Option<LineResult>,
    moves: Vec<&'a str>,
    record: Option<String>,
}

/// The holder of the other place.
#[derive(Serialize)]
struct Opponent<'a> {
    /// `engine` or `person`.
    kind: &'static str,
    /// The engine's.
    level: Option<u8>,
    /// A person's, as the page of the match says it.
    name: Option<&'a str>,
}

/// The end of a match, by places.
#[derive(Serialize)]
struct LineResult {
    winner: Option<usize>,
    reason: &'static str,
}

impl<'a> MatchLine<'a> {
    fn of(game_match: &'a Match, user: UserId, text: Option<String>) -> Self {
        let record = game_match.record();
        let is_own = |place: &usize| record.seats[*place].holder == Holder::User(user);
        let places: Vec<usize> = (0..record.seats.len()).filter(is_own).collect();
        let other = match places.as_slice() {
            [1] => 0,
            _ => 1,
        };
        let is_over = record.status != Status::Playing;
        let options = record.options.iter();
        let played = game_match.played().iter();
        MatchLine {
            id: record.id,
            game: &record.game,
            variant: &record.variant,
            options: options.map(|(key, value)| (&**key, &**value)).collect(),
            start: Some(record.start.as_str()).filter(|start| !start.is_empty()),
            places,
            opponent: Opponent::of(&record.seats[other]),
            began: moment(record.created_ms).0,
            ended: is_over.then(|| moment(record.updated_ms).0),
            status: record.status.as_str(),
            result: is_over.then(|| LineResult {
                winner: record.winner,
                reason: game_match.reason().unwrap_or("ended"),
            }),
            moves: played
                .map(|made| made.notation.as_deref().unwrap_or_default())
                .collect(),
            record: text,
        }
    }
}

impl<'a> Opponent<'a> {
    fn of(seat: &'a Seat) -> Self {
        let level = seat.holder.level();
        Opponent {
            kind: match level {
                Some(_) => "engine",
                None => "person",
            },
            level,
            name: seat.name.as_deref(),
        }
    }
}
