//! Preferences of boards: saved by guests and users, kept over a log-in, refused where a value is unknown, and seen on every board.

use axum::http::Method;
use rookery::web::{self, EarlierLinks};
use serde_json::json;

use crate::support::browser::Browser;
use crate::support::databases;
use crate::support::raw::Raw;
use crate::support::site::{PASSWORD, Site};

/// The form as a browser sends it when nothing was chosen.
const USUAL: [(&str, &str); 15] = [
    ("chess-theme", "standard"),
    ("chess-set", "standard"),
    ("checkers-theme", "standard"),
    ("connect-four-theme", "standard"),
    ("fanorona-theme", "standard"),
    ("go-theme", "standard"),
    ("gomoku-theme", "standard"),
    ("morabaraba-theme", "standard"),
    ("nine-mens-morris-theme", "standard"),
    ("othello-theme", "standard"),
    ("tic-tac-toe-theme", "standard"),
    ("coordinates", "on"),
    ("speed", "normal"),
    ("sounds", "site"),
    ("side", "own"),
];

/// The form with some values changed.
fn form<'a>(changed: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let usual = USUAL
        .iter()
        .filter(|(name, _)| changed.iter().all(|(other, _)| other != name));
    usual.chain(changed).copied().collect()
}

/// The classes of `<html>`.
async fn classes(browser: &mut Browser, path: &str) -> String {
    let text = browser.get(path).await.text();
    let (_, rest) = text.split_once("<html lang=\"en\" class=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_guest_s_choice_is_on_every_page_and_in_a_cookie() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    assert_eq!(classes(&mut browser, "/").await, "auto");
    let chosen = form(&[
        ("chess-theme", "green"),
        ("coordinates", "off"),
        ("speed", "none"),
    ]);
    let saved = browser.post("/preferences", &chosen).await;
    assert_eq!(
        (saved.status, saved.location().as_str()),
        (303, "/preferences?saved=1")
    );
    let cookie = saved.header("set-cookie");
    for part in [
        "boards=chess-theme=green&coordinates=off&speed=none;",
        "Max-Age=31536000",
        "SameSite=Lax",
        "HttpOnly",
        "Path=/",
    ] {
        assert!(cookie.contains(part), "{cookie} lacks {part}");
    }
    for path in ["/", "/play", "/rules/chess", "/preferences", "/login"] {
        let classes = classes(&mut browser, path).await;
        assert_eq!(
            classes, "auto chess-theme-green coordinates-off speed-none",
            "{path}"
        );
    }
    let page = browser.get("/preferences").await;
    assert!(page.says("name=\"chess-theme\" value=\"green\" checked"));
    // As it was: the cookie goes.
    let usual = browser.post("/preferences", &form(&[])).await;
    assert!(usual.header("set-cookie").contains("Max-Age=0"));
    browser.set_cookie("boards", "");
    assert_eq!(classes(&mut browser, "/").await, "auto");
}

#[tokio::test]
async fn an_account_keeps_its_choice_for_every_browser() {
    let site = Site::new().await;
    let mut browser = site.user("Thandi").await;
    let chosen = form(&[("chess-theme", "blue"), ("chess-set", "flat")]);
    let saved = browser.post("/preferences", &chosen).await;
    assert_eq!(saved.status, 303);
    assert!(!saved.header("set-cookie").contains("boards="));
    let settings = site.user_named("Thandi").await.settings;
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    assert_eq!(
        (&settings["chess-theme"], &settings["side"]),
        (&json!("blue"), &json!("own"))
    );
    let mut elsewhere = site.visitor();
    // The account's preferences count for more than a browser's cookie.
    elsewhere.set_cookie("boards", "chess-theme=grey&speed=quick");
    assert_eq!(
        classes(&mut elsewhere, "/").await,
        "auto chess-theme-grey speed-quick"
    );
    elsewhere.log_in("Thandi", PASSWORD).await;
    assert_eq!(
        classes(&mut elsewhere, "/").await,
        "auto chess-set-flat chess-theme-blue"
    );
    // Everything as usual is a choice, too.
    elsewhere.post("/preferences", &form(&[])).await;
    assert_eq!(classes(&mut elsewhere, "/").await, "auto");
    assert_eq!(classes(&mut browser, "/").await, "auto");
}

#[tokio::test]
async fn logging_in_loses_no_choice_and_takes_it_into_the_account() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let mut browser = site.visitor();
    browser
        .post("/preferences", &form(&[("othello-theme", "blue")]))
        .await;
    browser.log_in("Thandi", PASSWORD).await;
    assert_eq!(classes(&mut browser, "/").await, "auto othello-theme-blue");
    let mut elsewhere = site.visitor();
    elsewhere.log_in("Thandi", PASSWORD).await;
    assert_eq!(
        classes(&mut elsewhere, "/").await,
        "auto othello-theme-blue"
    );
}

