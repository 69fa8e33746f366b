//! The body of a post: a form, or the same fields as JSON.

use axum::extract::{Form, FromRequest, Json, Request};
use axum::http::header;
use serde::de::DeserializeOwned;

use crate::games::Message;
use crate::web::Error;

/// Fields of a form (`application/x-www-form-urlencoded`) or of a JSON object.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .is_some_and(|kind| kind.starts_with("application/json"));
        let read = if is_json {
            Json::<T>::from_request(request, state)
                .await
                .map(|Json(t)| t)
                .map_err(|e| (e.status(), e.body_text()))
        } else {
            Form::<T>::from_request(request, state)
                .await
                .map(|Form(t)| t)
                .map_err(|e| (e.status(), e.body_text()))
        };
        read.map(Body).map_err(|(status, what)| {
            if status.as_u16() == 413 {
                Error::TooLarge
            } else {
                Error::BadRequest(Message::new("error-form").with("what", what))
            }
        })
    }
}
