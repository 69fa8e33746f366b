//! The body of a post: a form, or the same fields as JSON.

use std::fmt;

use axum::body::Bytes;
use axum::extract::{Form, FromRequest, Request};
use axum::extract::{FromRef, rejection::BytesRejection};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Value};

use crate::web::Error;
use crate::web::request::accept::Accept;
use crate::web::request::fields::{self, Field, Fields};
use crate::web::request::upload;
use rookery_games::Message;
use rookery_games::Registry;

const FORM: &str = "application/x-www-form-urlencoded";

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
        let (parts, body) = request.into_parts();
        let is_for_program = Accept::of(&parts).is_json();
        let mut request = Request::from_parts(parts, body);
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
        if is(FORM) {
            // The extractor compares the type with its case.
            let kind = HeaderValue::from_static(FORM);
            request.headers_mut().insert(header::CONTENT_TYPE, kind);
            let read = Form::<Vec<(String, String)>>::from_request(request, state).await;
            let Form(typed) = read.map_err(|e| unreadable(e.status(), e.body_text()))?;
            let games = Registry::from_ref(state);
            return fields::read_form(typed, is_for_program, &games).map(Body);
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
        let games = Registry::from_ref(state);
        fields::read_form(Vec::new(), is_for_program, &games).map(Body)
    }
}

/// The members of a JSON object, one after another: a map would keep the last of those with the same name, and say nothing.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AllMembers)
    }
}

struct AllMembers;

impl<'de> Visitor<'de> for AllMembers {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut sent: A) -> Result<Members, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = sent.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

fn object(bytes: &[u8]) -> Result<Map<String, Value>, Error> {
    if bytes.is_empty() {
        return Ok(Map::new());
    }
    let read: Result<Members, _> = serde_json::from_slice(bytes);
    let Members(members) = read.map_err(|e| {
        let at_line = |id| Message::new(id).with("line", e.line());
        Error::BadRequest(match e.classify() {
            Category::Data => Message::new("error-json-object"),
            Category::Eof => at_line("error-json-cut"),
            Category::Syntax | Category::Io => at_line("error-json").with("column", e.column()),
        })
    })?;
    let mut object = Map::new();
    for (name, value) in members {
        if object.contains_key(&name) {
            return Err(fields::doubled(&name));
        }
        object.insert(name, value);
    }
    Ok(object)
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

#[cfg(test)]
mod tests {
    use axum::body::Body as Sent;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Theme {
        theme: String,
    }

    impl Fields for Theme {
        fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
            vec![Field::text("theme").required()]
        }
    }

    async fn theme(kind: &str, body: &str) -> Result<String, Error> {
        let request = Request::post("/").header(header::CONTENT_TYPE, kind);
        let request = request.body(Sent::from(body.to_owned())).unwrap();
        let read = Body::<Theme>::from_request(request, &Registry::shipped()).await;
        read.map(|Body(fields)| fields.theme)
    }

    /// RFC 9110, section 8.3.1.
    #[tokio::test]
    async fn the_type_of_a_body_has_no_case() {
        for kind in [
            "application/x-www-form-urlencoded",
            "Application/X-WWW-Form-Urlencoded",
            "APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8",
        ] {
            let read = theme(kind, "theme=d%61rk&theme2=x").await;
            assert!(matches!(read.as_deref(), Ok("dark")), "{kind}: {read:?}");
        }
        for kind in ["application/json", "Application/JSON; charset=utf-8"] {
            let read = theme(kind, r#"{"theme": "dark"}"#).await;
            assert!(matches!(read.as_deref(), Ok("dark")), "{kind}: {read:?}");
        }
        let other = theme("application/x-www-form-urlencoded2", "theme=dark").await;
        assert!(matches!(other, Err(Error::MediaType)), "{other:?}");
    }

    #[tokio::test]
    async fn a_member_of_an_object_stands_there_once() {
        let twice = theme("application/json", r#"{"theme": "dark", "theme": "light"}"#).await;
        let Err(Error::BadRequest(why)) = twice else {
            panic!("which of them counts is not known: {twice:?}")
        };
        assert_eq!(why, Message::new("error-doubled").with("field", "theme"));
    }
}
