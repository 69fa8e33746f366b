//! Endgame tables of Fanorona: the indexing of its endings, and lookups by the search in open tables.

mod endgame_index;
#[cfg(test)]
mod tests;

use crate::fanorona::rules::points::FanoronaBoard;
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::tables::endgame_index::{FanoronaEndings, StoneEnding};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, OpenTables, Space, TableBuilder, TableSolver};

static SPACE: FanoronaEndings = FanoronaEndings;

/// The tables that are open in this process.
static OPEN_TABLES: OpenTables = OpenTables::new();

static TABLE_BUILDER: TableBuilder<FanoronaEndings> = TableBuilder {
    space: &SPACE,
    open_tables: &OPEN_TABLES,
};

/// The tables of the game, for the command line and the server.
pub(super) fn endgames() -> &'static dyn Endgames {
    &TABLE_BUILDER
}

/// The proven value of a position for the side to move; `None` where no open table has it, or where the draw by counting could
/// come before the end that the table knows.
pub(super) fn probe(position: &Fanorona) -> Option<Value> {
    let stones = position.stones(0) | position.stones(1);
    let is_large = position.rules().board == FanoronaBoard::NineByFive;
    if !is_large || stones.count_ones() as usize > endgame_index::MOST_STONES {
        return None;
    }
    let ending = StoneEnding::of(position);
    if !OPEN_TABLES.has(ending.material()?) {
        return None;
    }
    let value = OPEN_TABLES.cell(SPACE.place(ending))?.value()?;
    match value {
        // A draw in the table stays a draw under a rule that adds further draws.
        Value::Win(plies) | Value::Loss(plies) => fits(position, plies).then_some(value),
        _ => Some(value),
    }
}

/// Whether a forced end in `plies` plies is sure to come before the draw by counting; a capture restarts the count.
fn fits(position: &Fanorona, plies: u32) -> bool {
    let is_early = |limit: u16| plies <= u32::from(limit.saturating_sub(position.quiet()));
    position.rules().quiet_limit_plies.is_none_or(is_early)
}

/// The open tables as the solver of the game.
pub(super) fn solver() -> TableSolver<Fanorona> {
    TableSolver::new(probe)
}
