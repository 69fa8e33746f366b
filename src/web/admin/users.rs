//! `/admin/users`: approve, disable and delete users, reset links, invitations.

use askama::Template;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::{Name, Role};
use crate::ids::UserId;
use crate::store::{PageCursor, User};
use crate::web::admin::invitations::{self, InvitationRow};
use crate::web::error::with_query;
use crate::web::matches::rows::{ago_or_day, moment};
use crate::web::page::{self, Page};
use crate::web::request::body::Body;
use crate::web::request::fields::{Field, Fields};
use crate::web::request::form::Form;
use crate::web::session::visitor::Visitor;
use crate::web::session::{authorize, links};
use crate::web::{App, Error};
use rookery_games::Message;
use rookery_games::Registry;

const HERE: &str = "/admin/users";
const PER_PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "admin/users.html")]
struct UsersPage {
    page: Page,
    /// The form of an invitation.
    form: Form,
    invitations: Vec<InvitationRow>,
    users: Vec<UserRow>,
    total: u64,
    is_first: bool,
    next: Option<PageCursor>,
    /// The beginning of this page, for the forms that come back to it.
    from: String,
    /// A one-time link that was just made: shown once and not stored.
    link: Option<Link>,
    /// What was just done to whom, in a sentence.
    done: Option<String>,
    /// Accounts that wait to be let in.
    waiting: u64,
    /// Whether invitations are a way in.
    is_invite: bool,
}

/// A one-time link and its purpose.
#[derive(Clone, Debug)]
struct Link {
    url: String,
    words: String,
}

/// A user in the list.
#[derive(Clone, Debug)]
struct UserRow {
    id: String,
    name: String,
    is_admin: bool,
    is_disabled: bool,
    is_waiting: bool,
    /// The admin who looks.
    is_self: bool,
    created: String,
    /// The same for machines.
    created_at: String,
    seen: String,
    /// The same for machines and in full, as [`moment`] has it.
    seen_at: (String, String),
}

/// `?from=…`, where a page of users begins; `?done=…&name=…`, the act that led here, and the user's name
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct UsersQuery {
    from: String,
    done: String,
    name: String,
}

/// The fields of the buttons: an action, and the user for whom it is meant.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct UsersFields {
    act: String,
    user: String,
    from: String,
    uses: String,
    until: String,
    invitation: String,
}

impl Fields for UsersFields {
    fn known(_: &Map<String, Value>, _: &Registry) -> Vec<Field> {
        vec![
            Field::text("act"),
            Field::text("user"),
            Field::text("from"),
            Field::number("uses", 1, invitations::USES_AT_MOST.into()),
            Field::text("until"),
            Field::text("invitation"),
        ]
    }
}

/// `GET /admin/users`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<UsersQuery>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    let done = done(&app, &page, &query).await?;
    let form = invitations::fresh_form(app.clock().now_ms());
    list_with(&app, page, admin, &query.from, (form, None, done)).await
}

/// `POST /admin/users`
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Body(fields): Body<UsersFields>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    let now_ms = app.clock().now_ms();
    if fields.act == "invite" {
        let made = invitations::make(&app, &page, admin, (&fields.uses, &fields.until)).await?;
        return match made {
            Ok(url) => {
                let link = Link {
                    url,
                    words: page.t("invite-made"),
                };
                list(&app, page, admin, &fields.from, Some(link)).await
            }
            Err(form) => list_with(&app, page, admin, &fields.from, (form, None, None)).await,
        };
    }
    if fields.act == "withdraw" {
        invitations::withdraw(&app, admin, &fields.invitation).await?;
        return Ok(back(&fields.from, None));
    }
    let id: UserId = fields.user.parse().map_err(|_| Error::NotFound)?;
    let user = app.store().user(id).await?.ok_or(Error::NotFound)?;
    if fields.act == "reset" {
        let url =
            links::reset_link(app.store(), app.clock(), app.base_url(), id, Some(admin.id)).await?;
        app.accounts
            .note(Some(admin.id), "reset-link", user.name.as_str(), None)
            .await?;
        let link = Link {
            url,
            words: page.t1("reset-made", "name", user.name.as_str()),
        };
        return list(&app, page, admin, &fields.from, Some(link)).await;
    }
    act_on(&app, admin, &user, &fields.act, now_ms).await?;
    Ok(back(&fields.from, Some((fields.act.as_str(), &user))))
}

