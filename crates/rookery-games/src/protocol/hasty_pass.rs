//! A pass on an open board that a search chose before it saw the opponent's answer, and the move in its place.
//!
//! One ply on, a pass may look best, since nothing is lost by it yet. The levels of the site have their measured strength with it and are left
//! as they are; but a program that is short of time must not lose a game by it.

use crate::{Consultation, Game, UciReport};
use rookery_engine::{Control, Request, Value};

/// The path of a pass.
const PASS: [&str; 1] = ["#pass"];
/// The depth from which on a search has seen the answers to its own moves, plies.
const ANSWERED: u32 = 2;

/// [`Game::consult`], with the best of the other moves in place of such a pass. These are then searched to one ply, whatever the limits say: the
/// nodes are as many as there are moves.
pub(crate) fn consult(
    game: &dyn Game,
    request: &Request,
    control: &Control,
    with: Consultation<'_>,
) -> UciReport {
    let Consultation { table, only, tell } = with;
    let first = Consultation { table, only, tell };
    let found = game.consult(request, control, first);
    let others = match is_hasty(game, &found) {
        true => other_moves(game, only),
        false => Vec::new(),
    };
    if others.is_empty() {
        return found;
    }
    let one_ply = Request {
        depth: 1,
        nodes: 0,
        time: None,
        soft_time: None,
        threads: 1,
        ..*request
    };
    let second = Consultation {
        table,
        only: &others,
        tell: &mut |_| (),
    };
    let mut instead = game.consult(&one_ply, control, second);
    instead.nodes += found.nodes;
    instead
}

fn is_hasty(game: &dyn Game, found: &UciReport) -> bool {
    let Some(best) = found.lines.first() else {
        return false;
    };
    // The pass that ends a won game is right by the rules alone.
    let has_won = matches!(best.value, Value::Exact(points) if points > 0);
    let is_pass = |m: &String| game.read(m).is_ok_and(|path| path == PASS);
    found.depth < ANSWERED
        && !has_won
        && is_open(game)
        && best.coordinates.first().is_some_and(is_pass)
}

/// Whether fewer than half of the spaces are taken: later on, a pass may well be the best move.
fn is_open(game: &dyn Game) -> bool {
    2 * game.pieces().len() < game.board().spaces.len()
}

/// The legal moves but the pass, of those to look at, by their coordinates.
fn other_moves(game: &dyn Game, only: &[String]) -> Vec<String> {
    let others = game.legal().into_iter().filter(|m| m.path != PASS);
    let spelled = others.filter_map(|m| game.study().coordinates(&m.path));
    spelled
        .filter(|m| only.is_empty() || only.contains(m))
        .collect()
}
