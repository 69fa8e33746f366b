//! The body of a post: a form, or the same fields as JSON.

use axum::body::Bytes;
use axum::extract::{Form, FromRequest, Request};
use axum::extract::{FromRef, rejection::BytesRejection};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::web::Error;
use crate::web::request::fields::{self, Field, Fields};
use crate::web::request::upload;
use rookery_games::Message;
use rookery_games::Registry;

/// Fields of a form (`application/x-www-form-urlencoded`) or of a JSON object.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// Whether the content type of a request begins so, in any case (RFC 9110, section 8.3.1).
pub fn has_type(headers: &HeaderMap, start: &str) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let sent = kind.and_then(|kind| kind.as_bytes().get(..start.len()));
    sent.is_some_and(|sent| sent.eq_ignore_ascii_case(start.as_bytes()))
}

/// The body of a post that takes no fields.
#[derive(Debug, Default, Deserialize)]
pub struct Nothing {}

impl Fields for Nothing {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        Vec::new()
    }
}

impl<S, T> FromRequest<S> for Body<T>
where
    S: Send + Sync,
    T: Fields,
    Registry: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|v| v.to_str().ok()).map(str::to_owned);
        let is = |name: &str| {
            let kind = kind.as_deref().and_then(|kind| kind.split(';').next());
            kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case(name))
        };
        if is("application/json") {
            let bytes = Bytes::from_request(request, state).await.map_err(cut)?;
            return fields::read(object(&bytes)?, &Registry::from_ref(state)).map(Body);
        }
        if is("application/x-www-form-urlencoded") {
            let form = Form::<T>::from_request(request, state).await;
            return form
                .map(|Form(fields)| Body(fields))
                .map_err(|e| unreadable(e.status(), e.body_text()));
        }
        if T::TAKES_MULTIPART && is("multipart/form-data") {
            let sent = upload::texts(request, state).await?;
            return fields::read(sent, &Registry::from_ref(state)).map(Body);
        }
        // Without a content type, only an empty body makes sense: a post without fields, or one that lacks all of them.
        let bytes = Bytes::from_request(request, state).await.map_err(cut)?;
        if !bytes.is_empty() {
            return Err(Error::MediaType);
        }
        let nothing = serde_json::from_value(Value::Object(Map::new()));
        nothing
            .map(Body)
            .map_err(|e| unreadable(StatusCode::BAD_REQUEST, e.to_string()))
    }
}

fn object(bytes: &[u8]) -> Result<Map<String, Value>, Error> {
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_slice(bytes).map_err(|e| {
        let at_line = |id| Message::new(id).with("line", e.line());
        Error::BadRequest(match e.classify() {
            Category::Data => Message::new("error-json-object"),
            Category::Eof => at_line("error-json-cut"),
            Category::Syntax | Category::Io => at_line("error-json").with("column", e.column()),
        })
    })
}

fn cut(rejection: BytesRejection) -> Error {
    unreadable(rejection.status(), rejection.body_text())
}

fn unreadable(status: StatusCode, what: String) -> Error {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
        _ => Error::BadRequest(Message::new("error-form").with("what", what)),
    }
}
