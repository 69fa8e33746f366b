//! `BoardGame` of chess: its user-facing part.

use crate::api::view::{Board, BoardKind, Choice, Coords, Mark, Side, Space, Tone, Zone};
use crate::chess::book::{Book, Builder};
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::notation::fen::{self, Rights, square_name};
use crate::chess::notation::{san, score_sheet, steps};
use crate::chess::rules::chess_move::ChessMove;
use crate::chess::rules::position::{Chess, FIFTY_MOVES};
use crate::chess::rules::{chess960, generate, leaves, material};
use crate::chess::tables;
use crate::chess::tune::ChessTuner;
use crate::chess::ui::{messages, metadata, refusal};
use crate::text::shortened;
use crate::{
    BoardGame, BuildBook, Credits, Export, History, LabGame, PlacedPiece, RuleOptions, Sheet,
};
use crate::{Message, Reason, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec, SplitMix, Variation};

/// Chess, or Chess960.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessGame {
    is_960: bool,
}

impl BoardGame for ChessGame {
    type Position = Chess;
    type Knowledge = ChessKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        ChessGame {
            is_960: chosen.variant() == metadata::CHESS960,
        }
    }

    fn start(&self) -> Chess {
        fen::parse(fen::START).expect("the first position is one")
    }

    fn start_by_chance(&self, chance: u64) -> Option<Chess> {
        let number = SplitMix::new(chance).below(chess960::COUNT.into());
        self.is_960.then(|| chess960::start(number as u16))
    }

    fn parse(&self, text: &str) -> Result<Chess, String> {
        let text = text.trim();
        let said = shortened(text);
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return fen::parse(text);
        }
        if !self.is_960 {
            return Err(format!(
                "'{said}' is a number, and only Chess960 has numbered first positions: choose that variant"
            ));
        }
        let number = text.parse().ok().filter(|n| *n < chess960::COUNT);
        number.map(chess960::start).ok_or_else(|| {
            format!("the first positions of Chess960 have the numbers 0 to 959, not {said}")
        })
    }

    fn print(&self, position: &Chess) -> String {
        // From Chess960's first positions, the letters of files say which rooks are meant.
        let rights = match self.is_960 {
            true => Rights::Files,
            false => Rights::Wings,
        };
        fen::print(position, rights)
    }

    fn book(&self, position: &Chess, seed: u64) -> Option<Variation<ChessMove>> {
        (!self.is_960).then(|| Book::shipped().choose(position, seed))?
    }

    fn sides(&self) -> [Side; 2] {
        [
            Side {
                name: messages::side_name(0),
                tone: Tone::Light,
                mark: "○",
            },
            Side {
                name: messages::side_name(1),
                tone: Tone::Dark,
                mark: "●",
            },
        ]
    }

    fn board(&self) -> Board {
        let space = |i: u8| {
            let square = i ^ 56;
            Space {
                id: square_name(square),
                c: i % 8,
                r: i / 8,
                shade: (i / 8 + i % 8) % 2,
                tap: None,
            }
        };
        Board {
            kind: BoardKind::Cells,
            cols: 8,
            rows: 8,
            spaces: (0..64).map(space).collect(),
            lines: Vec::new(),
            coords: Coords {
                files: "abcdefgh",
                ranks: "87654321",
            },
            rotates: true,
        }
    }

    /// What the pieces of each side are worth by the count that players use.
    fn zones(&self, position: &Chess) -> Vec<Zone> {
        [("worth0", 0), ("worth1", 1)]
            .map(|(id, side)| Zone {
                id,
                label: messages::worth(side),
                count: material::worth(position, side) as usize,
            })
            .to_vec()
    }

    fn pieces(&self, position: &Chess) -> Vec<PlacedPiece> {
        let piece = |square: u8| {
            let role = position.role_at(square)?;
            Some(PlacedPiece {
                at: square_name(square),
                side: usize::from(position.of(1) >> square & 1 == 1),
                kind: steps::KINDS[role as usize],
            })
        };
        (0..64).filter_map(|i| piece(i ^ 56)).collect()
    }

    fn piece_name(&self, side: usize, kind: &'static str) -> Message {
        messages::piece_name(side, steps::role_of(kind))
    }

    fn sign(&self, side: usize, kind: &'static str) -> &'static str {
        const LETTERS: [[&str; 6]; 2] = [
            ["P", "N", "B", "R", "Q", "K"],
            ["p", "n", "b", "r", "q", "k"],
        ];
        LETTERS[side][steps::role_of(kind) as usize]
    }

    fn marks(&self, position: &Chess, _last: Option<ChessMove>) -> Vec<Mark> {
        let side = position.side();
        let mark = |kind, id| Mark {
            at: square_name(position.king(side)),
            kind,
            say: Message::new(id),
        };
        let king = match (position.is_check(), generate::has_moves(position)) {
            (false, _) => None,
            (true, true) => Some(mark("check", "chess-mark-check")),
            (true, false) => Some(mark("mate", "chess-mark-mate")),
        };
        king.into_iter().collect()
    }

    fn choices(&self, position: &Chess) -> Vec<Choice> {
        steps::promotions(position)
    }

    fn task(&self, position: &Chess, prefix: &[String]) -> Option<Message> {
        let square = prefix.first().and_then(|token| fen::square_named(token));
        let selected = square.and_then(|square| position.role_at(square));
        Some(messages::task(position, selected, prefix.len() > 1))
    }

    fn steps(&self, _position: &Chess, m: ChessMove) -> Vec<Step> {
        steps::steps(m)
    }

    fn may_begin(&self, _position: &Chess, m: ChessMove, token: &str) -> bool {
        fen::square_named(token) == Some(m.from())
    }

    fn other_paths(&self, _position: &Chess, m: ChessMove) -> Vec<Vec<String>> {
        steps::other_paths(m)
    }

    fn notation(&self, position: &Chess, m: ChessMove) -> String {
        san::write(position, m)
    }

    fn spellings(&self, _position: &Chess, m: ChessMove) -> Vec<String> {
        steps::spellings(m)
    }

    fn named(&self, position: &Chess, text: &str) -> Vec<ChessMove> {
        san::named(position, text)
    }

    fn coordinates(&self, _position: &Chess, m: ChessMove) -> String {
        san::write_coordinates(m, self.is_960 || !san::is_usual_castling(m))
    }

    fn read_coordinates(
        &self,
        _position: &Chess,
        moves: &[ChessMove],
        text: &str,
    ) -> Option<ChessMove> {
        san::find_coordinates(moves, text)
    }

    fn say(&self, position: &Chess, m: ChessMove) -> Message {
        messages::say(position, m)
    }

    fn why_not(&self, position: &Chess, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn export(&self, start: &Chess, moves: &[ChessMove], credits: &Credits) -> Option<Export> {
        Some(score_sheet::write(start, moves, self.is_960, credits))
    }

    fn reason(&self, position: &Chess, winner: Option<usize>) -> Reason {
        messages::reason(position, winner)
    }

    fn draw(&self, history: &History<Chess>) -> Option<Reason> {
        (history.occurrences() >= 5).then(messages::fivefold)
    }

    fn can_win(&self, position: &Chess, side: usize) -> bool {
        material::can_mate(position, side)
    }

    fn claim(&self, history: &History<Chess>) -> Option<Reason> {
        if history.occurrences() >= 3 {
            Some(messages::threefold())
        } else if history.position().quiet_plies() >= FIFTY_MOVES {
            Some(messages::fifty_moves())
        } else {
            None
        }
    }
}

impl LabGame for ChessGame {
    fn endgames() -> Option<&'static dyn Endgames> {
        Some(tables::endgames())
    }

    fn knowledge_named(&self, name: &str) -> Option<ChessKnowledge> {
        ChessKnowledge::named(name)
    }

    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<Chess>>> {
        Some(Box::new(tables::solver()))
    }

    fn book_builder(&self, _entries: usize) -> Option<Box<dyn BuildBook>> {
        (!self.is_960).then(|| Box::new(Builder::new()) as _)
    }

    fn leaves(&self, position: &Chess, depth: u32, _convention: &str, full: bool) -> u64 {
        leaves::leaves(position, depth, full)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        let tuner = ChessTuner::new(self.start(), evaluation)?;
        Some(Box::new(tuner))
    }
}
