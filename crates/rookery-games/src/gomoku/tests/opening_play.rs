//! The engine in the openings swap and swap2: as the player who lays the stones, and as the one who chooses.

use std::collections::BTreeSet;

use crate::gomoku::even_openings;
use crate::gomoku::knowledge::GomokuKnowledge;
use crate::gomoku::rules::opening::{ColourState, OpeningChoice};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, TableRules};
use crate::gomoku::solver::ThreatSolver;
use crate::gomoku::tests::{after_opening, opening};
use crate::{Game, LEVEL_COUNT, Registry, Setup};
use rookery_engine::{
    Control, Driver, Knowledge, Position, Request, Solver, SolverSpec, Technique, Techniques, Value,
};

fn search(position: &GomokuPosition, request: &Request) -> (Value, u16) {
    let control = Control::unlimited();
    let found = rookery_engine::search(
        position,
        &[],
        &GomokuKnowledge::default(),
        request,
        &control,
    );
    let best = &found.lines[0];
    (best.value, best.moves[0])
}

/// Negamax by hand: the value for the side to move, where one player may move several times.
fn by_hand(position: &GomokuPosition, depth: u32) -> i32 {
    if depth == 0 {
        return GomokuKnowledge::default().eval(position, &());
    }
    let value = |m: &u16| {
        let child = position.after(*m);
        let value = by_hand(&child, depth - 1);
        match child.side() == position.side() {
            true => value,
            false => -value,
        }
    };
    position.moves().iter().map(value).max().unwrap()
}

/// Before the choice, at it, and after it; the search leaves nothing out.
#[test]
fn the_search_agrees_with_negamax_by_hand_where_a_side_moves_again() {
    for (rule, course, depth) in [
        (FirstStones::Swap, "h8 i9", 1),
        (FirstStones::Swap, "h8 i9 j7", 2),
        (FirstStones::Swap2, "a1 i9 j7", 2),
        (FirstStones::Swap2, "h8 h9 j7 #two k10", 1),
        (FirstStones::Swap2, "h8 i9 j7 #two a1 l11", 2),
        (FirstStones::Swap2, "h8 i9 j7 #two a1 l11 #white", 1),
    ] {
        let position = after_opening(rule, course);
        let expected = by_hand(&position, depth);
        for driver in [
            Driver::Pvs,
            Driver::Mtdf,
            Driver::AlphaBeta,
            Driver::Minimax,
        ] {
            let usual = GomokuKnowledge::USUAL;
            let request = Request {
                depth,
                driver,
                hash_mb: 1,
                off: usual.without(Techniques::EXACT),
                ..Request::default()
            };
            let (value, _) = search(&position, &request);
            assert_eq!(value.rank(), i64::from(expected), "{course} {driver:?}");
        }
    }
}

/// Positions of many stones, as if they were those of the opening: the one to choose takes the colour that wins by force.
#[test]
fn whoever_chooses_takes_the_colour_that_wins() {
    // White is next, and has three in a row with both ends free; or Black has a straight four.
    let white = ("h8 b2 c12 n3", "e5 f5 g5");
    let black = ("e5 f5 g5 h5", "h8 b2 c12");
    for ((dark, light), winning) in [(white, OpeningChoice::White), (black, OpeningChoice::Black)] {
        for (rule, state) in [
            (FirstStones::Swap, ColourState::Open),
            (FirstStones::Swap2, ColourState::Open),
            (FirstStones::Swap2, ColourState::TwoMore),
        ] {
            let mut position = GomokuPosition::new(opening(rule));
            for (colour, names) in [(0, dark), (1, light)] {
                for name in names.split_whitespace() {
                    position.put(colour, position.lattice().find(name).unwrap());
                }
            }
            position.set_colours(state);
            let request = Request {
                nodes: 4_000,
                ..Request::default()
            };
            let (value, best) = search(&position, &request);
            assert_eq!(OpeningChoice::of(best), Some(winning), "{rule:?} {state:?}");
            assert!(matches!(value, Value::Win(_)), "{value:?}");
        }
    }
}

/// With one stone of each colour, the opener may still lay a third that makes a good shape, and does not.
#[test]
fn who_lays_the_stones_leaves_no_colour_with_it_easy() {
    for rule in [FirstStones::Swap, FirstStones::Swap2] {
        let position = after_opening(rule, "h8 a1");
        let request = Request {
            nodes: 4_000,
            off: Techniques::of(&[Technique::Candidates, Technique::TypeB]),
            depth: 1,
            ..Request::default()
        };
        let (_, best) = search(&position, &request);
        let unevenness = |m: u16| GomokuKnowledge::default().eval(&position.after(m), &());
        let least = position.moves().iter().map(|&m| unevenness(m)).min();
        assert_eq!(Some(unevenness(best)), least);
        let beside = position.lattice().find("i8").unwrap();
        assert!(unevenness(best) < unevenness(beside));
    }
}

#[test]
fn neither_colour_wins_by_force_after_the_even_openings() {
    for size in [15, 19] {
        let rules = TableRules {
            size,
            ..opening(FirstStones::Swap2)
        };
        let mut met = BTreeSet::new();
        for seed in 0..400 {
            let start = GomokuPosition::new(rules);
            let stones = even_openings::choose(&start, seed).unwrap();
            let laid = stones.iter().fold(start, |position, &m| {
                assert_eq!(even_openings::continues(&position, m), Some(true));
                position.after(m)
            });
            assert!(laid.is_choosing());
            assert_eq!(even_openings::choose(&laid, seed), None);
            if !met.insert(stones) {
                continue;
            }
            for choice in [OpeningChoice::Black, OpeningChoice::White] {
                let chosen = laid.after(choice.as_move());
                let mut solver = ThreatSolver::new(&SolverSpec {
                    nodes: 2_000,
                    ..SolverSpec::default()
                });
                let control = Control::unlimited();
                assert!(solver.solve(&chosen, &control).is_none());
                assert!(solver.unrefuted(&chosen, &control).is_empty());
            }
            assert!(GomokuKnowledge::default().eval(&laid, &()) < 400);
        }
        // Six, in eight images each.
        assert!(met.len() > 40, "{}", met.len());
    }
}

fn swap2(opening: &str) -> Box<dyn Game> {
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    let setup = Setup {
        options: vec![("opening".to_owned(), opening.to_owned())],
        ..Setup::default()
    };
    gomoku.start(&setup).unwrap()
}

/// At every level, with and without the book, which only matches with people have.
#[test]
fn every_level_opens_and_chooses_by_the_rules() {
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    assert!(gomoku.sheet().begins_by_book);
    for opening in ["swap", "swap2"] {
        let mut begun = BTreeSet::new();
        for level in 1..=LEVEL_COUNT {
            for on in [Techniques::NONE, Techniques::of(&[Technique::Book])] {
                // A seed for each level: levels of nearly the same error open alike by the same one.
                let seed = 5 + u64::from(level);
                let mut game = swap2(opening);
                let mut course = Vec::new();
                let request = gomoku.sheet().levels[usize::from(level) - 1].request(seed);
                let request = Request {
                    on: request.on.or(on),
                    nodes: request.nodes.min(1_500),
                    ..request
                };
                while course.len() < 8 {
                    let report = game.search(&request, &Control::unlimited());
                    let best = report.best.unwrap();
                    game.play(&best).unwrap();
                    course.push(best.join(","));
                }
                assert!(course[3].starts_with('#'), "{course:?}");
                assert!(!course[..3].iter().any(|m| m.starts_with('#')));
                begun.insert(course[..3].join(" "));
            }
        }
        assert!(begun.len() > 8, "{begun:?}");
    }
}
