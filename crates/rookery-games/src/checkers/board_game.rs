//! `BoardGame` of checkers: rules, words and view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, Coords, Zone};
use crate::checkers::knowledge::CheckersKnowledge;
use crate::checkers::notation::GRID;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::rules::squares;
use crate::checkers::{metadata, notation, openings, pdn, position_text, refusal, tables};
use crate::{BoardGame, Credits, Export, History, LabGame, Message, PlacedPiece, Problem, Reason};
use crate::{RuleOptions, Sheet, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseTuner, TrainingGames};
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec};

/// Checkers with the rules of one match.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckersGame {
    rules: DrawRules,
    /// Whether the first three moves of a match are drawn by lot.
    is_by_ballot: bool,
}

impl BoardGame for CheckersGame {
    type Position = Checkers;
    type Knowledge = CheckersKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        CheckersGame {
            rules: DrawRules {
                threefold: chosen.option(metadata::key::REPETITION_DRAW) != "off",
                forty_moves: chosen.option(metadata::key::FORTY_MOVE_DRAW) != "off",
            },
            is_by_ballot: chosen.option(metadata::key::FIRST_MOVES) == "three-move",
        }
    }

    fn start(&self) -> Checkers {
        Checkers::new(self.rules)
    }

    fn start_by_chance(&self, chance: u64) -> Option<Checkers> {
        self.is_by_ballot
            .then(|| openings::by_chance(chance, self.rules))?
    }

    fn parse(&self, text: &str) -> Result<Checkers, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &Checkers) -> String {
        position_text::print(position)
    }

    /// The board as the first player sees it, with Black and the lower numbers at the bottom; White sees it turned. The dark
    /// squares are labelled with their numbers.
    fn board(&self) -> Board {
        let mut board = GRID.board();
        for space in &mut board.spaces {
            (space.c, space.r) = (7 - space.c, 7 - space.r);
            let number = notation::by_name(&space.id).map(squares::number);
            space.label = number.map(|number| number.to_string());
        }
        board.spaces.reverse();
        board.coords = Coords {
            files: "hgfedcba",
            ranks: "12345678",
        };
        board
    }

    /// The number of pieces of each side.
    fn zones(&self, position: &Checkers) -> Vec<Zone> {
        let zone = |(side, id)| Zone {
            id,
            side: Some(side),
            label: Message::new("checkers-pieces"),
            count: position.pieces(side).count_ones() as usize,
            text: None,
            kinds: Vec::new(),
        };
        [(0, "pieces0"), (1, "pieces1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &Checkers) -> Vec<PlacedPiece> {
        let piece = |cell| {
            let square = squares::bit(notation::of_cell(cell)?);
            let side = (0..2).find(|&side| position.pieces(side) & square != 0)?;
            let is_king = position.kings() & square != 0;
            let kind = if is_king {
                notation::KING
            } else {
                notation::MAN
            };
            Some((side, kind))
        };
        GRID.pieces(piece)
    }

    fn sign(&self, side: usize, kind: &'static str) -> &'static str {
        match (side, kind == notation::KING) {
            (0, false) => "b",
            (0, true) => "B",
            (_, false) => "w",
            (_, true) => "W",
        }
    }

    fn task(&self, position: &Checkers, prefix: &[String]) -> Option<Message> {
        let id = match (position.must_jump(), prefix.len()) {
            (false, 0) => "checkers-task-move",
            (false, _) => "checkers-task-move-to",
            (true, 0) => "checkers-task-jump",
            (true, 1) => "checkers-task-jump-to",
            (true, _) => "checkers-task-jump-on",
        };
        Some(Message::new(id))
    }

    fn steps(&self, position: &Checkers, m: CheckersMove) -> Vec<Step> {
        notation::steps(position, m)
    }

    fn may_begin(&self, _position: &Checkers, m: CheckersMove, token: &str) -> bool {
        notation::name(m.from()) == token
    }

    fn notation(&self, position: &Checkers, m: CheckersMove) -> String {
        notation::write(position, m)
    }

    fn named(&self, position: &Checkers, text: &str) -> Vec<CheckersMove> {
        notation::named(position, text)
    }

    fn say(&self, position: &Checkers, m: CheckersMove) -> Message {
        let id = match (m.is_jump(), position.crowns(m)) {
            (false, false) => "checkers-say-move",
            (false, true) => "checkers-say-move-crown",
            (true, false) => "checkers-say-jump",
            (true, true) => "checkers-say-jump-crown",
        };
        let taken: Vec<_> = m
            .hops()
            .filter_map(|hop| hop.over)
            .map(notation::number)
            .collect();
        Message::new(id)
            .with("side", side_name(self, position.side()))
            .with("from", notation::number(m.from()))
            .with("to", notation::number(m.to()))
            .with("taken", taken.join(", "))
    }

    fn why_not(&self, position: &Checkers, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn export(
        &self,
        start: &Checkers,
        moves: &[CheckersMove],
        credits: &Credits,
    ) -> Option<Export> {
        Some(pdn::write(start, moves, credits))
    }

    fn reason(&self, position: &Checkers, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            let brief = Message::new("checkers-brief-forty-moves");
            return Reason::new("forty-moves", Message::new("checkers-end-forty-moves"))
                .briefly(brief);
        };
        let loser = side_name(self, 1 - winner);
        let (key, id, brief) = match position.pieces(1 - winner) {
            0 => (
                "no-pieces",
                "checkers-end-no-pieces",
                "checkers-brief-no-pieces",
            ),
            _ => ("blocked", "checkers-end-blocked", "checkers-brief-blocked"),
        };
        let say = Message::new(id)
            .with("winner", side_name(self, winner))
            .with("loser", loser.clone());
        Reason::new(key, say).briefly(Message::new(brief).with("loser", loser))
    }

    fn draw(&self, history: &History<Checkers>) -> Option<Reason> {
        Reason::repetition(history, self.rules.threefold)
    }
}

impl LabGame for CheckersGame {
    fn knowledge_named(&self, name: &str) -> Option<CheckersKnowledge> {
        SparseEvaluation::named(name).map(CheckersKnowledge)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        SparseTuner::named(
            evaluation,
            self.start(),
            TrainingGames::USUAL,
            CheckersKnowledge,
        )
    }

    fn endgames() -> Option<&'static dyn Endgames> {
        Some(tables::endgames())
    }

    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<Checkers>>> {
        Some(Box::new(tables::solver()))
    }

    /// Reads a line of a problem file: a position, then 0 for a draw, 1 if the side to move wins and 2 if it loses.
    fn problem(&self, line: &str) -> Result<Problem, String> {
        position_text::parse_problem(line)
    }
}
