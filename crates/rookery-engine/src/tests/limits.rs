//! Tests of limits, stops and reproducibility: the same request gives the same answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::tests::tree::{Child, Opinion, Random};
use crate::tests::{DRIVERS, found, request};
use crate::{Bound, Control, Driver, Knowledge, MoveList, Outcome, Position, Recorder, Request};
use crate::{
    Score, SearchContext, SearchEvent, Technique, Techniques, Value, search, search_with, watched,
};

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

/// Two moves everywhere, and nothing to tell them apart until five plies on: there the side that began with its second one is far ahead.
#[derive(Clone, Copy, Debug)]
struct Late {
    path: u64,
    ply: usize,
    is_second: bool,
}

impl Position for Late {
    type Move = Child;
    const NAME: &'static str = "late";
    const MAX_MOVES: usize = 2;
    const HISTORY: usize = 2;

    fn side(&self) -> usize {
        self.ply % 2
    }

    fn key(&self) -> u64 {
        self.path
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        out.extend([Child(0), Child(1)]);
    }

    fn play(&mut self, m: Child) {
        if self.ply == 0 {
            self.is_second = m == Child(1);
        }
        self.path = self.path << 1 | u64::from(m.0);
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
}

#[derive(Clone, Copy, Debug)]
struct Ahead;

impl Knowledge<Late> for Ahead {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Late, _acc: &()) -> Score {
        match (position.is_second && position.ply >= 5, position.side()) {
            (false, _) => 0,
            (true, 0) => 500,
            (true, _) => -500,
        }
    }
}

/// The root is searched again after a move that failed high, from the first move on. Wherever a limit ends that, the move is the answer.
#[test]
fn a_move_that_failed_high_is_not_forgotten() {
    let root = Late {
        path: 1,
        ply: 0,
        is_second: false,
    };
    // All that follows the limit of nodes is off, so that a search with one goes the same way as far as it gets.
    let off = Techniques::of(&[Technique::Tt, Technique::ContHist, Technique::StructHist]);
    for driver in [Driver::Pvs, Driver::Mtdf] {
        let request = Request {
            off,
            ..request(driver, 5)
        };
        let mut recorder = Recorder::new(usize::MAX);
        let control = Control::unlimited();
        let whole = watched((&root, &[]), &Ahead, &request, &control, &mut recorder);
        assert_eq!(whole.value(), Some(Value::Cp(500)));
        let (nodes, _) = recorder.into_nodes();
        let passes: Vec<usize> = (0..nodes.len())
            .filter(|&at| nodes[at].parent.is_none())
            .collect();
        let high = passes.iter().position(|&at| nodes[at].value == 500);
        let again = passes[high.unwrap() + 1];
        assert!(nodes.len() - again > 10, "{driver:?}: a pass after it");
        for limit in again..nodes.len() {
            let request = Request {
                nodes: limit as u64,
                ..request
            };
            let cut = found(&root, &Ahead, &request);
            assert_eq!(cut.best(), Some(Child(1)), "{driver:?}: {limit} nodes");
            assert_eq!(cut.value(), Some(Value::Cp(500)));
            assert_eq!((cut.depth, cut.bound), (4, Bound::Lower));
        }
    }
}

/// The side that began with its first move seems far ahead five plies on, until the root's moves are searched again for that reason.
#[derive(Clone, Debug)]
struct Mistaken {
    passes: Arc<AtomicU64>,
}

impl Knowledge<Late> for Mistaken {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Late, _acc: &()) -> Score {
        let seems_ahead = self.passes.load(Ordering::Relaxed) <= 1;
        match (
            seems_ahead && !position.is_second && position.ply >= 5,
            position.side(),
        ) {
            (false, _) => 0,
            (true, 0) => 500,
            (true, _) => -500,
        }
    }
}

/// A move that failed high, and does not hold what it promised when the root is searched again, is no answer any more.
#[test]
fn a_move_that_is_refuted_after_it_failed_high_is_not_kept_for_its_bound() {
    let root = Late {
        path: 1,
        ply: 0,
        is_second: false,
    };
    let off = Techniques::of(&[Technique::Tt, Technique::ContHist, Technique::StructHist]);
    let (mut cut_before, mut cut_after) = (0, 0);
    for nodes in 1..1_000 {
        let request = Request {
            off,
            nodes,
            ..request(Driver::Pvs, 5)
        };
        let passes = Arc::new(AtomicU64::new(0));
        let knowledge = Mistaken {
            passes: Arc::clone(&passes),
        };
        let mut is_refuted = false;
        let mut tell = |event: SearchEvent<'_, Child>| match event {
            SearchEvent::Move {
                m: Child(0),
                depth: 5,
                ..
            } => {
                passes.fetch_add(1, Ordering::Relaxed);
            }
            SearchEvent::Move { depth: 5, .. } => is_refuted = true,
            _ => {}
        };
        let company = SearchContext {
            table: None,
            only: &[],
            tell: &mut tell,
        };
        let control = Control::unlimited();
        let cut = search_with((&root, &[]), &knowledge, &request, &control, company);
        let is_second_pass = passes.load(Ordering::Relaxed) == 2;
        if cut.nodes < nodes {
            assert_eq!((cut.depth, cut.value()), (5, Some(Value::Cp(0))));
            break;
        }
        match (is_second_pass, is_refuted) {
            (true, true) => {
                assert_eq!(cut.value(), Some(Value::Cp(0)), "{nodes} nodes");
                cut_after += 1;
            }
            (true, false) => {
                assert_eq!(cut.value(), Some(Value::Cp(500)), "{nodes} nodes");
                cut_before += 1;
            }
            (false, _) => {}
        }
    }
    assert!(cut_before > 3 && cut_after > 3, "{cut_before} {cut_after}");
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
