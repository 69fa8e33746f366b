//! Storage of the preferences: in the account of a visitor who is logged in, in a cookie of any other.
//!
//! For an account that has never saved any, the browser's cookie applies, so that logging in does not change the boards; the
//! log-in then stores those preferences in the account.

use std::collections::BTreeMap;

use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::store::User;
use crate::web::preferences::choices::{self, Preferences};
use crate::web::request::cookie::{YEAR_S, cookie, set_cookie};
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Registry;

const COOKIE: &str = "boards";
/// Maximum size of the cookie. A longer one is not ours: all fields with their longest values are shorter.
const MOST_BYTES: usize = 1024;
/// The settings of an account that saved none.
const UNSAVED: &str = "{}";

/// The preferences for a request.
pub fn of(parts: &Parts, user: Option<&User>, games: &Registry) -> Preferences {
    match user {
        Some(user) if user.settings != UNSAVED => of_account(user, games),
        _ => cookie(parts, COOKIE).map_or_else(Preferences::default, |text| {
            let text = Some(text).filter(|text| text.len() <= MOST_BYTES);
            let pairs = text.unwrap_or_default().split('&');
            Preferences::read(pairs.filter_map(|pair| pair.split_once('=')), games)
        }),
    }
}

fn of_account(user: &User, games: &Registry) -> Preferences {
    let saved: BTreeMap<String, String> = match serde_json::from_str(&user.settings) {
        Ok(saved) => saved,
        Err(error) => {
            tracing::warn!(user = %user.id, %error, "cannot read the preferences of an account");
            return Preferences::default();
        }
    };
    let pairs = saved.iter().map(|(field, word)| (&**field, &**word));
    Preferences::read(pairs, games)
}

/// Saves the preferences of a visitor; the headers tell the browser of one who is not logged in.
///
/// # Errors
/// The database does not answer.
pub async fn save(app: &App, visitor: &Visitor, chosen: &Preferences) -> Result<HeaderMap, Error> {
    if let Some(user) = visitor.user() {
        keep(app, user, chosen).await?;
        return Ok(HeaderMap::new());
    }
    let pairs = chosen.pairs().iter();
    let pairs: Vec<String> = pairs
        .map(|(field, word)| format!("{field}={word}"))
        .collect();
    // If everything is as usual, the cookie goes.
    let age_s = if pairs.is_empty() { 0 } else { YEAR_S };
    set_cookie(app, COOKIE, &pairs.join("&"), age_s)
}

/// Puts the preferences of a browser's cookie into an account that never saved any. Where that fails, it is logged: the user is in, and perhaps a
/// match has begun.
pub async fn adopt(app: &App, user: &User, chosen: &Preferences) {
    if user.settings == UNSAVED
        && !chosen.are_usual()
        && let Err(error) = keep(app, user, chosen).await
    {
        tracing::warn!(?error, "cannot keep a browser's preferences in an account");
    }
}

/// All fields, the usual words too: an account that saved them no longer goes by a cookie.
async fn keep(app: &App, user: &User, chosen: &Preferences) -> Result<(), Error> {
    let preferences = choices::all(app.games());
    let pairs = preferences.iter().filter_map(|preference| {
        let usual = preference.words.first().copied()?;
        Some((
            preference.field,
            chosen.word(preference.field).unwrap_or(usual),
        ))
    });
    let saved: BTreeMap<&str, &str> = pairs.collect();
    let saved = serde_json::to_string(&saved).map_err(|e| Error::Internal(e.to_string()))?;
    app.store().set_user_settings(user.id, &saved).await?;
    Ok(())
}
