//! `/admin/users`: find, approve, disable and delete users, reset links, invitations.

use askama::Template;
use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::accounts::Role;
use crate::ids::UserId;
use crate::store::{PageCursor, User, UserState};
use crate::web::admin::invitations::{self, InvitationRow};
use crate::web::admin::user_acts;
use crate::web::admin::user_fields::{HERE, ListPart, UsersFields};
use crate::web::matches::rows::{ago_or_day, moment};
use crate::web::page::{self, Page};
use crate::web::request::accept::Accept;
use crate::web::request::body::Body;
use crate::web::request::form::Form;
use crate::web::session::authorize;
use crate::web::session::links;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};
use rookery_games::Message;

const PER_PAGE: u32 = 50;

#[derive(Template)]
#[template(path = "admin/users.html")]
struct UsersPage {
    page: Page,
    /// The part of the list that is shown, for the forms that come back to it.
    part: ListPart,
    /// The form that narrows the list.
    filter: Form,
    /// The states to which it can be narrowed.
    states: Vec<(&'static str, String)>,
    /// The form of an invitation.
    form: Form,
    invitations: Vec<InvitationRow>,
    users: Vec<UserRow>,
    /// Whether some of them wait, so that they can be chosen.
    has_waiting: bool,
    total: u64,
    is_first: bool,
    next: Option<PageCursor>,
    /// A one-time link that was just made: shown once and not stored.
    link: Option<Link>,
    /// What was just done to whom, in a sentence.
    done: Option<String>,
    /// What was not done, in a sentence.
    left: Option<String>,
    /// Accounts that wait to be let in.
    waiting: u64,
    /// Whether invitations are a way in.
    is_invite: bool,
}

impl UsersPage {
    /// The part of an address that keeps the filter.
    fn narrowed(&self) -> String {
        self.part.narrowed()
    }
}

/// A one-time link and its purpose.
#[derive(Clone, Debug)]
struct Link {
    url: String,
    words: String,
    /// The reason why the link alone lets nobody in.
    remark: Option<String>,
}

/// The parts of the page besides the list.
#[derive(Default)]
struct Extra {
    /// The form of an invitation, where it was refused.
    form: Option<Form>,
    link: Option<Link>,
    done: Option<String>,
    left: Option<String>,
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

/// `?name=…&state=…`, to which the list is narrowed; `?from=…`, where a page of it begins; `?done=…&whom=…`, the act that led here, and the name
/// of the user or the number of the invitation
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct UsersQuery {
    name: String,
    state: String,
    from: String,
    done: String,
    whom: String,
}

/// `GET /admin/users`
pub async fn show(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    Query(query): Query<UsersQuery>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    let part = ListPart::of(&query.name, &query.state, &query.from);
    let extra = Extra {
        done: user_acts::done(&app, &page, &query.done, &query.whom).await?,
        ..Extra::default()
    };
    list(&app, page, admin, part, extra).await
}

/// `POST /admin/users`; a new link is shown on the page, or returned as JSON if `Accept` asks for it.
pub async fn submit(
    State(app): State<App>,
    page: Page,
    visitor: Visitor,
    accept: Accept,
    Body(fields): Body<UsersFields>,
) -> Result<Response, Error> {
    let admin = authorize::admin(&app, &visitor, HERE).await?;
    match fields.act.as_str() {
        "invite" => invite(&app, page, admin, fields, accept).await,
        "withdraw" => {
            let number = invitations::withdraw(&app, admin, &fields.invitation).await?;
            Ok(back(&fields.part, "withdraw", number))
        }
        "approve-chosen" | "delete-chosen" => several(&app, page, admin, fields).await,
        "reset" => reset(&app, page, admin, fields, accept).await,
        act => {
            let user = user_of(&app, &fields).await?;
            user_acts::act_on(&app, admin, &user, act).await?;
            Ok(back(&fields.part, act, user.name.as_str()))
        }
    }
}

/// Makes an invitation; where it is refused, its form comes back.
async fn invite(
    app: &App,
    page: Page,
    admin: &User,
    fields: UsersFields,
    accept: Accept,
) -> Result<Response, Error> {
    let made = match invitations::make(app, &page, admin, &fields.invite).await? {
        Ok(made) => made,
        Err(form) => {
            let extra = Extra {
                form: Some(form),
                ..Extra::default()
            };
            return list(app, page, admin, fields.part, extra).await;
        }
    };
    let more = vec![
        ("invitation", json!(made.id)),
        ("uses", json!(made.uses)),
        ("until", json!(made.until)),
    ];
    let link = Link {
        url: made.url,
        words: page.t1("invite-made", "day", made.until),
        remark: None,
    };
    with_link(app, page, admin, fields.part, (link, more), accept).await
}

/// Makes a link for a new password.
async fn reset(
    app: &App,
    page: Page,
    admin: &User,
    fields: UsersFields,
    accept: Accept,
) -> Result<Response, Error> {
    let user = user_of(app, &fields).await?;
    let (base, by) = (page.link_base.address(), Some(admin.id));
    let url = links::reset_link(app.store(), app.clock(), &base, &user, by).await?;
    let (name, hours) = (user.name.as_str(), links::RESET_HOURS);
    let link = Link {
        url,
        words: page.t2("reset-made", "name", name, "hours", hours),
        remark: user_acts::why_shut_out(&page, &user),
    };
    let more = vec![("remark", json!(link.remark))];
    with_link(app, page, admin, fields.part, (link, more), accept).await
}

/// The page with a new link, or for a program the link in JSON with more about it: it is shown only in this answer.
async fn with_link(
    app: &App,
    page: Page,
    admin: &User,
    part: ListPart,
    (link, more): (Link, Vec<(&str, Value)>),
    accept: Accept,
) -> Result<Response, Error> {
    if accept.is_json() {
        let mut told = json!({ "link": link.url, "say": link.words });
        for (name, value) in more {
            told[name] = value;
        }
        return Ok(Json(told).into_response());
    }
    let extra = Extra {
        link: Some(link),
        ..Extra::default()
    };
    list(app, page, admin, part, extra).await
}

/// The user whom a button is about.
async fn user_of(app: &App, fields: &UsersFields) -> Result<User, Error> {
    let id: UserId = fields.user.parse().map_err(|_| Error::NotFound)?;
    app.store().user(id).await?.ok_or(Error::NotFound)
}

/// Approves or deletes the accounts that were chosen, and says how many.
async fn several(
    app: &App,
    page: Page,
    admin: &User,
    fields: UsersFields,
) -> Result<Response, Error> {
    if fields.chosen.is_empty() {
        return Err(Error::Invalid(Message::new("users-choose-none")));
    }
    let is_approval = fields.act == "approve-chosen";
    let act = if is_approval { "approve" } else { "delete" };
    let counts = user_acts::act_on_waiting(app, admin, &fields.chosen, act).await;
    let done = match is_approval {
        true => page.tn("users-chosen-approved", counts.done),
        false => page.tn("users-chosen-deleted", counts.done),
    };
    let extra = Extra {
        done: (counts.done > 0).then_some(done),
        left: (counts.left > 0).then(|| page.tn("users-chosen-left", counts.left)),
        ..Extra::default()
    };
    list(app, page, admin, fields.part, extra).await
}

/// Back to this part of the list, which says what was done to whom.
fn back(part: &ListPart, done: &str, whom: &str) -> Response {
    Redirect::to(&part.address(done, whom)).into_response()
}

/// A part of the list with all else that the page has.
async fn list(
    app: &App,
    page: Page,
    admin: &User,
    part: ListPart,
    extra: Extra,
) -> Result<Response, Error> {
    let status = match &extra.form {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    let found = app
        .store()
        .users_of(&part.filter(), PER_PAGE, part.place.as_ref())
        .await?;
    let now_ms = app.clock().now_ms();
    let rows = found.rows.into_iter();
    let users: Vec<UserRow> = rows.map(|user| row(&page, user, admin, now_ms)).collect();
    let shown = UsersPage {
        filter: Form::new()
            .with("name", part.name.as_str())
            .with("state", part.state.as_str()),
        states: states(&page),
        form: extra
            .form
            .unwrap_or_else(|| invitations::fresh_form(now_ms)),
        invitations: invitations::rows(app, &page).await?,
        has_waiting: users.iter().any(|user| user.is_waiting),
        users,
        total: app.store().totals().await?.users,
        is_first: part.place.is_none(),
        next: found.next,
        link: extra.link,
        done: extra.done,
        left: extra.left,
        waiting: app.store().count_waiting().await?,
        is_invite: invitations::are_a_way(app),
        page,
        part,
    };
    Ok(page::html_refused(status, None, &shown, &shown.form))
}

fn row(page: &Page, user: User, admin: &User, now_ms: i64) -> UserRow {
    let (created_at, created) = moment(user.created_ms);
    UserRow {
        id: user.id.to_string(),
        is_admin: user.role == Role::Admin,
        is_disabled: user.disabled_ms.is_some(),
        is_waiting: user.approved_ms.is_none(),
        is_self: user.id == admin.id,
        created,
        created_at,
        seen: ago_or_day(page, now_ms, user.seen_ms),
        seen_at: moment(user.seen_ms),
        name: user.name.to_string(),
    }
}

/// The states to which the list can be narrowed, in words.
fn states(page: &Page) -> Vec<(&'static str, String)> {
    let words = |state| match state {
        UserState::All => page.t("users-only-all"),
        UserState::Admins => page.t("users-only-admins"),
        UserState::Waiting => page.t("admin-waiting"),
        UserState::Disabled => page.t("users-only-disabled"),
    };
    UserState::ALL
        .map(|state| (state.as_str(), words(state)))
        .into()
}
