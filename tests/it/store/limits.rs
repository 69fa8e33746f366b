//! Counters in fixed windows.

use rookery::store::Charge;
use rookery::store::Store;

use crate::store::records::{MINUTE, NOW};
use crate::support::databases::on_both_databases;

on_both_databases!(
    counts_within_a_window,
    loses_no_hit_of_many_at_once,
    sums_the_last_two_windows,
    adds_no_more_than_so_many_of_one_key_to_those_that_are_shared,
    charges_all_counters_or_none,
    never_charges_more_than_the_limit,
    a_first_hit_may_leave_no_row,
    forgets
);

/// `NOW` is a multiple of a minute: the window is [NOW, NOW + 60 s).
async fn counts_within_a_window(store: Store) {
    assert_eq!(NOW % MINUTE, 0);
    assert_eq!(store.hits("a", MINUTE, NOW).await.unwrap(), 0);
    assert_eq!(store.count_hit("a", MINUTE, NOW).await.unwrap(), 1);
    assert_eq!(store.count_hit("a", MINUTE, NOW + 59_999).await.unwrap(), 2);
    assert_eq!(store.count_hit("b", MINUTE, NOW).await.unwrap(), 1);
    assert_eq!(store.count_hit("a", MINUTE, NOW + MINUTE).await.unwrap(), 1);
    // A node whose clock is a little behind still counts in the old window, and spoils the new one for nobody.
    assert_eq!(store.count_hit("a", MINUTE, NOW + 59_000).await.unwrap(), 3);
    assert_eq!(store.hits("a", MINUTE, NOW + MINUTE).await.unwrap(), 1);
}

async fn loses_no_hit_of_many_at_once(store: Store) {
    let hits: Vec<_> = (0..50)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.count_hit("a", MINUTE, NOW).await.unwrap() })
        })
        .collect();
    let mut counts = Vec::new();
    for hit in hits {
        counts.push(hit.await.unwrap());
    }
    counts.sort_unstable();
    assert_eq!(counts, (1..=50).collect::<Vec<u64>>());
}

async fn sums_the_last_two_windows(store: Store) {
    for (keys, at_ms) in [
        (&["a", "b"][..], NOW - 1),
        (&["a"], NOW),
        (&["a", "b"], NOW + MINUTE),
        (&["b"], NOW + 2 * MINUTE),
    ] {
        let shared: (&[&str], u32) = (&[], 0);
        store.count_hits(keys, shared, MINUTE, at_ms).await.unwrap();
    }
    // Hits that a node whose clock is ahead has counted count, too.
    for (minutes, expected) in [
        (0, [3, 3, 0]),
        (1, [2, 2, 0]),
        (2, [1, 2, 0]),
        (3, [0, 1, 0]),
        (4, [0, 0, 0]),
    ] {
        let now_ms = NOW + minutes * MINUTE;
        let hits = store.recent_hits(["a", "b", "c"], MINUTE, now_ms).await;
        assert_eq!(hits.unwrap(), expected, "{minutes} min");
    }
}

/// However many come at once: of each the first three of a window.
async fn adds_no_more_than_so_many_of_one_key_to_those_that_are_shared(store: Store) {
    const ALL: &[&str] = &["all"];
    let hits: Vec<_> = (0..16)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let own = [["a1", "a"], ["b1", "b"]][n % 2];
                let counted = store.count_hits(&own, (ALL, 3), MINUTE, NOW);
                counted.await.unwrap();
            })
        })
        .collect();
    for hit in hits {
        hit.await.unwrap();
    }
    for (key, n) in [("a", 8), ("a1", 8), ("b", 8), ("all", 6)] {
        assert_eq!(store.hits(key, MINUTE, NOW).await.unwrap(), n, "{key}");
    }
    // The next window begins anew.
    let later = NOW + MINUTE;
    let counted = store.count_hits(&["a1", "a"], (ALL, 3), MINUTE, later);
    counted.await.unwrap();
    assert_eq!(store.hits("all", MINUTE, later).await.unwrap(), 1);
}

fn charge(key: &str, limit: u32, begins_at: Option<u32>) -> Charge<'_> {
    Charge {
        key,
        limit,
        begins_at,
    }
}

