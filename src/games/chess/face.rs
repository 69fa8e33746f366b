//! Chess as people see it.

use crate::engine::Position;
use crate::games::chess::chess_move::ChessMove;
use crate::games::chess::fen::{self, Rights, square_name};
use crate::games::chess::knowledge::ChessKnowledge;
use crate::games::chess::position::Chess;
use crate::games::chess::role::Role;
use crate::games::chess::{san, words};
use crate::games::view::{Board, BoardKind, Side, Space, Tone};
use crate::games::{BoardGame, Change, Chosen, History, LEVEL_COUNT, Level, Man};
use crate::games::{Message, Reason, Step};

/// Chess.
#[derive(Clone, Copy, Debug)]
pub struct ChessGame;

/// The drawings of men, by role.
const KINDS: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

impl BoardGame for ChessGame {
    type Position = Chess;
    type Knowledge = ChessKnowledge;
    const EVALUATIONS: &'static [&'static str] = ChessKnowledge::NAMES;

    fn title() -> Message {
        Message::new("chess-title")
    }

    fn summary() -> Message {
        Message::new("chess-summary")
    }

    fn rules() -> Vec<Message> {
        vec![Message::new("chess-rules-aim")]
    }

    fn levels() -> [Level; LEVEL_COUNT as usize] {
        [
            Level::weak(150, 2, [150, 350, 120]),
            Level::weak(400, 3, [110, 250, 80]),
            Level::weak(1_000, 4, [80, 180, 60]),
            Level::weak(3_000, 5, [60, 120, 45]),
            Level::weak(10_000, 7, [40, 70, 30]),
            Level::weak(40_000, 9, [25, 30, 20]),
            Level::weak(150_000, 12, [10, 0, 10]),
            Level::knowing(600_000, 0),
        ]
    }

    fn showcase() -> &'static [&'static str] {
        &["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    }

    fn bench() -> (&'static [&'static str], u32) {
        const POSITIONS: &[&str] = &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ];
        (POSITIONS, 8)
    }

    fn new(_chosen: &Chosen) -> Self {
        ChessGame
    }

    fn start(&self) -> Chess {
        fen::parse(fen::START).expect("the first position is one")
    }

    fn parse(&self, text: &str) -> Result<Chess, String> {
        fen::parse(text)
    }

    fn print(&self, position: &Chess) -> String {
        fen::print(position, Rights::Wings)
    }

    fn knowledge(&self) -> ChessKnowledge {
        ChessKnowledge::default()
    }

    fn knowledge_named(&self, name: &str) -> Option<ChessKnowledge> {
        ChessKnowledge::named(name)
    }

    fn sides(&self) -> [Side; 2] {
        [
            Side {
                name: words::side_name(0),
                tone: Tone::Light,
                mark: "○",
            },
            Side {
                name: words::side_name(1),
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
            files: "abcdefgh",
            ranks: "87654321",
            rotates: true,
        }
    }

    fn pieces(&self, position: &Chess) -> Vec<Man> {
        let man = |square: u8| {
            let role = position.role_at(square)?;
            Some(Man {
                at: square_name(square),
                side: usize::from(position.of(1) >> square & 1 == 1),
                kind: KINDS[role as usize],
            })
        };
        (0..64).filter_map(|i| man(i ^ 56)).collect()
    }

    fn piece_name(&self, side: usize, kind: &'static str) -> Message {
        let role = Role::ALL.into_iter().find(|&r| KINDS[r as usize] == kind);
        words::man_name(side, role.unwrap_or(Role::Pawn))
    }

    fn steps(&self, _position: &Chess, m: ChessMove) -> Vec<Step> {
        let from = square_name(m.from());
        let travel = |from: u8, to: u8| Change::Move {
            from: square_name(from),
            to: square_name(to),
        };
        if m.is_castling() {
            let (king, rook) = Chess::castled(m.from(), m.to());
            let changes = vec![travel(m.from(), king), travel(m.to(), rook)];
            return vec![Step::select(from), Step::act(square_name(king), changes)];
        }
        let to = square_name(m.to());
        let mut changes = Vec::new();
        if m.is_capture() {
            let taken = if m.is_en_passant() {
                m.to() ^ 8
            } else {
                m.to()
            };
            changes.push(Change::Remove {
                at: square_name(taken),
            });
        }
        changes.push(travel(m.from(), m.to()));
        let mut steps = vec![Step::select(from), Step::act(to.clone(), changes)];
        if let Some(role) = m.promoted() {
            let morph = Change::Morph {
                at: to,
                kind: KINDS[role as usize],
            };
            steps.push(Step::act(format!("={}", role.letter()), vec![morph]));
        }
        steps
    }

    fn notation(&self, position: &Chess, m: ChessMove) -> String {
        san::write(position, m)
    }

    fn spellings(&self, _position: &Chess, m: ChessMove) -> Vec<String> {
        vec![san::write_coordinates(m, false)]
    }

    fn coordinates(&self, _position: &Chess, m: ChessMove) -> String {
        san::write_coordinates(m, !san::is_usual_castling(m))
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
        Message::new("chess-say-move")
            .with("side", words::side_name(position.side()))
            .with("man", words::role_name(m.role()))
            .with("from", square_name(m.from()))
            .with("to", square_name(m.to()))
    }

    fn reason(&self, position: &Chess, winner: Option<usize>) -> Reason {
        words::reason(position, winner)
    }

    fn draw(&self, history: &History<Chess>) -> Option<Reason> {
        (history.occurrences() >= 5).then(|| Reason {
            key: "fivefold-repetition",
            say: Message::new("chess-end-fivefold"),
        })
    }

    fn leaves(&self, position: &Chess, depth: u32, _convention: &str, full: bool) -> u64 {
        crate::games::chess::leaves::leaves(position, depth, full)
    }
}
