//! Accounts that their users delete: what goes, what stays, and who may not.

use futures_util::future;
use rookery::store::Store;

use serde_json::json;

use crate::signup::first_admin;
use crate::support::browser::Browser;
use crate::support::databases::on_both_databases;
use crate::support::site::{MINUTE_MS, PASSWORD, Site};

on_both_databases!(what_an_account_does_while_it_is_deleted_is_no_error_of_the_site);

#[tokio::test]
async fn an_account_goes_with_its_sessions_and_its_matches_against_the_engine() {
    let site = Site::new().await;
    let mut thandi = site.user("Thandi").await;
    let game = thandi
        .start(&[("game", "chess"), ("level", "1"), ("side", "0")])
        .await;
    let mut elsewhere = site.visitor();
    assert_eq!(elsewhere.log_in("Thandi", PASSWORD).await.status, 303);
    assert_eq!(thandi.get(&game).await.status, 200);

    let refused = thandi
        .post("/account/delete", &[("password", "not this")])
        .await;
    assert_eq!(refused.status, 422);
    assert!(refused.problem("password").is_some());
    assert!(elsewhere.is_logged_in().await);

    let done = thandi
        .post("/account/delete", &[("password", PASSWORD)])
        .await;
    assert_eq!(
        (done.status, done.location().as_str()),
        (303, "/login?deleted=1")
    );
    // Nothing stays in the browser, either.
    assert!(done.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(thandi.cookie("rookery"), None);
    let said = thandi.get("/login?deleted=1").await;
    assert!(said.says("Your account has been deleted."));
    assert!(!thandi.is_logged_in().await && !elsewhere.is_logged_in().await);
    assert_eq!(elsewhere.get(&game).await.status, 404);
    assert_eq!(elsewhere.log_in("Thandi", PASSWORD).await.status, 422);
    // The name is free, and nothing of the other account comes with it.
    let mut again = site.user("Thandi").await;
    assert!(!again.get("/account").await.says("Chess</a></th>"));
    assert_eq!(again.get(&game).await.status, 404);
}

/// For as long as the configuration says, and the page says so before.
#[tokio::test]
async fn the_log_keeps_the_name_for_as_long_as_the_page_says() {
    const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
    for (days, words) in [(40_i64, "for another 40 days."), (1, "for another day.")] {
        let site = Site::with(&[("retention.audit_days", &*days.to_string())]).await;
        let mut thandi = site.user("Thandi").await;
        let page = thandi.get("/account").await;
        let said = "Your name stays in the site’s log, which only its admins can read,";
        let said = format!("{said} {words}");
        assert!(page.says(&said), "{}", page.text());
        let done = thandi
            .post("/account/delete", &[("password", PASSWORD)])
            .await;
        assert_eq!(done.status, 303);
        let is_named = async || {
            rookery::web::tidy_audit(&site.app).await.unwrap();
            let log = site.store().audit_log(9, None).await.unwrap();
            log.rows.iter().any(|row| row.entry.subject == "Thandi")
        };
        site.clock.advance(days * DAY_MS - MINUTE_MS);
        assert!(is_named().await, "{days}");
        site.clock.advance(2 * MINUTE_MS);
        assert!(!is_named().await, "{days}");
    }
}

#[tokio::test]
async fn the_only_admin_stays_until_there_is_another() {
    let site = Site::new().await;
    let mut owner = first_admin(&site).await;
    let fields = [("password", PASSWORD)];
    let refused = owner.post("/account/delete", &fields).await;
    assert_eq!(refused.status, 422);
    assert!(refused.says("You are the only admin: make another user an admin first."));
    assert!(owner.is_logged_in().await);

    let mut thandi = site.user("Thandi").await;
    let user = site.user_named("Thandi").await.id.to_string();
    let grant = [("act", "grant"), ("user", user.as_str())];
    assert_eq!(owner.post("/admin/users", &grant).await.status, 303);
    assert_eq!(owner.post("/account/delete", &fields).await.status, 303);
    assert!(!owner.is_logged_in().await);
    assert_eq!(thandi.get("/admin/users").await.status, 200);
}

#[tokio::test]
async fn guesses_at_the_password_are_limited_here_too() {
    let site = Site::with(&[("limits.logins_per_10_minutes", "3")]).await;
    let mut thandi = site.user("Thandi").await;
    let mut seen = Vec::new();
    for _ in 0..4 {
        let fields = [("password", "not this")];
        seen.push(thandi.post("/account/delete", &fields).await.status);
    }
    assert_eq!(seen, [422, 422, 422, 429]);
    assert!(thandi.is_logged_in().await);
}

/// Requests that read the session before the account went, and write after it.
async fn what_an_account_does_while_it_is_deleted_is_no_error_of_the_site(store: Store) {
    let site = Site::on(store, &[]).await;
    for n in 0..6 {
        let mut browser = site.user(&format!("Thandi{n}")).await;
        let over = lost_or_drawn(&mut browser).await;
        let back = format!("{over}/takeback");
        let mut acts: Vec<_> = (0..8).map(|_| browser.clone()).collect();
        let back = &back;
        let acts = acts.iter_mut().enumerate().map(|(n, session)| async move {
            let game = [("game", "tic-tac-toe"), ("level", "8"), ("side", "0")];
            let answer = match n % 3 {
                0 => session.post("/games", &game).await,
                1 => session.post(back, &[]).await,
                _ => session.post("/preferences", &[("coach", "off")]).await,
            };
            answer.status
        });
        let acts = future::join_all(acts);
        let fields = [("password", PASSWORD)];
        let (deleted, statuses) =
            future::join(browser.post("/account/delete", &fields), acts).await;
        assert_eq!(deleted.status, 303, "{}", deleted.text());
        assert!(statuses.iter().all(|status| *status < 500), "{statuses:?}");
    }
}

/// A match that has ended on the board and was not won, so that its last move can be taken back.
async fn lost_or_drawn(browser: &mut Browser) -> String {
    let game = browser
        .start(&[("game", "tic-tac-toe"), ("level", "8"), ("side", "0")])
        .await;
    loop {
        let view = browser.get_json(&game).await;
        let Some(m) = view["moves"].get(0) else {
            return game;
        };
        let fields = json!({"ply": view["ply"], "hash": view["hash"], "path": m["path"]});
        let moved = browser.post_json(&format!("{game}/moves"), &fields).await;
        assert_eq!(moved.status, 200, "{}", moved.text());
    }
}