#[tokio::test]
async fn signing_up_takes_a_choice_into_the_account() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    browser
        .post("/preferences", &form(&[("othello-theme", "blue")]))
        .await;
    assert_eq!(browser.sign_up("Thandi").await.status, 303);
    let settings = site.user_named("Thandi").await.settings;
    assert!(
        settings.contains("\"othello-theme\":\"blue\""),
        "{settings}"
    );
}

#[tokio::test]
async fn a_form_with_an_unknown_value_is_refused_and_nothing_is_saved() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for (field, value) in [
        ("chess-theme", "pink"),
        ("chess-theme", "\"><b>"),
        ("chess-set", ""),
        ("speed", "5"),
        ("sounds", "standard"),
        ("side", "ON"),
    ] {
        let changed = form(&[("othello-theme", "blue"), (field, value)]);
        let refused = browser.post("/preferences", &changed).await;
        assert_eq!(refused.status, 422, "{field}={value}");
        let problem = refused.problem(field).unwrap();
        assert!(problem.contains(field), "{problem}");
        // The rest of the form is as it was sent.
        assert!(refused.says("name=\"othello-theme\" value=\"blue\" checked"));
        assert!(browser.cookie("boards").is_none());
    }
    for sounds in ["", "loud"] {
        let refused = browser
            .post("/preferences/sounds", &[("sounds", sounds)])
            .await;
        assert_eq!(refused.status, 422, "{sounds}");
    }
}

/// A program need not know every game, or all that is there to choose.
#[tokio::test]
async fn what_is_not_sent_stays_as_it_is() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    for (field, value, expected) in [
        ("chess-theme", "green", "auto chess-theme-green"),
        ("speed", "quick", "auto chess-theme-green speed-quick"),
        ("chess-theme", "standard", "auto speed-quick"),
    ] {
        let saved = browser.post("/preferences", &[(field, value)]).await;
        assert_eq!(saved.status, 303, "{field}={value}");
        assert_eq!(classes(&mut browser, "/").await, expected);
    }
}

#[tokio::test]
async fn a_cookie_that_is_not_ours_changes_nothing() {
    let site = Site::new().await;
    let long = format!("chess-theme=green&{}", "x".repeat(1024));
    for planted in [
        "\"><script>",
        "chess-theme=pink",
        "chess-theme",
        "====&&&&",
        "draughts-theme=pink",
        &long,
    ] {
        let mut browser = site.visitor();
        browser.set_cookie("boards", planted);
        let page = browser.send(Method::GET, "/", &[], Vec::new()).await;
        assert_eq!(page.status, 200, "{planted}");
        assert!(page.text().contains("class=\"auto\""), "{planted}");
    }
    // Known preferences count beside unknown ones.
    let mut browser = site.visitor();
    browser.set_cookie("boards", "future=1&speed=quick&chess-theme=pink");
    assert_eq!(classes(&mut browser, "/").await, "auto speed-quick");
}

#[tokio::test]
async fn saving_leads_back_to_the_match_and_to_no_other_site() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser
        .start(&[("game", "chess"), ("level", "1"), ("side", "1")])
        .await;
    let page = browser.get(&game).await;
    // The link leads to the looks of this game.
    let link = format!("href=\"/preferences?next={game}#f-chess-theme\"");
    assert!(page.says(&link));
    let asked = browser.get(&format!("/preferences?next={game}")).await;
    assert!(asked.says("id=\"f-chess-theme\""));
    assert_eq!(asked.field("next").as_deref(), Some(&*game));
    let saved = browser
        .post("/preferences", &form(&[("next", &game)]))
        .await;
    assert_eq!(saved.location(), game);
    let saved = browser
        .post("/preferences", &form(&[("next", "//evil.example")]))
        .await;
    assert_eq!(saved.location(), "/");
    // The way back without saving leads nowhere else either.
    assert!(asked.says(&format!("href=\"{game}\">Back</a>")));
    let elsewhere = browser.get("/preferences?next=javascript:alert(1)").await;
    assert!(elsewhere.says("href=\"/\">Back</a>"));
}