async fn charges_all_counters_or_none(store: Store) {
    let charge = |key, limit| charge(key, limit, Some(1));
    let (ab, ac) = (
        [charge("a", 3), charge("b", 1)],
        [charge("a", 3), charge("c", 9)],
    );
    for (charges, full) in [
        (ab, None),
        (ab, Some(1)),
        (ac, None),
        (ac, None),
        (ac, Some(0)),
    ] {
        let found = store.charge(&charges, MINUTE, NOW).await.unwrap();
        assert_eq!(found, full);
    }
    let hits = async |key| store.hits(key, MINUTE, NOW).await.unwrap();
    assert_eq!(
        [hits("a").await, hits("b").await, hits("c").await],
        [3, 1, 2]
    );
    // A charge that is given back can be made again; more than was charged is never given back.
    for _ in 0..5 {
        store.refund(&["a", "b"], MINUTE, NOW).await.unwrap();
    }
    assert_eq!(
        [hits("a").await, hits("b").await, hits("c").await],
        [0, 0, 2]
    );
    assert_eq!(store.charge(&ab, MINUTE, NOW).await.unwrap(), None);
    // The window that was charged is the one that is given back.
    store.refund(&["a"], MINUTE, NOW + MINUTE).await.unwrap();
    assert_eq!(hits("a").await, 1);
    assert_eq!(store.charge(&ab, MINUTE, NOW + MINUTE).await.unwrap(), None);
}

/// Sixty at once over three counters that they share in part, in the one order: exact, and none waits for ever.
async fn never_charges_more_than_the_limit(store: Store) {
    let attempts: Vec<_> = (0..60)
        .map(|n| {
            let store = store.clone();
            tokio::spawn(async move {
                let (pair, account) = (format!("pair{}", n % 6), format!("account{}", n % 3));
                let charges = [("address", 40), (&*pair, 8), (&*account, 15)];
                let charges = charges.map(|(key, limit)| charge(key, limit, Some(1)));
                store.charge(&charges, MINUTE, NOW).await.unwrap().is_none()
            })
        })
        .collect();
    let mut charged = 0;
    for attempt in attempts {
        charged += u64::from(attempt.await.unwrap());
    }
    // Each account is full with fifteen of its twenty, and the address then with forty of forty-five.
    assert_eq!(charged, 40);
    assert_eq!(store.hits("address", MINUTE, NOW).await.unwrap(), 40);
}

/// A hit that the caller remembers makes no row, but is counted and refused by one that is there; a row may begin with two.
async fn a_first_hit_may_leave_no_row(store: Store) {
    let at = async |begins_at| {
        let charges = [charge("a", 3, begins_at)];
        store.charge(&charges, MINUTE, NOW).await.unwrap()
    };
    let hits = async || store.hits("a", MINUTE, NOW).await.unwrap();
    assert_eq!((at(None).await, hits().await), (None, 0));
    assert_eq!(store.delete_hits(NOW + 1).await.unwrap(), 0, "no row");
    assert_eq!(store.refund(&["a"], MINUTE, NOW).await.unwrap(), [0]);
    assert_eq!((at(Some(2)).await, hits().await), (None, 2));
    assert_eq!((at(None).await, hits().await), (None, 3));
    assert_eq!((at(None).await, hits().await), (Some(0), 3));
    assert_eq!((at(Some(2)).await, hits().await), (Some(0), 3));
    assert!(store.refund(&["a"], MINUTE, NOW).await.unwrap().is_empty());
    assert_eq!((at(Some(2)).await, hits().await), (None, 3));
    // A limit of one is full with the hit that is remembered.
    let full = [charge("b", 1, Some(2))];
    assert_eq!(store.charge(&full, MINUTE, NOW).await.unwrap(), Some(0));
}

async fn forgets(store: Store) {
    store.count_hit("b", MINUTE, NOW).await.unwrap();
    assert_eq!(store.delete_hits(NOW).await.unwrap(), 0);
    assert_eq!(store.delete_hits(NOW + 1).await.unwrap(), 1);
    assert_eq!(store.hits("b", MINUTE, NOW).await.unwrap(), 0);
}
