//! Access rules: the roles and verifications that pages require, read at each request.

use crate::accounts::Role;
use crate::config::Guests;
use crate::store::{Actor, Session, User};
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Message;

/// The time for which a passed captcha is valid.
const VERIFIED_FOR_MS: i64 = 24 * 60 * 60 * 1000;
/// Admin pages ask for the password again when they were not used for this long.
const REAUTH_AFTER_MS: i64 = 30 * 60 * 1000;
/// That they were used is noted at most this often.
const RENEW_AFTER_MS: i64 = 60 * 1000;
/// The clocks of two nodes differ by less than this. What lies further in the future was noted by a clock that was wrong, and does not count.
const AHEAD_AT_MOST_MS: i64 = 60 * 1000;

/// Whether `at_ms` is less than `limit_ms` ago, or ahead by no more than clocks differ.
fn is_within(limit_ms: i64, now_ms: i64, at_ms: i64) -> bool {
    (-AHEAD_AT_MOST_MS..limit_ms).contains(&(now_ms - at_ms))
}

/// Whether the visitor may use the engine: with an account, a captcha passed in the last 24 hours, or on an open site.
pub fn is_verified(app: &App, visitor: &Visitor) -> bool {
    let passed = visitor
        .row
        .as_ref()
        .and_then(|row| row.verified_ms)
        .is_some_and(|ms| is_within(VERIFIED_FOR_MS, app.clock().now_ms(), ms));
    visitor.user().is_some()
        || match app.config.access.guests {
            Guests::Open => true,
            Guests::Captcha => passed,
            Guests::Off => false,
        }
}

/// Whether only people with an account may play, and the visitor is none of them.
pub fn needs_account(app: &App, visitor: &Visitor) -> bool {
    app.config.access.guests == Guests::Off && visitor.user().is_none()
}

/// Requires [`is_verified`]; other visitors go through `/verify` (or log in) and return to `next`.
///
/// # Errors
/// The visitor is not verified; the error says where to go.
pub fn verified(app: &App, visitor: &Visitor, next: &str) -> Result<(), Error> {
    if is_verified(app, visitor) {
        return Ok(());
    }
    let next = next.to_owned();
    Err(match app.config.access.guests {
        Guests::Off => Error::LogIn { next },
        Guests::Captcha | Guests::Open => Error::Verify { next },
    })
}

/// Requires an account.
///
/// # Errors
/// Log in first.
pub fn user<'v>(visitor: &'v Visitor, next: &str) -> Result<&'v User, Error> {
    visitor.user().ok_or_else(|| Error::LogIn {
        next: next.to_owned(),
    })
}

/// Requires an admin who has typed the password, or used these pages, in the last 30 minutes. For a plain user the page does not exist.
///
/// # Errors
/// Log in first, or not found.
pub async fn admin<'v>(app: &App, visitor: &'v Visitor, next: &str) -> Result<&'v User, Error> {
    let user = user(visitor, next)?;
    if user.role != Role::Admin {
        app.accounts
            .note_counted(Actor::User(user.id), "admin-refused", next)
            .await?;
        return Err(Error::NotFound);
    }
    let now_ms = app.clock().now_ms();
    match confirmed(app, visitor) {
        Some((row, asked_ms)) => {
            // Each use extends the time limit, so that work begun in time is not lost. If the renewal fails, the limit only comes sooner.
            if now_ms - asked_ms >= RENEW_AFTER_MS
                && let Err(error) = app.store().renew_reauth(&row.id_hash, now_ms).await
            {
                tracing::warn!(%error, "cannot note that an admin's page was used");
            }
            Ok(user)
        }
        None => Err(Error::LogIn {
            next: next.to_owned(),
        }),
    }
}

/// The session of a user who has typed the password, or used admin pages, in the last 30 minutes, and when.
fn confirmed<'v>(app: &App, visitor: &'v Visitor) -> Option<(&'v Session, i64)> {
    let row = visitor.row.as_deref()?;
    let asked_ms = row.reauth_ms?;
    is_within(REAUTH_AFTER_MS, app.clock().now_ms(), asked_ms).then_some((row, asked_ms))
}

/// Whether the visitor is an admin on the way to an admin page that asks for the password first.
pub fn must_confirm(app: &App, visitor: &Visitor, next: &str) -> bool {
    let is_admin = visitor.user().is_some_and(|user| user.role == Role::Admin);
    let rest = next.strip_prefix("/admin");
    let is_admin_page =
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
    is_admin && is_admin_page && confirmed(app, visitor).is_none()
}

/// The address to return to, if it belongs to this site: an absolute path that no browser reads as a host.
pub fn safe_next(next: Option<&str>) -> String {
    let fallback = "/".to_owned();
    let Some(next) = next else { return fallback };
    let is_path = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains('\\')
        && !next.chars().any(char::is_control)
        && next.len() <= 512;
    if is_path { next.to_owned() } else { fallback }
}

/// The error for a form of unknown origin.
pub fn foreign() -> Error {
    Error::Forbidden(Message::new("error-forbidden"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_wrong_clock_noted_does_not_count() {
        const DAY_MS: i64 = 86_400_000;
        let is_confirmed = |ago_ms| is_within(REAUTH_AFTER_MS, DAY_MS, DAY_MS - ago_ms);
        for (ago_ms, expected) in [
            (0, true),
            (30 * 60_000 - 1, true),
            (30 * 60_000, false),
            // The other node's clock is a little ahead; a day is none.
            (-60_000, true),
            (-60_001, false),
            (-DAY_MS, false),
        ] {
            assert_eq!(is_confirmed(ago_ms), expected, "{ago_ms}");
        }
    }

    #[test]
    fn next_never_leaves_the_site() {
        for bad in [
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil",
            "javascript:alert(1)",
            "",
            "evil",
            "/\n/evil",
            "/a\\b",
            " /x",
        ] {
            assert_eq!(safe_next(Some(bad)), "/", "{bad:?}");
        }
        assert_eq!(safe_next(Some("/games/abc?ply=3")), "/games/abc?ply=3");
        assert_eq!(safe_next(None), "/");
    }
}
