//! Several threads find the same value as one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::search::score;
use crate::tests::tree::{Opinion, Random, definition};
use crate::tests::{found, request};
use crate::{Control, Driver, Request, SearchContext, search, search_with};

#[test]
fn a_crowd_finds_the_value_of_the_definition() {
    for seed in 0..60 {
        let root = Random::<false>::new(seed, true);
        let expected = definition(&root, 6, 0);
        for driver in [Driver::Pvs, Driver::Mtdf, Driver::AlphaBeta] {
            let request = Request {
                threads: 3,
                ..request(driver, 6)
            };
            let value = found(&root, &Opinion, &request).lines[0].value;
            let known = [true, false].map(|p| score::value(expected, p));
            assert!(
                known.contains(&value),
                "{driver:?}: {value:?} for {expected}"
            );
        }
    }
}

/// Time that passes with every look at the clock; the threads stop all the same, and soon.
#[test]
fn a_crowd_obeys_its_limits() {
    let root = Random::<true>::new(2, false);
    let request = Request {
        threads: 2,
        nodes: 50_000,
        ..request(Driver::Pvs, 0)
    };
    let nodes = found(&root, &Opinion, &request).nodes;
    // Each thread takes 1024 nodes at a time from what is left, and none when nothing is.
    assert!(nodes < 50_000 + 1_024, "{nodes}");

    let stop = Arc::new(AtomicBool::new(true));
    let control = Control::new(Arc::clone(&stop), Arc::new(|| Duration::ZERO));
    let found = search(&root, &[], &Opinion, &request, &control);
    assert!(stop.load(Ordering::Relaxed));
    assert!(found.nodes <= 2 * 1_024, "stopped from the beginning");
    assert!(found.depth >= 1, "the answer is searched all the same");
    assert_eq!(found.lines.len(), 1);
}

/// Nothing else would end this search.
#[test]
fn a_panic_of_the_first_thread_ends_the_others() {
    let root = Random::<true>::new(2, false);
    let request = Request {
        threads: 2,
        ..request(Driver::Pvs, 0)
    };
    let control = Control::unlimited();
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let company = SearchContext {
            table: None,
            only: &[],
            tell: &mut |_| panic!("the listener fails"),
        };
        search_with((&root, &[]), &Opinion, &request, &control, company)
    }));
    assert!(searched.is_err());
}
