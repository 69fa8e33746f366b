//! The solver: published values, brute force, and each of its steps.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::connect_four::notation::{parse, print};
use crate::connect_four::perfect::search::PerfectSearch;
use crate::connect_four::perfect::solver::{ANY, FourSolver, Perfect};
use crate::connect_four::perfect::steps::NAMES;
use crate::connect_four::position::{BoardSize, ConnectFourPosition};
use crate::connect_four::tests::slow::SlowBoard;
use crate::connect_four::ui::{SHEET, shape};
use rookery_engine::{Control, MoveList, Position, Solver, SolverSpec, SplitMix, Value};

fn spec(without: &[&'static str]) -> SolverSpec {
    SolverSpec {
        entries: 1 << 20,
        without: without.to_vec(),
        ..SolverSpec::default()
    }
}

fn score_of(solver: &mut FourSolver, grid: &ConnectFourPosition) -> i32 {
    match solver.solve(grid, &Control::unlimited()).unwrap().value {
        Value::Exact(score) => score,
        other => panic!("{other:?}"),
    }
}

/// A random position with `stones` stones, in which the game goes on.
fn random_position(shape: BoardSize, stones: u32, random: &mut SplitMix) -> ConnectFourPosition {
    loop {
        let mut grid = ConnectFourPosition::new(shape);
        while grid.stones() < stones && grid.outcome().is_none() {
            let mut moves = MoveList::new();
            grid.generate(&mut moves);
            grid.play(moves[random.below(moves.len())]);
        }
        if grid.outcome().is_none() && grid.stones() == stones {
            return grid;
        }
    }
}

fn slow(grid: &ConnectFourPosition) -> SlowBoard {
    let shape = grid.shape();
    let mut board = SlowBoard::new(shape.columns().into(), shape.rows().into());
    grid.played().for_each(|column| board.play(column.into()));
    board
}

/// The match on the home page gives nobody an advantage: its first side could have won from the start.
#[test]
fn the_begun_match_is_a_draw() {
    let begun = SHEET.begun.unwrap();
    let columns = begun.line.iter().map(|column| column.as_bytes()[0]);
    let digits: String = columns.map(|c| char::from(c - b'a' + b'1')).collect();
    let board = shape(begun.variant);
    let mut solver = FourSolver::new(board, &spec(&[]));
    assert_eq!(digits, "434554");
    assert_eq!(score_of(&mut solver, &parse(&digits, board).unwrap()), 0);
}

/// Positions with few cells left, of every size, and the slow board's score of each of their moves.
#[test]
fn scores_and_moves_agree_with_brute_force() {
    let mut random = SplitMix::new(3);
    for variant in SHEET.variants {
        let shape = shape(variant);
        let mut solver = FourSolver::new(shape, &spec(&[]));
        for left in 1..=9 {
            for _ in 0..6 {
                let grid = random_position(shape, shape.cells() - left, &mut random);
                let board = slow(&grid);
                let scores: Vec<_> = board
                    .moves()
                    .into_iter()
                    .map(|column| {
                        let mut child = board.clone();
                        child.play(column);
                        (column as u8, -child.score(-99, 99))
                    })
                    .collect();
                let best = scores.iter().map(|(_, score)| *score).max().unwrap();
                let text = format!("{} {}", variant, print(&grid));
                solver.forget();
                let found = solver.solve(&grid, &Control::unlimited()).unwrap();
                assert_eq!(found.value, Value::Exact(best), "{text}");
                let column = found.line[0].column;
                assert!(scores.contains(&(column, best)), "{text}: {column}");
            }
        }
    }
}

#[test]
fn no_step_changes_a_score() {
    let mut random = SplitMix::new(8);
    let without: Vec<Vec<&'static str>> = (0..NAMES.len())
        .flat_map(|i| [NAMES[i..].to_vec(), vec![NAMES[i]]])
        .collect();
    for stones in [22, 24, 26, 30] {
        for _ in 0..5 {
            let grid = random_position(BoardSize::STANDARD, stones, &mut random);
            let expected = score_of(&mut FourSolver::new(BoardSize::STANDARD, &spec(&[])), &grid);
            for off in &without {
                // Plain alpha-beta takes long where many cells are left.
                if off.contains(&"TABLE") && stones < 26 {
                    continue;
                }
                let mut solver = FourSolver::new(BoardSize::STANDARD, &spec(off));
                let score = score_of(&mut solver, &grid);
                assert_eq!(score, expected, "{} without {off:?}", print(&grid));
            }
        }
    }
}

fn score_of_start<const W: usize, const H: u32>() -> i32 {
    let mut search = PerfectSearch::<W, H>::new(&spec(&[]));
    let found = search.score_between(0, 0, ANY, &Control::unlimited());
    found.unwrap().0
}

/// By Pons' solver, built for each size.
#[test]
fn small_boards_have_their_published_values() {
    assert_eq!(score_of_start::<4, 4>(), 0);
    assert_eq!(score_of_start::<5, 4>(), 0);
    assert_eq!(score_of_start::<4, 5>(), 0);
    assert_eq!(score_of_start::<5, 5>(), 0);
    assert_eq!(score_of_start::<4, 6>(), 0);
    assert_eq!(score_of_start::<6, 5>(), 0);
    assert_eq!(score_of_start::<5, 6>(), 0);
    assert_eq!(score_of_start::<6, 4>(), -1);
}

/// The first lines of Pons' own test set of end games.
#[test]
fn end_games_have_their_published_scores() {
    let mut solver = FourSolver::new(BoardSize::STANDARD, &spec(&[]));
    for (moves, score) in [
        ("2252576253462244111563365343671351441", -1),
        ("7422341735647741166133573473242566", 1),
        ("23163416124767223154467471272416755633", 0),
        ("65214673556155731566316327373221417", -1),
    ] {
        let grid = parse(moves, BoardSize::STANDARD).unwrap();
        assert_eq!(score_of(&mut solver, &grid), score, "{moves}");
    }
}

#[test]
fn the_second_question_is_answered_like_the_first() {
    let mut random = SplitMix::new(4);
    let mut kept = FourSolver::new(BoardSize::STANDARD, &spec(&[]));
    for _ in 0..20 {
        let grid = random_position(BoardSize::STANDARD, 18, &mut random);
        let mut fresh = FourSolver::new(BoardSize::STANDARD, &spec(&[]));
        let first = fresh.solve(&grid, &Control::unlimited());
        assert_eq!(first.as_ref().map(|s| s.value), {
            let found = kept.solve(&grid, &Control::unlimited());
            found.map(|s| s.value)
        });
        fresh.forget();
        assert_eq!(fresh.solve(&grid, &Control::unlimited()), first);
    }
}

#[test]
fn a_stopped_solver_has_no_answer() {
    let start = ConnectFourPosition::new(BoardSize::STANDARD);
    let control = Control::unlimited();
    control.stop();
    let mut solver = FourSolver::new(BoardSize::STANDARD, &spec(&[]));
    assert_eq!(solver.solve(&start, &control), None);
    let few = SolverSpec {
        nodes: 5_000,
        ..spec(&[])
    };
    let mut solver = FourSolver::new(BoardSize::STANDARD, &few);
    assert_eq!(solver.solve(&start, &Control::unlimited()), None);
    // It still answers a position that takes fewer nodes.
    let late = parse("7422341735647741166133573473242566", BoardSize::STANDARD).unwrap();
    assert_eq!(score_of(&mut solver, &late), 1);
}

/// The clock moves by a millisecond whenever it is looked at: a solver that looks every 1024 nodes stops by their number.
#[test]
fn a_solver_looks_at_the_clock() {
    let looks = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counted = Arc::clone(&looks);
    let clock = Arc::new(move || {
        Duration::from_millis(counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    });
    let control = Control::new(Arc::new(AtomicBool::new(false)), clock);
    let timed = SolverSpec {
        time: Some(Duration::from_millis(20)),
        ..spec(&[])
    };
    let mut search = PerfectSearch::<7, 6>::new(&timed);
    assert_eq!(search.score_between(0, 0, ANY, &control), None);
    assert!(search.nodes <= 22 * 1_024, "{}", search.nodes);
}

/// With a time limit, the solver gives only the winner of a position with few stones. The search for the exact score confirms the
/// winner, and the move keeps the result. The node limit, which is meant for searches, does not stop it.
#[test]
fn a_solver_in_time_tells_the_winner_of_an_early_position() {
    let timed = SolverSpec {
        nodes: 1_000,
        time: Some(Duration::from_secs(600)),
        ..spec(&[])
    };
    let mut random = SplitMix::new(11);
    let mut exact = FourSolver::new(BoardSize::STANDARD, &spec(&[]));
    for _ in 0..4 {
        let grid = random_position(BoardSize::STANDARD, 7, &mut random);
        let mut solver = FourSolver::new(BoardSize::STANDARD, &timed);
        let found = solver.solve(&grid, &Control::unlimited()).unwrap();
        let score = score_of(&mut exact, &grid);
        assert_eq!(
            found.value,
            Value::Exact(score.signum()),
            "{}",
            print(&grid)
        );
        let after = score_of(&mut exact, &grid.after(found.line[0]));
        assert_eq!(-after.signum(), score.signum(), "{}", print(&grid));
        let child = grid.after(found.line[0]);
        let loses_at_once = child.wins(child.own()) & child.open() != 0;
        let safe = grid.safe(grid.wins(grid.own() ^ grid.all()));
        assert!(!loses_at_once || safe == 0, "{}", print(&grid));
    }
    // Elsewhere early positions are beyond it.
    let wide = ConnectFourPosition::new(BoardSize::new(8, 7));
    let mut solver = FourSolver::new(BoardSize::new(8, 7), &timed);
    assert_eq!(solver.solve(&wide, &Control::unlimited()), None);
}
