//! Invariants of the evaluation: it depends neither on the way to a position, nor on the colour, nor on left and right.

use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::pawns::{shelter, structure};
use crate::chess::evaluation::tuning::tracer::{Sum, Tracer};
use crate::chess::evaluation::{State, TermWeights, evaluate, squares, whole};
use crate::chess::notation::fen;
use crate::chess::rules::position::Chess;
use crate::chess::tests::perft::{random_games, turned};

fn value(position: &Chess, weights: &TermWeights) -> i32 {
    evaluate(position, &State::new(position, weights), weights)
}

#[test]
fn the_state_does_not_depend_on_the_way() {
    let weights = TermWeights::built_in();
    let mut state = State::new(&fen::parse(fen::START).unwrap(), &weights);
    random_games(200, |parent, m, child| {
        if *parent == fen::parse(fen::START).unwrap() {
            state = State::new(parent, &weights);
        }
        state = state.after(parent, m, child, &weights);
        assert_eq!(state, State::new(child, &weights), "{m:?} in {parent:?}");
    });
}

#[test]
fn colours_change_places_without_a_change_of_value() {
    let weights = TermWeights::built_in();
    random_games(60, |_, _, position| {
        let other = turned(position, 56, true);
        assert_eq!(
            value(position, &weights),
            value(&other, &weights),
            "{position:?}"
        );
    });
}

#[test]
fn left_and_right_change_places_without_a_change_of_value() {
    let weights = TermWeights::built_in();
    random_games(60, |_, _, position| {
        if position.castling_rooks() == 0 {
            let other = turned(position, 7, false);
            assert_eq!(
                value(position, &weights),
                value(&other, &weights),
                "{position:?}"
            );
        }
    });
}

#[test]
fn terms_told_one_by_one_add_up_to_the_same() {
    let weights = TermWeights::built_in();
    random_games(40, |_, _, position| {
        let state = State::new(position, &weights);
        let mut sum = Sum::new(&weights.values, Pair::ZERO);
        squares::trace(position, &mut sum);
        assert_eq!(sum.total(), state.squares);
        assert_eq!(structure::evaluate(position, &mut sum), state.passed);
        shelter::evaluate(position, &mut sum);
        assert_eq!(sum.total(), state.squares + state.pawns + state.shelter);
    });
}

/// The terms of a position by name, for White and for Black.
#[derive(Default)]
struct Named(Vec<(usize, usize, i32)>);

impl Tracer for Named {
    fn add(&mut self, side: usize, term: usize, count: i32) {
        self.0.push((side, term, count));
    }
}

impl Named {
    fn of(text: &str) -> Self {
        let position = fen::parse(text).unwrap();
        let mut named = Named::default();
        let passed = structure::evaluate(&position, &mut named);
        shelter::evaluate(&position, &mut named);
        whole::attacks(&position, passed, &mut named);
        named
    }

    fn count(&self, side: usize, group: crate::chess::evaluation::tuning::terms::Group) -> i32 {
        let own = group.first..group.first + group.len;
        let found = self.0.iter();
        let found = found.filter(|(s, term, _)| *s == side && own.contains(term));
        found.map(|(_, _, count)| count).sum()
    }
}

#[test]
fn terms_are_seen_where_they_are() {
    use crate::chess::evaluation::tuning::terms::*;
    // White: isolated doubled pawns on the a-file, the front one blocked by nobody; a passed pawn d6 guarded by c5.
    let pawns = Named::of("4k3/7p/3P4/2P5/P7/P7/8/4K3 w - - 0 1");
    assert_eq!(pawns.count(0, ISOLATED), 2);
    assert_eq!(pawns.count(0, DOUBLED), 1);
    assert_eq!(pawns.count(0, PASSED), 3);
    assert_eq!(pawns.count(0, PASSED_HELPED), 1);
    assert_eq!(pawns.count(1, PASSED), 1);
    // Black's knight on d4 cannot be driven away and is guarded; White's bishop on b2 is attacked by nobody.
    let outpost = Named::of("4k3/8/8/2p5/3n4/8/1B6/4K3 w - - 0 1");
    assert_eq!(outpost.count(1, OUTPOST), 1);
    assert_eq!(outpost.count(0, OUTPOST), 0);
    assert_eq!(outpost.count(0, MINOR_THREAT), 0, "it is guarded by a pawn");
    assert_eq!(outpost.count(1, HANGING), 0);
    // A pawn forks two rooks; neither is guarded.
    let fork = Named::of("k7/8/2r1r3/3P4/8/8/8/K7 w - - 0 1");
    assert_eq!(fork.count(0, PAWN_THREAT), 2);
    assert_eq!(fork.count(0, HANGING), 0, "the rooks guard each other");
    // A rook behind its passed pawn, a king that is too far away for another.
    let race = Named::of("8/8/8/P6k/8/8/8/K7 w - - 0 1");
    assert_eq!(race.count(0, UNSTOPPABLE), 1);
    let caught = Named::of("8/8/8/P2k4/8/8/8/K7 b - - 0 1");
    assert_eq!(caught.count(0, UNSTOPPABLE), 0);
    assert_eq!(
        Named::of("k7/8/8/8/P7/8/8/R5K1 w - - 0 1").count(0, PASSED_ROOK),
        1
    );
}

/// A bishop more, of whose value 16/28 is left after a hundred plies without progress.
#[test]
fn an_advantage_fades() {
    let weights = TermWeights::built_in();
    let after = |plies: u16| {
        let text = format!("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {plies} 90");
        value(&fen::parse(&text).unwrap(), &weights)
    };
    let whole = after(0);
    assert!(whole > 100, "{whole}");
    assert_eq!(after(11), whole);
    assert_eq!(after(12), whole * 27 / 28);
    assert_eq!(after(100), whole * 16 / 28);
}

#[test]
fn advantages_that_do_not_win_are_worth_little() {
    let weights = TermWeights::built_in();
    let of = |text: &str| value(&fen::parse(text).unwrap(), &weights).abs();
    assert_eq!(of("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1"), 0, "two knights");
    let exchanged = of("4k3/8/4r3/8/8/3BK3/8/3R4 w - - 0 1");
    assert!(exchanged < 165, "half a bishop at most: {exchanged}");
    let same = of("4k3/2b5/8/3pP3/3P4/3KP3/6B1/8 w - - 0 1");
    let opposite = of("4k3/1b6/8/3pP3/3P4/3KP3/5B2/8 w - - 0 1");
    assert!(opposite < same, "{opposite} {same}");
    assert!(of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 500);
}
