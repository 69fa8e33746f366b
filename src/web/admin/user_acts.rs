//! Acts of admins on accounts, on one or on several, and the sentences about them.

use std::collections::BTreeSet;

use crate::accounts::{Name, Role};
use crate::ids::UserId;
use crate::store::{self, User};
use crate::web::admin::invitations;
use crate::web::page::Page;
use crate::web::{App, Error};
use rookery_games::Message;

/// Performs an act on an account, with a line in the audit log.
///
/// # Errors
/// There is no such act, the account does not wait or is not disabled (any more), the act would lock the admin or the last admin out, or
/// the database does not answer.
pub async fn act_on(app: &App, admin: &User, user: &User, act: &str) -> Result<(), Error> {
    let (store, now_ms) = (app.store(), app.clock().now_ms());
    let is_self = user.id == admin.id;
    let entry = app
        .accounts
        .audit_entry(Some(admin.id), act, user.name.as_str(), None);
    match act {
        "approve" => {
            let approved = store.approve_waiting(user.id, now_ms, &entry).await;
            changed(approved, user, Message::new("users-not-waiting"))?;
        }
        "enable" => {
            let enabled = store.enable(user.id, &entry).await;
            changed(enabled, user, Message::new("users-not-disabled"))?;
        }
        // An admin who locks out their own account could not come back through a page.
        "disable" | "delete" | "revoke" if is_self => {
            return Err(Error::Invalid(Message::new("users-not-yourself")));
        }
        "disable" => store.set_disabled(user.id, Some(now_ms), &entry).await?,
        "delete" => store.delete_user(user.id, None, &entry).await?,
        "grant" | "revoke" => {
            let role = match act {
                "grant" => Role::Admin,
                _ => Role::User,
            };
            let entry = entry.of_role(user.role, role);
            store.set_role(user.id, role, &entry).await?;
        }
        _ => return Err(Error::BadRequest(Message::new("error-act"))),
    }
    Ok(())
}

/// The result of an act that finds nothing to change on an account in another state: another admin was first, or the page was an old one.
fn changed(result: Result<(), store::Error>, user: &User, left: Message) -> Result<(), Error> {
    result.map_err(|error| match error {
        store::Error::NotFound => Error::Conflict(left.with("name", user.name.as_str())),
        error => error.into(),
    })
}

/// Result of an act on several accounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ActCounts {
    pub done: u64,
    /// Those that are as they were.
    pub left: u64,
}

/// Approves or deletes each account that waits for approval, whatever becomes of the others; one that was approved or deleted meanwhile is
/// left.
pub async fn act_on_waiting(app: &App, admin: &User, chosen: &[String], act: &str) -> ActCounts {
    let mut counts = ActCounts::default();
    for id in chosen.iter().collect::<BTreeSet<_>>() {
        match act_on_one(app, admin, id, act).await {
            Ok(()) => counts.done += 1,
            Err(store::Error::NotFound) => counts.left += 1,
            Err(error) => {
                tracing::warn!(?error, act, "an act on one of several accounts failed");
                counts.left += 1;
            }
        }
    }
    counts
}

/// Approves or deletes one waiting account.
async fn act_on_one(app: &App, admin: &User, id: &str, act: &str) -> Result<(), store::Error> {
    let (store, now_ms) = (app.store(), app.clock().now_ms());
    let id: UserId = id.parse().map_err(|_| store::Error::NotFound)?;
    let user = store.user(id).await?.ok_or(store::Error::NotFound)?;
    let entry = app
        .accounts
        .audit_entry(Some(admin.id), act, user.name.as_str(), None);
    match act {
        "approve" => store.approve_waiting(id, now_ms, &entry).await,
        _ => store.delete_waiting_user(id, &entry).await,
    }
}

/// The sentence about an act, if it is true of the present state, so that a made-up address cannot show a false statement. `whom` is the
/// name of a user, or the number of an invitation.
///
/// # Errors
/// The database does not answer.
pub async fn done(app: &App, page: &Page, act: &str, whom: &str) -> Result<Option<String>, Error> {
    if act == "withdraw" {
        let is_so = invitations::is_withdrawn(app, page, whom).await?;
        return Ok(is_so.then(|| page.t1("users-done-withdraw", "number", whom)));
    }
    let Ok(name) = whom.parse::<Name>() else {
        return Ok(None);
    };
    let found = app.store().credentials(&name).await?;
    let user = found.as_ref().map(|found| &found.user);
    let words = match (act, user) {
        ("approve", Some(user)) if user.approved_ms.is_some() => "users-done-approve",
        ("enable", Some(user)) if user.disabled_ms.is_none() => "users-done-enable",
        ("disable", Some(user)) if user.disabled_ms.is_some() => "users-done-disable",
        ("grant", Some(user)) if user.role == Role::Admin => "users-done-grant",
        ("revoke", Some(user)) if user.role == Role::User => "users-done-revoke",
        ("delete", None) => "users-done-delete",
        _ => return Ok(None),
    };
    let mut said = page.t1(words, "name", &name);
    let was_admin = match act {
        "revoke" => true,
        "disable" => user.is_some_and(|user| user.role == Role::Admin),
        _ => false,
    };
    if was_admin {
        said = format!("{said} {}", page.t1("users-done-links", "name", &name));
    }
    let but = user.filter(|_| matches!(act, "approve" | "grant"));
    Ok(Some(match but.and_then(|user| why_shut_out(page, user)) {
        Some(why) => format!("{said} {why}"),
        None => said,
    }))
}

/// The sentence about an account that cannot log in, whatever its role or its password.
pub fn why_shut_out(page: &Page, user: &User) -> Option<String> {
    let words = match (user.disabled_ms, user.approved_ms) {
        (Some(_), _) => "users-but-disabled",
        (None, None) => "users-but-waiting",
        (None, Some(_)) => return None,
    };
    Some(page.t1(words, "name", &user.name))
}
