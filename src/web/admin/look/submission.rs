//! The look as it is sent: a form with a file, or the same fields without one, also as JSON.

use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::look;
use crate::look::MAX_LOGO_BYTES;
use crate::web::request::body::{Body, has_type};
use crate::web::request::fields::{Field, Fields, Shape, TypedFields};
use crate::web::request::upload;
use crate::web::{App, Error};
use rookery_games::Registry;

/// The field with the file.
const FILE: &str = "logo_file";
/// The most bytes of one field; more than the longest text has, so that a text that is too long comes back.
const MAX_FIELD_BYTES: usize = 512 << 10;
/// The most bytes of a body without a file.
const MAX_BODY_BYTES: usize = 2 << 20;

/// The fields that are typed or chosen.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct LookFields(TypedFields);

impl Fields for LookFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        let own = [
            Field::text("act"),
            Field::number("version", 0, i64::MAX),
            Field::text("logo"),
            Field::of("remove_logo", Shape::Switch),
        ];
        let typed = look::FIELDS.iter().map(|spec| Field::text(spec.key));
        own.into_iter().chain(typed).collect()
    }
}

/// The file of a form.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum SentFile {
    /// None was chosen.
    #[default]
    None,
    /// Its bytes, at most [`MAX_LOGO_BYTES`].
    Bytes(Vec<u8>),
    TooManyBytes,
}

/// The fields and the file of a sent form.
#[derive(Debug, Default)]
pub struct Submission {
    fields: TypedFields,
    pub file: SentFile,
}

impl Submission {
    /// Reads the body of a request; the sender is known to be an admin.
    ///
    /// # Errors
    /// The body cannot be read, or is too large.
    pub async fn read(mut request: Request, app: &App) -> Result<Self, Error> {
        if has_type(request.headers(), "multipart/form-data") {
            let parts = Multipart::from_request(request, app).await;
            let parts = parts.map_err(|error| upload::unreadable(&error.body_text()))?;
            return Submission::of_parts(parts, app.games()).await;
        }
        DefaultBodyLimit::max(MAX_BODY_BYTES).apply(&mut request);
        let Body(LookFields(fields)) = Body::from_request(request, app).await?;
        Ok(Submission {
            fields,
            file: SentFile::None,
        })
    }

    async fn of_parts(mut parts: Multipart, games: &Registry) -> Result<Self, Error> {
        let mut sent = Submission::default();
        let known = LookFields::known(&Map::new(), games);
        while let Some(mut part) = parts.next_field().await.map_err(upload::broken)? {
            let name = part.name().unwrap_or_default().to_owned();
            if name == FILE {
                let file = upload::bytes_of(&mut part, MAX_LOGO_BYTES).await?;
                sent.file = match file {
                    // A browser sends an empty file where none was chosen.
                    Some(bytes) if bytes.is_empty() => SentFile::None,
                    Some(bytes) => SentFile::Bytes(bytes),
                    None => SentFile::TooManyBytes,
                };
                continue;
            }
            let bytes = upload::bytes_of(&mut part, MAX_FIELD_BYTES).await?;
            if known.iter().all(|field| field.name != name) {
                continue;
            }
            let text = String::from_utf8(bytes.ok_or(Error::TooLarge)?);
            let text = text.map_err(|error| upload::unreadable(&error.to_string()))?;
            sent.fields.insert(name, text);
        }
        Ok(sent)
    }

    /// A field as it was typed; `None` where it was not sent.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.fields.get(key).map(String::as_str)
    }

    /// Whether a switch is on.
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some("true")
    }
}
