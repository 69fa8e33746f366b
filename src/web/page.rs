//! Data of every page: texts, the logged-in user, the address of static files, light or dark.

use std::sync::Arc;

use askama::Template;
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use fluent_bundle::FluentValue;

use crate::accounts::Role;
use crate::config::{Guests, Signup};
use crate::service::ActiveLook;
use crate::web::error::with_query;
use crate::web::preferences::choices::Preferences;
use crate::web::preferences::storage;
use crate::web::request::cookie::cookie;
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::links::LinkBase;
use crate::web::session::visitor::Visitor;
use crate::web::words::{Words, argument};
use crate::web::{App, Error};
use rookery_games::Message;

/// The name of the cookie that remembers light or dark.
pub const THEME_COOKIE: &str = "theme";

/// The name of the cookie of a visitor who has sent the coach of first matches away.
pub const COACH_COOKIE: &str = "coach";

/// Light, dark, or as the device says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the device says.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    /// The class on `<html>` and the value of the cookie.
    pub fn as_str(self) -> &'static str {
        match self {
            Theme::Auto => "auto",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    /// The inverse of [`Theme::as_str`].
    pub fn named(text: &str) -> Option<Self> {
        [Theme::Auto, Theme::Light, Theme::Dark]
            .into_iter()
            .find(|theme| theme.as_str() == text)
    }

    /// The same of a text that is kept or came with a link: anything else is [`Theme::Auto`].
    pub fn parse(text: &str) -> Self {
        Theme::named(text).unwrap_or(Theme::Auto)
    }
}

/// The user in the header of a page.
#[derive(Clone, Debug)]
pub struct PageUser {
    pub name: String,
    /// Whether the admin pages are offered.
    pub is_admin: bool,
}

/// Data for every template.
#[derive(Clone, Debug)]
pub struct Page {
    pub words: Arc<Words>,
    /// The owner's look: name, logo, colours, notice.
    pub look: Arc<ActiveLook>,
    /// The language of the texts.
    pub lang: String,
    /// `/static/<hash>`.
    pub static_prefix: Arc<str>,
    pub path: String,
    /// Path and query, to come back to.
    pub here: String,
    /// The beginning of links to this site that a visitor passes on.
    pub link_base: LinkBase,
    /// The user who is logged in.
    pub user: Option<PageUser>,
    /// Light or dark.
    pub theme: Theme,
    /// The visitor's choices of looks, motion and sound of boards.
    pub boards: Preferences,
    /// Whether the visitor has sent the coach of first matches away.
    pub is_coach_off: bool,
    /// Whether new accounts can be made.
    pub signup_open: bool,
    /// Whether only people with an account may play.
    pub accounts_only: bool,
}

impl Page {
    /// The address of the log-in or the sign-up: from a match it leads back there.
    pub fn way_in(&self, path: &str) -> String {
        match self.path.starts_with("/games/") {
            true => with_query(path, &[("next", self.here.clone())]),
            false => path.to_owned(),
        }
    }

    /// Whether the visitor may play only after logging in.
    pub fn needs_account(&self) -> bool {
        self.accounts_only && self.user.is_none()
    }

    /// The site in a sentence, for search engines and link previews.
    pub fn description(&self) -> String {
        self.t(match self.accounts_only {
            true => "site-description-accounts",
            false => "site-description",
        })
    }

    /// The name that the owner, or else the configuration, gives the site.
    pub fn site_name(&self) -> &str {
        &self.look.look.name
    }

    /// A text of the catalogue.
    pub fn t(&self, id: &str) -> String {
        self.words.t(id)
    }

    /// A text with one argument, which is inserted verbatim. For plural forms, use [`Page::tn`].
    pub fn t1(&self, id: &str, name: &str, value: impl std::fmt::Display) -> String {
        self.words.t1(id, name, value)
    }

    /// A text with two arguments.
    pub fn t2(
        &self,
        id: &str,
        name: &str,
        value: impl std::fmt::Display,
        other: &str,
        other_value: impl std::fmt::Display,
    ) -> String {
        self.words.with(
            id,
            &[(name, argument(&value)), (other, argument(&other_value))],
        )
    }

    /// A text with a count, which may have plural forms; the argument is called `count`.
    pub fn tn(&self, id: &str, count: u64) -> String {
        self.words.with(id, &[("count", FluentValue::from(count))])
    }

    pub fn say(&self, message: &Message) -> String {
        self.words.say(message)
    }

