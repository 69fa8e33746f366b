//! Invitations on `/admin/users`: links with which one person or a whole class signs up, without a captcha.

use serde_json::json;
use time::Date;
use time::macros::format_description;

use crate::accounts::Token;
use crate::config::Signup;
use crate::store::{Invitation, NewToken, TokenKind, User};
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
/// The most characters of a note.
const NOTE_AT_MOST: usize = 60;

/// An invitation that can still be used.
#[derive(Clone, Debug)]
pub struct InvitationRow {
    /// Its name in the form: the hash of its token.
    pub id: String,
    pub note: String,
    /// The name of who made it.
    pub maker: String,
    pub created: String,
    /// The same for machines.
    pub created_at: String,
    pub used: u32,
    pub uses: u32,
    /// Its last day.
    pub until: String,
}

impl InvitationRow {
    fn of(page: &Page, invitation: Invitation) -> Self {
        let token = invitation.token;
        let (created_at, created) = moment(token.created_ms);
        InvitationRow {
            id: token.token_hash,
            note: invitation.note,
            maker: invitation.maker.unwrap_or_else(|| page.t("somebody")),
            created,
            created_at,
            used: token.used,
            uses: token.uses,
            until: day(token.expires_ms - 1),
        }
    }

    /// The number by which the audit log names it.
    pub fn number(&self) -> &str {
        Invitation::number(&self.id)
    }
}

/// The fields of a new invitation, as they were typed.
#[derive(Debug, Default)]
pub struct TypedInvitation {
    pub uses: String,
    pub until: String,
    pub note: String,
}

/// An invitation's link, which is shown once.
#[derive(Debug)]
pub struct NewInvitation {
    pub url: String,
    /// Its name in the form that withdraws it.
    pub id: String,
    /// The number of accounts.
    pub uses: u32,
    /// Its last day.
    pub until: String,
}

/// The fields of an invitation as they are filled in at first: one account, two weeks.
pub fn fresh_form(now_ms: i64) -> Form {
    Form::new()
        .with("uses", "1")
        .with("until", day(now_ms + USUAL_DAYS * DAY_MS))
}

/// Creates an invitation from the form's fields (an empty field takes its default) and returns its link; or else returns the form with its
/// errors.
///
/// # Errors
/// The database does not answer.
pub async fn make(
    app: &App,
    page: &Page,
    admin: &User,
    typed: &TypedInvitation,
) -> Result<Result<NewInvitation, Form>, Error> {
    let now_ms = app.clock().now_ms();
    let mut form = fresh_form(now_ms);
    if !are_a_way(app) {
        form.refuse_whole(match app.config.access.signup {
            Signup::Closed => page.t("invite-closed"),
            _ => page.t("invite-off"),
        });
        return Ok(Err(form));
    }
    let fields = [
        ("uses", typed.uses.trim()),
        ("until", typed.until.trim()),
        ("note", typed.note.trim()),
    ];
    for (name, value) in fields {
        if !value.is_empty() {
            form = form.with(name, value);
        }
    }
    let uses = form.value("uses").parse().ok();
    let uses = uses.filter(|uses| (1..=USES_AT_MOST).contains(uses));
    let expires_ms = end_of_day(form.value("until"));
    let expires_ms = expires_ms
        .filter(|end_ms| *end_ms > now_ms && *end_ms <= now_ms + (DAYS_AT_MOST + 1) * DAY_MS);
    let note = form.value("note").to_owned();
    let is_note = note.chars().count() <= NOTE_AT_MOST && !note.chars().any(char::is_control);
    let (Some(uses), Some(expires_ms), true) = (uses, expires_ms, is_note) else {
        if uses.is_none() {
            form.refuse("uses", page.t1("invite-uses-wrong", "most", USES_AT_MOST));
        }
        if expires_ms.is_none() {
            form.refuse("until", page.t1("invite-until-wrong", "day", day(now_ms)));
        }
        if !is_note {
            form.refuse("note", page.t1("invite-note-wrong", "most", NOTE_AT_MOST));
        }
        return Ok(Err(form));
    };
    let until = day(expires_ms - 1);
    let token = Token::random();
    let hash = token.hash();
    let new = NewToken {
        created_by: Some(admin.id),
        uses,
        ..NewToken::new(TokenKind::Invite, &hash, now_ms, expires_ms)
    };
    let after = match note.is_empty() {
        true => json!({ "uses": uses, "until": until }),
        false => json!({ "uses": uses, "until": until, "note": note }),
    };
    let (number, after) = (Invitation::number(&hash), after.to_string());
    let entry = app
        .accounts
        .audit_entry(Some(admin.id), "invite", number, Some(&after));
    app.store().create_noted_token(&new, &note, &entry).await?;
    let url = format!(
        "{}/signup?invite={}",
        page.link_base.address(),
        token.as_str()
    );
    Ok(Ok(NewInvitation {
        url,
        id: hash,
        uses,
        until,
    }))
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

/// Ends an invitation before its time; returns its number.
///
/// # Errors
/// There is none with this id, or the database does not answer.
pub async fn withdraw<'a>(app: &App, admin: &User, id: &'a str) -> Result<&'a str, Error> {
    // PostgreSQL rejects text that contains NUL.
    if !is_hex(id) {
        return Err(Error::NotFound);
    }
    let number = Invitation::number(id);
    let entry = app
        .accounts
        .audit_entry(Some(admin.id), "withdraw-invitation", number, None);
    let kind = TokenKind::Invite;
    match app.store().delete_token(kind, id, &entry).await? {
        true => Ok(number),
        false => Err(Error::NotFound),
    }
}

/// Whether this is a well-formed number that no usable invitation has, as after a withdrawal.
///
/// # Errors
/// The database does not answer.
pub async fn is_withdrawn(app: &App, page: &Page, number: &str) -> Result<bool, Error> {
    let is_number = number.len() == Invitation::NUMBER_DIGITS && is_hex(number);
    Ok(is_number
        && rows(app, page)
            .await?
            .iter()
            .all(|row| row.number() != number))
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The invitations that can still be used, the newest first.
///
/// # Errors
/// The database does not answer.
pub async fn rows(app: &App, page: &Page) -> Result<Vec<InvitationRow>, Error> {
    let now_ms = app.clock().now_ms();
    let open = app.store().invitations(now_ms).await?.into_iter();
    Ok(open.map(|open| InvitationRow::of(page, open)).collect())
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
