//! Endgame tables of checkers: the indexing of its endings, and lookups by the search in open tables.

mod endgame_index;
mod stretches;
mod subsets;
#[cfg(test)]
mod tests;

use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::FORTY_MOVES_PLIES;
use crate::checkers::tables::endgame_index::{CheckersEndings, SmallEnding};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, OpenTables, Space, TableBuilder, TableSolver};

static SPACE: CheckersEndings = CheckersEndings::new();

/// The tables that are open in this process.
static OPEN_TABLES: OpenTables = OpenTables::new();

static TABLE_BUILDER: TableBuilder<CheckersEndings> = TableBuilder {
    space: &SPACE,
    open_tables: &OPEN_TABLES,
};

/// The tables of the game, for the command line and the server.
pub(super) fn endgames() -> &'static dyn Endgames {
    &TABLE_BUILDER
}

/// The proven value of a position for the side to move; `None` where no open table has it, or where the draw by counting could
/// come before the end that the table knows.
pub(super) fn probe(position: &Checkers) -> Option<Value> {
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
        // Rules that end more games in a draw take a draw from nobody.
        Value::Win(plies) | Value::Loss(plies) => fits(position, plies).then_some(value),
        _ => Some(value),
    }
}

/// The open tables as the solver of the game.
pub(super) fn solver() -> TableSolver<Checkers> {
    TableSolver::new(probe)
}

/// Whether a forced end in `plies` plies comes before the game is drawn by counting, which a capture and a man's move begin anew.
fn fits(position: &Checkers, plies: u32) -> bool {
    if !position.rules().forty_moves {
        return true;
    }
    let left = u32::from(FORTY_MOVES_PLIES.saturating_sub(position.quiet()));
    let endgame = SmallEnding::of(position);
    let is_early = endgame.pieces() <= 4 && stretches::LONGEST_OF_FOUR_PLIES <= left;
    plies <= left || is_early || stretches::longest(endgame, plies) <= left
}
