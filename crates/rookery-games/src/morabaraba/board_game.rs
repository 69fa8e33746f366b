//! `BoardGame` of Morabaraba: rules, words and view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, BoardKind, Coords, Mark, Side, Space, Tone, Zone};
use crate::morabaraba::knowledge::MorabarabaKnowledge;
use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::rules::rule_options::{FirstMover, QUIET_LIMIT_PLIES, Rules, ThreeCowDraw};
use crate::morabaraba::{metadata, notation, position_text, refusal, tables};
use crate::{BoardGame, History, LabGame, Message, PlacedPiece, Reason, RuleOptions, Sheet, Step};
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec};

/// Morabaraba with the rules of one table.
#[derive(Clone, Debug, Default)]
pub struct MorabarabaGame {
    rules: Rules,
}

/// Junctions as one reads them: row by row from the top, each from the left.
fn reading_order() -> [u8; points::COUNT] {
    let mut order = std::array::from_fn(|point| point as u8);
    order.sort_by_key(|&point| {
        let (column, row) = points::place(point);
        (row, column)
    });
    order
}

impl BoardGame for MorabarabaGame {
    type Position = Morabaraba;
    type Knowledge = MorabarabaKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        MorabarabaGame {
            rules: Rules {
                first: match chosen.option(metadata::key::FIRST) {
                    "light" => FirstMover::Light,
                    _ => FirstMover::Dark,
                },
                three_cow_draw: match chosen.option(metadata::key::THREE_COW_DRAW) {
                    "either" => ThreeCowDraw::Either,
                    "off" => ThreeCowDraw::Off,
                    _ => ThreeCowDraw::Both,
                },
                threefold: chosen.option(metadata::key::REPETITION_DRAW) != "off",
                hundred_plies: chosen.option(metadata::key::HUNDRED_PLY_DRAW) != "off",
            },
        }
    }

    fn start(&self) -> Morabaraba {
        Morabaraba::new(self.rules)
    }

    fn parse(&self, text: &str) -> Result<Morabaraba, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &Morabaraba) -> String {
        position_text::print(position)
    }

    fn sides(&self) -> [Side; 2] {
        [0, 1].map(|side| {
            let tone = self.rules.tone(side);
            match tone {
                Tone::Dark => Side::new(Message::new("morabaraba-dark"), tone, "✕"),
                Tone::Light => Side::new(Message::new("morabaraba-light"), tone, "○"),
            }
        })
    }

    fn board(&self) -> Board {
        let space = |point| {
            let (c, r) = points::place(point);
            Space {
                id: points::name(point).to_owned(),
                c,
                r,
                shade: 0,
                tap: None,
            }
        };
        let end = |point| points::name(point).to_owned();
        Board {
            kind: BoardKind::Points,
            cols: 7,
            rows: 7,
            spaces: reading_order().into_iter().map(space).collect(),
            lines: points::LINES
                .iter()
                .map(|&[first, _, last]| (end(first), end(last)))
                .collect(),
            coords: Coords {
                files: "abcdefg",
                ranks: "7654321",
            },
            rotates: false,
        }
    }

    fn zones(&self, position: &Morabaraba) -> Vec<Zone> {
        let zone = |(side, id)| Zone {
            id,
            side: Some(side),
            label: Message::new("morabaraba-in-hand"),
            count: usize::from(position.hand(side)),
            text: None,
            kinds: Vec::new(),
        };
        [(0, "hand0"), (1, "hand1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &Morabaraba) -> Vec<PlacedPiece> {
        let owner = |point| (0..2).find(|&s| position.cows(s) & points::bit(point) != 0);
        reading_order()
            .into_iter()
            .filter_map(|point| owner(point).map(|side| notation::cow(point, side)))
            .collect()
    }

    fn piece_name(&self, side: usize, _kind: &'static str) -> Message {
        match self.rules.tone(side) {
            Tone::Dark => Message::new("morabaraba-dark-cow"),
            Tone::Light => Message::new("morabaraba-light-cow"),
        }
    }

    /// The lines that the last move closed.
    fn marks(&self, position: &Morabaraba, last: Option<CowMove>) -> Vec<Mark> {
        let closed = last.map_or(0, |m| {
            points::mills_through(m.to(), position.cows(1 - position.side()))
        });
        mill_marks(closed)
    }

    /// The lines that are closed before the shot is chosen.
    fn marks_ahead(&self, position: &Morabaraba, tapped: &[String]) -> Vec<Mark> {
        let mut tapped = tapped.iter().filter_map(|token| points::by_name(token));
        let mut cows = position.cows(position.side());
        if position.hand(position.side()) == 0 {
            cows &= !tapped.next().map_or(0, points::bit);
        }
        let closed = tapped
            .next()
            .map_or(0, |to| points::mills_through(to, cows | points::bit(to)));
        mill_marks(closed)
    }

    fn task(&self, position: &Morabaraba, prefix: &[String]) -> Option<Message> {
        let side = position.side();
        let flies = position.flies(side);
        Some(Message::new(
            match (position.hand(side) > 0, prefix.len()) {
                (true, 0) => "morabaraba-task-place",
                (false, 0) if flies => "morabaraba-task-fly",
                (false, 0) => "morabaraba-task-move",
                (false, 1) if flies => "morabaraba-task-fly-to",
                (false, 1) => "morabaraba-task-move-to",
                _ => "morabaraba-task-shoot",
            },
        ))
    }

    fn steps(&self, position: &Morabaraba, m: CowMove) -> Vec<Step> {
        notation::steps(m, position.side())
    }

    fn may_begin(&self, _position: &Morabaraba, m: CowMove, token: &str) -> bool {
        points::name(m.from().unwrap_or(m.to())) == token
    }

    fn notation(&self, _position: &Morabaraba, m: CowMove) -> String {
        notation::write(m)
    }

    fn spellings(&self, _position: &Morabaraba, m: CowMove) -> Vec<String> {
        notation::spellings(m)
    }

    fn say(&self, position: &Morabaraba, m: CowMove) -> Message {
        let side = position.side();
        let id = match (m.from(), position.flies(side), m.shot()) {
            (None, _, None) => "morabaraba-say-place",
            (None, _, Some(_)) => "morabaraba-say-place-shoot",
            (Some(_), false, None) => "morabaraba-say-move",
            (Some(_), false, Some(_)) => "morabaraba-say-move-shoot",
            (Some(_), true, None) => "morabaraba-say-fly",
            (Some(_), true, Some(_)) => "morabaraba-say-fly-shoot",
        };
        let mut message = Message::new(id)
            .with("side", side_name(self, side))
            .with("to", points::name(m.to()));
        if let Some(from) = m.from() {
            message = message.with("from", points::name(from));
        }
        if let Some(shot) = m.shot() {
            message = message.with("shot", points::name(shot));
        }
        message
    }

    fn why_not(&self, position: &Morabaraba, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn reason(&self, position: &Morabaraba, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return drawn(position);
        };
        let loser = side_name(self, 1 - winner);
        let (key, id, brief) = if position.cow_count(1 - winner) < 3 {
            (
                "two-cows",
                "morabaraba-end-two-cows",
                Message::new("morabaraba-brief-two-cows").with("loser", loser.clone()),
            )
        } else {
            (
                "blocked",
                "morabaraba-end-blocked",
                Message::new("morabaraba-brief-blocked").with("loser", loser.clone()),
            )
        };
        let say = Message::new(id)
            .with("winner", side_name(self, winner))
            .with("loser", loser);
        Reason::new(key, say).briefly(brief)
    }

    fn draw(&self, history: &History<Morabaraba>) -> Option<Reason> {
        let repetition = || {
            Reason::new("repetition", Message::new("draw-repetition"))
                .briefly(Message::new("brief-repetition"))
        };
        (self.rules.threefold && history.occurrences() >= 3).then(repetition)
    }
}

impl LabGame for MorabarabaGame {
    fn endgames() -> Option<&'static dyn Endgames> {
        Some(tables::endgames())
    }

    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<Morabaraba>>> {
        Some(Box::new(tables::solver()))
    }
}

/// Marks of the points of lines just closed.
fn mill_marks(closed: Points) -> Vec<Mark> {
    let mark = |point| Mark {
        at: points::name(point).to_owned(),
        kind: "mill",
        say: Message::new("morabaraba-mark-mill"),
        falls: false,
    };
    let in_order = reading_order().into_iter();
    in_order
        .filter(|&point| closed & points::bit(point) != 0)
        .map(mark)
        .collect()
}

/// Why the game is drawn in this position.
fn drawn(position: &Morabaraba) -> Reason {
    let (key, id, brief) = if position.empty() == 0 {
        ("full-board", "morabaraba-end-full-board", "brief-full")
    } else if position.counted_draw() == Some(QUIET_LIMIT_PLIES) {
        (
            "hundred-plies",
            "morabaraba-end-hundred-plies",
            "morabaraba-brief-hundred-plies",
        )
    } else {
        (
            "ten-moves",
            "morabaraba-end-ten-moves",
            "morabaraba-brief-ten-moves",
        )
    };
    Reason::new(key, Message::new(id)).briefly(Message::new(brief))
}
