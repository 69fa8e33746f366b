//! Settings: permanent versions, one winner among two admins, an audit row with each.

use rookery::ids::UserId;
use rookery::store::Actor;
use rookery::store::AuditEntry;
use rookery::store::Error;
use rookery::store::Store;

use crate::store::records::{NOW, user};
use crate::support::databases::on_both_databases;

on_both_databases!(versions_stay, the_second_admin_gets_a_conflict);

fn entry(actor: Actor, at_ms: i64) -> AuditEntry {
    AuditEntry {
        at_ms,
        actor,
        action: "settings".to_owned(),
        subject: "captcha".to_owned(),
        before: None,
        after: Some("{}".to_owned()),
    }
}

async fn versions_stay(store: Store) {
    let anna = user(&store, "Anna").await;
    assert_eq!(store.setting("captcha").await.unwrap(), None);
    let save = |value: &'static str, expected, actor, at_ms| {
        let store = store.clone();
        async move {
            store
                .save_setting("captcha", value, expected, &entry(actor, at_ms))
                .await
        }
    };
    let by_anna = Actor::User(anna.id);
    assert_eq!(save("1", 0, by_anna, NOW).await.unwrap(), 1);
    let by_line = Actor::Other("command line".to_owned());
    assert_eq!(save("2", 1, by_line.clone(), NOW + 1).await.unwrap(), 2);
    for stale in [0, 1, 3] {
        let refused = save("3", stale, by_line.clone(), NOW + 2).await;
        assert!(matches!(refused, Err(Error::Conflict)), "{stale}");
    }
    let now = store.setting("captcha").await.unwrap().unwrap();
    assert_eq!((now.value.as_str(), now.version), ("2", 2));
    assert_eq!((now.changed_by, now.changed_ms), (None, NOW + 1));
    let history = store.setting_history("captcha", 10).await.unwrap();
    assert_eq!(history[0], now);
    assert_eq!((history[1].value.as_str(), history[1].version), ("1", 1));
    assert_eq!(history[1].changed_by, Some(anna.id));
    assert_eq!(history[1].changed_by_name.as_deref(), Some("Anna"));
    assert_eq!(history.len(), 2);
    assert_eq!(store.setting("site").await.unwrap(), None);
}

async fn the_second_admin_gets_a_conflict(store: Store) {
    for round in 0..10 {
        let admins: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                let audit = entry(Actor::User(UserId::random()), NOW + round);
                tokio::spawn(async move {
                    match store.save_setting("captcha", "{}", round, &audit).await {
                        Ok(version) => Some((version, audit)),
                        Err(Error::Conflict) => None,
                        Err(other) => panic!("{other}"),
                    }
                })
            })
            .collect();
        let mut winners = Vec::new();
        for admin in admins {
            winners.extend(admin.await.unwrap());
        }
        assert_eq!(winners.len(), 1, "round {round}");
        let (version, audit) = winners.pop().unwrap();
        assert_eq!(version, round + 1);
        // The losers left no trace in the log either.
        let log = store.audit_log(100, None).await.unwrap().rows;
        assert_eq!(log.len() as i64, round + 1);
        assert_eq!(log[0].entry, audit);
    }
}
