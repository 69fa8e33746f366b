//! The solver against a search without any technique.

use crate::othello::bits;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::position::Othello;
use crate::othello::solver::{EndgameSolver, edge_table, stable};
use crate::othello::tests::random_games;
use rookery_engine::{Control, Outcome, Position, Solver, SolverSpec, SplitMix, Value};

fn solver(spec: &SolverSpec) -> EndgameSolver {
    EndgameSolver::new(spec, OthelloKnowledge::Mobility)
}

fn small() -> SolverSpec {
    SolverSpec {
        entries: 1 << 12,
        ..SolverSpec::default()
    }
}

/// The value by definition.
fn minimax(position: &Othello) -> i32 {
    if let Some(outcome) = position.outcome() {
        let Outcome::Margin(points) = outcome else {
            panic!("Othello counts discs")
        };
        return points.into();
    }
    let mut moves = Vec::new();
    position.generate(&mut moves);
    let value = |m| {
        let mut child = *position;
        child.play(m);
        -minimax(&child)
    };
    moves.into_iter().map(value).max().unwrap()
}

/// Positions of `games` random games whose number of empty squares is in `empty`, without those in which the game is over.
fn near_the_end(seed: u64, games: usize, empty: std::ops::RangeInclusive<u32>) -> Vec<Othello> {
    let mut found = Vec::new();
    random_games(seed, games, |p| {
        if empty.contains(&p.empty().count_ones()) && p.outcome().is_none() {
            found.push(*p);
        }
    });
    found
}

#[test]
fn values_are_those_of_a_full_minimax() {
    let mut solver = solver(&small());
    let positions = near_the_end(3, 60, 1..=7);
    assert!(positions.len() > 350, "{}", positions.len());
    for position in positions {
        let solved = solver.solve(&position, &Control::unlimited()).unwrap();
        assert_eq!(
            solved.value,
            Value::Exact(minimax(&position)),
            "{position:?}"
        );
    }
}

/// Nodes with a table and sorted moves; minimax is too slow to check many of them.
#[test]
fn values_with_more_empty_squares_are_right_too() {
    let mut solver = solver(&small());
    for position in near_the_end(8, 12, 9..=9) {
        let solved = solver.solve(&position, &Control::unlimited()).unwrap();
        assert_eq!(
            solved.value,
            Value::Exact(minimax(&position)),
            "{position:?}"
        );
    }
}

#[test]
fn lines_are_legal_and_end_in_the_value() {
    let mut solver = solver(&small());
    for position in near_the_end(21, 30, 12..=12) {
        let solved = solver.solve(&position, &Control::unlimited()).unwrap();
        let mut here = position;
        for m in solved.line {
            assert!(here.is_legal(m), "{m:?} in {here:?}");
            here.play(m);
        }
        assert!(here.outcome().is_some());
        let sign = if here.side == position.side { 1 } else { -1 };
        assert_eq!(solved.value, Value::Exact(sign * i32::from(here.margin())));
    }
}

/// The value is that of the best child, whatever the table holds from other positions and whatever its size.
#[test]
fn neither_the_table_nor_the_order_of_moves_changes_a_value() {
    let spec = SolverSpec {
        entries: 64,
        ..SolverSpec::default()
    };
    let mut tiny = solver(&spec);
    let learned = OthelloKnowledge::named("learned").unwrap();
    let mut other = EndgameSolver::new(&small(), learned);
    for position in near_the_end(34, 10, 14..=14) {
        let value = tiny.solve(&position, &Control::unlimited()).unwrap().value;
        let again = other.solve(&position, &Control::unlimited()).unwrap();
        assert_eq!(again.value, value);
        tiny.forget();
        let mirrored = position.transform(5);
        assert_eq!(
            tiny.solve(&mirrored, &Control::unlimited()).unwrap().value,
            value
        );
    }
}

#[test]
fn stable_discs_are_never_turned() {
    let mut random = SplitMix::new(9);
    let mut count = 0;
    random_games(55, 60, |position| {
        let held = [
            stable(position.own, position.other, edge_table()),
            stable(position.other, position.own, edge_table()),
        ];
        assert_eq!(held[0] & !position.own, 0);
        count += (held[0] | held[1]).count_ones();
        // Any continuation keeps them.
        let mut here = *position;
        let mut moves = Vec::new();
        loop {
            moves.clear();
            here.generate(&mut moves);
            if moves.is_empty() {
                break;
            }
            here.play(moves[random.below(moves.len())]);
            let own = here.discs(position.side());
            assert_eq!(held[0] & !own, 0, "{position:?}");
            assert_eq!(held[1] & own, 0, "{position:?}");
        }
    });
    assert!(count > 5_000, "{count}");
}

#[test]
fn a_corner_and_what_leans_on_it_are_stable() {
    let held = |own, other| stable(own, other, edge_table());
    assert_eq!(held(1, 0), 1, "a corner");
    assert_eq!(held(0b111, 0), 0b111, "and its neighbours on the edge");
    assert_eq!(held(0b110, 0), 0, "but not without it");
    // a1, b1, a2: b2 leans on them in three directions, and the fourth is open.
    assert_eq!(held(0x303, 0), 0x103);
    // With c1 and a3 as well, the diagonal from c1 to a3 holds b2.
    assert_eq!(held(0x01_0307, 0), 0x01_0307);
    assert_eq!(held(u64::MAX, 0), u64::MAX);
}

#[test]
fn a_limit_ends_the_work() {
    let position = near_the_end(2, 1, 20..=20)[0];
    let stopped = Control::unlimited();
    stopped.stop();
    assert_eq!(solver(&small()).solve(&position, &stopped), None);
    // The first is begun and given up; the second is not worth beginning.
    for nodes in [2_500_000, 1_000] {
        let spec = SolverSpec { nodes, ..small() };
        assert_eq!(solver(&spec).solve(&position, &Control::unlimited()), None);
    }
    assert_eq!(
        solver(&small()).solve(&Othello::default(), &Control::unlimited()),
        None
    );
}

#[test]
fn parity_counts_the_empty_squares_of_quarters() {
    use crate::othello::solver::parity;
    let empty = 1 | 1 << 9 | 1 << 7 | 1 << 63;
    let odd = parity::of(empty);
    assert_eq!(
        bits::squares(empty & parity::squares(odd)).collect::<Vec<_>>(),
        [7, 63]
    );
    assert_eq!(parity::after(odd, 7), parity::of(empty & !(1 << 7)));
    // Two in the first quarter, one each in two others: the single ones go first.
    let order = parity::order([0, 9, 7, 63]);
    assert_eq!(order.ranks, [2, 3, 0, 1]);
    assert!(!order.is_pairs);
    assert!(parity::order([0, 7, 9, 6]).is_pairs);
}
