//! Answers of a solver as search results: one best move, or the value of every move.

use rookery_engine::{Control, MoveList, Position, SearchResult, Solver, Variation};

/// The value of a position that is not over, with one best line.
pub(crate) fn best_move<P: Position>(
    solver: &mut dyn Solver<P>,
    position: &P,
    control: &Control,
) -> Option<SearchResult<P::Move>> {
    let solved = solver.solve(position, control)?;
    let best = Variation {
        value: solved.value,
        moves: solved.line,
    };
    let mut found = SearchResult::proven(vec![best]);
    found.nodes = solved.nodes;
    Some(found)
}

/// The value of each of these legal moves of a position that is not over, best first; equals keep their order.
pub(crate) fn every_move<P: Position>(
    solver: &mut dyn Solver<P>,
    position: &P,
    moves: MoveList<P::Move>,
    control: &Control,
) -> Option<SearchResult<P::Move>> {
    let mut found = SearchResult::proven(Vec::new());
    for m in moves {
        let child = position.after(m);
        let (value, line, nodes) = match child.ended() {
            Some(outcome) => (solver.end(&child, outcome), Vec::new(), 0),
            None => {
                let solved = solver.solve(&child, control)?;
                (solved.value, solved.line, solved.nodes)
            }
        };
        found.nodes += nodes;
        found.lines.push(Variation {
            value: value.a_ply_earlier(child.side() == position.side()),
            moves: [vec![m], line].concat(),
        });
    }
    found.sort_lines();
    Some(found)
}
