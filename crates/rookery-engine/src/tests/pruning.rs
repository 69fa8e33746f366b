//! Selective techniques may change an estimate, but never invent a win, a loss or a margin.

use crate::search::score;
use crate::tests::tree::{Bold, Carried, Child, Opinion, Ordered, Random, definition};
use crate::tests::{bare, found, request};
use crate::{Bound, Control, Driver, Knowledge, Params, Position, Request, Score, SearchContext};
use crate::{Technique, Techniques, Value, search_with};

/// Every forced end scores more than this either way.
const FORCED: Score = 30_500;

/// The selective techniques; the historical ones among them.
fn selective() -> Vec<Technique> {
    let exact = Techniques::EXACT.or(Techniques::INSTEAD);
    Technique::ALL
        .into_iter()
        .filter(|&t| !exact.has(t))
        .collect()
}

/// A claim about the end of the game holds when every line is searched that far, and further.
fn is_true<const A: bool>(root: &Random<A>, value: Value, bound: Bound) -> bool {
    let at_depth = |plies: u32| definition(root, plies, 0);
    match value {
        Value::Cp(_) | Value::Exact(0) => true,
        // A side without a move is only seen to be so a ply later. The win may be shorter, and the loss too: the claim is
        // that the game is over by then.
        Value::Win(plies) => at_depth(plies + 1) >= FORCED,
        Value::Loss(plies) => at_depth(plies + 1) <= -FORCED,
        Value::Exact(points) => {
            let claimed = 20_000 + 100 * Score::from(points.abs());
            let truth = at_depth(10) * points.signum();
            match bound {
                Bound::Exact => truth == claimed,
                Bound::Lower | Bound::Upper => truth >= claimed,
            }
        }
    }
}

fn claims_hold<const A: bool>(on: Techniques, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut decisive, mut changed) = (0, 0);
    for seed in seeds {
        let root = Random::<A>::new(seed, true);
        for driver in [Driver::Pvs, Driver::Mtdf] {
            let depth = 2 + (seed % 5) as u32;
            let request = Request {
                on,
                ..request(driver, depth)
            };
            let found = found(&root, &Bold, &request);
            let value = found.lines[0].value;
            let is_claim = !matches!(value, Value::Cp(_) | Value::Exact(0));
            decisive += usize::from(is_claim);
            assert!(
                is_true(&root, value, found.bound),
                "{on:?} {driver:?} seed {seed}: {value:?} {:?}",
                found.bound
            );
            let expected = definition(&root, depth, 0);
            changed += usize::from(
                ![true, false]
                    .map(|p| score::value(expected, p))
                    .contains(&value),
            );
        }
    }
    (decisive, changed)
}

#[test]
fn each_selective_technique_claims_only_what_is_so() {
    for technique in selective() {
        let on = Techniques::of(&[technique]);
        let (decisive, _) = claims_hold::<true>(on, 0..150);
        assert!(
            decisive > 20,
            "{technique:?}: {decisive} claims were checked"
        );
        claims_hold::<false>(on, 0..150);
    }
}

#[test]
fn all_of_them_together_claim_only_what_is_so() {
    let all = Techniques::of(&selective()).without(Techniques::HISTORICAL);
    let (decisive, changed) = claims_hold::<true>(all, 0..600);
    assert!(decisive > 100, "{decisive} claims were checked");
    assert!(changed > 100, "they do something: {changed} values differ");
    claims_hold::<false>(all, 0..600);
}

#[test]
fn every_selective_technique_changes_some_search() {
    for technique in selective() {
        // An evaluation is corrected where others ask for it.
        let company = match technique {
            Technique::Correction => Techniques::of(&[Technique::Qsearch, Technique::Rfp]),
            _ => Techniques::NONE,
        };
        let is_active = (0..60).any(|seed| {
            let root = Random::<true>::new(seed, false);
            let searched = |on| {
                let request = Request {
                    on,
                    ..request(Driver::Pvs, 6)
                };
                let found = found(&root, &Bold, &request);
                (found.nodes, found.lines)
            };
            searched(company.with(technique)) != searched(company)
        });
        assert!(is_active, "{technique:?} does something");
    }
}

/// Whoever names moves wants to know the best of them, whatever the game thinks of each.
#[test]
fn moves_that_are_asked_for_are_searched_though_the_game_holds_them_for_pointless() {
    let mut later = 0;
    for seed in 0..400 {
        let root = Random::<true>::new(seed, false);
        let mut only = root.moves();
        only.retain(|&m| !Bold.is_candidate(&root, m));
        let value_of = |&m: &Child| -Opinion.eval(&root.after(m), &());
        let values: Vec<Score> = only.iter().map(value_of).collect();
        let Some(&best) = values.iter().max() else {
            continue;
        };
        let request = Request {
            on: Techniques::of(&[Technique::Candidates]),
            ..request(Driver::Pvs, 1)
        };
        let context = SearchContext {
            table: None,
            only: &only,
            tell: &mut |_| (),
        };
        let control = Control::unlimited();
        let found = search_with((&root, &[]), &Bold, &request, &control, context);
        assert_eq!(found.value(), Some(Value::Cp(best)), "{seed}: {only:?}");
        later += usize::from(values[0] < best);
    }
    assert!(later > 10, "the best was not the first: {later}");
}

/// A field may hold any number. None of them may divide by zero, or widen a window by nothing for ever.
#[test]
fn numbers_beyond_their_limits_do_no_harm() {
    let params = Params {
        aspiration_cp: 0,
        aspiration_depth: 2,
        null_depth: 2,
        null_divisor: 0,
        ..Params::DEFAULT
    };
    let request = Request {
        on: Techniques::of(&[Technique::Null]),
        params: Some(params),
        ..request(Driver::Pvs, 6)
    };
    for seed in 0..20 {
        let root = Random::<true>::new(seed, false);
        assert_eq!(found(&root, &Bold, &request).depth, 6);
    }
}

/// A technique that is not sound for a game stays off, whoever asks for it.
#[test]
fn a_technique_that_is_not_sound_stays_off() {
    let root = Random::<true>::new(5, true);
    let plain = found(&root, &Opinion, &request(Driver::Pvs, 6));
    let asked = Request {
        on: Techniques::of(&[Technique::Null, Technique::Lmr, Technique::Qsearch]),
        ..request(Driver::Pvs, 6)
    };
    assert_eq!(found(&root, &Opinion, &asked), plain);
}

/// Type B looks at the same number of moves everywhere, so its full tree has that number to the power of the depth.
#[test]
fn type_b_has_its_leaves() {
    let request = Request {
        on: Techniques::of(&[Technique::TypeB]),
        off: Techniques::EXACT.without(Techniques::of(&[Technique::AlphaBeta, Technique::Pvs])),
        driver: Driver::AlphaBeta,
        ..bare(Driver::AlphaBeta, 4)
    };
    let wide = found(&Ordered::new(10), &Carried, &request).leaves;
    let width = Knowledge::<Ordered>::params(&Carried).type_b_moves as u64;
    assert_eq!(width, Params::DEFAULT.type_b_moves as u64);
    // The root looks at all ten; below it Knuth and Moore's least tree of the narrower width, for the first move whole and for
    // each other one with its refutation only: 7·7 + 7 − 1 for depth 3, and 7 leaves (one reply, seven moves) for the others.
    assert_eq!(wide, (width * width + width - 1) + 9 * width);
}
