//! `/reading-test`: members read pictures of the captcha for the owner. It needs an account, so that it cannot be taken for visitors' tries.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::ids::ReadingTestId;
use crate::service::{PICTURES, ReadOutcome};
use crate::store::ReadingTest;
use crate::web::captcha::fetch_limit::{self, Fetched};
use crate::web::captcha::picture::{self, ImageQuery};
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Registry;

const HERE: &str = "/reading-test";
/// Maximum length of a typed answer that is shown again.
const MAX_TYPED: usize = 64;

#[derive(Template)]
#[template(path = "reading_test.html")]
struct ReadingPage {
    page: Page,
    form: Form,
    /// The test's id.
    test: String,
    /// The number of pictures answered so far, which is also the index of the next one.
    answered: u32,
    correct: u32,
    /// The pictures of a test.
    pictures: u32,
    /// The outcome of the last answer, in words.
    outcome: Option<String>,
    is_right: bool,
}

impl ReadingPage {
    fn new(page: Page, test: &ReadingTest) -> Self {
        ReadingPage {
            page,
            form: Form::new(),
            test: test.id.to_string(),
            answered: test.answered,
            correct: test.correct,
            pictures: PICTURES,
            outcome: None,
            is_right: false,
        }
    }

    /// The address of the picture, without its look.
    fn image(&self) -> String {
        format!("{HERE}/{}/{}", self.test, self.answered)
    }

    fn is_done(&self) -> bool {
        self.answered >= self.pictures
    }
}

/// The fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ReadingFields {
    test: String,
    n: String,
    answer: String,
    again: String,
}

impl Fields for ReadingFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("test"),
            Field::number("n", 0, i64::from(PICTURES) - 1),
            Field::text("answer"),
            Field::text("again"),
        ]
    }
}

/// `GET /reading-test`: the next picture of the member's test.
pub async fn show(State(app): State<App>, page: Page, visitor: Visitor) -> Result<Response, Error> {
    let user = authorize::user(&visitor, HERE)?.id;
    let test = app.captchas.tools.reading_tests.last(user).await?;
    Ok(page::html(&ReadingPage::new(page, &test)))
}

/// `POST /reading-test`: an answer, or another test.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<ReadingFields>,
) -> Result<Response, Error> {
    let user = authorize::user(&visitor, HERE)?.id;
    let tests = &app.captchas.tools.reading_tests;
    if !fields.again.is_empty() {
        let last = tests.last(user).await?;
        if last.answered >= PICTURES {
            tests.start(user).await?;
        }
        return Ok(Redirect::to(HERE).into_response());
    }
    let (Ok(test), Ok(n)) = (fields.test.parse(), fields.n.parse()) else {
        return Ok(Redirect::to(HERE).into_response());
    };
    if fields.answer.trim().is_empty() {
        let last = tests.last(user).await?;
        let mut shown = ReadingPage::new(page, &last);
        let words = shown.page.t("reading-missing");
        shown.form.refuse("answer", words);
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        return Ok(page::html_refused(status, None, &shown, &shown.form));
    }
    let outcome = match tests.answer(user, test, n, &fields.answer).await? {
        ReadOutcome::Stale => return Ok(Redirect::to(HERE).into_response()),
        ReadOutcome::Over => (page.t("reading-over"), false),
        ReadOutcome::Right => (page.t("reading-right"), true),
        ReadOutcome::Wrong { word } => {
            let typed: String = fields.answer.trim().chars().take(MAX_TYPED).collect();
            (
                page.t2("reading-wrong", "word", word, "typed", typed),
                false,
            )
        }
    };
    let shown = ReadingPage {
        outcome: Some(outcome.0),
        is_right: outcome.1,
        ..ReadingPage::new(page, &tests.last(user).await?)
    };
    Ok(page::html(&shown))
}

/// `GET /reading-test/{id}/{n}`: a picture of the member's test.
pub async fn image(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, n)): Path<(String, String)>,
    Query(query): Query<ImageQuery>,
) -> Result<Response, Error> {
    let user = authorize::user(&visitor, HERE)?.id;
    fetch_limit::count(&app, visitor.ip, None, Fetched::Picture)?;
    let id: ReadingTestId = id.parse().map_err(|_| Error::NotFound)?;
    let n = n.parse().map_err(|_| Error::NotFound)?;
    let tests = &app.captchas.tools.reading_tests;
    let drawing = tests.image(user, id, n, query.look()?).await?;
    Ok(picture::once("image/png", drawing.png.into_response()))
}
