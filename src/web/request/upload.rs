//! Parts of a multipart form, read within limits.

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde_json::{Map, Value};

use crate::web::Error;
use rookery_games::Message;

/// The bytes of a part; `None` if there are more than `max`, in which case they are read and dropped.
///
/// # Errors
/// The form is broken, or too large as a whole.
pub async fn bytes_of(field: &mut Field<'_>, max: usize) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = Some(Vec::new());
    while let Some(chunk) = field.chunk().await.map_err(broken)? {
        if let Some(so_far) = &mut bytes {
            so_far.extend_from_slice(&chunk);
            if so_far.len() > max {
                bytes = None;
            }
        }
    }
    Ok(bytes)
}

/// The fields of a form that has no files.
///
/// # Errors
/// The form is broken, or too large.
pub async fn texts<S: Send + Sync>(
    request: Request,
    state: &S,
) -> Result<Map<String, Value>, Error> {
    let read = Multipart::from_request(request, state).await;
    let mut form = read.map_err(|e| unreadable(&e.body_text()))?;
    let mut sent = Map::new();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        let text = field.text().await.map_err(broken)?;
        sent.insert(name, Value::String(text));
    }
    Ok(sent)
}

/// The error for a form that ends in the middle, or is too large.
pub fn broken(error: MultipartError) -> Error {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
        _ => unreadable(&error.body_text()),
    }
}

/// The error for a form that cannot be read; `what` is the reader's message.
pub fn unreadable(what: &str) -> Error {
    Error::BadRequest(Message::new("error-form").with("what", what))
}
