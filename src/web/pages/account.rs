//! `/account`: a user's games, password, and the light or dark choice (which visitors have too).

use askama::Template;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::arena::{ChangeError, LogInError, SignUpError};
use crate::play::Holder;
use crate::store::Owner;
use crate::web::body::Body;
use crate::web::fields::{Field, Fields};
use crate::web::form::Form;
use crate::web::guard;
use crate::web::page::{self, Page, THEME_COOKIE, Theme};
use crate::web::pages::history::{GameRow, rows};
use crate::web::who::Visitor;
use crate::web::words_of;
use crate::web::{App, Error};

const PER_PAGE: u32 = 20;

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    page: Page,
    form: Form,
    name: String,
    games: Vec<GameRow>,
    /// The number of this page of games, from 1.
    number: u32,
    /// How many pages of games there are.
    pages: u32,
    /// The password has just been changed.
    is_changed: bool,
}

/// `?page=2`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct AccountQuery {
    page: Option<u32>,
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
    fn known(_: &Map<String, Value>) -> Vec<Field> {
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
    fn known(_: &Map<String, Value>) -> Vec<Field> {
        vec![Field::text("theme"), Field::text("next")]
    }
}

/// `GET /account`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<AccountQuery>,
) -> Result<Response, Error> {
    let number = query.page.unwrap_or(1).max(1);
    let shown = account(&app, page, &visitor, Form::new(), number).await?;
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
    let user = guard::user(&visitor, "/account")?;
    let key = visitor
        .row
        .as_ref()
        .map(|r| r.id_hash.clone())
        .unwrap_or_default();
    let mut origin = visitor.origin(&app, &key);
    // Others' guesses at the account do not keep its user from changing the password.
    origin.is_vouched_for = true;
    let (field, words, retry) = match app
        .accounts
        .change_password(user, &fields.old, fields.new, &origin)
        .await
    {
        Ok(()) => return Ok(Redirect::to("/account?changed=1").into_response()),
        Err(ChangeError::Old(LogInError::Limited { retry_after_s })) => (
            "old",
            page.t1("login-limited", "minutes", retry_after_s.div_ceil(60)),
            Some(retry_after_s),
        ),
        Err(
            ChangeError::Old(LogInError::Arena(error))
            | ChangeError::New(SignUpError::Arena(error)),
        ) => {
            return Err(error.into());
        }
        // A user's own session is vouched for: no captcha is asked for.
        Err(ChangeError::Old(_)) => ("old", page.t("password-old-wrong"), None),
        Err(ChangeError::New(SignUpError::Password(error))) => {
            ("new", words_of::password(&page, &error), None)
        }
        Err(ChangeError::New(error)) => return Err(Error::Internal(error.to_string())),
    };
    let mut form = Form::new();
    form.refuse(field, words);
    let shown = account(&app, page, &visitor, form, 1).await?;
    let status = if retry.is_some() {
        StatusCode::TOO_MANY_REQUESTS
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    Ok(page::html_refused(status, retry, &shown))
}

/// `POST /account/theme`, for visitors too.
pub async fn theme(
    State(app): State<App>,
    Body(fields): Body<ThemeFields>,
) -> Result<Response, Error> {
    let theme = Theme::parse(&fields.theme);
    let secure = if app.is_https() { "; Secure" } else { "" };
    let cookie = format!(
        "{THEME_COOKIE}={}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly{secure}",
        theme.as_str()
    );
    let mut headers = HeaderMap::new();
    let value = HeaderValue::from_str(&cookie).map_err(|e| Error::Internal(e.to_string()))?;
    headers.insert(header::SET_COOKIE, value);
    let next = guard::safe_next(fields.next.as_deref());
    Ok((headers, Redirect::to(&next)).into_response())
}

async fn account(
    app: &App,
    page: Page,
    visitor: &Visitor,
    form: Form,
    number: u32,
) -> Result<AccountPage, Error> {
    let user = guard::user(visitor, "/account")?;
    let owner = Owner::User(user.id);
    let total = app.store().count_games_of(owner).await?;
    let found = app
        .store()
        .games_of(owner, PER_PAGE, (number - 1) * PER_PAGE)
        .await?;
    Ok(AccountPage {
        games: rows(&page, &found, Holder::User(user.id)),
        name: user.name.to_string(),
        page,
        form,
        number,
        pages: page::count(total, PER_PAGE),
        is_changed: false,
    })
}
