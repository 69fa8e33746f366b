//! Stored notation of moves: a page shows the stored text, and what an earlier release left out is computed.

use rookery::ids::GameId;
use serde_json::json;

use crate::support::databases;
use crate::support::raw::Raw;
use crate::support::site::Site;

const NOTATIONS: &str = "SELECT notation FROM moves ORDER BY ply";

#[tokio::test(flavor = "multi_thread")]
async fn moves_without_notation_get_it_when_their_match_goes_on() {
    for fresh in [Some(databases::sqlite().await), databases::postgres().await]
        .into_iter()
        .flatten()
    {
        let mut raw = Raw::of(&fresh).await;
        let site = Site::on(fresh.store.clone(), &[]).await;
        let mut browser = site.visitor();
        let game = browser
            .start(&[("game", "tic-tac-toe"), ("tap", "a1")])
            .await;
        let said = browser.get_json(&game).await["played"].clone();
        let kept = raw.texts(NOTATIONS).await;
        assert_eq!(json!(kept), said);
        assert_eq!(kept.len(), 2);

        // As an earlier release left it; a site that has just started has seen nothing of it.
        raw.run("UPDATE moves SET notation = NULL").await;
        let site = site.restarted().await;
        let mut again = site.visitor();
        again.set_cookie("rookery", browser.cookie("rookery").unwrap());
        let view = again.get_json(&game).await;
        assert_eq!(view["played"], said);
        let path = view["moves"][0]["path"].clone();
        let sent = json!({"ply": view["ply"], "hash": view["hash"], "path": path});
        let answer = again.post_json(&format!("{game}/moves"), &sent).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let kept = raw.texts(NOTATIONS).await;
        assert_eq!(json!(kept), answer.json()["played"]);
        assert_eq!(kept.len(), 4);
        assert!(kept.iter().all(Option::is_some));
        site.app.shutdown().await;
    }
}

/// The page shows the text of the row: words of an old match do not change with the release.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_the_notation_that_was_kept() {
    let fresh = databases::sqlite().await;
    let mut raw = Raw::of(&fresh).await;
    let site = Site::on(fresh.store.clone(), &[]).await;
    let mut browser = site.visitor();
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("tap", "a1")])
        .await;
    raw.run("UPDATE moves SET notation = 'corner' WHERE ply = 0")
        .await;
    let site = site.restarted().await;
    let mut again = site.visitor();
    assert_eq!(again.get_json(&game).await["played"][0], "corner");
    let id: GameId = game.trim_start_matches("/games/").parse().unwrap();
    let table = site.app.matches.load(id, None).await.unwrap();
    assert_eq!(table.played()[0].notation.as_deref(), Some("corner"));
    // Whoever asks again gets the same match, without a further look at its moves.
    let same = site.app.matches.load(id, None).await.unwrap();
    assert!(std::sync::Arc::ptr_eq(&table, &same));
}
