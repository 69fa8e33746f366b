//! `/games/{id}`: a match as a page, or as the board view for programs, and its event stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use futures_util::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::ids::GameId;
use crate::matches::{Assessment, Match, Player, Refusal, Status, Variation, Visibility};
use crate::web::analysis::{AnalysisPart, Viewer, may_analyse, side_below};
use crate::web::board::{BoardPart, BoardView, position_address, reply_address, variation_address};
use crate::web::error::with_query;
use crate::web::gallery::Sprite;
use crate::web::link_preview::LinkPreview;
use crate::web::matches::match_presenter::MatchPresenter;
use crate::web::matches::match_preview;
use crate::web::matches::move_list::{self, BeforeFirst, MoveLine, drawn_opening};
use crate::web::matches::next_match::{self, NextLevel};
use crate::web::matches::rows::seat_name;
use crate::web::matches::strips::{Strip, strips};
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::session::visitor::Visitor;
use crate::web::words::chosen_rules::chosen_rules;
use crate::web::{App, Error};
use rookery_games::{Credits, Export, shown_colour};

/// Interval of keep-alive comments in an idle stream, so that proxies keep it open.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    page: Page,
    /// `None` for a private match.
    preview: Option<LinkPreview>,
    board: BoardPart,
    sprite: Sprite<'a>,
    name: &'static str,
    title: String,
    /// The variant in words, if it is not the usual one.
    variant: Option<String>,
    /// The rules that were chosen for the match, each with its value.
    chosen: Vec<(String, String)>,
    /// The strips of the two colours.
    strips: [Strip; 2],
    moves: Vec<MoveLine<'a>>,
    before_first: Option<BeforeFirst>,
    /// The ply of the match that is shown, or at which a variation leaves it.
    ply: usize,
    /// The addresses of the positions around the shown one.
    first: Option<String>,
    back: Option<String>,
    forward: Option<String>,
    is_present: bool,
    can_resign: bool,
    can_takeback: bool,
    can_hint: bool,
    can_draw: bool,
    can_claim: bool,
    /// Whether this game knows draws that players ask for.
    has_draws: bool,
    /// A typed move that was refused.
    typed: Option<String>,
    export: Option<&'static str>,
    /// Whether the board sounds: as the visitor has chosen, or else the owner.
    sounds: bool,
    is_over: bool,
    /// Whether the viewer is one of the players.
    is_player: bool,
    /// What a spectator is offered for a match like this one, `(name, value)`.
    like_it: Vec<(&'a str, String)>,
    /// How far the analysis is, or what it found.
    analysis: Option<AnalysisPart>,
    /// The address that loads by itself where scripts are off.
    refresh: Option<String>,
    /// Whether the viewer may have the engine work on the match when it is over.
    is_analyst: bool,
    /// The words of the button that plays the match again.
    again: String,
    /// A match against the level above; `None` if there is none, or no engine plays.
    next_level: Option<NextLevel<'a>>,
    /// Whether the viewer has beaten this one.
    is_next_open: bool,
    /// The address of the shown position, if others may see the match.
    share: Option<String>,
}

impl GamePage<'_> {
    /// The address of the picture of the shown position.
    fn picture(&self) -> String {
        let address = format!("/games/{}.png", self.board.id);
        match self.is_present {
            true => address,
            false => format!("{address}?ply={}", self.ply),
        }
    }
}

/// `?ply=N&prefix=a4,a1`, or `?from=N&line=e2,e4+e7,e5`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct GameQuery {
    /// Moves made up to the position that is asked for.
    pub ply: Option<usize>,
    /// The ply at which a variation leaves a match that is over.
    pub from: Option<usize>,
    /// The moves of the variation: tokens joined by commas, moves by spaces.
    pub line: String,
    prefix: String,
}

/// Messages above the board.
#[derive(Debug, Default)]
pub struct Remarks {
    /// Why the last request was refused.
    pub refusal: Option<String>,
    /// The typed move that it refused, to be changed.
    pub typed: Option<String>,
    /// A move that the engine suggests, in words.
    pub hint: Option<String>,
    /// The lines that the engine has just found in the position of a variation.
    pub lines: Option<Vec<Assessment>>,
}

