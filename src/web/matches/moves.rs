//! `POST /games/{id}/…`: play, take back, resign, offer a draw, request a hint, play again. A form returns to the page; a
//! script gets the board view.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::matches::{Match, Player, Refusal, Status};
use crate::service;
use crate::service::MoveRequest;
use crate::web::board::{Step, Walk};
use crate::web::error::with_query;
use crate::web::matches::match_page::{self, Remarks};
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::matches::{next_match, start};
use crate::web::page::Page;
use crate::web::request::accept::Accept;
use crate::web::request::body::{Body, Nothing};
use crate::web::request::fields::{Field, Fields, Shape};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Game;
use rookery_games::Registry;
use rookery_games::text::{in_short, shortened};

/// An upper bound of plies that no game reaches.
pub const PLIES_MOST: i64 = 100_000;
/// The most tokens of a path that a refusal quotes; no move has as many.
const QUOTED_MOST: usize = 64;

/// A move: a tap (with the tokens tapped before it), or a whole path. JSON may send the path as a list.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MoveFields {
    ply: Option<String>,
    hash: String,
    tap: String,
    prefix: String,
    path: Option<PathField>,
}

impl Fields for MoveFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::number("ply", 0, PLIES_MOST).required(),
            Field::text("hash").required(),
            Field::of("path", Shape::Tokens),
            Field::text("tap"),
            Field::text("prefix"),
        ]
    }
}

/// Tokens as a list, or as text (tokens joined by commas, or the usual notation).
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PathField {
    Tokens(Vec<String>),
    Text(String),
}

impl MoveFields {
    /// Ply and hash of the position that the move is meant for; `None` if they are missing or garbled.
    pub fn guard(&self) -> Option<(usize, u64)> {
        Some((self.ply()?, u64::from_str_radix(&self.hash, 16).ok()?))
    }

    fn ply(&self) -> Option<usize> {
        self.ply.as_ref()?.parse().ok()
    }

    /// The path, if it came as text that somebody typed: the button that finishes a move sends tokens, with commas between them. It is
    /// shown again, so that it is cut where it is much longer than a move.
    pub fn typed(&self) -> Option<String> {
        match &self.path {
            Some(PathField::Text(text)) if !text.contains(',') => Some(shortened(text.trim())),
            _ => None,
        }
    }
}

/// A takeback: the position that the visitor saw, so that a second click does not take back a second move.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TakebackFields {
    ply: Option<String>,
}

impl Fields for TakebackFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::number("ply", 0, PLIES_MOST)]
    }
}

/// The meaning of the fields: a whole move, or the tokens of a half-made one.
pub enum Intent {
    Play(Vec<String>),
    Show(Vec<String>),
}

/// A player at a match, loaded by every action. A spectator is refused here.
pub struct PlayerInMatch {
    app: App,
    visitor: Visitor,
    /// The match as it was loaded; an action continues from it.
    game_match: Arc<Match>,
    requester: Requester,
}

/// The refusal of somebody who is no player of a match. Whoever is not logged in may be one of its users.
pub fn not_a_player(visitor: &Visitor, game_match: &Match) -> Error {
    let seats = &game_match.record().seats;
    let is_users = seats
        .iter()
        .any(|seat| matches!(seat.holder.player(), Some(Player::User(_))));
    match visitor.user().is_none() && is_users {
        true => Error::LogIn {
            next: format!("/games/{}", game_match.id()),
        },
        false => Error::Forbidden(Refusal::NotAPlayer.say()),
    }
}

/// The requester of an action, and the form of the response.
pub struct Requester {
    app: App,
    page: Page,
    accept: Accept,
    player: Player,
    /// The move that was typed: it stays in its box where it is refused.
    typed: Option<String>,
}

impl FromRequestParts<App> for PlayerInMatch {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Path(id) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|_| Error::NotFound)?;
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let game_match = match_page::load(app, &visitor, &id).await?;
        let player = visitor
            .player()
            .filter(|player| game_match.side_of(*player).is_some())
            .ok_or_else(|| not_a_player(&visitor, &game_match))?;
        Ok(PlayerInMatch {
            app: app.clone(),
            visitor,
            game_match,
            requester: Requester {
                app: app.clone(),
                page: Page::of(app, parts),
                accept: Accept::of(parts),
                player,
                typed: None,
            },
        })
    }
}

impl PlayerInMatch {
    /// Requires verification if a move makes the engine search more than it does for unverified visitors.
    fn may_move(&self) -> Result<(), Error> {
        self.allowed(self.game_match.is_free())
    }

    /// Lets everybody do what costs the engine next to nothing, unless only accounts may play; requires verification of the rest.
    fn allowed(&self, is_free: bool) -> Result<(), Error> {
        match is_free && !authorize::needs_account(&self.app, &self.visitor) {
            true => Ok(()),
            false => self.verified(),
        }
    }

    /// Requires verification if a hint is a search: that is one of the best level, whatever the match is played at.
    fn may_have_hint(&self) -> Result<(), Error> {
        self.allowed(self.game_match.is_solved())
    }

