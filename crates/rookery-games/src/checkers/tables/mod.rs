//! Endgame tables of checkers: the indexing of its endings, and lookups by the search in open tables.

mod endgame_index;
mod open_endings;
mod stretches;
mod subsets;
#[cfg(test)]
mod tests;

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::FORTY_MOVES_PLIES;
use crate::checkers::tables::endgame_index::{CheckersEndings, SmallEnding};
use crate::checkers::tables::open_endings::{OPEN_TABLES, SPACE};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, Space, TableBuilder, TableSolver};

static TABLE_BUILDER: TableBuilder<CheckersEndings> = TableBuilder {
    space: &SPACE,
    open_tables: &OPEN_TABLES,
};

/// The tables of the game, for the command line and the server.
pub(super) fn endgames() -> &'static dyn Endgames {
    &TABLE_BUILDER
}

/// The proven value of a position for the side to move; `None` if no open table has it, or if the draw by counting could come
/// before the end that the table knows. The check for that is quick and errs on the side of `None`.
pub(super) fn probe(position: &Checkers) -> Option<Value> {
    value_if(position, fits_at_a_glance)
}

/// The same with a check of every shortest way to the end: too slow for each node of a search.
fn probe_closely(position: &Checkers) -> Option<Value> {
    value_if(position, fits)
}

fn value_if(position: &Checkers, fits: fn(&Checkers, u32) -> bool) -> Option<Value> {
    let pieces = position.pieces(0) | position.pieces(1);
    if pieces.count_ones() as usize > endgame_index::MOST_PIECES {
        return None;
    }
    let endgame = SmallEnding::of(position);
    if !OPEN_TABLES.has(endgame.material()?) {
        return None;
    }
    let value = OPEN_TABLES.cell(SPACE.place(endgame))?.value()?;
    match value {
        // A draw in the table stays a draw under rules that add further draws.
        Value::Win(plies) | Value::Loss(plies) => fits(position, plies).then_some(value),
        _ => Some(value),
    }
}

/// The open tables as the solver of the game.
pub(super) fn solver() -> TableSolver<Checkers> {
    TableSolver::new(probe_closely)
}

/// Plies until the game is drawn by counting; `None` if there is no such rule.
fn plies_left(position: &Checkers) -> Option<u32> {
    let left = FORTY_MOVES_PLIES.saturating_sub(position.quiet());
    position.rules().forty_moves.then_some(left.into())
}

/// Whether a forced end in `plies` plies is sure to come before the draw by counting; a capture or a man's move restarts the
/// count.
fn fits_at_a_glance(position: &Checkers, plies: u32) -> bool {
    plies_left(position).is_none_or(|left| {
        let is_early = stretches::LONGEST_OF_FOUR_PLIES <= left;
        plies <= left || (is_early && SmallEnding::of(position).pieces() <= 4)
    })
}

/// The same, checked along every shortest way to the end.
fn fits(position: &Checkers, plies: u32) -> bool {
    let endgame = SmallEnding::of(position);
    fits_at_a_glance(position, plies)
        || plies_left(position).is_none_or(|left| {
            stretches::longest(endgame, plies).is_some_and(|stretch| stretch <= left)
        })
}