    /// The class of `<html>`.
    pub fn theme_class(&self) -> &'static str {
        self.theme.as_str()
    }

    /// The page for a request and its visitor.
    pub fn of(app: &App, parts: &Parts) -> Self {
        let visitor = parts.extensions.get::<Visitor>();
        Page::new(app, parts, visitor)
    }

    /// The page if the visitor is known from elsewhere (or not at all).
    pub fn new(app: &App, parts: &Parts, visitor: Option<&Visitor>) -> Self {
        let user = visitor.and_then(Visitor::user).map(|u| PageUser {
            name: u.name.to_string(),
            is_admin: u.role == Role::Admin,
        });
        Page {
            words: Arc::clone(&app.words),
            look: app.look.current(),
            lang: app.words.language().to_owned(),
            static_prefix: app.static_prefix(),
            path: parts.uri.path().to_owned(),
            here: here(parts),
            user,
            link_base: LinkBase::of(app, parts),
            theme: cookie(parts, THEME_COOKIE).map_or(Theme::Auto, Theme::parse),
            boards: storage::of(parts, visitor.and_then(Visitor::user), app.games()),
            is_coach_off: cookie(parts, COACH_COOKIE) == Some("off"),
            signup_open: app.config.access.signup != Signup::Closed,
            accounts_only: app.config.access.guests == Guests::Off,
        }
    }
}

/// The address that shows this page again. The address of a post may have no page of its own; then it is that of the page with the form.
fn here(parts: &Parts) -> String {
    let own = || parts.uri.path_and_query().map(ToString::to_string);
    let found = match parts.method.is_safe() {
        true => own(),
        false => referer(parts).map(|from| with_page(&from).to_owned()),
    };
    authorize::safe_next(found.as_deref())
}

/// The address of the match if `from` is that of an action on it (`/games/ID/moves`): an action has no page to return to,
/// although the response to a refused one is shown under that address. So it is with all other addresses that take only posts.
pub fn with_page(from: &str) -> &str {
    const MATCHES: &str = "/games/";
    match from {
        "/games" => return "/play",
        "/account/password" | "/account/delete" => return "/account",
        "/preferences/sounds" => return "/preferences",
        "/admin/captcha/assets/remove" | "/admin/captcha/assets/rescan" => {
            return "/admin/captcha/assets";
        }
        // Buttons on pages of all kinds.
        "/logout" | "/account/theme" | "/account/coach" => return "/",
        _ => {}
    }
    let act = from.strip_prefix(MATCHES).and_then(|rest| rest.find('/'));
    act.map_or(from, |at| &from[..MATCHES.len() + at])
}

/// The address, on this site, of the page with the form that was sent, where the browser says it. Its host is not compared: a post from another
/// site does not get here ([`crate::web::layers::foreign`]), and a proxy may have changed `Host`.
fn referer(parts: &Parts) -> Option<String> {
    let referer = parts.headers.get(header::REFERER)?.to_str().ok()?;
    let address: Uri = referer.parse().ok()?;
    address.scheme()?;
    address.path_and_query().map(ToString::to_string)
}

impl FromRequestParts<App> for Page {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Error> {
        Ok(Page::of(app, parts))
    }
}

/// Renders a template as a page.
pub fn html(template: &impl Template) -> Response {
    html_with(StatusCode::OK, template)
}

/// Renders a template with another status.
pub fn html_with(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => Error::Internal(format!("a template failed: {error}")).into_response(),
    }
}

/// The status of a page that a one-time link leads to: gone, if the link was used or has expired. Without a token there was no link.
pub fn link_status(token: &str, is_good: bool) -> StatusCode {
    match is_good || token.is_empty() {
        true => StatusCode::OK,
        false => StatusCode::GONE,
    }
}

/// The status of a form that is refused: too many tries, if it may be sent again after a time, or else a field that is wrong.
pub fn refusal_status(retry_after_s: Option<u32>) -> StatusCode {
    match retry_after_s {
        Some(_) => StatusCode::TOO_MANY_REQUESTS,
        None => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// Renders a template that refuses a form, with `Retry-After` if the visitor has to wait. Where the status is that of an error, a program
/// gets what is wrong in place of the page ([`crate::web::site::error`]).
pub fn html_refused(
    status: StatusCode,
    retry_after_s: Option<u32>,
    template: &impl Template,
    form: &Form,
) -> Response {
    let mut response = html_with(status, template);
    response.extensions_mut().insert(form.refused());
    if let Some(seconds) = retry_after_s {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
