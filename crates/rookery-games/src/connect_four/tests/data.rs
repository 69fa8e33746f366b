//! Sets of solved positions beside the project, if they exist: scores by Pons' solver.

use std::path::Path;

use crate::{Registry, Setup};
use rookery_engine::{Control, SolverSpec};

#[test]
#[expect(clippy::print_stderr, reason = "what was not tested is said")]
fn solved_positions_have_their_scores() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect-four");
    if !folder.is_dir() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
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
    for (file, most) in [
        ("gen_L3_R1.txt", 200),
        ("gen_L2_R1.txt", 200),
        ("gen_L2_R2.txt", 40),
    ] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        for line in text.lines().take(most) {
            let problem = solver.problem(line).unwrap();
            solver.forget();
            let found = solver.solve(&problem.position, false, &Control::unlimited());
            let answer = found.unwrap().unwrap();
            assert!(solver.is_right(&problem, &answer, false).unwrap(), "{line}");
        }
    }
}
