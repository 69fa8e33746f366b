//! Invitations on `/admin/users`: links with which one person or a whole class signs up, without a captcha.

use time::Date;
use time::macros::format_description;

use crate::config::Signup;
use crate::service;
use crate::store::{IssuedToken, TokenKind, User};
use crate::web::matches::rows::moment;
use crate::web::page::Page;
use crate::web::request::form::Form;
use crate::web::{App, Error};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// The most accounts of one invitation.
pub const USES_AT_MOST: u32 = 500;
/// The most days that an invitation is good for.
const DAYS_AT_MOST: i64 = 366;
/// The days that are filled in.
const USUAL_DAYS: i64 = 14;

/// An invitation that can still be used.
#[derive(Clone, Debug)]
pub struct InvitationRow {
    /// Its name in the form: the hash of its token.
    pub id: String,
    pub created: String,
    /// The same for machines.
    pub created_at: String,
    pub used: u32,
    pub uses: u32,
    /// Its last day.
    pub until: String,
}

impl From<IssuedToken> for InvitationRow {
    fn from(token: IssuedToken) -> Self {
        let (created_at, created) = moment(token.created_ms);
        InvitationRow {
            id: token.token_hash,
            created,
            created_at,
            used: token.used,
            uses: token.uses,
            until: day(token.expires_ms - 1),
        }
    }
}

/// The fields of an invitation as they are filled in at first: one account, two weeks.
pub fn fresh_form(now_ms: i64) -> Form {
    Form::new()
        .with("uses", "1")
        .with("until", day(now_ms + USUAL_DAYS * DAY_MS))
}

/// Makes an invitation from the form's fields, where an empty one stands for the usual, and returns its link; or the form with
/// what is wrong.
///
/// # Errors
/// The database does not answer.
pub async fn make(
    app: &App,
    page: &Page,
    admin: &User,
    (uses, until): (&str, &str),
) -> Result<Result<String, Form>, Error> {
    let now_ms = app.clock().now_ms();
    let mut form = fresh_form(now_ms);
    if !are_a_way(app) {
        form.refuse_whole(match app.config.access.signup {
            Signup::Closed => page.t("invite-closed"),
            _ => page.t("invite-off"),
        });
        return Ok(Err(form));
    }
    for (name, typed) in [("uses", uses.trim()), ("until", until.trim())] {
        if !typed.is_empty() {
            form = form.with(name, typed);
        }
    }
    let uses = form.value("uses").parse().ok();
    let uses = uses.filter(|uses| (1..=USES_AT_MOST).contains(uses));
    let expires_ms = end_of_day(form.value("until"));
    let expires_ms = expires_ms
        .filter(|end_ms| *end_ms > now_ms && *end_ms <= now_ms + (DAYS_AT_MOST + 1) * DAY_MS);
    let (Some(uses), Some(expires_ms)) = (uses, expires_ms) else {
        if uses.is_none() {
            form.refuse("uses", page.t1("invite-uses-wrong", "most", USES_AT_MOST));
        }
        if expires_ms.is_none() {
            form.refuse("until", page.t1("invite-until-wrong", "day", day(now_ms)));
        }
        return Ok(Err(form));
    };
    let link = service::NewLink::invitation(uses, expires_ms, admin.id);
    let token = service::make_token(app.store(), link, now_ms).await?;
    let after = serde_json::json!({"uses": uses, "until": day(expires_ms - 1)}).to_string();
    app.accounts
        .note(Some(admin.id), "invite", "", Some(&after))
        .await?;
    Ok(Ok(format!("{}/signup?invite={token}", app.base_url())))
}

/// Whether an invitation lets anybody sign up, by `access.signup` and the captcha's settings.
pub fn are_a_way(app: &App) -> bool {
    match app.config.access.signup {
        Signup::Invite => true,
        Signup::Closed => false,
        Signup::Open | Signup::Approval => {
            let settings = app.captchas.settings.current();
            settings.drawing.settings.defence.invite
        }
    }
}

/// Ends an invitation before its time.
///
/// # Errors
/// There is none with this id, or the database does not answer.
pub async fn withdraw(app: &App, admin: &User, id: &str) -> Result<(), Error> {
    // PostgreSQL rejects text that contains NUL.
    let is_id = id.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_id || !app.store().delete_token(TokenKind::Invite, id).await? {
        return Err(Error::NotFound);
    }
    app.accounts
        .note(Some(admin.id), "withdraw-invitation", "", None)
        .await
        .map_err(Error::from)
}

/// The invitations that can still be used, the newest first.
///
/// # Errors
/// The database does not answer.
pub async fn rows(app: &App) -> Result<Vec<InvitationRow>, Error> {
    let now_ms = app.clock().now_ms();
    let open = app.store().tokens(TokenKind::Invite, now_ms).await?;
    Ok(open.into_iter().map(InvitationRow::from).collect())
}

/// The day of a moment, `2026-11-30`, in universal time.
fn day(unix_ms: i64) -> String {
    moment(unix_ms).1.chars().take(10).collect()
}

/// The end of a day, unix milliseconds.
fn end_of_day(day: &str) -> Option<i64> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    let end = day.next_day()?.midnight().assume_utc();
    Some(end.unix_timestamp() * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_ends_with_its_last_day() {
        // 2026-12-01T00:00:00Z, by `date -u -d 2026-12-01 +%s`.
        assert_eq!(end_of_day("2026-11-30"), Some(1_796_083_200_000));
        assert_eq!(day(1_796_083_199_999), "2026-11-30");
        for wrong in [
            "",
            "tomorrow",
            "30.11.2026",
            "2026-02-30",
            "2026-11-30T00:00",
            "9999-12-31",
        ] {
            assert_eq!(end_of_day(wrong), None, "{wrong}");
        }
    }
}
