//! Draws over HTTP: the visibility of the button, and the answer to an offer.

use rookery_games::Registry;
use serde_json::json;

use crate::support::site::{FAST, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_offered_where_draws_are_agreed() {
    let site = Site::with(&[FAST]).await;
    let mut browser = site.guest().await;
    for kind in Registry::shipped().all() {
        let fields = [("game", kind.name()), ("level", "1"), ("side", "0")];
        let game = browser.start(&fields).await;
        let view = browser.get_json(&game).await;
        assert_eq!(view["aids"]["draw"], false, "nothing has been played");
        let body = json!({
            "ply": view["ply"], "hash": view["hash"], "path": view["moves"][0]["path"],
        });
        let moved = browser.post_json(&format!("{game}/moves"), &body).await;
        assert_eq!(moved.status, 200);
        let view = browser.my_turn(&game).await;
        let is_agreed = [
            "checkers",
            "chess",
            "fanorona",
            "morabaraba",
            "nine-mens-morris",
        ]
        .contains(&kind.name());
        assert_eq!(view["aids"]["draw"], is_agreed, "{}", kind.name());
        let page = browser.get(&game).await.text();
        let form = page.split("data-act=\"draw\"").nth(1);
        let is_shown = form.is_some_and(|form| !form.starts_with(" hidden"));
        assert_eq!(is_shown, is_agreed, "{}", kind.name());

        let words = match is_agreed {
            true => "No draw:",
            false => "A draw cannot be agreed",
        };
        for path in [format!("{game}/draw"), format!("/api/v1{game}/draw")] {
            let offered = browser.post_json(&path, &json!({})).await;
            assert_eq!(offered.status, 422, "{path}");
            let error = &offered.json()["error"];
            assert_eq!(error["code"], "refused");
            assert!(error["say"].as_str().unwrap().contains(words), "{error}");
        }
        let offered = browser.post(&format!("{game}/draw"), &[]).await;
        assert_eq!(offered.status, 422);
        assert!(offered.says(words), "{}", kind.name());
        assert_eq!(browser.get_json(&game).await["status"], "playing");
    }
    site.app.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_last_move_made_is_marked_and_said() {
    let site = Site::new().await;
    let mut browser = site.guest().await;
    // White mates in one.
    let start = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let fields = [
        ("game", "chess"),
        ("level", "1"),
        ("side", "0"),
        ("start", start),
    ];
    let game = browser.start(&fields).await;
    let view = browser.get_json(&game).await;
    let body = json!({"ply": view["ply"], "hash": view["hash"], "path": "Rd8#"});
    let mated = browser
        .post_json(&format!("{game}/moves"), &body)
        .await
        .json();
    assert_eq!(
        mated["marks"],
        json!([{"at": "g8", "kind": "mate", "say": "checkmated", "falls": true}])
    );
    assert!(
        mated["text"]
            .as_str()
            .unwrap()
            .ends_with("checkmated: g8\n"),
        "{}",
        mated["text"]
    );
    let page = browser.get(&game).await;
    assert!(page.says("g8, black king, checkmated"), "{}", page.text());

    let start = "XX./OO./... x";
    let fields = [
        ("game", "tic-tac-toe"),
        ("level", "1"),
        ("side", "0"),
        ("start", start),
        ("tap", "c3"),
    ];
    let game = browser.start(&fields).await;
    let won = browser.get_json(&game).await;
    let marked: Vec<_> = won["marks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| &m["at"])
        .collect();
    assert_eq!(marked, ["a3", "b3", "c3"]);
    assert_eq!(
        won["say"],
        "You won: three in a row, one move, against Beginner."
    );
    let page = browser.get(&game).await;
    assert!(
        page.says("a3, cross, in the winning line"),
        "{}",
        page.text()
    );
    site.app.shutdown().await;
}
