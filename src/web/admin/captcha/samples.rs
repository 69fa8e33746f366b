//! `/admin/captcha/samples` and `/admin/captcha/preview/{n}`: pictures of unsaved values, with their figures.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::service::{SAMPLES, Sample};
use crate::web::admin::captcha::form::{self, UnsentSwitch};
use crate::web::error::with_query;
use crate::web::page::Page;
use crate::web::request::fields::TypedFields;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_captcha::{Captcha, ENOUGH_CONTRAST, Look};
use rookery_games::Message;

/// The pictures of a sheet as page and script show them.
#[derive(Debug, Serialize)]
pub struct ContactSheet {
    /// The pictures.
    pub samples: Vec<Shown>,
    /// All of them in a sentence.
    pub summary: String,
}

/// One picture.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The address of the picture.
    pub src: String,
    /// The alternative text: the kind of picture, and its word.
    pub alt: String,
    /// CSS pixels.
    pub width: u32,
    /// CSS pixels.
    pub height: u32,
    /// Bytes, milliseconds, contrast.
    pub figures: String,
    /// The contrast is less than letters should have.
    pub is_faint: bool,
}

/// Draws a sheet, or takes it from the cache.
///
/// # Errors
/// Busy, or a defect.
pub async fn sheet(
    app: &App,
    page: &Page,
    live: &Captcha,
    seed: u32,
    look: Look,
) -> Result<ContactSheet, Error> {
    let drawn = app
        .captchas
        .tools
        .samples
        .sheet(live, u64::from(seed), look)
        .await?;
    let values = form::query(&live.settings)
        .into_iter()
        .chain([("seed", seed.to_string())])
        .chain(form::look_query(look))
        .collect::<Vec<_>>();
    let samples = drawn.iter().enumerate().map(|(n, sample)| {
        let src = with_query(&format!("/admin/captcha/preview/{n}"), &values);
        shown(page, n + 1, sample, look, src)
    });
    Ok(ContactSheet {
        samples: samples.collect(),
        summary: summary(page, &drawn),
    })
}

fn shown(page: &Page, number: usize, sample: &Sample, look: Look, src: String) -> Shown {
    let drawing = &sample.drawing;
    let factor = look.scale.factor();
    let figures = Message::new("captcha-sample-figures")
        .with("bytes", drawing.png.len())
        .with("ms", ms(sample.took.as_secs_f64() * 1000.0))
        .with("contrast", ratio(drawing.contrast));
    Shown {
        src,
        alt: page.t2("captcha-sample", "number", number, "word", &sample.word),
        width: drawing.width_px / factor,
        height: drawing.height_px / factor,
        figures: page.say(&figures),
        is_faint: drawing.contrast < ENOUGH_CONTRAST,
    }
}

fn summary(page: &Page, drawn: &[Sample]) -> String {
    let n = drawn.len().max(1);
    let bytes: usize = drawn.iter().map(|s| s.drawing.png.len()).sum();
    let took_ms: f64 = drawn.iter().map(|s| s.took.as_secs_f64() * 1000.0).sum();
    let least = drawn
        .iter()
        .map(|s| s.drawing.contrast)
        .fold(f32::INFINITY, f32::min);
    let id = match (drawn.len() as u64) < SAMPLES {
        true => "captcha-samples-slow",
        false => "captcha-samples-mean",
    };
    let message = Message::new(id)
        .with("count", drawn.len())
        .with("bytes", bytes / n)
        .with("ms", ms(took_ms / n as f64))
        .with("contrast", ratio(least));
    page.say(&message)
}

fn ms(ms: f64) -> String {
    format!("{ms:.1}")
}

/// A contrast ratio; there is none if letters touch nothing at all.
fn ratio(contrast: f32) -> String {
    match contrast.is_finite() {
        true => format!("{contrast:.1}"),
        false => "–".to_owned(),
    }
}

/// `GET /admin/captcha/samples?<values>&seed=…&scale=…&theme=…`: a sheet for the page's script.
pub async fn list(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(fields): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin/captcha").await?;
    let live = drawn_by(&app, &page, &fields).await?;
    let look = form::look(&page, &fields);
    let sheet = sheet(&app, &page, &live, form::seed(&fields), look).await?;
    Ok(Json(sheet).into_response())
}

/// `GET /admin/captcha/preview/{n}?<values>&seed=…&scale=…&theme=…`: one picture with values that are not saved.
pub async fn preview(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Path(n): Path<u64>,
    Query(fields): Query<TypedFields>,
) -> Result<Response, Error> {
    authorize::admin(&app, &visitor, "/admin/captcha").await?;
    let live = drawn_by(&app, &page, &fields).await?;
    let seed = u64::from(form::seed(&fields)).wrapping_add(n);
    let look = form::look(&page, &fields);
    let sample = app.captchas.tools.samples.one(&live, seed, look).await?;
    Ok(png(sample.drawing.png.clone()))
}

/// The captcha with the values of a query.
pub async fn drawn_by(app: &App, page: &Page, fields: &TypedFields) -> Result<Captcha, Error> {
    let (settings, form) = form::read(app, page, fields, UnsentSwitch::Off);
    if !form.is_right() {
        return Err(Error::Invalid(Message::new("error-preview")));
    }
    Ok(app.captchas.settings.unsaved(settings).await?.drawing)
}

/// A picture as an answer.
pub fn png(bytes: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("image/png");
    ([(header::CONTENT_TYPE, kind)], bytes).into_response()
}
