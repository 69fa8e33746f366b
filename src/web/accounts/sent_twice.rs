//! The second of two equal forms, as of a double click, whose first one has made the account: it is answered like the first one.

use crate::accounts::Name;
use crate::matches::Status;
use crate::service::{LogInError, UsedUp};
use crate::store::{Credentials, Owner, User};
use crate::web::matches::requested_match;
use crate::web::page::Page;
use crate::web::preferences::storage;
use crate::web::session::visitor::Visitor;
use crate::web::{App, Error};

/// Matches of a new account that are looked through for the one that the first form has started.
const LOOKED_THROUGH: u32 = 10;

/// What the first form has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Again {
    /// The visitor is logged in, and goes on to this address.
    In(String),
    /// The account waits for the owner.
    Waits,
}

/// Logs the visitor in to an account that this form has made a moment ago, if its name and password are those of the form. `None` for any
/// other form.
///
/// # Errors
/// The database does not answer.
pub async fn enter(
    app: &App,
    visitor: &Visitor,
    page: &Page,
    (name, password): (&Name, &str),
    (used, next): (UsedUp<'_>, &str),
) -> Result<Option<Again>, Error> {
    if !app.accounts.has_made(name, used).await? {
        return Ok(None);
    }
    let origin = visitor.origin(app, "");
    // As in a log-in, and limited like one.
    match (app.accounts)
        .check_log_in(name.as_str(), password, &origin)
        .await
    {
        Ok(Credentials {
            user,
            password_hash,
        }) => {
            let hash = Some(&*password_hash);
            let to = requested_match::log_in(app, visitor, &user, hash, next.to_owned()).await?;
            let Some(to) = to else {
                return Ok(None);
            };
            storage::adopt(app, &user, &page.boards).await;
            let started = match to == next {
                true => started(app, &user).await,
                false => None,
            };
            Ok(Some(Again::In(started.unwrap_or(to))))
        }
        Err(LogInError::Waiting) => Ok(Some(Again::Waits)),
        Err(LogInError::Service(error)) => Err(error.into()),
        // Not logged for programs that ban addresses: in a class, two may choose one name in the same minute.
        Err(_) => Ok(None),
    }
}

/// The address of the match that the first form has started: the account had none before.
async fn started(app: &App, user: &User) -> Option<String> {
    let listed = app
        .store()
        .games_of(Owner::User(user.id), LOOKED_THROUGH, None);
    let rows = match listed.await {
        Ok(listed) => listed.rows,
        // The visitor is logged in already.
        Err(error) => {
            tracing::warn!(%error, "the match of a new account could not be looked for");
            return None;
        }
    };
    // Those from before are the guest's.
    let is_new = |created_ms: i64| created_ms >= user.created_ms;
    let mut records = rows.into_iter().map(|listed| listed.record);
    let found = records.find(|of| of.status == Status::Playing && is_new(of.created_ms));
    found.map(|record| format!("/games/{}", record.id))
}
