//! Wins by threats, worked out on paper.

use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::solver::ThreatSolver;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::FourSearch;
use crate::gomoku::solver::threes::ThreeSearch;
use crate::gomoku::tests::stones;
use rookery_engine::{Control, Position, Solver, SolverSpec, Value};

/// A win of Black by fours, and one by fours and threes.
fn wins(rule: RowRule, black: &str, white: &str) -> [Option<ForcedWin>; 2] {
    let position = stones(rule, black, white);
    let go_on = |_| false;
    let fours = FourSearch::new(0, 10_000, &go_on).deepen(&position);
    let threes = ThreeSearch::new(0, 200_000, &go_on).deepen(&position);
    [fours, threes]
}

#[test]
fn fours_win_in_the_fewest_plies() {
    for (black, white, plies) in [
        ("e8 f8 g8 h8", "d8", Some(1)),
        ("e8 f8 g8", "", Some(3)),
        ("e8 f8 g8", "d8", None),
        // A four with a three, which becomes a straight four.
        ("e8 f8 g8 h9 h10", "d8", Some(5)),
        // White makes a five of its own with the answer.
        ("e8 f8 g8 h9 h10", "d8 i4 i5 i6 i7", None),
    ] {
        let [fours, _] = wins(RowRule::Freestyle, black, white);
        assert_eq!(fours.map(|win| win.plies), plies, "{black} / {white}");
    }
}

#[test]
fn a_double_three_wins_by_threes_where_it_is_allowed() {
    let (black, white) = ("f8 g8 h9 h10", "e2 l3 m12");
    let [fours, threes] = wins(RowRule::Freestyle, black, white);
    assert_eq!(fours, None);
    assert!(threes.is_some());
    // Two stones that have nothing to do with each other win nothing.
    assert_eq!(wins(RowRule::Freestyle, "c3 m12", "c12 m3"), [None, None]);
}

#[test]
fn in_caro_a_four_beside_an_enemy_is_stopped_beyond_its_end() {
    // With d8 shut, White answers on i8 or on j8.
    let [fours, _] = wins(RowRule::Caro, "e8 f8 g8 h9 h10", "d8");
    assert_eq!(fours.map(|win| win.plies), Some(5));
    let [fours, _] = wins(RowRule::Caro, "e8 f8 g8 h8", "d8 j8");
    assert_eq!(fours, None, "five between two enemies do not win");
}

/// The line of a proof is a game to its end: every move is legal, and the last of as many as it says makes five.
#[test]
fn a_proof_shows_the_whole_win() {
    let mut solver = ThreatSolver::new(&SolverSpec::default());
    for (rule, black, white) in [
        (RowRule::Freestyle, "e8 f8 g8 h8", "d8 a1 f1 k1"),
        // A straight four, a double three, and a four with a three.
        (RowRule::Freestyle, "e8 f8 g8", "a1 f1 k1"),
        (RowRule::Freestyle, "f8 g8 h9 h10", "e2 l3 m12 b13"),
        (RowRule::Caro, "e8 f8 g8 h9 h10", "d8"),
        (RowRule::Renju, "e8 f8 g8 h9 h10", "d8 a1 f1 k1 o3"),
    ] {
        let mut position = stones(rule, black, white);
        let solved = solver.solve(&position, &Control::unlimited()).unwrap();
        let line = solved.line;
        assert_eq!(solved.value, Value::Win(line.len() as u32), "{black}");
        for m in line {
            assert!(position.outcome().is_none() && position.is_legal(m));
            position.play(m);
        }
        assert_eq!(position.winner(), Some(0), "{black}");
    }
}
