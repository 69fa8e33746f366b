//! Tests of limits, stops and reproducibility: the same request gives the same answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::tests::tree::{Opinion, Random};
use crate::tests::{DRIVERS, found, request};
use crate::{Bound, Control, Driver, Request, Value, search};

fn deep(driver: Driver, nodes: u64) -> Request {
    Request {
        nodes,
        ..request(driver, 60)
    }
}

#[test]
fn the_node_limit_is_exact() {
    let root = Random::<true>::new(3, false);
    for driver in DRIVERS {
        for nodes in [1, 2, 3, 7, 100, 1_023, 1_024, 1_025, 10_000] {
            let found = found(&root, &Opinion, &deep(driver, nodes));
            assert_eq!(found.nodes, nodes, "{driver:?}");
            assert_eq!(
                found.lines.len(),
                1,
                "{driver:?} has an answer after {nodes} nodes"
            );
            assert!(!found.deadline_hit);
        }
    }
}

#[test]
fn an_answer_without_any_search_is_only_a_bound() {
    let found = found(
        &Random::<true>::new(3, false),
        &Opinion,
        &deep(Driver::Pvs, 1),
    );
    assert_eq!((found.depth, found.bound), (0, Bound::Lower));
}

#[test]
fn the_same_request_gives_the_same_answer() {
    for driver in DRIVERS {
        for seed in [0, 1, 99] {
            let request = Request {
                seed,
                ..deep(driver, 5_000)
            };
            let root = Random::<false>::new(8, true);
            let twice = [0, 0].map(|_| found(&root, &Opinion, &request));
            assert_eq!(twice[0], twice[1]);
        }
    }
}

#[test]
fn a_seed_changes_the_choice_but_not_the_value() {
    let mut moves = std::collections::BTreeSet::new();
    for tree in 0..100 {
        let root = Random::<true>::new(tree, false);
        let plain = found(&root, &Opinion, &request(Driver::Pvs, 1));
        for seed in 1..20 {
            let request = Request {
                seed,
                ..request(Driver::Pvs, 1)
            };
            let found = found(&root, &Opinion, &request);
            assert_eq!(found.lines[0].value, plain.lines[0].value);
            moves.insert((tree, found.lines[0].moves[0].0));
        }
    }
    assert!(
        moves.len() > 100,
        "no tree had two best moves: {}",
        moves.len()
    );
}

/// A weakened search wants four lines. Where its limit ends the second, third or fourth, it still has those before.
#[test]
fn the_best_line_is_not_lost_with_a_later_one() {
    let one_ply = Request {
        seed: 7,
        ..request(Driver::Pvs, 1)
    };
    let mut cut = 0;
    for tree in 0..40 {
        let root = Random::<true>::new(tree, false);
        let best = found(&root, &Opinion, &one_ply);
        let weak = |nodes| {
            let mut request = Request { nodes, ..one_ply };
            request.handicap.margin_cp = 1;
            found(&root, &Opinion, &request)
        };
        let whole = weak(0).nodes;
        for nodes in best.nodes + 1..whole {
            let Value::Cp(value) = weak(nodes).lines[0].value else {
                continue;
            };
            let Value::Cp(best) = best.lines[0].value else {
                continue;
            };
            assert!(value >= best - 1, "tree {tree}, {nodes} of {whole} nodes");
            cut += 1;
        }
    }
    assert!(cut > 100, "{cut} searches were cut short");
}

/// The clock is asked once in 1024 nodes, not before the first of them, and the search ends at the question after the one that set
/// the flag.
#[test]
fn a_stop_is_seen_within_1024_nodes() {
    for driver in DRIVERS {
        for asked_max in [1, 2, 5] {
            let stop = Arc::new(AtomicBool::new(false));
            let asked = Arc::new(AtomicU64::new(0));
            let clock = {
                let (stop, asked) = (Arc::clone(&stop), Arc::clone(&asked));
                move || {
                    let is_last = asked.fetch_add(1, Ordering::Relaxed) + 1 == asked_max;
                    stop.fetch_or(is_last, Ordering::Relaxed);
                    Duration::ZERO
                }
            };
            let request = Request {
                time: Some(Duration::from_secs(1)),
                ..deep(driver, 0)
            };
            let control = Control::new(stop, Arc::new(clock));
            let found = search(
                &Random::<true>::new(5, false),
                &[],
                &Opinion,
                &request,
                &control,
            );
            assert_eq!(asked.load(Ordering::Relaxed), asked_max, "{driver:?}");
            assert_eq!(found.nodes, 1_024 * asked_max, "{driver:?}");
            assert_eq!(found.lines.len(), 1);
            assert!(!found.deadline_hit, "nobody ran out of time");
        }
    }
}

#[test]
fn a_deadline_ends_the_search_and_is_reported() {
    let asked = Arc::new(AtomicU64::new(0));
    let clock = move || Duration::from_millis(asked.fetch_add(1, Ordering::Relaxed));
    let request = Request {
        time: Some(Duration::from_millis(10)),
        ..deep(Driver::Pvs, 0)
    };
    let control = Control::new(Arc::new(AtomicBool::new(false)), Arc::new(clock));
    let found = search(
        &Random::<true>::new(5, false),
        &[],
        &Opinion,
        &request,
        &control,
    );
    assert!(found.deadline_hit);
    assert_eq!(found.nodes, 11 * 1_024);
}

#[test]
fn time_counts_from_the_ponder_hit() {
    let clock = Arc::new(AtomicU64::new(0));
    let read = Arc::clone(&clock);
    let elapsed = Arc::new(move || Duration::from_millis(read.load(Ordering::Relaxed)));
    let control = Control::new(Arc::new(AtomicBool::new(false)), elapsed).pondering();
    clock.store(9_000, Ordering::Relaxed);
    assert_eq!(control.elapsed(), Duration::ZERO);
    control.ponder_hit();
    clock.store(9_500, Ordering::Relaxed);
    assert_eq!(control.elapsed(), Duration::from_millis(500));
}

/// A search ponders past its time limit, and ends when the hit has used it up.
#[test]
fn a_pondering_search_ends_after_the_hit() {
    let looks = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&looks);
    // A millisecond passes with every look.
    let elapsed = Arc::new(move || Duration::from_millis(count.fetch_add(1, Ordering::Relaxed)));
    let control = Control::new(Arc::new(AtomicBool::new(false)), elapsed).pondering();
    let request = Request {
        time: Some(Duration::from_millis(5)),
        ..deep(Driver::Pvs, 20_000)
    };
    let root = Random::<true>::new(3, false);
    let before = search(&root, &[], &Opinion, &request, &control);
    assert!(!before.deadline_hit, "pondering has no deadline");
    control.ponder_hit();
    let after = search(&root, &[], &Opinion, &request, &control);
    assert!(after.deadline_hit);
    assert!(after.nodes < before.nodes);
}
