//! The whole course with few games.

use crate::checkers::samuel::play::played_game::ballots;
use crate::checkers::samuel::{BALLOTS, Contestant, Course, CourseStage, Pairing};
use rookery_engine::{Control, SplitMix};

/// The words of all stages and the results of all matches.
fn run(seed: u64) -> (Vec<String>, Vec<[u64; 3]>) {
    let control = Control::unlimited();
    let mut course = Course::new([3, 4, 2], seed);
    let words = CourseStage::ALL.map(|stage| {
        let taught = course.learn(stage, &control, &mut |_, _| ()).unwrap();
        taught.words
    });
    let results = Pairing::all().into_iter().map(|pairing| {
        let score = course.play(pairing, 2, &control, &mut |_, games| assert_eq!(games, 4));
        let score = score.unwrap();
        assert_eq!(score.games(), 4);
        [score.wins, score.draws, score.losses]
    });
    (words.to_vec(), results.collect())
}

#[test]
fn a_short_course_is_the_same_by_the_same_seed() {
    let first = run(1);
    assert_eq!(first, run(1));
    assert_ne!(first.0, run(2).0);
    assert!(
        first.0[0].ends_with(" positions remembered"),
        "{:?}",
        first.0
    );
    assert_eq!(first.1.len(), 15);
}

#[test]
fn a_course_that_is_stopped_teaches_nothing() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let control = Control::new(stop, std::sync::Arc::new(|| std::time::Duration::ZERO));
    let mut course = Course::new([2; 3], 1);
    for stage in CourseStage::ALL {
        assert_eq!(course.learn(stage, &control, &mut |_, _| ()), None);
    }
    assert_eq!(
        course.play(Pairing::all()[0], 1, &control, &mut |_, _| ()),
        None
    );
}

/// A player against itself has as many points as its opponent, whatever the openings are worth.
#[test]
fn equals_share_the_points() {
    let course = Course::new([1; 3], 1);
    let pairing = Pairing {
        player: Contestant::FourTerms,
        opponent: Contestant::FourTerms,
        has_equal_nodes: false,
    };
    let score = course.play(pairing, 6, &Control::unlimited(), &mut |_, _| ());
    assert_eq!(score.unwrap().score(), 0.5);
}

#[test]
fn every_opening_of_the_deck_begins_a_pair() {
    assert_eq!(ballots(&mut SplitMix::new(1)).len(), BALLOTS);
}
