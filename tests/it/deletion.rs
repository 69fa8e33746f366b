//! Accounts that their users delete: what goes, what stays, and who may not.

use crate::signup::first_admin;
use crate::support::site::{PASSWORD, Site};

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
