//! Typed text with markup in it: when a form is shown again, each field's text is shown as text.

use std::collections::BTreeSet;

use rookery::store::Store;
use rookery::web::{self, routes};

use crate::signup::first_admin;
use crate::support::browser::{Answer, Browser};
use crate::support::databases;
use crate::support::html;
use crate::support::site::{PASSWORD, Site};
use crate::support::tree;

mod nul;

/// As it is typed; and what must never come back, because a browser would read it as markup or as the end of an attribute.
const TYPED: &str = "<b>\"'&lt;x";
const LIVE: [&str; 3] = ["<b>\"", "<b>&", "\"'&lt;x"];

/// The role of the person who fills in a form.
#[derive(Clone, Copy)]
enum By {
    Visitor,
    User,
    Admin,
}

/// A form: the sender, the address it is sent to, fields that it needs, and the fields that are typed into, one after the other. `true`
/// where the answer shows the text again. `{challenge}` is the open captcha of the form's page, `{site}` the key of a site that
/// uses the captcha.
type Form = (
    By,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [(&'static str, bool)],
);

/// A new form needs a row, and a new field a place in one: see [`every_form_of_the_templates_has_a_row`] and
/// [`every_field_that_is_taken_is_typed_into`].
const FORMS: &[Form] = &[
    (
        By::Visitor,
        "/login",
        &[("name", "Nobody"), ("password", "not this")],
        &[
            ("name", true),
            ("password", false),
            ("next", true),
            ("challenge", false),
            ("answer", false),
            ("proof", false),
            ("website", false),
            ("reload", false),
        ],
    ),
    // An account that others have guessed at: the form has a captcha.
    (
        By::Visitor,
        "/login",
        &[
            ("name", GUESSED),
            ("password", "not this"),
            ("challenge", "{challenge}"),
            ("answer", "guess"),
        ],
        &[
            ("next", true),
            ("challenge", false),
            ("answer", false),
            ("proof", false),
            ("website", false),
            ("reload", false),
        ],
    ),
    (
        By::Visitor,
        "/signup",
        &[
            ("name", "x"),
            ("password", PASSWORD),
            ("challenge", "{challenge}"),
        ],
        &[
            ("name", true),
            ("password", false),
            ("next", true),
            ("invite", true),
            ("challenge", false),
            // The name is refused, so the answer was not looked at and stays.
            ("answer", true),
            ("proof", false),
            ("website", false),
            ("way", false),
            ("reload", false),
        ],
    ),
    // Another picture: the typed text stays.
    (
        By::Visitor,
        "/signup",
        &[("challenge", "{challenge}"), ("reload", "1")],
        &[
            ("name", true),
            ("next", true),
            ("invite", true),
            ("answer", false),
            ("proof", false),
        ],
    ),
    (
        By::Visitor,
        "/verify",
        &[("answer", "guess"), ("challenge", "{challenge}")],
        &[
            ("next", true),
            ("challenge", false),
            ("answer", false),
            ("proof", false),
            ("website", false),
            ("reload", false),
        ],
    ),
    // A key that does not exist: there is no form to show again, only the reason.
    (
        By::Visitor,
        "/captcha/frame",
        &[("site", "nonsense")],
        &[
            ("site", false),
            ("origin", false),
            ("theme", false),
            ("from", false),
            ("challenge", false),
            ("answer", false),
            ("proof", false),
            ("website", false),
            ("reload", false),
        ],
    ),
    (
        By::Visitor,
        "/captcha/frame",
        &[("site", "{site}"), ("origin", ORIGIN), ("answer", "guess")],
        &[
            ("origin", false),
            ("theme", false),
            ("challenge", false),
            ("answer", false),
            ("reload", false),
        ],
    ),
    (
        By::Visitor,
        "/setup",
        &[("name", "x"), ("password", PASSWORD), ("token", "none")],
        &[("name", false), ("password", false), ("token", false)],
    ),
    (
        By::Visitor,
        "/account/reset",
        &[("token", "none"), ("password", PASSWORD)],
        &[("token", false), ("password", false)],
    ),
    (
        By::Visitor,
        "/account/theme",
        &[("theme", "dark")],
        &[("theme", true), ("next", false)],
    ),
    (By::Visitor, "/account/coach", &[], &[("next", false)]),
    (
        By::Visitor,
        "/preferences",
        &[("speed", "too quick")],
        &[
            ("chess-theme", false),
            ("chess-set", false),
            ("checkers-theme", false),
            ("connect-four-theme", false),
            ("fanorona-theme", false),
            ("go-theme", false),
            ("gomoku-theme", false),
            ("morabaraba-theme", false),
            ("nine-mens-morris-theme", false),
            ("othello-theme", false),
            ("tic-tac-toe-theme", false),
            ("coordinates", false),
            ("speed", false),
            ("sounds", false),
            ("side", false),
            ("next", true),
        ],
    ),
    (
        By::Visitor,
        "/preferences/sounds",
        &[("sounds", "on")],
        &[("sounds", false)],
    ),
    (By::Visitor, "/logout", &[], &[("next", false)]),
    (
        By::User,
        "/account/password",
        &[("old", "not this"), ("new", "seven herons at dawn")],
        &[("old", false), ("new", false)],
    ),
    (
        By::User,
        "/account/delete",
        &[("password", "not this")],
        &[("password", false)],
    ),
    (
        By::User,
        "/games",
        &[
            ("game", "chess"),
            ("level", "1"),
            ("side", "0"),
            ("start", "nothing"),
        ],
        &[
            ("game", false),
            ("level", false),
            ("side", false),
            ("variant", false),
            ("start", true),
            ("tap", false),
            ("begun", false),
        ],
    ),
    (
        By::User,
        "{game}/moves",
        &[("ply", "0"), ("hash", "0")],
        &[
            ("ply", false),
            ("hash", false),
            ("path", false),
            ("tap", false),
            ("prefix", false),
        ],
    ),
    (
        By::User,
        "/reading-test",
        &[("test", "nonsense"), ("n", "0")],
        &[
            ("test", false),
            ("n", false),
            ("answer", false),
            ("again", false),
        ],
    ),
    (By::User, "{game}/resign", &[], &[("version", false)]),
    (By::User, "{game}/takeback", &[], &[("ply", false)]),
    (By::User, "{game}/draw", &[], &[("version", false)]),
    (By::User, "{game}/rematch", &[], &[("version", false)]),
    (By::User, "{game}/hint", &[], &[("version", false)]),
    (By::User, "{game}/analysis", &[], &[("ply", false)]),
    (
        By::User,
        "{game}/lines",
        &[("ply", "0")],
        &[("ply", false), ("line", false)],
    ),
    (
        By::User,
        "{game}/variation",
        &[("from", "0"), ("ply", "0"), ("hash", "0")],
        &[
            ("from", false),
            ("line", false),
            ("ply", false),
            ("hash", false),
            ("path", false),
            ("tap", false),
            ("prefix", false),
        ],
    ),
    (
        By::Admin,
        "/admin/captcha/sites",
        &[("act", "add"), ("name", ""), ("origins", "nowhere")],
        &[
            ("act", false),
            ("name", true),
            ("origins", true),
            ("site", false),
            ("rookery-captcha-response", false),
        ],
    ),
    (
        By::Admin,
        "/admin/captcha/sites",
        &[("act", "try"), ("site", "{site}")],
        &[("site", false), ("rookery-captcha-response", false)],
    ),
    (
        By::Admin,
        "/admin/users",
        &[("act", "invite")],
        &[
            ("act", false),
            ("user", false),
            ("chosen", false),
            ("from", false),
            ("name", false),
            ("state", false),
            ("uses", true),
            ("until", true),
            ("note", true),
            ("invitation", false),
        ],
    ),
    (
        By::Admin,
        "/admin/users",
        &[("act", "withdraw")],
        &[("invitation", false), ("from", false)],
    ),
    (
        By::Admin,
        "/admin/look",
        &[("act", "preview")],
        &[
            ("act", false),
            ("version", false),
            ("logo", false),
            ("remove_logo", false),
            ("name", true),
            ("accent", true),
            ("welcome", true),
            ("notice", true),
            ("notice_link_text", true),
            ("notice_link_url", true),
            ("imprint", true),
            ("privacy", true),
        ],
    ),
    (
        By::Admin,
        "/admin/captcha/bench",
        &[("act", "cancel")],
        &[("act", false)],
    ),
    (
        By::Admin,
        "/admin/captcha/assets/remove",
        &[("id", "none")],
        &[("id", false)],
    ),
    (
        By::Admin,
        "/admin/captcha/assets/rescan",
        &[],
        &[("id", false)],
    ),
];

/// A name at which others have guessed so often that a log-in asks for a captcha.
const GUESSED: &str = "Guessed";
const GUESSES: u32 = 12;
/// The other site that uses the captcha.
const ORIGIN: &str = "https://forum.example";

/// Posts of [`markup_in_any_setting_of_the_captcha_comes_back_as_text`].
const ELSEWHERE: [&str; 2] = ["/admin/captcha", "/admin/captcha/assets"];

struct Cast {
    user: Browser,
    admin: Browser,
    game: String,
    /// The key of the other site.
    customer: String,
}

async fn cast(store: Store) -> (Site, Cast) {
    let guesses = GUESSES.to_string();
    let settings = [
        ("limits.requests_per_second", "500"),
        // Failed captchas by the dozen change no form.
        ("captcha.defence.adaptive", "false"),
        ("limits.logins_per_account_per_10_minutes", &*guesses),
    ];
    let site = Site::on(store, &settings).await;
    let mut admin = first_admin(&site).await;
    let mut user = site.user("Thandi").await;
    let game = user
        .start(&[("game", "tic-tac-toe"), ("level", "1"), ("side", "0")])
        .await;
    for _ in 0..GUESSES {
        site.visitor().log_in(GUESSED, "not this").await;
    }
    let customer = [("act", "add"), ("name", "Forum"), ("origins", ORIGIN)];
    let page = admin.post("/admin/captcha/sites", &customer).await.text();
    let cast = Cast {
        user,
        admin,
        game,
        customer: html::by_id(&page, "site-key").unwrap(),
    };
    (site, cast)
}

/// The captcha of a form's page, or of the form that is shown again.
async fn open_captcha(browser: &mut Browser, path: &str, given: &[(&str, &str)]) -> String {
    if let Some(challenge) = browser.get(path).await.field("challenge") {
        return challenge;
    }
    let again = browser.post(path, &given[..2]).await;
    again
        .field("challenge")
        .unwrap_or_else(|| panic!("{path} asks for no captcha: {}", again.text()))
}

/// Sends a form with what it needs, and this text in one of its fields.
async fn send(
    (site, cast): (&Site, &Cast),
    (by, path, given): (By, &str, &[(&str, &str)]),
    (field, text): (&str, &str),
) -> Answer {
    let mut browser = match by {
        By::Visitor => site.visitor(),
        By::User => cast.user.clone(),
        By::Admin => cast.admin.clone(),
    };
    let path = path.replace("{game}", &cast.game);
    let mut fields: Vec<(&str, String)> = Vec::new();
    for &(name, value) in given.iter().filter(|(name, _)| *name != field) {
        let value = match value {
            "{challenge}" => open_captcha(&mut browser, &path, given).await,
            "{site}" => cast.customer.clone(),
            value => value.to_owned(),
        };
        fields.push((name, value));
    }
    fields.push((field, text.to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
    browser.post(&path, &fields).await
}

fn assert_is_text(answer: &Answer, what: &str, comes_back: bool) {
    let text = answer.text();
    assert!(answer.status < 500, "{what}: {}", answer.status);
    if answer.header("content-type").starts_with("text/html") {
        for live in LIVE {
            assert!(!text.contains(live), "{what}: {live} in {text}");
        }
        let is_shown = html::unescape(&text).contains(TYPED);
        assert!(is_shown || !comes_back, "{what} is not shown again: {text}");
    }
    for (name, value) in &answer.headers {
        assert!(
            !value.as_bytes().windows(3).any(|part| part == b"<b>"),
            "{what}: {name}"
        );
    }
}

#[tokio::test]
async fn markup_in_any_field_of_any_form_comes_back_as_text() {
    let fresh = databases::sqlite().await;
    let (site, cast) = cast(fresh.store.clone()).await;
    for &(by, path, given, typed) in FORMS {
        for &(field, is_shown) in typed {
            // Only a path of this site is kept as the page to come back to.
            let root = if field == "next" && is_shown { "/" } else { "" };
            let text = format!("{root}{TYPED}");
            let answer = send((&site, &cast), (by, path, given), (field, text.as_str())).await;
            let what = format!("{field} of {path} with {given:?}");
            assert_is_text(&answer, &what, is_shown);
        }
    }
    site.app.shutdown().await;
}

/// The settings have a field a key, and those of numbers are text all the same when somebody sends text.
#[tokio::test]
async fn markup_in_any_setting_of_the_captcha_comes_back_as_text() {
    let fresh = databases::sqlite().await;
    let (site, mut cast) = cast(fresh.store.clone()).await;
    let page = cast.admin.get("/admin/captcha").await.text();
    let names: BTreeSet<String> = ["input", "select", "textarea"]
        .iter()
        .flat_map(|tag| html::tags(&page, tag))
        .filter_map(|tag| html::attribute(tag, "name"))
        .collect();
    assert!(names.len() > 60, "{names:?}");
    for act in ["save", "preview"] {
        let mut fields: Vec<(&str, &str)> = names.iter().map(|name| (&**name, TYPED)).collect();
        fields.retain(|(name, _)| *name != "act");
        fields.push(("act", act));
        let answer = cast.admin.post("/admin/captcha", &fields).await;
        assert_eq!(answer.status, 422);
        assert_is_text(&answer, act, true);
    }
    // Files are named by whoever sends them.
    let name = format!("{TYPED}.png").replace('"', "%22");
    let answer = cast
        .admin
        .post_files("/admin/captcha/assets", &[(&name, b"no picture".to_vec())])
        .await;
    assert_is_text(&answer, "the name of a file", false);
    // The text in an address is as foreign as that in a form.
    let typed = html::escape(TYPED);
    for path in [
        "/login?next=",
        "/signup?next=",
        "/signup?invite=",
        "/verify?next=",
        "/setup?token=",
        "/account/reset?token=",
        "/account?game=",
        "/play/chess?start=",
        "/play/chess?variant=",
        "/play/chess?level=",
        "/play/chess?failed=",
        "/play/",
        "/games/",
        "/rules/",
        "/admin?page=",
        "/admin/users?page=",
        "/admin?who=",
        "/admin/users?name=",
        "/admin/users?done=delete&whom=",
    ] {
        let answer = cast.admin.get(&format!("{path}{typed}")).await;
        assert_is_text(&answer, path, false);
        let answer = site.visitor().get(&format!("{path}{typed}")).await;
        assert_is_text(&answer, path, false);
    }
    site.app.shutdown().await;
}

/// Each address that a template posts to is in the table, or in one of the tests beside it.
#[test]
fn every_form_of_the_templates_has_a_row() {
    let mut missing = Vec::new();
    for file in tree::files("templates", "html") {
        for tag in html::tags(&file.text, "form") {
            let is_post = html::attribute(tag, "method").as_deref() == Some("post");
            let Some(action) = html::attribute(tag, "action").filter(|_| is_post) else {
                continue;
            };
            // `{{ board.action }}/moves`, `/games/{{ id }}/resign`: what stands for a match is `{game}` here.
            let last = action.rsplit("}}").next().unwrap_or_default().to_owned();
            let is_known = FORMS
                .iter()
                .any(|(_, path, ..)| match action.contains("{{") {
                    true => {
                        path.starts_with("{game}") && (path.ends_with(&last) || last.is_empty())
                    }
                    false => *path == action,
                });
            if !is_known && !ELSEWHERE.contains(&&*action) {
                missing.push(format!("{}: {action}", file.path));
            }
        }
    }
    assert!(missing.is_empty(), "no row for {missing:#?}");
}

/// The rows of a post type into each field that the code takes, and into no other: one that is added to the code fails here. A
/// post without fields has a row with one that it ignores. Answers below `/api` are no pages.
#[test]
fn every_field_that_is_taken_is_typed_into() {
    let posts = routes().filter(|(_, methods)| methods.contains(&"POST"));
    let posts = posts.map(|(route, _)| route);
    for route in posts.filter(|route| !route.starts_with("/api/") && !ELSEWHERE.contains(route)) {
        let taken = web::fields_of(route).unwrap_or_else(|| panic!("{route} has no list"));
        let taken: BTreeSet<&str> = taken.iter().map(|field| field.name).collect();
        let rows = FORMS
            .iter()
            .filter(|(_, path, ..)| path.replace("{game}", "/games/{id}") == route);
        let typed: BTreeSet<&str> = rows
            .flat_map(|(.., typed)| typed.iter().map(|(name, _)| *name))
            .collect();
        assert!(!typed.is_empty(), "{route} has no row");
        if !taken.is_empty() {
            assert_eq!(typed, taken, "{route}");
        }
    }
}

/// Only JSON that escapes its own angle brackets is written as it is.
#[test]
fn no_template_writes_text_as_markup() {
    const JSON: [&str; 2] = ["board.view_json|safe", "board.words_json|safe"];
    for file in tree::files("templates", "html") {
        let escapes_off = ["|safe", "| safe", "|escape(\"none\")", "{% autoescape"];
        let text = JSON
            .iter()
            .fold(file.text.clone(), |text, known| text.replace(known, ""));
        for off in escapes_off {
            assert!(!text.contains(off), "{} has {off}", file.path);
        }
    }
}
