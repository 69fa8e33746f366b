//! `/account`: a user's results and best levels, matches (all, or those of one game), password, and the light or dark choice (which visitors have too).

use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::matches::Holder;
use crate::service::{ChangeError, LogInError, SignUpError};
use crate::store::{Owner, PageCursor};
use crate::web::gallery::Sprite;
use crate::web::matches::best_levels::{self, ResultsRow};
use crate::web::matches::rows::{MatchRow, rows};
use crate::web::matches::start;
use crate::web::page::{self, COACH_COOKIE, Page, THEME_COOKIE, Theme};
use crate::web::request::body::Body;
use crate::web::request::cookie::{YEAR_S, set_cookie};
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::visitor::Visitor;
use crate::web::site::unfinished::{LOOKED_THROUGH, UnfinishedMatches, newest, unfinished};
use crate::web::words::duration::duration;
use crate::web::words::error_texts;
use crate::web::{App, Error};
use rookery_games::{GameType, Message, Registry};

const PER_PAGE: u32 = 20;

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage<'a> {
    page: Page,
    form: Form,
    name: String,
    games: Vec<MatchRow>,
    filters: Vec<GameFilter>,
    /// The matches of the list, those on its other pages too.
    files: Vec<MatchesFile>,
    /// The unfinished matches; empty on later pages of the list.
    unfinished: UnfinishedMatches,
    /// The drawings of the pieces on their boards.
    sprite: Sprite<'a>,
    /// The name of the game whose matches are shown; `None` for all games.
    chosen: Option<&'static str>,
    /// The results and the best levels beaten, by game.
    results: Vec<ResultsRow>,
    /// Whether the games are the first page of them.
    is_first: bool,
    /// The beginning of the next page of games.
    next: Option<PageCursor>,
    /// Days for which the audit log keeps the name of an account that is deleted.
    audit_days: u64,
    /// The password has just been changed.
    is_changed: bool,
}

impl AccountPage<'_> {
    /// The part of an address that names the chosen game.
    fn narrowed(&self) -> String {
        self.chosen
            .map_or_else(String::new, |game| format!("game={game}"))
    }
}

/// A link to the matches of one game, or to all.
struct GameFilter {
    href: String,
    title: String,
    is_chosen: bool,
}

/// A link to a file.
struct MatchesFile {
    href: String,
    label: String,
}

/// `?game=…`, whose matches alone are shown; `?from=…`, where a page of them begins
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AccountQuery {
    game: String,
    from: String,
    changed: Option<String>,
}

/// The fields of the password form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PasswordFields {
    old: String,
    new: String,
}

impl Fields for PasswordFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("old"), Field::text("new")]
    }
}

/// The fields of the theme form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ThemeFields {
    theme: String,
    next: Option<String>,
}

impl Fields for ThemeFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("theme"), Field::text("next")]
    }
}

/// The fields of the form that sends the coach of first matches away.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CoachFields {
    next: Option<String>,
}

impl Fields for CoachFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![Field::text("next")]
    }
}

/// `GET /account`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<AccountQuery>,
) -> Result<Response, Error> {
    // An invalid cursor comes from an old or broken link: show the first page.
    let place: Option<PageCursor> = query.from.parse().ok();
    authorize::user(&visitor, "/account")?;
    let chosen = match query.game.as_str() {
        "" => None,
        name => Some(app.games().find(name).map_err(start::unknown_game)?),
    };
    let list = (chosen, place.as_ref());
    let shown = account(&app, page, &visitor, Form::new(), list).await?;
    Ok(page::html(&AccountPage {
        is_changed: query.changed.is_some(),
        ..shown
    }))
}

/// `POST /account/password`
pub async fn change_password(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<PasswordFields>,
) -> Result<Response, Error> {
    let user = authorize::user(&visitor, "/account")?;
    let origin = visitor.own_origin(&app);
    let changed = app
        .accounts
        .change_password(user, &fields.old, fields.new, &origin)
        .await;
    let fault = match changed {
        Ok(()) => {
            // The password has been changed already.
            if let Err(error) = visitor.renew(&app, user).await {
                tracing::warn!(
                    ?error,
                    "cannot renew the session of a user whose password is changed"
                );
            }
            return Ok(Redirect::to("/account?changed=1").into_response());
        }
        Err(ChangeError::Old(error)) => password_fault(&page, &visitor, "old", error)?,
        Err(ChangeError::New(SignUpError::Service(error))) => return Err(error.into()),
        Err(ChangeError::New(SignUpError::Password(error))) => Fault {
            field: Some("new"),
            words: error_texts::password(&page, &error),
            retry_after_s: None,
        },
        Err(ChangeError::New(error)) => return Err(Error::Internal(error.to_string())),
    };
    refused(&app, page, &visitor, fault).await
}

/// What is wrong with a form of this page.
pub(super) struct Fault {
    /// The field that is wrong; `None` if no typed value is to blame.
    pub field: Option<&'static str>,
    pub words: String,
    /// Seconds after which it may be sent again, if it was refused without a check.
    pub retry_after_s: Option<u32>,
}

