//! Endgame tables of the mill games: the indexing of their endings, and lookups by the search in open tables.

pub(crate) mod endgame_index;
pub(crate) mod subset_rank;

use crate::mills::rules::kind::MillKind;
use crate::mills::rules::position::MillPosition;
use crate::mills::rules::rule_options::{Rules, TEN_MOVES_PLIES, ThreeMenDraw};
use crate::mills::tables::endgame_index::{Endgame, EndgameSpace};
use rookery_engine::Value;
use rookery_engine::tables::{Endgames, OpenTables, Space, TableBuilder, TableSolver};

/// A mill game with endgame tables.
pub trait TabledKind: MillKind {
    /// The tables of the game, those that are open in this process among them.
    fn tables() -> &'static MillTables<Self>;
}

/// The indexing of a game's endings, and its open tables.
pub struct MillTables<K: MillKind> {
    builder: TableBuilder<EndgameSpace<K>>,
}

impl<K: MillKind> MillTables<K> {
    /// The tables by this indexing, those in `open` among them.
    pub const fn new(space: &'static EndgameSpace<K>, open_tables: &'static OpenTables) -> Self {
        MillTables {
            builder: TableBuilder { space, open_tables },
        }
    }

    /// The tables of the game, for the command line and the server.
    pub fn endgames(&self) -> &dyn Endgames {
        &self.builder
    }

    /// The indexing.
    pub fn space(&self) -> &'static EndgameSpace<K> {
        self.builder.space
    }

    /// The tables that are open.
    pub fn open_tables(&self) -> &'static OpenTables {
        self.builder.open_tables
    }
}

/// The proven value of a position for the side to move; `None` where no open table has it, or where a draw by counting could
/// come before the end that the table knows.
pub fn probe<K: TabledKind>(position: &MillPosition<K>) -> Option<Value> {
    let tables = K::tables();
    let endgame = Endgame::of(position)?;
    if !tables.open_tables().has(endgame.material()?) {
        return None;
    }
    let place = tables.space().place(endgame);
    let value = tables.open_tables().cell(place)?.value()?;
    match value {
        // A draw in the table stays a draw under rules that add further draws.
        Value::Win(plies) | Value::Loss(plies) => fits(position, plies).then_some(value),
        _ => Some(value),
    }
}

/// The open tables as the solver of the game.
pub fn solver<K: TabledKind>() -> TableSolver<MillPosition<K>> {
    TableSolver::new(probe)
}

/// Whether a forced end in `plies` plies comes before the game is drawn by counting plies without a removal. A removal sets the
/// count back, so the way to the end is at most this long without one.
fn fits<K: MillKind>(position: &MillPosition<K>, plies: u32) -> bool {
    match limit(position, position.rules()) {
        None => true,
        Some(limit) => u32::from(position.quiet()) + plies <= u32::from(limit),
    }
}

/// The least count of plies without a removal that can end the game from here on.
fn limit<K: MillKind>(position: &MillPosition<K>, rules: Rules) -> Option<u16> {
    let ten_moves = match rules.three_men_draw {
        // On the board of Morabaraba, every ending of three against three is decided within sixteen plies: if a removal leads to
        // it, there is time enough.
        ThreeMenDraw::Both => position.flies(0) && position.flies(1),
        ThreeMenDraw::Either => true,
        ThreeMenDraw::Off => false,
    };
    match ten_moves {
        true => Some(TEN_MOVES_PLIES),
        false => rules.quiet_limit,
    }
}