    /// Requires a new match's verification, and counts it.
    async fn may_begin(&self) -> Result<(), Error> {
        if start::needs_captcha(&self.app, &self.visitor, self.game_match.is_free()).await? {
            self.verified()?;
        }
        start::count(&self.app, &self.visitor).await
    }

    fn verified(&self) -> Result<(), Error> {
        let next = format!("/games/{}", self.game_match.id());
        authorize::verified(&self.app, &self.visitor, &next)
    }

    /// The match as it was loaded, with the first tokens of its next move: as the view, or as an address of the page.
    async fn half_made(&self, prefix: &[String]) -> Result<Response, Error> {
        let Requester {
            app,
            page,
            accept,
            player,
            ..
        } = &self.requester;
        if accept.is_json() {
            let seen = MatchPresenter::now(app, &self.game_match, Some(*player)).await?;
            return Ok(match_page::half_made(seen.view(page), prefix));
        }
        let path = format!("/games/{}", self.game_match.id());
        let prefix = [("prefix", prefix.join(","))];
        Ok(Redirect::to(&with_query(&path, &prefix)).into_response())
    }

    /// Refuses with the match as it was loaded.
    async fn refuse(self, refusal: &Refusal) -> Result<Response, Error> {
        self.requester.refuse(&self.game_match, refusal).await
    }
}

impl Requester {
    /// Turns the result of an action into a response; a refusal shows the current match.
    async fn finish(self, done: Result<Arc<Match>, service::Error>) -> Result<Response, Error> {
        match done {
            Ok(game_match) => {
                let player = Some(self.player);
                match_page::answer(&self.app, &self.page, self.accept, &game_match, player).await
            }
            Err(service::Error::Refused { why, current }) => self.refuse(&current, &why).await,
            Err(service::Error::Conflict(current)) => self.refuse(&current, &Refusal::Stale).await,
            Err(error) => Err(error.into()),
        }
    }

    async fn refuse(self, game_match: &Match, refusal: &Refusal) -> Result<Response, Error> {
        let seen = MatchPresenter::now(&self.app, game_match, Some(self.player)).await?;
        match_page::refuse(&self.app, self.page, self.accept, seen, refusal, self.typed).await
    }
}

/// `POST /games/{id}/moves`
pub async fn play(
    mut at: PlayerInMatch,
    Body(fields): Body<MoveFields>,
) -> Result<Response, Error> {
    at.may_move()?;
    at.requester.typed = fields.typed();
    // A missing or garbled guard counts as stale.
    let Some((ply, hash)) = fields.guard() else {
        return at.refuse(&Refusal::Stale).await;
    };
    let is_stale = ply != at.game_match.game().ply() || hash != at.game_match.game().hash();
    let may_move = at.game_match.must_be_turn_of(at.requester.player);
    let path = match (intent(at.game_match.game(), &fields), may_move) {
        (Ok(Intent::Play(path)), _) => path,
        // On the page, a half-made move is shown on the present board, even if the guard is stale or it is not the visitor's turn.
        (Ok(Intent::Show(prefix)), _) if !at.requester.accept.is_json() => {
            return at.half_made(&prefix).await;
        }
        // Staleness takes precedence: the board is no longer what it was.
        _ if is_stale => return at.refuse(&Refusal::Stale).await,
        // Nor is there much to say about a move of somebody who may make none.
        (_, Err(refusal)) | (Err(refusal), Ok(())) => return at.refuse(&refusal).await,
        (Ok(Intent::Show(prefix)), Ok(())) => return at.half_made(&prefix).await,
    };
    let request = MoveRequest { ply, hash, path };
    let PlayerInMatch {
        app,
        game_match,
        requester,
        ..
    } = at;
    let who = Some(requester.player);
    let done = app.matches.play_move(game_match, who, &request).await;
    requester.finish(done).await
}

/// The move, or the half-made one, that the fields stand for in a position.
///
/// # Errors
/// The move is not legal, or cannot be read.
pub fn intent(position: &dyn Game, fields: &MoveFields) -> Result<Intent, Refusal> {
    let illegal = |error: rookery_games::Error| match error {
        rookery_games::Error::Illegal(why) => Refusal::Illegal(why),
        _ => Refusal::Stale,
    };
    let no_move = |tokens: &[String]| {
        let quoted = quotable(tokens.iter().map(String::as_str));
        Refusal::Illegal(position.why_not(&quoted))
    };
    match &fields.path {
        // A tap on a space must not be read as the move with the same notation, such as a pawn move to e4.
        Some(PathField::Tokens(tokens)) if is_only_a_tap(position, tokens) => {
            return Err(no_move(tokens));
        }
        Some(PathField::Tokens(tokens)) => {
            let is_quotable = quotable(tokens.iter().map(String::as_str)) == *tokens;
            return match is_quotable {
                true => Ok(Intent::Play(tokens.clone())),
                false => Err(no_move(tokens)),
            };
        }
        Some(PathField::Text(text)) if !text.trim().is_empty() => {
            let read = position.read(text).or_else(|_| {
                let quoted = quotable(text.trim().split(',')).join(",");
                position.read(&quoted)
            });
            return read.map(Intent::Play).map_err(illegal);
        }
        _ => {}
    }
    let legal = position.legal();
    let prefix = match_page::tokens(&fields.prefix);
    match Walk::new(&legal).tap(&prefix, &fields.tap) {
        Step::Complete(path) => Ok(Intent::Play(path)),
        Step::Extended(prefix) | Step::Restarted(prefix) | Step::Kept(prefix) => {
            Ok(Intent::Show(prefix))
        }
        Step::Cleared => Ok(Intent::Show(Vec::new())),
        Step::NotLegal(path) => Err(no_move(&path)),
    }
}

