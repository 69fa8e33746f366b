//! The recorded tree against the searched tree.

use crate::tests::tree::{Bold, Carried, Child, Opinion, Ordered, Random};
use crate::tests::{bare, found, request};
use crate::{Control, Driver, Recorder, Request, Technique, Techniques, Why, watched};

#[test]
fn watching_changes_nothing() {
    let on = Techniques::of(&Technique::ALL).without(Techniques::HISTORICAL);
    for seed in 0..40 {
        let root = Random::<true>::new(seed, true);
        let request = Request {
            on,
            ..request(Driver::Pvs, 6)
        };
        let mut recorder = Recorder::new(usize::MAX);
        let control = Control::unlimited();
        let seen = watched((&root, &[]), &Bold, &request, &control, &mut recorder);
        assert_eq!(seen, found(&root, &Bold, &request));
    }
}

#[test]
fn every_node_is_recorded_once_under_its_parent() {
    let root = Random::<true>::new(4, false);
    let mut recorder = Recorder::new(usize::MAX);
    let request = request(Driver::Pvs, 5);
    let control = Control::unlimited();
    let found = watched((&root, &[]), &Opinion, &request, &control, &mut recorder);
    let (nodes, dropped) = recorder.into_nodes();
    assert_eq!(dropped, 0);
    assert_eq!(nodes.len() as u64, found.nodes);
    for node in &nodes {
        match node.parent {
            Some(at) => assert_eq!(node.visit.ply, nodes[at].visit.ply + 1),
            None => assert_eq!(node.visit.ply, 0, "the root, once a pass"),
        }
    }
    let leaves = nodes.iter().filter(|n| n.why == Why::Horizon).count();
    assert_eq!(leaves as u64, found.leaves);
}

#[test]
fn a_recorder_keeps_no_more_than_it_may() {
    let root = Random::<true>::new(4, false);
    let mut recorder = Recorder::new(10);
    let request = request(Driver::Pvs, 5);
    let control = Control::unlimited();
    watched((&root, &[]), &Opinion, &request, &control, &mut recorder);
    let (nodes, dropped) = recorder.into_nodes();
    assert_eq!(nodes.len(), 10);
    assert!(dropped > 0);
}

/// The best case of three plies with three moves each (Knuth and Moore): eleven leaves, and every later reply is a cut-off.
#[test]
fn the_best_case_shows_its_cut_offs() {
    let mut recorder = Recorder::new(1_000);
    let control = Control::unlimited();
    let request = bare(Driver::AlphaBeta, 3);
    watched(
        (&Ordered::new(3), &[]),
        &Carried,
        &request,
        &control,
        &mut recorder,
    );
    let (nodes, _) = recorder.into_nodes();
    let count = |why| nodes.iter().filter(|n| n.why == why).count();
    assert_eq!(count(Why::Horizon), 11);
    // Two of the root's replies are refuted by their first move, and so are the two later moves below the first.
    assert_eq!(count(Why::CutOff), 4);
    assert_eq!(nodes[1].visit.m, Some(Child(0)));
}
