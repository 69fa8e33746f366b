//! Solved positions: a hundred in the tree, and the sets of Pons' tutorial beside the project.

use std::path::Path;

use crate::{Registry, Setup};
use rookery_engine::{Control, SolverSpec};

/// Checks each line that is no remark, and says how many there were.
fn check<'a>(lines: impl Iterator<Item = &'a str>) -> usize {
    let game_type = Registry::shipped().find("connect-four").unwrap();
    let spec = SolverSpec {
        entries: 1 << 20,
        ..SolverSpec::default()
    };
    let mut solver = game_type
        .lab()
        .solver(&Setup::default(), &spec)
        .unwrap()
        .unwrap();
    let lines: Vec<_> = lines.filter(|line| !line.starts_with('#')).collect();
    for line in &lines {
        let problem = solver.problem(line).unwrap();
        solver.forget();
        let found = solver.solve(&problem.position, false, &Control::unlimited());
        let answer = found.unwrap().unwrap();
        let is_right = solver.is_right(&problem, &answer, false);
        assert_eq!(is_right, Ok(Some(true)), "{line}");
    }
    lines.len()
}

#[test]
fn solved_positions_have_their_scores() {
    assert_eq!(check(include_str!("solved.txt").lines()), 100);
}

#[test]
#[ignore = "needs the sets beside the project"]
fn the_sets_of_the_tutorial_have_their_scores() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect-four");
    for (file, most) in [
        ("gen_L3_R1.txt", 200),
        ("gen_L2_R1.txt", 200),
        ("gen_L2_R2.txt", 40),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert_eq!(check(text.lines().take(most)), most, "{file}");
    }
}
