//! Results of a search in words: lines as paths and notation, reports for the site and for UCI.

use crate::{BoardGame, MoveOf, Step, UciLine, UciReport};
use rookery_engine::{
    Bound, Outcome, Position, PvLine, Request, SearchReport, SearchResult, Variation,
};

/// A line from this position on.
pub(super) fn line<G: BoardGame>(
    game: &G,
    position: &G::Position,
    variation: &Variation<MoveOf<G>>,
) -> PvLine {
    let mut position = position.clone();
    let mut line = PvLine {
        value: variation.value,
        pv: Vec::new(),
        notation: Vec::new(),
    };
    for &m in &variation.moves {
        line.pv.push(path_of(&game.steps(&position, m)));
        line.notation.push(game.notation(&position, m));
        position.play(m);
    }
    line
}

/// The report of a search from this position.
pub(super) fn report<G: BoardGame>(
    game: &G,
    position: &G::Position,
    found: &SearchResult<MoveOf<G>>,
) -> SearchReport {
    found.report(|variation| line(game, position, variation))
}

/// The report for UCI, with as many lines as the request asks for.
pub(super) fn uci_report<G: BoardGame>(
    game: &G,
    position: &G::Position,
    found: &SearchResult<MoveOf<G>>,
    request: &Request,
) -> UciReport {
    let spelled = |line: &Variation<MoveOf<G>>| {
        let mut position = position.clone();
        let mut coordinates = Vec::with_capacity(line.moves.len());
        for &m in &line.moves {
            coordinates.push(game.coordinates(&position, m));
            position.play(m);
        }
        UciLine {
            value: line.value,
            coordinates,
        }
    };
    let lines = found.lines.iter().take(request.multipv.max(1));
    UciReport {
        lines: lines.map(spelled).collect(),
        bound: found.bound,
        depth: found.depth,
        seldepth: found.seldepth,
        nodes: found.nodes,
    }
}

/// The UCI report of a game that is over.
pub(super) fn over(outcome: Outcome) -> UciReport {
    UciReport {
        lines: vec![UciLine {
            value: outcome.into(),
            coordinates: Vec::new(),
        }],
        bound: Bound::Exact,
        depth: 0,
        seldepth: 0,
        nodes: 0,
    }
}

/// The path of a move.
pub(super) fn path_of(steps: &[Step]) -> Vec<String> {
    steps.iter().map(|step| step.token.clone()).collect()
}