#[tokio::test]
async fn a_match_has_the_chosen_pieces_sounds_and_side() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    let game = browser
        .start(&[("game", "chess"), ("level", "1"), ("side", "1")])
        .await;
    let before = browser.get(&game).await.text();
    let sprite = |text: &str| text.split("</symbol>").next().unwrap().to_owned();
    // The second side sees the board turned, so that its own king is below.
    assert!(before.contains(" data-turned") && before.contains("data-default=\"off\""));
    browser
        .post(
            "/preferences",
            &form(&[("chess-set", "flat"), ("sounds", "on"), ("side", "first")]),
        )
        .await;
    let after = browser.get(&game).await.text();
    assert!(!after.contains(" data-turned") && after.contains("data-default=\"on\""));
    assert_ne!(sprite(&after), sprite(&before));
    for page in ["/", "/play", "/rules/chess", "/play/chess"] {
        let text = browser.get(page).await.text();
        assert_eq!(text.matches("id=\"p-king\"").count(), 1, "{page}");
        let flat = include_str!("../../crates/rookery-games/src/chess/ui/pieces/flat/king.svg");
        assert!(text.contains(flat.trim()), "{page}");
    }
}

#[tokio::test]
async fn the_switch_on_a_board_changes_the_sounds_and_nothing_else() {
    let site = Site::new().await;
    for mut browser in [site.visitor(), site.user("Thandi").await] {
        browser
            .post("/preferences", &form(&[("chess-theme", "grey")]))
            .await;
        let switched = browser
            .post("/preferences/sounds", &[("sounds", "on")])
            .await;
        assert_eq!(switched.status, 204);
        assert_eq!(
            classes(&mut browser, "/").await,
            "auto chess-theme-grey sounds-on"
        );
    }
}

/// A theme is colours of a class, so that one rendering serves everybody.
#[tokio::test]
async fn the_style_sheet_has_each_theme_and_pictures_of_the_page_go_by_their_own() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let page = browser.get("/preferences").await.text();
    let (_, rest) = page.split_once("href=\"/static/").unwrap();
    let prefix = rest.split('/').next().unwrap();
    let css = browser
        .get(&format!("/static/{prefix}/worlds.css"))
        .await
        .text();
    for theme in ["green", "blue", "grey", "contrast"] {
        let selector = format!(".chess-theme-{theme} .world-chess,.world-chess--{theme}{{--board:");
        assert!(css.contains(&selector), "{selector}");
        assert!(page.contains(&format!("world-chess--{theme}\"")), "{theme}");
    }
    assert!(css.contains(".world-chess,.world-chess--standard,"));
    let drawn = |id: &str| page.matches(&format!("id=\"{id}\"")).count();
    for id in ["p-king", "chess-standard-king", "chess-flat-king"] {
        assert_eq!(drawn(id), 1, "{id}");
    }
}

/// The account is there, and its link is used up: whoever made it is not told that it failed.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_account_is_logged_in_where_its_preferences_cannot_be_kept() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[("captcha.defence.approval", "true")]).await;
    for (event, table) in [
        ("UPDATE OF settings", "users"),
        ("INSERT", "captcha_counts"),
    ] {
        raw.run(&format!(
            "CREATE TRIGGER no_{table} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
        ))
        .await;
    }
    let green = form(&[("chess-theme", "green")]);
    let mut owner = site.visitor();
    owner.post("/preferences", &green).await;
    let link = web::setup_link(site.store(), &site.clock, "", EarlierLinks::End).await;
    let link = link.unwrap().unwrap();
    let (_, token) = link.split_once("token=").unwrap();
    let fields = [("token", token), ("name", "Owner"), ("password", PASSWORD)];
    assert_eq!(owner.post("/setup", &fields).await.status, 303);
    assert!(owner.is_logged_in().await);

    let made = owner.post("/admin/users", &[("act", "invite")]).await;
    let made = made.text();
    let (_, rest) = made.split_once("/signup?invite=").unwrap();
    let invite = rest.split(['<', '"']).next().unwrap();
    let mut invited = site.visitor();
    invited.post("/preferences", &green).await;
    let fields = [
        ("name", "Thandi"),
        ("password", PASSWORD),
        ("invite", invite),
    ];
    let entered = invited.post("/signup", &fields).await;
    assert_eq!((entered.status, entered.location().as_str()), (303, "/"));
    assert!(invited.is_logged_in().await);

    let fields = [
        ("name", "Sipho"),
        ("password", PASSWORD),
        ("way", "approval"),
    ];
    let asked = site.visitor().post("/signup", &fields).await;
    assert_eq!(asked.status, 200);
    assert!(asked.says("The account Sipho has been created"));
    drop(raw);
    site.app.shutdown().await;
}
