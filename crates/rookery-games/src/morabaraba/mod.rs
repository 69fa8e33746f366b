//! Morabaraba, the cattle game of southern Africa, by the Generally Accepted Rules of Mind Sports South Africa.

mod metadata;
#[cfg(test)]
mod tests;

use crate::mills::board_game::{HUNDRED_PLIES, MillBoardGame, MillGame};
use crate::mills::patterns::{LearnedKind, MillInputs};
use crate::mills::rules::kind::{MillKind, Terms};
use crate::mills::rules::points::MillBoard;
use crate::mills::rules::rule_options::{FirstMover, Removable, Rules, ThreeMenDraw};
use crate::mills::tables::endgame_index::EndgameSpace;
use crate::mills::tables::{MillTables, TabledKind};
use crate::{RuleOptions, Sheet};
use rookery_engine::learning::sparse::BuiltInWeights;
use rookery_engine::tables::OpenTables;

/// Twelve cows a side on the board with diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Morabaraba;

/// Morabaraba with the rules of one match.
pub type MorabarabaGame = MillBoardGame<Morabaraba>;

impl MillKind for Morabaraba {
    const NAME: &'static str = "morabaraba";
    // Moves without flying: at most 4 · min(own, empty) steps, each with at most one shot of the enemy's cows; with
    // own + empty = 24 − enemy that is at most 2 · 12 · 12. Placing and flying stay below.
    const MAX_MOVES: usize = 288;
    const RULES: Rules = Rules {
        board: &MillBoard::TWELVE,
        moves_while_placing: false,
        first: FirstMover::Dark,
        first_on_corner: true,
        flying: true,
        removable: Removable::OutsideMills,
        double_removal: false,
        see_saw_ban: true,
        three_men_draw: ThreeMenDraw::Both,
        threefold: true,
        quiet_limit: Some(HUNDRED_PLIES),
    };
    const TERMS: Terms = Terms {
        man: "cow",
        men: "cows",
        colours: ["light", "dark"],
        piece: "cow",
        too_few: "two-cows",
    };
}

static SPACE: EndgameSpace<Morabaraba> = EndgameSpace::new();
static OPEN_TABLES: OpenTables = OpenTables::new();
static TABLES: MillTables<Morabaraba> = MillTables::new(&SPACE, &OPEN_TABLES);

static WEIGHTS: BuiltInWeights<MillInputs<Morabaraba>> =
    BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedKind for Morabaraba {
    const MAGIC: [u8; 8] = *b"rookmor1";

    fn weights() -> &'static BuiltInWeights<MillInputs<Self>> {
        &WEIGHTS
    }
}

impl TabledKind for Morabaraba {
    fn tables() -> &'static MillTables<Self> {
        &TABLES
    }
}

impl MillGame for Morabaraba {
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn rules(chosen: &RuleOptions) -> Rules {
        Rules {
            first: match chosen.option(metadata::key::FIRST) {
                "light" => FirstMover::Light,
                _ => FirstMover::Dark,
            },
            first_on_corner: chosen.option(metadata::key::FIRST_COW) != "no-corner",
            three_men_draw: match chosen.option(metadata::key::THREE_COW_DRAW) {
                "either" => ThreeMenDraw::Either,
                "off" => ThreeMenDraw::Off,
                _ => ThreeMenDraw::Both,
            },
            threefold: chosen.option(metadata::key::REPETITION_DRAW) != "off",
            quiet_limit: match chosen.option(metadata::key::HUNDRED_PLY_DRAW) {
                "off" => None,
                _ => Some(HUNDRED_PLIES),
            },
            ..Morabaraba::RULES
        }
    }
}
