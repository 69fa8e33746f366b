//! `BoardGame` of chess: its user-facing part.

use crate::api::view::{Board, Choice, Mark, Side, Tone, Zone};
use crate::chess::Role;
use crate::chess::book::{Book, Builder};
use crate::chess::knowledge::ChessKnowledge;
use crate::chess::notation::fen::{self, Rights, square_name};
use crate::chess::notation::{san, score_sheet, steps};
use crate::chess::rules::chess_move::ChessMove;
use crate::chess::rules::position::{Chess, FIFTY_MOVES};
use crate::chess::rules::{chess960, generate, material};
use crate::chess::tables;
use crate::chess::tune::ChessTuner;
use crate::chess::ui::{messages, metadata, refusal};
use crate::text::quoted;
use crate::{
    BoardGame, BuildBook, Credits, Export, Grid, History, LabGame, PlacedPiece, RuleOptions, Sheet,
};
use crate::{Message, Reason, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec, SplitMix, Variation, perft_until};

/// Chess, or Chess960.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessGame {
    is_960: bool,
}

/// The squares as people see them, with White's side at the bottom.
const BOARD: Grid = Grid::new(8, 8).chequered().rotating();

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
        let said = quoted(text);
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return fen::parse(text);
        }
        if !self.is_960 {
            return Err(format!(
                "{said} is a number, and only Chess960 has numbered first positions: choose that variant"
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
            Side::new(messages::side_name(0), Tone::Light, "○"),
            Side::new(messages::side_name(1), Tone::Dark, "●"),
        ]
    }

    fn board(&self) -> Board {
        BOARD.board()
    }

    /// The pieces that each side has more of, and the lead by the count that players use.
    fn zones(&self, position: &Chess) -> Vec<Zone> {
        let worth = |side| material::worth(position, side) as usize;
        let zone = |(side, id)| {
            let lead = worth(side).saturating_sub(worth(1 - side));
            Zone {
                id,
                side: Some(side),
                label: Message::new("chess-material"),
                count: lead,
                text: (lead > 0).then(|| Message::new("chess-material-lead").with("pawns", lead)),
                kinds: surplus(position, side),
            }
        };
        [(0, "material0"), (1, "material1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &Chess) -> Vec<PlacedPiece> {
        BOARD.pieces(|number| {
            // Grids are numbered from the top, positions from the bottom.
            let square = number ^ 56;
            let role = position.role_at(square)?;
            let side = usize::from(position.of(1) >> square & 1 == 1);
            Some((side, steps::KINDS[role as usize]))
        })
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
            falls: kind == "mate",
            ..Mark::new(square_name(position.king(side)), kind, Message::new(id))
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

    /// The draw that comes by itself when a position stands for the fifth time (FIDE Laws 9.6.1).
    fn draw(&self, history: &History<Chess>) -> Option<Reason> {
        let fivefold = || {
            Reason::new("fivefold-repetition", Message::new("chess-end-fivefold"))
                .briefly(Message::new("chess-brief-fivefold"))
        };
        (history.occurrences() >= 5).then(fivefold)
    }

    fn can_win(&self, position: &Chess, side: usize) -> bool {
        material::can_mate(position, side)
    }

    /// The draws that may be claimed: when a position stands for the third time, and after fifty moves of each side without a
    /// capture or pawn move (FIDE Laws 9.2 and 9.3).
    fn claim(&self, history: &History<Chess>) -> Option<Reason> {
        if history.occurrences() >= 3 {
            let say = Message::new("chess-end-threefold");
            let brief = Message::new("brief-repetition");
            Some(Reason::new("threefold-repetition", say).briefly(brief))
        } else if history.position().quiet_plies() >= FIFTY_MOVES {
            let brief = Message::new("chess-brief-fifty");
            Some(Reason::new("fifty-moves", Message::new("chess-end-fifty")).briefly(brief))
        } else {
            None
        }
    }
}

/// The kinds of the pieces by which a side outnumbers the other, one entry for each piece, pawns first.
fn surplus(position: &Chess, side: usize) -> Vec<&'static str> {
    let count = |side, role| position.pieces_of(side, role).count_ones() as usize;
    let more = |role| count(side, role).saturating_sub(count(1 - side, role));
    Role::ALL
        .into_iter()
        .flat_map(|role| std::iter::repeat_n(steps::KINDS[role as usize], more(role)))
        .collect()
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

    /// As is usual for chess, the count goes on after a draw if there are legal moves.
    fn leaves(&self, position: &Chess, depth: u32, _convention: &str, full: bool) -> u64 {
        perft_until(position, depth, full, &|_| false)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        let tuner = ChessTuner::new(self.start(), evaluation)?;
        Some(Box::new(tuner))
    }
}