/// Reads a match that the visitor may see.
///
/// # Errors
/// Not found: unknown, or private and somebody else's.
pub async fn load(app: &App, visitor: &Visitor, id: &str) -> Result<Arc<Match>, Error> {
    let id: GameId = id.parse().map_err(|_| Error::NotFound)?;
    Ok(app.matches.load(id, visitor.player()).await?)
}

/// `GET /games/{id}`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Path(id): Path<String>,
    Query(query): Query<GameQuery>,
) -> Result<Response, Error> {
    let game_match = load(&app, &visitor, &id).await?;
    let seen = MatchPresenter::now(&app, &game_match, visitor.player()).await?;
    let tried = query
        .from
        .map(|from| Variation::of(&game_match, from, &Variation::read(&query.line)));
    let (seen, refusal) = match tried {
        None => (seen.at(query.ply), None),
        Some(Ok(variation)) => {
            let may_try = may_analyse(&page, seen.me);
            (seen.in_variation(variation).trying(may_try), None)
        }
        Some(Err(why)) if accept.is_json() => return Err(why.into()),
        // A move has been taken back, and the match goes on.
        Some(Err(Refusal::NotOver)) => (seen, None),
        Some(Err(why)) => (seen.at(query.from), Some(page.say(&why.say()))),
    };
    if accept.is_json() {
        return Ok(Json(seen.view(&page)).into_response());
    }
    let prefix = tokens(&query.prefix);
    let status = match refusal {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let remarks = Remarks {
        refusal,
        ..Remarks::default()
    };
    render(&app, page, seen, &prefix, remarks, status).await
}

/// The tokens of a half-made move in a URL or a form: joined by commas.
pub fn tokens(text: &str) -> Vec<String> {
    text.split(',')
        .filter(|t| !t.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// The page of a match.
///
/// # Errors
/// The database does not answer, or a defect.
pub async fn render(
    app: &App,
    page: Page,
    seen: MatchPresenter<'_>,
    prefix: &[String],
    remarks: Remarks,
    status: StatusCode,
) -> Result<Response, Error> {
    let game_match = seen.game_match;
    let found = app.matches.analyses().state(game_match).await?;
    let is_analyst = may_analyse(&page, seen.me);
    let seen = seen.trying(is_analyst && found.found().is_some());
    let mut board = seen.part(&page, prefix)?;
    board.refusal = remarks.refusal;
    board.hint = remarks.hint;
    let like_it = next_match::like_it(game_match);
    let opening = drawn_opening(game_match);
    let like_it_address = || {
        let game = game_match.game_type().name();
        with_query(&format!("/play/{game}"), &like_it)
    };
    board.play_it = board.is_watched.then(like_it_address);
    let look_again = || reply_address(game_match.id(), &page.here);
    board.look_again = board.is_waiting.then(look_again);
    let total = game_match.record().moves.len();
    let shown = seen.ply();
    let address = |ply: usize| format!("/games/{}?ply={ply}", game_match.id());
    // That of the shown position, to be opened again or sent to others.
    let own = match seen.tried() {
        Some(variation) => variation_address(game_match.id(), shown, variation.text(), &[]),
        None => position_address(game_match.id(), shown, total),
    };
    let is_playing = game_match.record().status == Status::Playing;
    let may_act = seen.me.is_some() && seen.is_present();
    let can_claim = may_act && is_playing && game_match.game().claim().is_some();
    let aids = seen.aids();
    let profile = app.gallery()?.profile(game_match.game_type().name())?;
    let variant = variant(&page, game_match);
    let subtitle = subtitle(&page, game_match, variant.as_deref());
    let variants = game_match.game_type().variants();
    let usual = variants.first().map(|usual| usual.key);
    let is_usual = usual == Some(game_match.record().variant.as_str());
    let told = (subtitle.as_str(), board.status.as_str());
    let below = side_below(&page, seen.me);
    let first_colour = shown_colour(seen.game(), 0);
    let analysis = AnalysisPart::of(
        &page,
        game_match,
        &found,
        shown,
        &Viewer {
            me: seen.me,
            below,
            first_colour,
            players: seen.players(&page),
            tried: seen.tried(),
            lines: remarks.lines.as_deref(),
        },
    );
    let model = GamePage {
        sprite: profile.sprite(&page.boards),
        name: game_match.game_type().name(),
        title: page.say(&game_match.game_type().title()),
        preview: match_preview::of(app, &page, game_match, told, shown),
        variant: variant.filter(|_| !is_usual),
        chosen: chosen(&page, game_match, opening.as_deref()),
        strips: strips(&page, game_match, &board, (first_colour, below)),
        moves: move_list::lines(&page, game_match, shown, found.found()),
        is_analyst,
        refresh: board.look_again.clone().or_else(|| {
            let is_running = analysis.as_ref().is_some_and(AnalysisPart::is_running);
            is_running.then(|| own.clone())
        }),
        analysis,
        before_first: BeforeFirst::of(&page, game_match, opening.as_deref(), seen.me.is_some()),
        first: (shown > 0).then(|| address(0)),
        back: match seen.tried() {
            Some(variation) => Some(match variation.line.len() {
                1 => address(shown),
                moves => {
                    let line = variation.text_of(moves - 1);
                    variation_address(game_match.id(), shown, line, &[])
                }
            }),
            None => shown.checked_sub(1).map(address),
        },
        forward: (shown < total && seen.tried().is_none()).then(|| address(shown + 1)),
        ply: shown,
        is_present: seen.is_present(),
        can_resign: may_act && is_playing,
        can_takeback: may_act && aids.takeback,
        can_hint: may_act && aids.hint,
        can_draw: may_act && aids.draw,
        can_claim,
        has_draws: aids.draw || can_claim || game_match.agrees_draws(),
        typed: remarks.typed,
        export: game_match.game_type().sheet().export,
        sounds: page.boards.sound(app.config.site.sounds),
        is_over: !is_playing,
        is_player: seen.me.is_some(),
        like_it,
        again: next_match::again(&page, &seen),
        next_level: NextLevel::of(&page, &seen),
        is_next_open: seen.me.is_some() && game_match.record().winner == seen.me,
        share: (game_match.record().visibility != Visibility::Private)
            .then(|| format!("{}{own}", page.link_base.address())),
        page,
        board,
    };
    Ok(page::html_with(status, &model))
}

/// The view of a position in which a move has been begun.
#[derive(Serialize)]
struct HalfMade<'a> {
    #[serde(flatten)]
    view: BoardView<'a>,
    /// Its tokens so far, as the post takes them.
    prefix: String,
}

/// The answer to a tap that makes no whole move, for programs.
pub fn half_made(view: BoardView<'_>, prefix: &[String]) -> Response {
    let prefix = prefix.join(",");
    Json(HalfMade { view, prefix }).into_response()
}

/// The status of a refusal, and its word for programs.
pub fn code_of(refusal: &Refusal) -> (StatusCode, &'static str) {
    match refusal {
        Refusal::Stale => (StatusCode::CONFLICT, "stale"),
        Refusal::Illegal(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
        _ => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
    }
}

/// A refused move: the position as it is, with the reason, as a page or as the view.
///
/// # Errors
/// As [`render`].
pub async fn refuse(
    app: &App,
    page: Page,
    accept: Accept,
    seen: MatchPresenter<'_>,
    refusal: &Refusal,
    typed: Option<String>,
) -> Result<Response, Error> {
    let (status, code) = code_of(refusal);
    let words = page.say(&refusal.say());
    if accept.is_json() {
        let view = seen.view(&page).refusing(code, words);
        return Ok((status, Json(view)).into_response());
    }
    let remarks = Remarks {
        refusal: Some(words),
        typed,
        ..Remarks::default()
    };
    render(app, page, seen, &[], remarks, status).await
}

/// The variant and the options that are not the usual ones, and an opening that was drawn by lot, in words.
fn chosen(page: &Page, game_match: &Match, opening: Option<&str>) -> Vec<(String, String)> {
    let rules = chosen_rules(&page.words, game_match.game_type(), game_match.record());
    let opening = opening.map(|moves| (page.t("game-chosen-opening"), moves.to_owned()));
    rules.into_iter().chain(opening).collect()
}

/// The variant in words, if the game has several.
fn variant(page: &Page, game_match: &Match) -> Option<String> {
    let variants = game_match.game_type().variants();
    let key = &game_match.record().variant;
    let found = variants.iter().find(|v| v.key == *key)?;
    (variants.len() > 1).then(|| page.say(&found.label))
}

/// The players, and the variant.
fn subtitle(page: &Page, game_match: &Match, variant: Option<&str>) -> String {
    let [first, second] = [0, 1].map(|side| seat_name(page, &game_match.record().seats[side]));
    let against = page.t2("game-between", "first", first, "second", second);
    match variant {
        Some(variant) => format!("{against} · {variant}"),
        None => against,
    }
}

/// The match as a file for other programs, if its game has such a format.
pub fn exported(page: &Page, game_match: &Match) -> Option<Export> {
    let record = game_match.record();
    let began = OffsetDateTime::from_unix_timestamp(record.created_ms.div_euclid(1000))
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let credits = Credits {
        site: page.site_name().to_owned(),
        date: (began.year(), began.month().into(), began.day()),
        players: [0, 1].map(|side| seat_name(page, &record.seats[side])),
        outcome: match record.status {
            Status::Won | Status::Drawn => Some(record.winner),
            Status::Playing | Status::Aborted => None,
        },
    };
    game_match.game().export(&credits)
}

/// `GET /games/{id}/record`: that file.
pub async fn record(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let game_match = load(&app, &visitor, &id).await?;
    let export = exported(&page, &game_match).ok_or(Error::NotFound)?;
    let name = format!(
        "attachment; filename=\"{}-{id}.{}\"",
        game_match.game_type().name(),
        export.extension
    );
    let headers = [
        (
            header::CONTENT_TYPE,
            format!("{}; charset=utf-8", export.media_type),
        ),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, export.text).into_response())
}

/// `GET /games/{id}/events`: the version of the match, now and after each change. The page asks for the rest.
pub async fn events(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let id: GameId = id.parse().map_err(|_| Error::NotFound)?;
    let known = headers
        .get("last-event-id")
        .and_then(|v| v.to_str().ok()?.parse().ok())
        .unwrap_or(0);
    let place = app.stream_place(visitor.ip)?;
    let versions = app.matches.subscribe(id, visitor.player(), known).await?;
    // The first byte tells proxies and the page that the stream is open, even if there is no event yet.
    let hello = stream::iter([Event::default().comment("open")]);
    let updates = versions.map(move |version| {
        // The stream keeps its place as long as it lives.
        let _ = &place;
        Event::default()
            .id(version.to_string())
            .data(format!("{{\"version\":{version}}}"))
    });
    let events = Sse::new(hello.chain(updates).map(Ok::<_, Infallible>))
        .keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    // Proxies buffer and compress responses unless they are told not to.
    let headers = [
        (HeaderName::from_static("x-accel-buffering"), "no"),
        (header::CACHE_CONTROL, "no-store, no-transform"),
    ];
    Ok((headers, events).into_response())
}

/// The response to an action: a redirect to the page, or the view as JSON.
///
/// # Errors
/// The database does not answer.
pub async fn answer(
    app: &App,
    page: &Page,
    accept: Accept,
    game_match: &Match,
    player: Option<Player>,
) -> Result<Response, Error> {
    Ok(if accept.is_json() {
        let seen = MatchPresenter::now(app, game_match, player).await?;
        Json(seen.view(page)).into_response()
    } else {
        Redirect::to(&format!("/games/{}", game_match.id())).into_response()
    })
}
