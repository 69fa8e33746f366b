//! Nine Men's Morris by the rules of its published solution (Gasser 1996), with flying, removals and draws as options.

mod metadata;
#[cfg(test)]
mod tests;

use crate::mills::board_game::{FORTY_PLIES, HUNDRED_PLIES, MillBoardGame, MillGame};
use crate::mills::rules::kind::{MillKind, Terms};
use crate::mills::rules::points::FourSpokes;
use crate::mills::rules::rule_options::{FirstMover, Removable, Rules, ThreeMenDraw};
use crate::mills::tables::endgame_index::EndgameSpace;
use crate::mills::tables::{MillTables, TabledKind};
use crate::{RuleOptions, Sheet};
use rookery_engine::tables::OpenTables;

/// Nine men a side on the board without diagonals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NineMensMorris;

/// Nine Men's Morris with the rules of one table.
pub type NineMensMorrisGame = MillBoardGame<NineMensMorris>;

impl MillKind for NineMensMorris {
    type Board = FourSpokes;
    const NAME: &'static str = "nine-mens-morris";
    const MEN: u8 = 9;
    // Two men leave the board at once only while men are placed: a man that walks leaves one of the two lines through its new
    // point. Each point that closes two mills needs four men, and no man serves more than four such points; so with seven men on
    // the board and nine against them at most seven of eight empty points take two of nine men, in order: 7 · 9 · 8 + 9.
    const MAX_MOVES: usize = 513;
    const RULES: Rules = Rules {
        first: FirstMover::Light,
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
        board: "board:9",
        board_in_words: "nine men, without diagonals",
        piece: "morris-man",
        too_few: "two-men",
    };
}

static SPACE: EndgameSpace<NineMensMorris> = EndgameSpace::new();
static OPEN_TABLES: OpenTables = OpenTables::new();
static TABLES: MillTables<NineMensMorris> = MillTables::new(&SPACE, &OPEN_TABLES);

impl TabledKind for NineMensMorris {
    fn tables() -> &'static MillTables<Self> {
        &TABLES
    }
}

impl MillGame for NineMensMorris {
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn rules(chosen: &RuleOptions) -> Rules {
        Rules {
            flying: chosen.option(metadata::key::FLYING) != "off",
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
