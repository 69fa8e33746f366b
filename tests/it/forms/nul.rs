//! A NUL character in any field of any form, on PostgreSQL, which takes it in no text: never a server error. Skipped without PostgreSQL.

use rookery::web;

use crate::forms::{By, FORMS, cast, send};
use crate::support::databases;
use crate::support::site::PASSWORD;

const TYPED: &str = "An\0na";
/// The same as an address to come back to.
const NEXT: &str = "/An\0na";

/// A form: the sender, the address it is sent to, and the fields that it needs.
type SentForm = (By, &'static str, &'static [(&'static str, &'static str)]);

/// The rows of [`FORMS`] that have something wrong in them are refused before some of their fields are used: these are right but for the
/// field that is typed into. The last changes the captcha.
const RIGHT: &[SentForm] = &[
    (
        By::Visitor,
        "/login",
        &[("name", "Thandi"), ("password", PASSWORD)],
    ),
    // The match that is asked for waits for the captcha.
    (
        By::Visitor,
        "/games",
        &[("game", "morabaraba"), ("level", "1")],
    ),
    (
        By::User,
        "/games",
        &[("game", "morabaraba"), ("level", "1")],
    ),
    (By::User, "/preferences", &[("speed", "quick")]),
    (
        By::Admin,
        "/admin/captcha/sites",
        &[
            ("act", "add"),
            ("name", "Club"),
            ("origins", "https://club.example"),
        ],
    ),
    (
        By::Admin,
        "/admin/users",
        &[("act", "invite"), ("uses", "2"), ("note", "Class 7")],
    ),
    (
        By::Admin,
        "/admin/look",
        &[("act", "save"), ("name", "Chess Club")],
    ),
    (
        By::Admin,
        "/admin/captcha",
        &[("act", "save"), ("preset", "classic")],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_nul_in_any_field_of_any_form_is_no_server_error() {
    let Some(fresh) = databases::postgres().await else {
        return;
    };
    let (site, cast) = cast(fresh.store.clone()).await;
    let type_nul = async |form: SentForm, field: &'static str| {
        let (_, path, given) = form;
        let text = if field == "next" { NEXT } else { TYPED };
        let answer = send((&site, &cast), form, (field, text)).await;
        let what = format!("{field} of {path} with {given:?}");
        assert!(answer.status < 500, "{what}: {}", answer.status);
    };
    for &(by, path, given, typed) in FORMS {
        for &(field, _) in typed {
            type_nul((by, path, given), field).await;
        }
    }
    for &form in RIGHT {
        let (_, path, given) = form;
        let taken = send((&site, &cast), form, given[0]).await;
        assert!(taken.status < 400, "{path}: {}", taken.text());
        for field in web::fields_of(path).unwrap() {
            type_nul(form, field.name).await;
        }
    }
    site.app.shutdown().await;
}