/// Back to the page of the list that begins there, which says what was done to whom.
fn back(from: &str, done: Option<(&str, &User)>) -> Response {
    let mut query = Vec::new();
    if let Ok(place) = from.parse::<PageCursor>() {
        query.push(("from", place.to_string()));
    }
    if let Some((act, user)) = done {
        query.push(("done", act.to_owned()));
        query.push(("name", user.name.to_string()));
    }
    let here = match query.is_empty() {
        true => HERE.to_owned(),
        false => with_query(HERE, &query),
    };
    Redirect::to(&here).into_response()
}

/// The sentence about an act, as long as what it says is so: an address that somebody made up says nothing else.
async fn done(app: &App, page: &Page, query: &UsersQuery) -> Result<Option<String>, Error> {
    let Ok(name) = query.name.parse::<Name>() else {
        return Ok(None);
    };
    let found = app.store().credentials(&name).await?;
    let user = found.as_ref().map(|found| &found.user);
    let words = match (query.done.as_str(), user) {
        ("approve", Some(user)) if user.approved_ms.is_some() => "users-done-approve",
        ("enable", Some(user)) if user.disabled_ms.is_none() => "users-done-enable",
        ("disable", Some(user)) if user.disabled_ms.is_some() => "users-done-disable",
        ("grant", Some(user)) if user.role == Role::Admin => "users-done-grant",
        ("revoke", Some(user)) if user.role == Role::User => "users-done-revoke",
        ("delete", None) => "users-done-delete",
        _ => return Ok(None),
    };
    Ok(Some(page.t1(words, "name", &name)))
}

async fn act_on(app: &App, admin: &User, user: &User, act: &str, now_ms: i64) -> Result<(), Error> {
    let store = app.store();
    let is_self = user.id == admin.id;
    let entry = app
        .accounts
        .audit_entry(Some(admin.id), act, user.name.as_str(), None);
    match act {
        "approve" => store.approve(user.id, now_ms, &entry).await?,
        "enable" => store.set_disabled(user.id, None, &entry).await?,
        // An admin who locks out their own account could not come back through a page.
        "disable" | "delete" | "revoke" if is_self => {
            return Err(Error::Invalid(Message::new("users-not-yourself")));
        }
        "disable" => store.set_disabled(user.id, Some(now_ms), &entry).await?,
        "delete" => store.delete_user(user.id, None, &entry).await?,
        "grant" => store.set_role(user.id, Role::Admin, &entry).await?,
        "revoke" => store.set_role(user.id, Role::User, &entry).await?,
        _ => return Err(Error::BadRequest(Message::new("error-act"))),
    }
    Ok(())
}

async fn list(
    app: &App,
    page: Page,
    admin: &User,
    from: &str,
    link: Option<Link>,
) -> Result<Response, Error> {
    let form = invitations::fresh_form(app.clock().now_ms());
    list_with(app, page, admin, from, (form, link, None)).await
}

/// The list with the form of an invitation, and with what was just made or done.
async fn list_with(
    app: &App,
    page: Page,
    admin: &User,
    from: &str,
    (form, link, done): (Form, Option<Link>, Option<String>),
) -> Result<Response, Error> {
    let status = match form.is_right() {
        true => StatusCode::OK,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let place: Option<PageCursor> = from.parse().ok();
    let found = app.store().users(PER_PAGE, place.as_ref()).await?;
    let now_ms = app.clock().now_ms();
    let users = found
        .rows
        .into_iter()
        .map(|user| {
            let (created_at, created) = moment(user.created_ms);
            UserRow {
                id: user.id.to_string(),
                is_admin: user.role == Role::Admin,
                is_disabled: user.disabled_ms.is_some(),
                is_waiting: user.approved_ms.is_none(),
                is_self: user.id == admin.id,
                created,
                created_at,
                seen: ago_or_day(&page, now_ms, user.seen_ms),
                seen_at: moment(user.seen_ms),
                name: user.name.to_string(),
            }
        })
        .collect();
    let shown = UsersPage {
        page,
        form,
        invitations: invitations::rows(app).await?,
        users,
        total: app.store().totals().await?.users,
        is_first: place.is_none(),
        from: place.map(|place| place.to_string()).unwrap_or_default(),
        next: found.next,
        link,
        done,
        waiting: app.store().count_waiting().await?,
        is_invite: invitations::are_a_way(app),
    };
    Ok(page::html_with(status, &shown))
}
