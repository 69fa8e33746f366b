//! Tests of limits: their settings and windows, and what is charged together.

use std::time::Duration;

use super::*;
use crate::store::OpenOptions;

/// A store of its own, and the folder that it is in.
async fn empty_store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&OpenOptions::sqlite(folder.path())).await;
    (folder, store.unwrap())
}

#[test]
fn each_action_stands_at_its_place_and_has_a_setting_of_its_own() {
    let mut settings: Vec<_> = LimitedAction::ALL
        .iter()
        .map(|action| action.setting())
        .collect();
    for (place, action) in LimitedAction::ALL.into_iter().enumerate() {
        assert_eq!(action as usize, place);
    }
    settings.sort_unstable();
    settings.dedup();
    assert_eq!(settings.len(), LimitedAction::ALL.len());
}

#[test]
fn the_owners_page_of_limits_has_each_of_them() {
    let page = include_str!("../../../docs/limits.md");
    for action in LimitedAction::ALL {
        assert!(
            page.contains(&format!("| `{}` |", action.setting())),
            "{action:?}"
        );
    }
}

#[test]
fn what_is_charged_together_has_one_window() {
    let windows = [
        LimitedAction::FailedLogIn,
        LimitedAction::FailedLogInOfAddress,
        LimitedAction::FailedLogInOfAccount,
    ]
    .map(|action| action.rule().window_ms);
    assert_eq!(windows, [10 * MINUTE_MS; 3]);
}

/// The first failure of a name is remembered by its node; a failure on another node is in the database from the second on.
#[tokio::test]
async fn a_first_failure_leaves_no_row_and_counts_all_the_same() {
    let (_folder, store) = empty_store().await;
    let clock = Clock::manual(0);
    let node = || Limits::new(store.clone(), clock.clone(), |_| 4);
    let (limits, other) = (node(), node());
    const COUNTER: [(LimitedAction, &str); 1] = [(LimitedAction::FailedLogIn, "thandi")];
    let hits = async || store.hits("login:thandi", 10 * MINUTE_MS, 0).await.unwrap();
    let first = limits.charge(&COUNTER).await.unwrap().ok().unwrap();
    assert_eq!(hits().await, 0);
    limits.refund(&first).await.unwrap();
    for n in [0, 2, 3] {
        assert!(limits.charge(&COUNTER).await.unwrap().is_ok());
        assert_eq!(hits().await, n);
    }
    // The other node goes on from there: its own first is the fourth.
    assert!(other.charge(&COUNTER).await.unwrap().is_ok());
    for node in [&limits, &other, &other] {
        let (action, _) = node.charge(&COUNTER).await.unwrap().err().unwrap();
        assert_eq!((action, hits().await), (LimitedAction::FailedLogIn, 4));
    }
    // The next window begins anew, and nothing of the old one stays in memory.
    clock.advance(10 * MINUTE_MS);
    limits.forget_quiet_keys();
    assert!(!limits.0.first_hits.has("login:thandi", 0));
    assert!(limits.charge(&COUNTER).await.unwrap().is_ok());
    let room = limits.has_room(LimitedAction::FailedLogIn, &["thandi"]);
    assert!(room.await.unwrap().is_ok());
}

/// It was not looked at: the same attempt is the first one again as soon as the database answers.
#[tokio::test]
async fn an_attempt_that_the_database_refuses_is_not_remembered() {
    let (folder, store) = empty_store().await;
    let limits = Limits::new(store.clone(), Clock::manual(0), |_| 1);
    let both = [
        (LimitedAction::FailedLogIn, "thandi 192.0.2.7"),
        (LimitedAction::FailedLogInOfAccount, "thandi"),
    ];
    store.close().await;
    assert!(limits.charge(&both).await.is_err());
    limits.0.charging.sweep();
    assert_eq!(limits.kept_keys(), 0);
    drop(folder);
}

/// As after a new password: in the database and in memory, of this window and of these counters alone.
#[tokio::test]
async fn a_counter_that_is_forgotten_begins_anew() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::manual(0), |_| 3);
    let both = [
        (LimitedAction::FailedLogInOfAddress, "192.0.2.7"),
        (LimitedAction::FailedLogIn, "thandi"),
    ];
    for failures in [1, 3] {
        for _ in 0..failures {
            assert!(limits.charge(&both[1..]).await.unwrap().is_ok());
        }
        limits.forget(&both[1..]).await.unwrap();
    }
    for _ in 0..3 {
        assert!(limits.charge(&both).await.unwrap().is_ok());
    }
    limits.forget(&both[1..]).await.unwrap();
    let (full, _) = limits.charge(&both).await.unwrap().err().unwrap();
    assert_eq!(full, LimitedAction::FailedLogInOfAddress);
    assert!(limits.charge(&both[1..]).await.unwrap().is_ok());
}

/// An attempt at one account waits for an attempt at the same one, and for no other.
#[tokio::test]
async fn attempts_at_other_accounts_do_not_wait() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::manual(0), |_| 4);
    let held = limits.0.charging.take("login:thandi").await;
    let other = [(LimitedAction::FailedLogInOfAccount, "lerato")];
    assert!(limits.charge(&other).await.unwrap().is_ok());
    let same = [(LimitedAction::FailedLogInOfAccount, "thandi")];
    let waits = tokio::time::timeout(Duration::from_millis(50), limits.charge(&same));
    assert!(waits.await.is_err());
    drop(held);
    assert!(limits.charge(&same).await.unwrap().is_ok());
}

/// A limit of one is full with the failure that is remembered.
#[tokio::test]
async fn one_failure_fills_a_limit_of_one() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::manual(0), |_| 1);
    const COUNTER: [(LimitedAction, &str); 1] = [(LimitedAction::FailedLogIn, "thandi")];
    assert!(limits.charge(&COUNTER).await.unwrap().is_ok());
    let room = limits.has_room(LimitedAction::FailedLogIn, &["thandi"]);
    assert!(room.await.unwrap().is_err());
    assert!(limits.charge(&COUNTER).await.unwrap().is_err());
}

#[tokio::test]
async fn a_second_takes_twice_its_rate_at_once_and_other_keys_and_exempt_ones_are_free() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::default(), |_| 3);
    let tries = |key: &str| {
        (0..10)
            .filter(|_| limits.count(LimitedAction::Request, key).is_ok())
            .count()
    };
    assert_eq!(tries("192.0.2.1"), 6);
    assert_eq!(tries("192.0.2.2"), 6);
    assert_eq!(tries(""), 10);
    let refused = limits
        .count(LimitedAction::Request, "192.0.2.1")
        .unwrap_err();
    assert_eq!(refused.retry_after_s, 1);
}

/// Otherwise it would be no limit, and nobody would notice.
#[cfg(debug_assertions)]
#[tokio::test]
#[should_panic(expected = "SignUp")]
async fn what_is_counted_in_the_database_is_not_counted_in_memory() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::manual(0), |_| 3);
    let _ = limits.count(LimitedAction::SignUp, "192.0.2.1");
}

#[cfg(debug_assertions)]
#[tokio::test]
#[should_panic(expected = "Request")]
async fn what_is_counted_in_memory_makes_no_row() {
    let (_folder, store) = empty_store().await;
    let limits = Limits::new(store, Clock::manual(0), |_| 3);
    let _ = limits
        .count_stored(LimitedAction::Request, "192.0.2.1")
        .await;
}
