//! Wins by threats, worked out on paper, and in random games against every answer.

use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::solver::ThreatSolver;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::FourSearch;
use crate::gomoku::solver::threes::ThreeSearch;
use crate::gomoku::tests::differential::near_move;
use crate::gomoku::tests::{ALL_ROWS, stones, table};
use rookery_engine::{Control, Position, Solver, SolverSpec, SplitMix, Value};

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

/// Answers that are no part of the threatened line: White's own straight four, and in caro a stone beside the row.
#[test]
fn an_answer_off_the_line_may_hold() {
    let double_three = "f8 g8 h9 h10";
    // On e1 White has a straight four before Black has one.
    let refuted = wins(RowRule::Freestyle, double_three, "b1 c1 d1");
    assert_eq!(refuted, [None, None]);
    // Black's four on h8 takes the middle of White's open three, and with i8 answered Black has two threes on m3. Without the four White
    // is faster. In caro White answers on j8, where the five on i8 is shut in: then White has an open three again, and is faster again.
    let (black, white) = ("e8 f8 g8 k3 l3 m4 m5", "d8 h6 h7 h9 j10 j11");
    let [fours, threes] = wins(RowRule::Freestyle, black, white);
    assert_eq!(fours, None);
    let first = threes.unwrap().line[0];
    let position = stones(RowRule::Freestyle, black, white);
    assert_eq!(position.lattice().name(first), "h8");
    assert_eq!(wins(RowRule::Caro, black, white), [None, None]);
}

/// The first move of a win by threes of the side to move, where there is none by fours.
fn first_of_threes(position: &GomokuPosition) -> Option<Point> {
    let (side, go_on) = (position.colour(), |_| false);
    let fours = FourSearch::new(side, 2_000, &go_on).deepen(position);
    let threes = ThreeSearch::new(side, 8_000, &go_on).deepen(position);
    threes.filter(|_| fours.is_none()).map(|win| win.line[0])
}

fn wins_by_threats(position: &GomokuPosition) -> bool {
    let (side, go_on) = (position.colour(), |_| false);
    let fours = FourSearch::new(side, 5_000, &go_on).deepen(position);
    fours.is_some()
        || ThreeSearch::new(side, 1_000_000, &go_on)
            .deepen(position)
            .is_some()
}

/// A proof leaves no answer out: whatever the other side plays after the first move, another search finds a win again.
#[test]
fn no_answer_to_the_first_move_of_a_proof_holds() {
    const PROOFS: usize = 2;
    for rule in ALL_ROWS {
        let mut proofs = 0;
        for seed in 0..60 {
            let mut random = SplitMix::new(seed);
            let mut position = GomokuPosition::new(table(rule, 15));
            while position.outcome().is_none() && position.count() < 22 && proofs < PROOFS {
                let first = match position.count() {
                    12.. => first_of_threes(&position),
                    _ => None,
                };
                if let Some(first) = first {
                    proofs += 1;
                    let child = position.after(first);
                    for reply in child.moves() {
                        let after = child.after(reply);
                        let name = position.lattice().name(reply);
                        assert!(
                            after.outcome().is_none() && wins_by_threats(&after),
                            "{rule:?} {seed}: {name} at {}",
                            position.count()
                        );
                    }
                    break;
                }
                let legal = position.moves();
                position.play(near_move(&position, &legal, &mut random));
            }
        }
        assert!(proofs > 0, "{rule:?}");
    }
}

/// The moves of the side to move that the search for moves that hold leaves, by their names.
fn unrefuted(rule: RowRule, black: &str, white: &str) -> Vec<String> {
    let position = stones(rule, black, white);
    let mut solver = ThreatSolver::new(&SolverSpec::default());
    let moves = solver.unrefuted(&position, &Control::unlimited());
    let names = moves.into_iter().map(|m| position.lattice().name(m));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Worked out on paper. Black is to move, but in the second case.
#[test]
fn the_moves_that_hold_are_those_that_stop_the_threat_and_fours() {
    for (rule, black, white, expected) in [
        // A stone beside an open three; one a point further out leaves it the straight four on the other side.
        (RowRule::Freestyle, "a1 f1 k1", "f8 g8 h8", "e8 i8"),
        (RowRule::Freestyle, "f8 g8 h8", "a1 f1", "e8 i8"),
        // Where one side has a single free point, the further one on the other side holds too.
        (RowRule::Freestyle, "a1 f1 d8", "f8 g8 h8", "e8 i8 j8"),
        // A four of one's own, on e3 or f3, has to be answered before the three goes on.
        (
            RowRule::Freestyle,
            "b3 c3 d3 o1",
            "a3 f8 g8 h8",
            "e3 e8 f3 i8",
        ),
        // A four with one end shut is stopped at the other; in caro also beyond it, where the five is then shut at both.
        (RowRule::Freestyle, "d8 a1 f1 k1", "e8 f8 g8 h8", "i8"),
        (RowRule::Caro, "d8 a1 f1 k1", "e8 f8 g8 h8", "i8 j8"),
        // Nothing holds against a straight four, and two stones without a line in common threaten nothing.
        (RowRule::Freestyle, "a1 f1 k1 o3", "e8 f8 g8 h8", ""),
        (RowRule::Freestyle, "c3 m12", "c12 m3", ""),
    ] {
        let names = unrefuted(rule, black, white).join(" ");
        assert_eq!(names, expected, "{rule:?}: {black} / {white}");
    }
}
