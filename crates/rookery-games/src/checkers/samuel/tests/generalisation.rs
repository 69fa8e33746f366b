//! Correlations, coefficients and the exchange of terms by worked examples; learning from games.

use crate::checkers::samuel::generalisation::alpha_and_beta;
use crate::checkers::samuel::generalisation::term_selection::{
    ACTIVE, ActiveTerm, Delta, Judged, TermSelection,
};
use crate::checkers::samuel::terms::term::{TERMS, TermValues};
use rookery_engine::{Control, SplitMix};

const BETTER: Delta = Delta {
    is_positive: true,
    times: 1,
};
const WORSE: Delta = Delta {
    is_positive: false,
    times: 1,
};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
}

/// Terms 0 to 15 with these correlations (0.5 for those that are not named), and a reserve.
fn selection(named: &[(usize, f64)], reserve: &[usize]) -> TermSelection {
    let mut active: Vec<ActiveTerm> = (0..ACTIVE).map(ActiveTerm::new).collect();
    for term in &mut active {
        let value = named.iter().find(|(number, _)| *number == term.term);
        term.correlation = value.map_or(0.5, |(_, value)| *value);
    }
    TermSelection::of(active, reserve)
}

fn judged(values: &[(usize, i8)]) -> Judged {
    let mut terms = [0; TERMS];
    for &(term, value) in values {
        terms[term] = value;
    }
    Judged {
        terms: TermValues(terms),
        is_passive: true,
    }
}

/// C' = C - (C -+ 1) / N with N = 16 up to the 31st use, then 32.
#[test]
fn a_correlation_moves_by_its_distance_divided_by_the_uses() {
    let mut term = ActiveTerm::new(0);
    term.observe(true);
    close(term.correlation, 1.0 / 16.0);
    term.observe(true);
    close(term.correlation, 31.0 / 256.0);
    term.observe(false);
    close(term.correlation, 31.0 / 256.0 - (31.0 / 256.0 + 1.0) / 16.0);

    let mut term = ActiveTerm::new(0);
    (0..31).for_each(|_| term.observe(true));
    let after_31 = 1.0 - (15.0_f64 / 16.0).powi(31);
    close(term.correlation, after_31);
    term.observe(false);
    close(term.correlation, after_31 - (after_31 + 1.0) / 32.0);
}

/// The correlations and powers of two that Samuel printed after 42 games (appendix C).
#[test]
fn coefficients_are_the_powers_that_samuel_printed() {
    let printed = [
        (0.45, 18),
        (0.40, 16),
        (0.35, 14),
        (0.33, 13),
        (0.27, 11),
        (0.19, 8),
        (0.14, 6),
        (0.13, 5),
        (0.10, 4),
    ];
    let named: Vec<(usize, f64)> = printed
        .iter()
        .enumerate()
        .map(|(term, &(correlation, _))| (term, if term == 0 { -correlation } else { correlation }))
        .chain((printed.len()..ACTIVE).map(|term| (term, 0.0)))
        .collect();
    let coefficients = selection(&named, &[]).polynomial().coefficients;
    for (term, (_, power)) in printed.into_iter().enumerate() {
        let sign = if term == 0 { -1 } else { 1 };
        assert_eq!(coefficients[term], sign << power, "2^{power}");
    }
    assert_eq!(coefficients[ACTIVE..], [0; TERMS - ACTIVE]);
}

/// A position that was worse than thought corrects every term that is not 0; one that was better those that spoke against the sum.
#[test]
fn signs_of_terms_are_compared_with_that_of_delta() {
    let position = judged(&[(0, 3), (1, -1)]);
    let correlations = |delta| {
        let mut learner = selection(&[], &[20]);
        learner.correct(&position, delta);
        [0, 1, 2].map(|term| learner.active()[term].correlation)
    };
    // Down by (0.5 + 1) / 16 where the term was positive, up by (1 - 0.5) / 16 where it was negative.
    assert_eq!(
        correlations(WORSE),
        [0.5 - 1.5 / 16.0, 0.5 + 0.5 / 16.0, 0.5]
    );
    assert_eq!(correlations(BETTER), [0.5, 0.5 - 1.5 / 16.0, 0.5]);
    // The same seen by the other side, which has the signs of the terms changed.
    let mut learner = selection(&[], &[20]);
    let other = Judged {
        is_passive: false,
        ..position
    };
    learner.correct(&other, WORSE);
    assert_eq!(learner.active()[0].correlation, 0.5 + 0.5 / 16.0);
}

/// After 32 corrections with the lowest correlation a term goes to the end of the reserve.
#[test]
fn the_weakest_term_is_replaced_by_the_first_of_the_reserve() {
    let mut learner = selection(&[(3, 0.01)], &[20, 21]);
    let nothing = judged(&[]);
    let mut places = Vec::new();
    for _ in 0..4 {
        (0..31).for_each(|_| learner.correct(&nothing, WORSE));
        places.push(learner.active()[3].term);
        learner.correct(&nothing, WORSE);
    }
    assert_eq!(places, [3, 20, 21, 3]);
    assert_eq!(learner.active()[3].correlation, 0.0);
    assert_eq!(learner.corrections(), 128);
}

#[test]
fn the_leader_begins_again_at_nothing() {
    let mut learner = selection(&[(5, -0.8)], &[]);
    learner.unseat_leader();
    assert_eq!(learner.active()[5].correlation, 0.0);
    assert_eq!(learner.active()[4].correlation, 0.5);
}

#[test]
fn a_selection_by_chance_has_sixteen_terms_of_equal_weight() {
    let first = TermSelection::by_chance(&mut SplitMix::new(1)).polynomial();
    let other = TermSelection::by_chance(&mut SplitMix::new(2)).polynomial();
    let used: Vec<i32> = first.coefficients.into_iter().filter(|c| *c != 0).collect();
    assert_eq!(used, vec![used[0]; ACTIVE]);
    assert_ne!(first, other);
}

#[test]
fn games_teach_the_same_by_the_same_seed() {
    let learn = |seed| {
        let control = Control::unlimited();
        alpha_and_beta::learn(2, 12, seed, &control, &mut |_| ()).unwrap()
    };
    let (first, again, other) = (learn(7), learn(7), learn(8));
    assert_eq!(first.polynomial, again.polynomial);
    assert_eq!(first.corrections, again.corrections);
    assert_ne!(first.polynomial, other.polynomial);
    assert!(first.corrections > 100, "{}", first.corrections);
    let used = first.polynomial.coefficients.iter().filter(|c| **c != 0);
    assert_eq!(used.count(), ACTIVE);
}