/// The tokens of a path as a refusal may quote them: each cut where it is long, with invisible characters as their numbers. Those of a legal
/// move stay as they are.
fn quotable<'t>(tokens: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut quoted: Vec<String> = tokens.take(QUOTED_MOST + 1).map(in_short).collect();
    if quoted.len() > QUOTED_MOST {
        quoted[QUOTED_MOST] = "…".to_owned();
    }
    quoted
}

/// Whether the tokens are one space of the board that is not a whole move.
fn is_only_a_tap(position: &dyn Game, tokens: &[String]) -> bool {
    let [space] = tokens else { return false };
    let is_space = position.board().spaces.iter().any(|s| s.id == *space);
    is_space
        && position
            .legal()
            .iter()
            .all(|l| l.paths().all(|p| p != tokens))
}

/// `POST /games/{id}/resign`
pub async fn resign(at: PlayerInMatch, _: Body<Nothing>) -> Result<Response, Error> {
    let who = Some(at.requester.player);
    let done = at.app.matches.resign(at.game_match, who).await;
    at.requester.finish(done).await
}

/// `POST /games/{id}/takeback`
pub async fn takeback(
    at: PlayerInMatch,
    Body(fields): Body<TakebackFields>,
) -> Result<Response, Error> {
    at.allowed(true)?;
    let who = Some(at.requester.player);
    let seen = fields.ply.map(|ply| ply.parse::<usize>().ok());
    // As for a move, a garbled guard counts as stale.
    if seen == Some(None) {
        return at.refuse(&Refusal::Stale).await;
    }
    let seen = seen.flatten();
    let done = at.app.matches.takeback(at.game_match, who, seen).await;
    at.requester.finish(done).await
}

/// `POST /games/{id}/draw`
pub async fn draw(at: PlayerInMatch, _: Body<Nothing>) -> Result<Response, Error> {
    let who = Some(at.requester.player);
    let done = at.app.matches.draw(at.game_match, who).await;
    at.requester.finish(done).await
}

/// `POST /games/{id}/rematch`: the same game again, on the other side if it began as usual.
pub async fn rematch(at: PlayerInMatch, _: Body<Nothing>) -> Result<Response, Error> {
    // One that is refused does not count.
    if at.game_match.record().status == Status::Playing {
        return at.refuse(&Refusal::NotOver).await;
    }
    at.app.matches.must_have_room_for(&at.game_match)?;
    at.may_begin().await?;
    let who = Some(at.requester.player);
    let swap = next_match::swaps_sides(&at.game_match);
    let done = at.app.matches.rematch(at.game_match, who, swap).await;
    at.requester.finish(done).await
}

/// `POST /games/{id}/hint`: a move that the best level would make.
pub async fn hint(at: PlayerInMatch, _: Body<Nothing>) -> Result<Response, Error> {
    at.may_have_hint()?;
    let PlayerInMatch {
        app,
        game_match,
        requester,
        ..
    } = at;
    let who = Some(requester.player);
    let hint = match app.matches.hint(Arc::clone(&game_match), who).await {
        Ok(hint) => hint,
        Err(service::Error::Refused { why, current }) => {
            return requester.refuse(&current, &why).await;
        }
        Err(error) => return Err(error.into()),
    };
    let choices = game_match.game().choices();
    let say = match choices.iter().find(|choice| hint.path == [choice.token]) {
        // The move in words would speak of a player or a side, and not of the button.
        Some(choice) => {
            let label = requester.page.say(&choice.label);
            requester.page.t1("board-hint-choice", "choice", label)
        }
        None => requester.page.say(&hint.say),
    };
    if requester.accept.is_json() {
        let hint = json!({
            "ply": hint.ply,
            "path": hint.path,
            "notation": hint.notation,
            "say": say,
        });
        return Ok(Json(json!({"hint": hint})).into_response());
    }
    let seen = MatchPresenter::now(&app, &game_match, who).await?;
    let remarks = Remarks {
        hint: Some(say),
        ..Remarks::default()
    };
    match_page::render(&app, requester.page, seen, &[], remarks, StatusCode::OK).await
}
