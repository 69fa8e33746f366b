//! Endgame tables of chess, for three and four pieces: the indexing of the endings, and lookups by the search in open tables.

mod ending;
mod kings;
mod pieces;
mod space;
mod steps;
#[cfg(test)]
mod tests;

use crate::chess::rules::position::{Chess, FIFTY_MOVES};
use crate::chess::tables::pieces::PieceList;
use crate::chess::tables::space::{ChessEndings, material};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, OpenTables, Space, TableBuilder, TableSolver};

static SPACE: ChessEndings = ChessEndings;

/// The tables that are open in this process.
static OPEN_TABLES: OpenTables = OpenTables::new();

static TABLE_BUILDER: TableBuilder<ChessEndings> = TableBuilder {
    space: &SPACE,
    open_tables: &OPEN_TABLES,
};

/// The tables of the game, for the command line and the server.
pub(super) fn endgames() -> &'static dyn Endgames {
    &TABLE_BUILDER
}

/// The proven value of a position for the side to move; `None` where no open table has it, or where the draw by fifty moves could
/// be claimed before the end that the table knows.
pub(super) fn probe(position: &Chess) -> Option<Value> {
    let pieces = PieceList::of_game(position)?;
    if !OPEN_TABLES.has(material(pieces.ending.into(), pieces.side.into())) {
        return None;
    }
    let value = OPEN_TABLES.cell(SPACE.place(pieces))?.value()?;
    match value {
        // A capture or a pawn's move sets the count back, so the way to the end is at most this long without one.
        Value::Win(plies) | Value::Loss(plies) => {
            let counted = u32::from(position.quiet_plies()) + plies;
            (counted <= u32::from(FIFTY_MOVES)).then_some(value)
        }
        _ => Some(value),
    }
}

/// The open tables as the solver of the game.
pub(super) fn solver() -> TableSolver<Chess> {
    TableSolver::new(probe)
}
