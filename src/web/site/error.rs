//! Error responses of all routes, as a page or as JSON.

use askama::Template;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use serde_json::{Value, json};

use crate::web::App;
use crate::web::error::Problem;
use crate::web::layers::Reference;
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::request::form::RefusedForm;
use crate::web::request::path;
use crate::web::session::visitor::Visitor;
use rookery_games::Message;

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    page: Page,
    status: u16,
    /// The drawing: what has happened to the bird.
    scene: &'static str,
    title: String,
    text: String,
    /// The reference that is also in the log, if the failure is the site's.
    reference: Option<String>,
    /// The page with the form that was sent, where the browser says which: loading this page again would send it again.
    back: Option<String>,
}

/// Turns an error without a body of its own into a page or JSON.
pub async fn problems(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_head = request.method() == Method::HEAD;
    let (parts, body) = request.into_parts();
    let json = Accept::of(&parts).is_json();
    let known = parts.clone();
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    if let Some(elsewhere) = elsewhere(status, &known, json) {
        return elsewhere.into_response();
    }
    let problem = response.extensions().get::<Problem>().cloned();
    let refused = response.extensions().get::<RefusedForm>();
    // A page that could not be made is the site's failure, whatever it was to say.
    let refused = refused.filter(|_| problem.is_none());
    if let (Some(refused), true, false) = (refused, json, is_head) {
        let error = json!({"error": of_form(&app, status, refused)});
        return with_headers_of(&response, (status, Json(error)).into_response());
    }
    let is_blank = problem.is_some()
        || !response.headers().contains_key(header::CONTENT_TYPE)
        || is_plain(&response);
    if !is_blank || is_head {
        return response;
    }
    let problem = problem.unwrap_or_else(|| generic(status));
    let reference = known
        .extensions
        .get::<Reference>()
        .map(|r| r.0.clone())
        .filter(|_| status.is_server_error());
    let say = app.words.say(&problem.message);
    let rendered = if let (Some(to), false) = (&problem.redirect, json) {
        Redirect::to(to).into_response()
    } else if json {
        let mut error = json!({"code": problem.code, "say": say, "reference": reference});
        if let Some((field, nearest)) = &problem.field {
            error["field"] = json!(field);
            error["nearest"] = json!(nearest);
        }
        (status, Json(json!({ "error": error }))).into_response()
    } else {
        let visitor = response.extensions().get::<Visitor>();
        let page = Page::new(&app, &known, visitor);
        let title = page.t(title_id(status));
        // A form of another site's page leads nowhere here.
        let is_ours = !known.method.is_safe() && status != StatusCode::FORBIDDEN;
        let back = is_ours
            .then(|| page.here.clone())
            .filter(|here| here != "/");
        let shown = ErrorPage {
            page,
            status: status.as_u16(),
            scene: scene(status),
            title,
            text: say,
            reference,
            back,
        };
        page::html_with(status, &shown)
    };
    with_headers_of(&response, rendered)
}

/// Retry-After, Allow, cookies: all headers but those of the body are kept.
fn with_headers_of(response: &Response, mut rendered: Response) -> Response {
    for (name, value) in response.headers() {
        if !rendered.headers().contains_key(name) && name != header::CONTENT_LENGTH {
            rendered.headers_mut().insert(name.clone(), value.clone());
        }
    }
    rendered
}

/// The address that was meant: the page of one that takes only posts, which stands in the address bar after a refused form, or the normal form
/// of one that leads nowhere.
fn elsewhere(status: StatusCode, asked: &Parts, json: bool) -> Option<Redirect> {
    if !matches!(asked.method, Method::GET | Method::HEAD) {
        return None;
    }
    let here = asked.uri.path();
    match status {
        StatusCode::METHOD_NOT_ALLOWED if !json => {
            let page = page::with_page(here);
            (page != here).then(|| Redirect::to(page))
        }
        StatusCode::NOT_FOUND => {
            let path = path::normal(here)?;
            Some(Redirect::permanent(&match asked.uri.query() {
                Some(query) => format!("{path}?{query}"),
                None => path,
            }))
        }
        _ => None,
    }
}

/// What is wrong with a form, for programs.
fn of_form(app: &App, status: StatusCode, refused: &RefusedForm) -> Value {
    let usual = generic(status);
    let code = match (status, refused.field) {
        (StatusCode::UNPROCESSABLE_ENTITY, Some(_)) => "field",
        _ => usual.code,
    };
    let say = refused.say.clone();
    let say = say.unwrap_or_else(|| app.words.say(&usual.message));
    let mut error = json!({"code": code, "say": say, "reference": null});
    if let Some(field) = refused.field {
        error["field"] = json!(field);
        error["nearest"] = Value::Null;
    }
    if let Some(challenge) = &refused.challenge {
        error["challenge"] = json!(challenge);
    }
    error
}

/// Whether it is a refusal by the framework's extractors, which is a line of plain text.
fn is_plain(response: &Response) -> bool {
    response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|kind| kind.starts_with("text/plain"))
        && response.status() != StatusCode::SERVICE_UNAVAILABLE
}

fn generic(status: StatusCode) -> Problem {
    let (code, id) = match status {
        StatusCode::FORBIDDEN => ("forbidden", "error-forbidden"),
        StatusCode::NOT_FOUND => ("not-found", "error-not-found"),
        StatusCode::METHOD_NOT_ALLOWED => ("method", "error-method"),
        StatusCode::CONFLICT => ("conflict", "error-conflict"),
        StatusCode::UNPROCESSABLE_ENTITY => ("invalid", "error-bad-request"),
        StatusCode::PAYLOAD_TOO_LARGE => ("too-large", "error-too-large"),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("media-type", "error-media-type"),
        StatusCode::TOO_MANY_REQUESTS => ("limited", "error-limited-for-now"),
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::REQUEST_TIMEOUT => {
            ("unavailable", "error-unavailable")
        }
        status if status.is_server_error() => ("internal", "error-internal"),
        _ => ("bad-request", "error-bad-request"),
    };
    Problem {
        message: Message::new(id),
        redirect: None,
        code,
        field: None,
    }
}

fn title_id(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "error-title-not-found",
        StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => "error-title-forbidden",
        StatusCode::TOO_MANY_REQUESTS => "error-title-limited",
        StatusCode::CONFLICT => "error-title-conflict",
        status if status.is_server_error() => "error-title-server",
        _ => "error-title-request",
    }
}

fn scene(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "gone",
        StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED => "gate",
        StatusCode::TOO_MANY_REQUESTS => "rest",
        status if status.is_server_error() => "broken",
        _ => "home",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_failure_has_a_drawing_of_its_own() {
        let drawn = [404, 403, 429, 500, 503, 400].map(|code| {
            let status = StatusCode::from_u16(code).unwrap();
            scene(status)
        });
        assert_eq!(drawn, ["gone", "gate", "rest", "broken", "broken", "home"]);
    }
}
