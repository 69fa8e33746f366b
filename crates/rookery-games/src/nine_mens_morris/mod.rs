//! Nine Men's Morris by the rules of its published solution (Gasser 1996), with flying, removals and draws as options, and with three,
//! six, ten (Lasker's game) or twelve men as variants.

mod metadata;
#[cfg(test)]
mod tests;

use crate::mills::board_game::{FORTY_PLIES, HUNDRED_PLIES, MillBoardGame, MillGame};
use crate::mills::patterns::{LearnedKind, MillInputs};
use crate::mills::rules::kind::{MillKind, Terms};
use crate::mills::rules::points::MillBoard;
use crate::mills::rules::rule_options::{FirstMover, Removable, Rules, ThreeMenDraw};
use crate::mills::tables::endgame_index::EndgameSpace;
use crate::mills::tables::{MillTables, TabledKind};
use crate::{RuleOptions, Sheet};
use rookery_engine::learning::sparse::BuiltInWeights;
use rookery_engine::tables::OpenTables;

/// Nine men a side on the board without diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NineMensMorris;

/// Nine Men's Morris with the rules of one match.
pub type NineMensMorrisGame = MillBoardGame<NineMensMorris>;

impl MillKind for NineMensMorris {
    const NAME: &'static str = "nine-mens-morris";
    // Closing two mills takes four men and removes two of at most twelve, in order: 12 · 11 ways. With these sixteen men on the
    // board at most eight points are empty, so placing stays below this bound. A man that walks can close two mills only on a
    // point of three lines, which it can enter from at most two points, and with a fifth man at most seven points are empty: 7 ·
    // 2 · 12 · 11, plus the moves that remove one man or none.
    const MAX_MOVES: usize = 2_112;
    const RULES: Rules = Rules {
        board: &MillBoard::NINE,
        moves_while_placing: false,
        first: FirstMover::Light,
        first_on_corner: true,
        flying: true,
        removable: Removable::OutsideMills,
        double_removal: false,
        see_saw_ban: false,
        three_men_draw: ThreeMenDraw::Off,
        threefold: true,
        quiet_limit: Some(HUNDRED_PLIES),
    };
    const TERMS: Terms = Terms {
        man: "man",
        men: "men",
        colours: ["white", "black"],
        piece: "morris-man",
        too_few: "two-men",
    };
}

static SPACE: EndgameSpace<NineMensMorris> = EndgameSpace::new();
static OPEN_TABLES: OpenTables = OpenTables::new();
static TABLES: MillTables<NineMensMorris> = MillTables::new(&SPACE, &OPEN_TABLES);

static WEIGHTS: BuiltInWeights<MillInputs<NineMensMorris>> =
    BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedKind for NineMensMorris {
    const MAGIC: [u8; 8] = *b"rooknmm1";

    fn weights() -> &'static BuiltInWeights<MillInputs<Self>> {
        &WEIGHTS
    }
}

impl TabledKind for NineMensMorris {
    fn tables() -> &'static MillTables<Self> {
        &TABLES
    }
}

impl MillGame for NineMensMorris {
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn rules(chosen: &RuleOptions) -> Rules {
        let board = match chosen.variant() {
            metadata::LASKER => &MillBoard::TEN,
            metadata::TWELVE => &MillBoard::TWELVE,
            metadata::SIX => &MillBoard::SIX,
            metadata::THREE => &MillBoard::THREE,
            _ => NineMensMorris::RULES.board,
        };
        let may_fly = chosen.variant() != metadata::SIX;
        Rules {
            board,
            moves_while_placing: chosen.variant() == metadata::LASKER,
            flying: may_fly && chosen.option(metadata::key::FLYING) != "off",
            removable: match chosen.option(metadata::key::REMOVAL) {
                "any" => Removable::Any,
                _ => Removable::OutsideMills,
            },
            double_removal: chosen.option(metadata::key::DOUBLE_MILL) == "two",
            threefold: chosen.option(metadata::key::REPETITION_DRAW) != "off",
            quiet_limit: match chosen.option(metadata::key::MOVE_LIMIT) {
                "twenty" => Some(FORTY_PLIES),
                "off" => None,
                _ => Some(HUNDRED_PLIES),
            },
            ..NineMensMorris::RULES
        }
    }
}
