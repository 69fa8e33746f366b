//! `/games/{id}/analysis` and `/games/{id}/lines`: ask for the analysis of a match that is over, see how far it is and what it says
//! about a position, and ask for the best lines of one position.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::matches::{Match, Player, Refusal, Status, Variation, end_value};
use crate::service;
use crate::service::{AnalysisState, LimitedAction};
use crate::web::analysis::position::{AnalysedPage, PositionPart};
use crate::web::analysis::viewer::{may_analyse, side_below};
use crate::web::matches::match_page::{self, GameQuery, Remarks};
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::matches::moves::{PLIES_MOST, not_a_player};
use crate::web::page::Page;
use crate::web::request::accept::Accept;
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Registry;
use rookery_games::api::view::Side;

/// A visitor who may have the engine work on a match that is over: one of its players, or an admin.
pub struct Analyst {
    pub(super) app: App,
    visitor: Visitor,
    pub(super) page: Page,
    pub(super) accept: Accept,
    pub(super) game_match: Arc<Match>,
    pub(super) player: Player,
}

impl FromRequestParts<App> for Analyst {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        let Path(id) = Path::<String>::from_request_parts(parts, app)
            .await
            .map_err(|_| Error::NotFound)?;
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let game_match = match_page::load(app, &visitor, &id).await?;
        let page = Page::of(app, parts);
        let player = visitor
            .player()
            .filter(|player| may_analyse(&page, game_match.side_of(*player)))
            .ok_or_else(|| not_a_player(&visitor, &game_match))?;
        Ok(Analyst {
            app: app.clone(),
            visitor,
            page,
            accept: Accept::of(parts),
            game_match,
            player,
        })
    }
}

impl Analyst {
    /// Requires verification, unless a table answers.
    fn may_search(&self) -> Result<(), Error> {
        let is_free = self.game_match.game_type().sheet().is_solved
            && !authorize::needs_account(&self.app, &self.visitor);
        match is_free {
            true => Ok(()),
            false => {
                let next = format!("/games/{}", self.game_match.id());
                authorize::verified(&self.app, &self.visitor, &next)
            }
        }
    }

    async fn state(&self) -> Result<AnalysisState, Error> {
        Ok(self.app.matches.analyses().state(&self.game_match).await?)
    }

    /// The key of the limits by address.
    fn limit_key(&self) -> String {
        self.app.limit_key(self.visitor.ip)
    }

    /// Counts the search of one position, if the engine has room for it now.
    fn count_position(&self) -> Result<(), Error> {
        let analyses = self.app.matches.analyses();
        analyses.must_have_room_for(self.player)?;
        let limits = &self.app.limits;
        limits.count(LimitedAction::AnalysedPosition, &self.limit_key())?;
        Ok(())
    }

    /// The match as it stands, and why something was refused.
    pub(super) async fn refuse(self, refusal: &Refusal) -> Result<Response, Error> {
        let seen = MatchPresenter::now(&self.app, &self.game_match, Some(self.player)).await?;
        match_page::refuse(&self.app, self.page, self.accept, seen, refusal, None).await
    }

    /// Back to the page at this position, or the state as JSON.
    async fn answer(self, ply: Option<usize>) -> Result<Response, Error> {
        if self.accept.is_json() {
            let state = self.state().await?;
            let sides = self.game_match.sides();
            let named = self.named(&sides);
            return Ok(Json(described(named, &state, ply)).into_response());
        }
        Ok(to_page(&self.game_match, ply))
    }

    fn named<'a>(&'a self, sides: &'a [Side; 2]) -> AnalysedPage<'a> {
        let me = self.game_match.side_of(self.player);
        AnalysedPage {
            page: &self.page,
            game_match: &self.game_match,
            sides,
            below: side_below(&self.page, me),
        }
    }

    /// The best lines of the position of a variation, as JSON or on the page.
    async fn lines_of(self, variation: Variation) -> Result<Response, Error> {
        let (game, analyses) = (&*variation.game, self.app.matches.analyses());
        if end_value(game).is_none() {
            self.count_position()?;
        }
        let lines = analyses
            .lines_of(&self.game_match, self.player, game)
            .await?;
        if self.accept.is_json() {
            let sides = self.game_match.sides();
            let position = PositionPart::of_variation(self.named(&sides), &variation, Some(&lines));
            return Ok(Json(json!({"state": "done", "position": position})).into_response());
        }
        let seen = MatchPresenter::now(&self.app, &self.game_match, Some(self.player)).await?;
        let seen = seen.in_variation(variation);
        let remarks = Remarks {
            lines: Some(lines),
            ..Remarks::default()
        };
        match_page::render(&self.app, self.page, seen, &[], remarks, StatusCode::OK).await
    }
}

