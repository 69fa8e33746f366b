//! Endgame tables of Morabaraba: the indexing of its endings, and lookups by the search in open tables.

mod endgame_index;
mod subset_rank;
#[cfg(test)]
mod tests;

use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::rules::rule_options::{
    QUIET_LIMIT_PLIES, Rules, TEN_MOVES_PLIES, ThreeCowDraw,
};
use crate::morabaraba::tables::endgame_index::{Endgame, EndgameSpace};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, OpenTables, Space, TableBuilder, TableSolver};

static SPACE: EndgameSpace = EndgameSpace::new();

/// The tables that are open in this process.
static OPEN_TABLES: OpenTables = OpenTables::new();

static TABLE_BUILDER: TableBuilder<EndgameSpace> = TableBuilder {
    space: &SPACE,
    open_tables: &OPEN_TABLES,
};

/// The tables of the game, for the command line and the server.
pub(super) fn endgames() -> &'static dyn Endgames {
    &TABLE_BUILDER
}

/// The proven value of a position for the side to move; `None` where no open table has it, or where a draw by counting could
/// come before the end that the table knows.
pub(super) fn probe(position: &Morabaraba) -> Option<Value> {
    let endgame = Endgame::of(position)?;
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
pub(super) fn solver() -> TableSolver<Morabaraba> {
    TableSolver::new(probe)
}

/// Whether a forced end in `plies` plies comes before the game is drawn by counting plies without a shot. A shot sets the
/// count back, so the way to the end is at most this long without one.
fn fits(position: &Morabaraba, plies: u32) -> bool {
    match limit(position, position.rules()) {
        None => true,
        Some(limit) => u32::from(position.quiet()) + plies <= u32::from(limit),
    }
}

/// The least count of plies without a shot that can end the game from here on.
fn limit(position: &Morabaraba, rules: Rules) -> Option<u16> {
    let ten_moves = match rules.three_cow_draw {
        // Every ending of three against three is decided within sixteen plies: coming there by a shot leaves time enough.
        ThreeCowDraw::Both => position.flies(0) && position.flies(1),
        ThreeCowDraw::Either => true,
        ThreeCowDraw::Off => false,
    };
    match (ten_moves, rules.hundred_plies) {
        (true, _) => Some(TEN_MOVES_PLIES),
        (false, true) => Some(QUIET_LIMIT_PLIES),
        (false, false) => None,
    }
}
