//! `/play`: every game with its picture; `/play/{game}`: variant, options, level, side.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use crate::games::registry;
use crate::games::{Kind, Message, Opponent, Setup};
use crate::store::Owner;
use crate::web::board::{Art, Frame};
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page};
use crate::web::pages::history::{GameRow, LEVEL_IDS, rows};
use crate::web::who::Visitor;
use crate::web::{App, Error};

/// The level that is offered first.
const USUAL_LEVEL: &str = "3";
/// Own games beside the list.
const RECENT: u32 = 5;

/// A game in the list.
pub struct Card {
    /// The registry's name.
    pub name: &'static str,
    /// What it is called.
    pub title: String,
    /// One line about it.
    pub summary: String,
    /// Its picture.
    pub art: Art,
}

/// All games as cards.
///
/// # Errors
/// A game whose showcase is not legal: a defect.
pub fn cards(page: &Page) -> Result<Vec<Card>, Error> {
    registry::all()
        .iter()
        .map(|kind| {
            Ok(Card {
                name: kind.name(),
                title: page.say(&kind.title()),
                summary: page.say(&kind.summary()),
                art: picture(*kind)?,
            })
        })
        .collect()
}

/// The picture of a game: the position after its showcase.
///
/// # Errors
/// A showcase that is not legal: a defect.
pub fn picture(kind: &dyn Kind) -> Result<Art, Error> {
    let setup = Setup::default();
    let failed = |e: crate::games::Error| Error::Internal(format!("{}: {e}", kind.name()));
    let mut game = kind.start(&setup).map_err(failed)?;
    for text in kind.showcase() {
        let path = game.read(text).map_err(failed)?;
        game.play(&path).map_err(failed)?;
    }
    let board = game.board();
    let frame = Frame::new(&board, false);
    Ok(Art::new(&board, &game.pieces(), &kind.sides(&setup), frame))
}

#[derive(Template)]
#[template(path = "games.html")]
struct GamesPage {
    page: Page,
    cards: Vec<Card>,
    games: Vec<GameRow>,
}

/// `GET /play`
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    let games = match visitor.player() {
        Some(player) => {
            let found = app.store().games_of(Owner::from(player), RECENT, 0).await?;
            rows(&page, &found, player.into())
        }
        None => Vec::new(),
    };
    let cards = cards(&page)?;
    Ok(page::html(&GamesPage { page, cards, games }))
}

#[derive(Template)]
#[template(path = "new_game.html")]
struct NewGamePage {
    page: Page,
    form: Form,
    name: &'static str,
    title: String,
    summary: String,
    art: Art,
    variants: Vec<(String, String)>,
    options: Vec<OptionField>,
    levels: Vec<LevelChoice>,
    sides: Vec<(String, String)>,
    /// What may be typed as the first position; none where the page does not ask for one.
    start_hint: Option<String>,
    needs_captcha: bool,
}

/// A level that can be chosen.
struct LevelChoice {
    number: String,
    name: String,
    /// How it has proved itself, in words; empty where it was not measured.
    strength: String,
}

/// The levels of a game, weakest first.
///
/// # Errors
/// The game's measurements cannot be read: a defect.
fn levels(page: &Page, kind: &dyn Kind) -> Result<Vec<LevelChoice>, Error> {
    let measured = kind
        .measured()
        .map_err(|e| Error::Internal(format!("{}: {e}", kind.name())))?;
    let elo = |level: u8| {
        let known = kind.elo()?.get(usize::from(level) - 1).copied()?;
        Some(page.say(&Message::new("level-elo").with("elo", known as usize)))
    };
    let results = |level: u8, below: Option<&'static str>| {
        let opponent = below.map_or(Opponent::Random, |_| Opponent::Level(level - 1));
        let result = measured.find(kind, level, opponent)?;
        let (wins, losses) = result.of_ten();
        let words = match below {
            Some(below) => Message::new("level-strength")
                .with("wins", wins)
                .with("losses", losses)
                .with("other", page.t(below)),
            None => Message::new("level-strength-first")
                .with("wins", wins)
                .with("losses", losses),
        };
        Some(page.say(&words))
    };
    let strength = |level: u8, below: Option<&'static str>| {
        let parts = [elo(level), results(level, below)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
    };
    let below = std::iter::once(None).chain(LEVEL_IDS.map(Some));
    Ok((1..)
        .zip(LEVEL_IDS)
        .zip(below)
        .map(|((number, id), below): ((u8, _), _)| LevelChoice {
            number: number.to_string(),
            name: page.t(id),
            strength: strength(number, below),
        })
        .collect())
}

/// An option of a game with its values, `(value, words)`.
struct OptionField {
    key: &'static str,
    label: String,
    values: Vec<(String, String)>,
}

/// What a link may choose beforehand (`/verify` sends a visitor back with it).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ChooseQuery {
    level: Option<String>,
    side: Option<String>,
    variant: Option<String>,
    start: Option<String>,
}

/// `GET /play/{game}`
pub async fn choose(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(query): Query<ChooseQuery>,
) -> Result<Response, Error> {
    let kind = registry::find(&name).map_err(|_| Error::NotFound)?;
    let mut form = Form::new()
        .with(
            "level",
            query.level.unwrap_or_else(|| USUAL_LEVEL.to_owned()),
        )
        .with("side", query.side.unwrap_or_else(|| "0".to_owned()));
    let first = kind.variants().first().map_or("", |v| v.key);
    let variant = query.variant.filter(|variant| !variant.is_empty());
    form = form.with("variant", variant.unwrap_or_else(|| first.to_owned()));
    form = form.with("start", query.start.unwrap_or_default());
    for option in kind.options() {
        form = form.with(
            option.key,
            option.values.first().map_or("", |(value, _)| value),
        );
    }
    render(&app, page, &visitor, kind, form, StatusCode::OK)
}

/// The page once more, with what was wrong.
///
/// # Errors
/// A defect of the game.
pub fn render(
    app: &App,
    page: Page,
    visitor: &Visitor,
    kind: &'static dyn Kind,
    form: Form,
    status: StatusCode,
) -> Result<Response, Error> {
    let words = |pairs: Vec<(&'static str, Message)>| {
        pairs
            .into_iter()
            .map(|(key, label)| (key.to_owned(), page.say(&label)))
            .collect::<Vec<_>>()
    };
    let [first, second] = kind
        .sides(&Setup::default())
        .map(|side| page.say(&side.name));
    let shown = NewGamePage {
        name: kind.name(),
        title: page.say(&kind.title()),
        summary: page.say(&kind.summary()),
        art: picture(kind)?,
        variants: words(
            kind.variants()
                .into_iter()
                .map(|v| (v.key, v.label))
                .collect(),
        ),
        options: kind
            .options()
            .into_iter()
            .map(|option| OptionField {
                key: option.key,
                label: page.say(&option.label),
                values: words(option.values),
            })
            .collect(),
        levels: levels(&page, kind)?,
        sides: vec![
            ("0".to_owned(), page.t1("side-first", "side", first)),
            ("1".to_owned(), page.t1("side-second", "side", second)),
            ("random".to_owned(), page.t("side-random")),
        ],
        start_hint: kind.start_hint().map(|hint| page.say(&hint)),
        needs_captcha: !guard::is_verified(app, visitor),
        page,
        form,
    };
    Ok(page::html_with(status, &shown))
}
