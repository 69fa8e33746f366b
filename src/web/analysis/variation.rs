//! `POST /games/{id}/variation`: try a move for either side in a match that is over. Nothing is stored: the address of the page, or
//! the view, carries the variation.

use axum::Json;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::matches::{Refusal, Variation};
use crate::web::Error;
use crate::web::analysis::actions::Analyst;
use crate::web::board::variation_address;
use crate::web::matches::match_page;
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::matches::moves::{Intent, MoveFields, PLIES_MOST, intent};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use rookery_games::Registry;

/// The variation so far, and the move to try.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct VariationFields {
    from: String,
    line: String,
    #[serde(flatten)]
    tried: MoveFields,
}

impl Fields for VariationFields {
    fn known(sent: &Map<String, Value>, games: &Registry) -> Vec<Field> {
        let own = [
            Field::number("from", 0, PLIES_MOST).required(),
            Field::text("line"),
        ];
        own.into_iter()
            .chain(MoveFields::known(sent, games))
            .collect()
    }
}

/// `POST /games/{id}/variation`
pub async fn play(at: Analyst, Body(fields): Body<VariationFields>) -> Result<Response, Error> {
    let from = fields.from.parse().unwrap_or(usize::MAX);
    let mut variation = match Variation::of(&at.game_match, from, &Variation::read(&fields.line)) {
        Ok(variation) => variation,
        Err(refusal) => return at.refuse(&refusal).await,
    };
    let game = &*variation.game;
    let is_stale = fields.tried.guard() != Some((game.ply(), game.hash()));
    let tried = match intent(game, &fields.tried) {
        _ if is_stale => Err(Refusal::Stale),
        Ok(Intent::Show(prefix)) if at.accept.is_json() => {
            let seen = at.seen_in(variation).await?;
            return Ok(match_page::half_made(seen.view(&at.page), &prefix));
        }
        Ok(Intent::Show(prefix)) => return Ok(at.to_variation(&variation, &prefix)),
        Ok(Intent::Play(path)) => variation.play(&path),
        Err(refusal) => Err(refusal),
    };
    match tried {
        Err(refusal) => {
            let typed = fields.tried.typed();
            at.refuse_move(variation, &refusal, typed).await
        }
        Ok(()) if at.accept.is_json() => {
            let seen = at.seen_in(variation).await?;
            Ok(Json(seen.view(&at.page)).into_response())
        }
        Ok(()) => Ok(at.to_variation(&variation, &[])),
    }
}

impl Analyst {
    /// To the page of a variation, with the first tokens of its next move.
    fn to_variation(&self, variation: &Variation, prefix: &[String]) -> Response {
        let (id, from, line) = (self.game_match.id(), variation.from, variation.text());
        Redirect::to(&variation_address(id, from, line, prefix)).into_response()
    }

    /// The end of a variation, as the person who tries its moves sees it.
    async fn seen_in(&self, variation: Variation) -> Result<MatchPresenter<'_>, Error> {
        let seen = MatchPresenter::now(&self.app, &self.game_match, Some(self.player)).await?;
        Ok(seen.in_variation(variation).trying(true))
    }

    /// The variation as it was, and why its next move was refused.
    async fn refuse_move(
        self,
        variation: Variation,
        refusal: &Refusal,
        typed: Option<String>,
    ) -> Result<Response, Error> {
        let seen = MatchPresenter::now(&self.app, &self.game_match, Some(self.player)).await?;
        let seen = seen.in_variation(variation).trying(true);
        match_page::refuse(&self.app, self.page, self.accept, seen, refusal, typed).await
    }
}
