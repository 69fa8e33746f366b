//! Accounts that wait for approval, and the matches that their users play as guests meanwhile.

use rookery::store::Store;
use serde_json::Value;

use crate::signup::first_admin;
use crate::support::databases::on_both_databases;
use crate::support::site::{MINUTE_MS, PASSWORD, Site};

on_both_databases!(
    who_waits_for_approval_keeps_the_guest_s_games,
    each_who_asks_in_a_shared_browser_gets_their_own_games,
);

/// The owner was away for longer than matches of guests are kept, and the new member logs in on another device.
async fn who_waits_for_approval_keeps_the_guest_s_games(store: Store) {
    let site = Site::on(store, &[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    let game = [("game", "tic-tac-toe"), ("level", "1"), ("side", "0")];
    let mut guest = site.guest().await;
    let before = guest.start(&game).await;
    assert_eq!(guest.sign_up("Newcomer").await.status, 200);
    // Somebody who began to play only after asking, somebody who is refused, and somebody who asks for nothing.
    let mut later = site.guest().await;
    assert_eq!(later.sign_up("Latecomer").await.status, 200);
    let meanwhile = later.start(&game).await;
    let mut refused = site.guest().await;
    let lost = refused.start(&game).await;
    assert_eq!(refused.sign_up("Refused").await.status, 200);
    let unowned = site.guest().await.start(&game).await;

    site.clock.advance(8 * 24 * 60 * MINUTE_MS);
    let sweep = async || site.app.matches.maintenance().sweep().await.unwrap();
    sweep().await;
    let mut anybody = site.visitor();
    for kept in [&before, &meanwhile, &lost] {
        assert_eq!(anybody.get(kept).await.status, 200, "{kept}");
    }
    assert_eq!(anybody.get(&unowned).await.status, 404);
    owner.log_in("Owner", PASSWORD).await;
    for name in ["Newcomer", "Latecomer", "Refused"] {
        let act = match name {
            "Refused" => "delete",
            _ => "approve",
        };
        let id = site.user_named(name).await.id.to_string();
        let fields = [("act", act), ("user", &*id)];
        let answer = owner.post("/admin/users", &fields).await;
        assert_eq!(answer.status, 303, "{name}");
    }
    sweep().await;
    assert_eq!(anybody.get(&lost).await.status, 404);
    // The guest plays on until somebody logs in to the account, and what is begun until then follows, too.
    assert_eq!(guest.get_json(&before).await["me"], 0);
    guest.verify().await;
    let after = guest.start(&game).await;
    site.clock.advance(8 * 24 * 60 * MINUTE_MS);
    sweep().await;
    for (name, game) in [
        ("Newcomer", &before),
        ("Newcomer", &after),
        ("Latecomer", &meanwhile),
    ] {
        let mut phone = site.visitor();
        assert_eq!(phone.log_in(name, PASSWORD).await.status, 303);
        assert!(phone.get("/account").await.says(game), "{name}");
        assert_eq!(phone.get_json(game).await["me"], 0, "{name}");
    }
    // They are the account's now, and the guest logs in to go on.
    for game in [&before, &after] {
        assert_eq!(guest.get_json(game).await["me"], Value::Null);
    }
    site.app.shutdown().await;
}

/// The second visitor begins anew: the matches of the first belong to the account that was asked for first.
async fn each_who_asks_in_a_shared_browser_gets_their_own_games(store: Store) {
    let site = Site::on(store, &[("access.signup", "approval")]).await;
    let mut owner = first_admin(&site).await;
    let game = [("game", "tic-tac-toe"), ("level", "1"), ("side", "0")];
    let mut shared = site.guest().await;
    let of_anna = shared.start(&game).await;
    let answer = shared.sign_up("Anna").await;
    assert!(answer.says("Games played in this browser until then go to your account."));
    let later_of_anna = shared.start(&game).await;
    assert_eq!(shared.sign_up("Bert").await.status, 200);
    let of_bert = shared.start(&game).await;

    for name in ["Anna", "Bert"] {
        let id = site.user_named(name).await.id.to_string();
        let fields = [("act", "approve"), ("user", &*id)];
        assert_eq!(owner.post("/admin/users", &fields).await.status, 303);
    }
    for (name, own, others) in [
        ("Anna", vec![&of_anna, &later_of_anna], vec![&of_bert]),
        ("Bert", vec![&of_bert], vec![&of_anna, &later_of_anna]),
    ] {
        let mut phone = site.visitor();
        assert_eq!(phone.log_in(name, PASSWORD).await.status, 303);
        let account = phone.get("/account").await;
        assert!(own.iter().all(|game| account.says(game)), "{name}");
        assert!(!others.iter().any(|game| account.says(game)), "{name}");
    }
    site.app.shutdown().await;
}