fn to_page(game_match: &Match, ply: Option<usize>) -> Response {
    let last = game_match.played().len();
    let at = ply.filter(|ply| *ply < last);
    let query = at.map_or_else(String::new, |ply| format!("?ply={ply}"));
    Redirect::to(&format!("/games/{}{query}#analysis", game_match.id())).into_response()
}

/// The position that the sender looks at, and comes back to.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AnalysisFields {
    ply: String,
}

impl Fields for AnalysisFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::number("ply", 0, PLIES_MOST)]
    }
}

/// `POST /games/{id}/analysis`
pub async fn start(at: Analyst, Body(fields): Body<AnalysisFields>) -> Result<Response, Error> {
    at.may_search()?;
    let state = at.state().await?;
    let analyses = at.app.matches.analyses();
    let is_new = matches!(state, AnalysisState::None | AnalysisState::Lost { .. });
    // One that will be refused is not counted.
    if is_new
        && !analyses.is_analysing_for(at.player)
        && at.game_match.record().status != Status::Playing
    {
        let key = at.limit_key();
        let counted = at.app.limits.count_stored(LimitedAction::Analysis, &key);
        counted.await??;
    }
    match analyses.start(&at.game_match, at.player, &state).await {
        Err(service::Error::Refused { why, .. }) => return at.refuse(&why).await,
        started => started?,
    }
    at.answer(fields.ply.parse().ok()).await
}

/// The position whose best lines are asked for: a ply of the match, and the moves of a variation that leaves it there.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LinesFields {
    ply: String,
    line: String,
}

impl Fields for LinesFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::number("ply", 0, PLIES_MOST).required(),
            Field::text("line"),
        ]
    }
}

/// `POST /games/{id}/lines`
pub async fn lines(at: Analyst, Body(fields): Body<LinesFields>) -> Result<Response, Error> {
    at.may_search()?;
    let ply: usize = fields.ply.parse().unwrap_or(usize::MAX);
    let ply = ply.min(at.game_match.played().len());
    let state = at.state().await?;
    let Some(analysis) = state.found() else {
        return at.refuse(&Refusal::NotAnalysed).await;
    };
    let line = Variation::read(&fields.line);
    if !line.is_empty() {
        return match Variation::of(&at.game_match, ply, &line) {
            Ok(variation) => at.lines_of(variation).await,
            Err(refusal) => at.refuse(&refusal).await,
        };
    }
    let is_known = analysis.at(ply).is_some_and(|p| !p.lines.is_empty());
    if !is_known {
        at.count_position()?;
        let analyses = at.app.matches.analyses();
        analyses.lines(&at.game_match, at.player, ply).await?;
    }
    at.answer(Some(ply)).await
}

/// `GET /games/{id}/analysis?ply=N`, or `?from=N&line=…` for what is known of a variation without a search: for programs and the
/// script of the page; a browser is sent to the page itself.
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
) -> Result<Response, Error> {
    let game_match = match_page::load(&app, &visitor, &id).await?;
    if !accept.is_json() {
        return Ok(to_page(&game_match, query.ply));
    }
    let state = app.matches.analyses().state(&game_match).await?;
    let me = visitor.player().and_then(|p| game_match.side_of(p));
    let named = AnalysedPage {
        page: &page,
        game_match: &game_match,
        sides: &game_match.sides(),
        below: side_below(&page, me),
    };
    if let (Some(from), AnalysisState::Done(_)) = (query.from, &state) {
        let variation = Variation::of(&game_match, from, &Variation::read(&query.line))?;
        let position = PositionPart::of_variation(named, &variation, None);
        return Ok(Json(json!({"state": "done", "position": position})).into_response());
    }
    Ok(Json(described(named, &state, query.ply)).into_response())
}

/// An analysis as JSON: its progress, the value of each position, the marks of moves, and everything about the position at `ply`.
fn described(named: AnalysedPage<'_>, state: &AnalysisState, ply: Option<usize>) -> Value {
    let analysis = match state {
        AnalysisState::None => return json!({"state": "none"}),
        AnalysisState::Running { done, of } => {
            return json!({"state": "running", "done": done, "of": of, "say": progress(named.page, *done, *of)});
        }
        AnalysisState::Lost { done, of } => {
            return json!({"state": "lost", "done": done, "of": of});
        }
        AnalysisState::Done(analysis) => analysis,
    };
    match ply {
        Some(ply) => json!({"state": "done", "position": PositionPart::of(named, analysis, ply)}),
        None => {
            let positions = analysis.positions().map(|(ply, position)| {
                json!({
                    "ply": ply,
                    "chance": (position.chance * 1000.0).round() / 1000.0,
                    "exact": position.best.is_exact(),
                    "mark": position.mark.map(|mark| mark.as_str()),
                    "best": position.best.notation,
                })
            });
            json!({"state": "done", "positions": positions.collect::<Vec<_>>()})
        }
    }
}

/// How far the engine is, in words.
pub fn progress(page: &Page, done: usize, of: usize) -> String {
    page.t2("analysis-running", "done", done, "of", of)
}
