//! `/`: a live board, the first move in one tap. Nothing is kept until the tap.

use askama::Template;
use axum::extract::State;
use axum::response::Response;

use crate::games::registry;
use crate::games::{Kind, LEVEL_COUNT, Setup};
use crate::play::Status;
use crate::web::board::{Aids, BoardPart, Scene, Target};
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::pages::history::LEVEL_IDS;
use crate::web::pages::list::{Card, cards};
use crate::web::who::Visitor;
use crate::web::{App, Error};

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage {
    page: Page,
    board: BoardPart,
    cards: Vec<Card>,
    needs_captcha: bool,
}

/// `GET /`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    let kind = home_game()?;
    let board = first_board(&page, kind)?;
    let cards = cards(&page)?;
    let needs_captcha = !guard::is_verified(&app, &visitor);
    Ok(page::html(&HomePage {
        page,
        board,
        cards,
        needs_captcha,
    }))
}

/// The game of the home page: the first that answers from a table.
fn home_game() -> Result<&'static dyn Kind, Error> {
    registry::all()
        .iter()
        .copied()
        .find(|kind| kind.is_tabled())
        .ok_or_else(|| Error::Internal("no game answers from a table".to_owned()))
}

fn first_board(page: &Page, kind: &'static dyn Kind) -> Result<BoardPart, Error> {
    let setup = Setup::default();
    let game = kind
        .start(&setup)
        .map_err(|e| Error::Internal(e.to_string()))?;
    let best = page.t(LEVEL_IDS[usize::from(LEVEL_COUNT) - 1]);
    let variant = kind.variants().first().map_or("", |v| v.key);
    let scene = Scene {
        id: None,
        kind: kind.name(),
        variant,
        game: &*game,
        sides: kind.sides(&setup),
        players: [
            page.t("player-you"),
            page.t1("player-engine", "level", best),
        ],
        me: Some(0),
        version: 0,
        status: Status::Playing,
        ending: None,
        last: None,
        notation: Vec::new(),
        aids: Aids::default(),
        is_thinking: false,
        is_present: true,
    };
    BoardPart::new(&scene, &[], Target::first_move(kind.name()), &|m| {
        page.say(m)
    })
    .map_err(|e| Error::Internal(e.to_string()))
}
