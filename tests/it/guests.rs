//! Access of guests to the engine: after a captcha, freely on a closed network, with an account only, and the free home
//! board.

use axum::http::Method;
use serde_json::json;

use crate::support::site::{ANSWER, MINUTE_MS, Site};

const MORABARABA: &[(&str, &str)] = &[("game", "morabaraba"), ("level", "1"), ("side", "0")];
const FIRST_TAP: &[(&str, &str)] = &[("game", "tic-tac-toe"), ("tap", "b2")];

#[tokio::test]
async fn a_guest_passes_one_captcha_and_comes_back() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let sent = browser.post("/games", MORABARABA).await;
    assert_eq!(sent.status, 303);
    assert!(
        sent.location().starts_with("/verify?next=/play/morabaraba"),
        "{}",
        sent.location()
    );
    let script = site
        .visitor()
        .post_json(
            "/api/v1/games",
            &json!({"game": "morabaraba", "level": "1"}),
        )
        .await;
    assert_eq!(script.status, 403);
    assert_eq!(script.json()["error"]["code"], "verify");

    let page = browser.get(&sent.location()).await;
    let (challenge, next) = (
        page.field("challenge").unwrap(),
        page.field("next").unwrap(),
    );
    let fields = [
        ("challenge", challenge.as_str()),
        ("answer", "wrong"),
        ("next", &next),
    ];
    let refused = browser.post("/verify", &fields).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.field("next").as_deref(), Some(&*next));
    let fresh = refused.field("challenge").unwrap();
    let back = browser
        .post(
            "/verify",
            &[("challenge", &fresh), ("answer", ANSWER), ("next", &next)],
        )
        .await;
    // The match that was asked for begins at once.
    assert_eq!(back.status, 303);
    assert!(
        back.location().starts_with("/games/"),
        "{}",
        back.location()
    );

    browser.start(MORABARABA).await;
    // For a day, to the millisecond.
    site.clock.advance(24 * 60 * MINUTE_MS - 1);
    browser.start(MORABARABA).await;
    site.clock.advance(1);
    assert!(
        browser
            .post("/games", MORABARABA)
            .await
            .location()
            .starts_with("/verify")
    );
    site.app.shutdown().await;
}

#[tokio::test]
async fn the_home_board_is_free_where_guests_may_play() {
    for guests in ["captcha", "open"] {
        let site = Site::with(&[("access.guests", guests)]).await;
        let mut browser = site.visitor();
        let home = browser.get("/").await;
        assert_eq!(home.status, 200);
        assert_eq!(browser.cookie("rookery"), None, "looking creates nothing");
        let game = browser.start(FIRST_TAP).await;
        let view = browser.get_json(&game).await;
        assert_eq!(
            view["ply"], 2,
            "the reply comes from a table in the same request"
        );
        assert_eq!(view["me"], 0);
    }
}

#[tokio::test]
async fn a_closed_network_plays_without_a_captcha() {
    let site = Site::with(&[("access.guests", "open")]).await;
    site.visitor().start(MORABARABA).await;
    site.app.shutdown().await;
}

#[tokio::test]
async fn where_guests_are_off_an_account_is_needed() {
    let site = Site::with(&[("access.guests", "off")]).await;
    let mut browser = site.visitor();
    assert!(
        browser
            .post("/games", MORABARABA)
            .await
            .location()
            .starts_with("/login?next=")
    );
    let script = browser
        .post_json(
            "/api/v1/games",
            &json!({"game": "morabaraba", "level": "1"}),
        )
        .await;
    assert_eq!(script.status, 401);
    let page = browser.get("/verify?next=/play/morabaraba").await;
    assert_eq!((page.status, page.field("challenge")), (200, None));
    site.user("Thandi").await.start(MORABARABA).await;
    site.app.shutdown().await;
}

#[tokio::test]
async fn a_guest_s_games_follow_at_log_in_too() {
    let site = Site::new().await;
    site.user("Thandi").await;
    let mut browser = site.guest().await;
    let game = browser.start(FIRST_TAP).await;
    browser
        .log_in("Thandi", crate::support::site::PASSWORD)
        .await;
    assert_eq!(browser.get_json(&game).await["me"], 0);
    assert!(browser.get("/account").await.says(&game));
}

#[tokio::test]
async fn the_colours_are_a_choice_of_the_browser() {
    let site = Site::new().await;
    let mut browser = site.visitor();
    let answer = browser
        .post("/account/theme", &[("theme", "dark"), ("next", "/play")])
        .await;
    assert_eq!((answer.status, answer.location().as_str()), (303, "/play"));
    assert!(browser.get("/").await.text().contains("class=\"dark\""));
    let refused = browser.post("/account/theme", &[("theme", "drak")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.says("“drak”") && refused.says("light, dark or auto"));
    assert!(browser.get("/").await.text().contains("class=\"dark\""));
    let mut planted = site.visitor();
    planted.set_cookie("theme", "\"><script>");
    let page = planted.send(Method::GET, "/", &[], Vec::new()).await;
    assert!(page.text().contains("class=\"auto\""));
}