/// The fault of a field whose password is wrong, or was not checked.
///
/// # Errors
/// The password could not be checked because of an error of the site.
pub(super) fn password_fault(
    page: &Page,
    visitor: &Visitor,
    field: &'static str,
    error: LogInError,
) -> Result<Fault, Error> {
    visitor.log_refused(&error);
    match error {
        LogInError::Service(error) => Err(error.into()),
        LogInError::Limited { retry_after_s } => Ok(Fault {
            field: None,
            words: page.say(&Message::new("login-limited").with("wait", duration(retry_after_s))),
            retry_after_s: Some(retry_after_s),
        }),
        // A user's own session is vouched for: no captcha is asked for.
        _ => Ok(Fault {
            field: Some(field),
            words: page.t("password-old-wrong"),
            retry_after_s: None,
        }),
    }
}

/// The page with a form that is refused.
///
/// # Errors
/// Nobody is logged in, or the database does not answer.
pub(super) async fn refused(
    app: &App,
    page: Page,
    visitor: &Visitor,
    fault: Fault,
) -> Result<Response, Error> {
    let mut form = Form::new();
    match fault.field {
        Some(field) => form.refuse(field, fault.words),
        None => form.refuse_whole(fault.words),
    }
    let shown = account(app, page, visitor, form, (None, None)).await?;
    let retry = fault.retry_after_s;
    let status = page::refusal_status(retry);
    Ok(page::html_refused(status, retry, &shown, &shown.form))
}

/// `POST /account/theme`, for visitors too.
pub async fn theme(
    State(app): State<App>,
    Body(fields): Body<ThemeFields>,
) -> Result<Response, Error> {
    let theme = Theme::named(&fields.theme).ok_or_else(|| {
        Error::Invalid(Message::new("theme-refused").with("value", fields.theme.as_str()))
    })?;
    remember(&app, THEME_COOKIE, theme.as_str(), fields.next.as_deref())
}

/// `POST /account/coach`, for visitors too: first matches are no longer explained.
pub async fn coach(
    State(app): State<App>,
    Body(fields): Body<CoachFields>,
) -> Result<Response, Error> {
    remember(&app, COACH_COOKIE, "off", fields.next.as_deref())
}

/// Keeps a choice in a cookie for a year, and goes back to where it was made.
fn remember(app: &App, name: &str, value: &str, next: Option<&str>) -> Result<Response, Error> {
    let headers = set_cookie(app, name, value, YEAR_S)?;
    let next = authorize::safe_next(next);
    Ok((headers, Redirect::to(&next)).into_response())
}

async fn account<'a>(
    app: &'a App,
    mut page: Page,
    visitor: &Visitor,
    form: Form,
    (chosen, place): (Option<&'static dyn GameType>, Option<&PageCursor>),
) -> Result<AccountPage<'a>, Error> {
    let user = authorize::user(visitor, "/account")?;
    // Also when a form of this page was refused: the links to further list pages need this address.
    page.path = "/account".to_owned();
    let files = files(&page, chosen);
    let chosen = chosen.map(GameType::name);
    let store = app.store();
    let found = match chosen {
        None => {
            let owner = Owner::User(user.id);
            store.games_of(owner, PER_PAGE, place).await?
        }
        Some(game) => {
            store
                .games_of_user_in(user.id, game, PER_PAGE, place)
                .await?
        }
    };
    let (results, best) = (
        store.results(user.id).await?,
        store.best_levels(user.id).await?,
    );
    let left = match (chosen, place) {
        (None, None) => found
            .rows
            .iter()
            .take(LOOKED_THROUGH as usize)
            .cloned()
            .collect(),
        (Some(_), None) => newest(app, visitor).await?,
        (_, Some(_)) => Vec::new(),
    };
    let left = unfinished(app, &page, &left, visitor.player()).await?;
    Ok(AccountPage {
        unfinished: left.without_faces(),
        sprite: app.gallery()?.sprite(&page.boards),
        filters: filters(app.games(), &page, chosen),
        files,
        chosen,
        results: best_levels::rows(&page, app.games(), &results, &best),
        games: rows(
            &page,
            app.games(),
            &found.rows,
            Holder::User(user.id),
            app.clock().now_ms(),
        ),
        is_first: place.is_none(),
        next: found.next,
        audit_days: app.config.retention.audit_days.into(),
        name: user.name.to_string(),
        page,
        form,
        is_changed: false,
    })
}

/// The list of all games, and that of each.
fn filters(games: &Registry, page: &Page, chosen: Option<&str>) -> Vec<GameFilter> {
    let all = GameFilter {
        href: "/account".to_owned(),
        title: page.t("games-all"),
        is_chosen: chosen.is_none(),
    };
    let of_game = |kind: &&'static dyn GameType| GameFilter {
        href: format!("/account?game={}", kind.name()),
        title: page.say(&kind.title()),
        is_chosen: chosen == Some(kind.name()),
    };
    let games = games.all().iter().map(of_game);
    std::iter::once(all).chain(games).collect()
}

/// All matches, or those of one game, which may have a format of its own.
fn files(page: &Page, chosen: Option<&'static dyn GameType>) -> Vec<MatchesFile> {
    let Some(kind) = chosen else {
        return vec![MatchesFile {
            href: "/account/games".to_owned(),
            label: page.t("account-download"),
        }];
    };
    let href = format!("/account/games?game={}", kind.name());
    let record = kind.sheet().export.map(|format| MatchesFile {
        href: format!("{href}&format=record"),
        label: page.t1("game-record", "format", format),
    });
    let all = MatchesFile {
        label: page.t1("account-download-of", "game", page.say(&kind.title())),
        href,
    };
    std::iter::once(all).chain(record).collect()
}
