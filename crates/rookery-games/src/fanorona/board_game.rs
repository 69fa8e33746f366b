//! `BoardGame` of Fanorona: rules, words and view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, BoardKind, Coords, Mark, Side, Space, Tone, Zone};
use crate::fanorona::knowledge::FanoronaKnowledge;
use crate::fanorona::notation::{self, ChainStage, STONE};
use crate::fanorona::rules::capture::Means;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, FanoronaBoard};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::{
    FIFTY_MOVES_PLIES, FanoronaRules, TWENTY_TWO_MOVES_PLIES,
};
use crate::fanorona::{metadata, position_text, refusal, tables};
use crate::{BoardGame, History, LabGame, Message, PlacedPiece, Reason, RuleOptions, Sheet, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseTuner, TrainingGames};
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec};

/// Fanorona with the rules of one match.
#[derive(Clone, Copy, Debug, Default)]
pub struct FanoronaGame {
    rules: FanoronaRules,
}

impl FanoronaGame {
    fn draw_by_count(&self) -> Reason {
        let (key, end, brief) = match self.rules.quiet_limit_plies {
            Some(TWENTY_TWO_MOVES_PLIES) => (
                "forty-four-plies",
                "fanorona-end-twenty-two",
                "fanorona-brief-twenty-two",
            ),
            _ => (
                "hundred-plies",
                "fanorona-end-fifty",
                "fanorona-brief-fifty",
            ),
        };
        Reason::new(key, Message::new(end)).briefly(Message::new(brief))
    }
}

impl BoardGame for FanoronaGame {
    type Position = Fanorona;
    type Knowledge = FanoronaKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        FanoronaGame {
            rules: FanoronaRules {
                board: match chosen.variant() {
                    "5x5" => FanoronaBoard::FiveByFive,
                    "5x3" => FanoronaBoard::FiveByThree,
                    "3x3" => FanoronaBoard::ThreeByThree,
                    _ => FanoronaBoard::NineByFive,
                },
                threefold: chosen.option(metadata::key::REPETITION_DRAW) != "off",
                quiet_limit_plies: match chosen.option(metadata::key::QUIET_LIMIT) {
                    "off" => None,
                    "twenty-two" => Some(TWENTY_TWO_MOVES_PLIES),
                    _ => Some(FIFTY_MOVES_PLIES),
                },
            },
        }
    }

    fn start(&self) -> Fanorona {
        Fanorona::new(self.rules)
    }

    fn parse(&self, text: &str) -> Result<Fanorona, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &Fanorona) -> String {
        position_text::print(position)
    }

    /// White moves first.
    fn sides(&self) -> [Side; 2] {
        [
            Side::new(Message::new("fanorona-side-0"), Tone::Light, "○"),
            Side::new(Message::new("fanorona-side-1"), Tone::Dark, "●"),
        ]
    }

    fn board(&self) -> Board {
        let board = self.rules.board;
        let space = |point| {
            let (column, row) = points::place(point);
            Space {
                id: points::name(point),
                c: column,
                r: board.rows() - 1 - row,
                shade: 0,
                tap: None,
                label: None,
            }
        };
        let (columns, rows) = (usize::from(board.columns()), usize::from(board.rows()));
        Board {
            kind: BoardKind::Points,
            cols: board.columns(),
            rows: board.rows(),
            spaces: board.reading_order().map(space).collect(),
            lines: board
                .lines()
                .map(|(from, to)| (points::name(from), points::name(to)))
                .collect(),
            dots: Vec::new(),
            coords: Coords {
                files: &"abcdefghi"[..columns],
                ranks: &"54321"[5 - rows..],
            },
            rotates: true,
        }
    }

    /// The number of stones of each side.
    fn zones(&self, position: &Fanorona) -> Vec<Zone> {
        let zone = |(side, id)| Zone {
            id,
            side: Some(side),
            label: Message::new("fanorona-stones"),
            count: position.stones(side).count_ones() as usize,
            text: None,
            kinds: Vec::new(),
        };
        [(0, "stones0"), (1, "stones1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &Fanorona) -> Vec<PlacedPiece> {
        let owner = |point| (0..2).find(|&s| position.stones(s) & points::bit(point) != 0);
        let stone = |point| {
            let side = owner(point)?;
            Some(PlacedPiece::new(points::name(point), side, STONE))
        };
        self.rules.board.reading_order().filter_map(stone).collect()
    }

    /// The stones of both lines when a step can capture on either side and one of them is to be tapped; an arrow leads through
    /// each line to its last stone.
    fn marks_ahead(&self, position: &Fanorona, tapped: &[String]) -> Vec<Mark> {
        let Some(ChainStage::Choice(_, captures)) = ChainStage::after(position, tapped) else {
            return Vec::new();
        };
        let marks = captures.iter().flat_map(|capture| {
            let (near, say) = match capture.means {
                Means::Approach => (capture.to, "fanorona-mark-approach"),
                Means::Withdrawal => (capture.from, "fanorona-mark-withdrawal"),
            };
            let last = capture.farthest();
            points::each(capture.taken).map(move |point| Mark {
                from: (point == last).then(|| points::name(near)),
                ..Mark::new(points::name(point), "threatened", Message::new(say))
            })
        });
        marks.collect()
    }

    fn task(&self, position: &Fanorona, prefix: &[String]) -> Option<Message> {
        let id = match (position.must_capture(), prefix.len()) {
            (false, 0) => "fanorona-task-move",
            (false, _) => "fanorona-task-move-to",
            (true, 0) => "fanorona-task-capture",
            (true, 1) => "fanorona-task-capture-to",
            (true, _) => match ChainStage::after(position, prefix) {
                Some(ChainStage::Choice(..)) => "fanorona-task-choose",
                _ => "fanorona-task-go-on",
            },
        };
        Some(Message::new(id))
    }

    fn steps(&self, position: &Fanorona, m: FanoronaMove) -> Vec<Step> {
        notation::steps(position, m)
    }

    fn may_begin(&self, _position: &Fanorona, m: FanoronaMove, token: &str) -> bool {
        points::name(m.from()) == token
    }

    fn other_paths(&self, position: &Fanorona, m: FanoronaMove) -> Vec<Vec<String>> {
        notation::other_paths(position, m)
    }

    fn notation(&self, position: &Fanorona, m: FanoronaMove) -> String {
        notation::write(position, m)
    }

    /// The notation, because two moves may share their first and last points.
    fn coordinates(&self, position: &Fanorona, m: FanoronaMove) -> String {
        notation::write(position, m)
    }

    fn named(&self, position: &Fanorona, text: &str) -> Vec<FanoronaMove> {
        notation::named(position, text)
    }

    fn say(&self, position: &Fanorona, m: FanoronaMove) -> Message {
        let captures = position.captures(m);
        let id = match captures.len() {
            0 => "fanorona-say-move",
            1 => "fanorona-say-capture",
            _ => "fanorona-say-chain",
        };
        let between: Vec<_> = captures.iter().map(|c| points::name(c.to)).collect();
        let taken = captures.iter().fold(0, |all, capture| all | capture.taken);
        Message::new(id)
            .with("side", side_name(self, position.side()))
            .with("from", points::name(m.from()))
            .with("to", points::name(m.to()))
            .with("points", between.join(", "))
            .with("taken", notation::list(taken))
    }

    fn why_not(&self, position: &Fanorona, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn reason(&self, position: &Fanorona, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return self.draw_by_count();
        };
        let loser = side_name(self, 1 - winner);
        let (key, id, brief) = match position.stones(1 - winner) {
            0 => (
                "no-stones",
                "fanorona-end-no-stones",
                "fanorona-brief-no-stones",
            ),
            _ => ("blocked", "fanorona-end-blocked", "fanorona-brief-blocked"),
        };
        let say = Message::new(id)
            .with("winner", side_name(self, winner))
            .with("loser", loser.clone());
        Reason::new(key, say).briefly(Message::new(brief).with("loser", loser))
    }

    fn draw(&self, history: &History<Fanorona>) -> Option<Reason> {
        Reason::repetition(history, self.rules.threefold)
    }
}

impl LabGame for FanoronaGame {
    fn knowledge_named(&self, name: &str) -> Option<FanoronaKnowledge> {
        SparseEvaluation::named(name).map(FanoronaKnowledge)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        SparseTuner::named(
            evaluation,
            self.start(),
            TrainingGames::USUAL,
            FanoronaKnowledge,
        )
    }

    fn endgames() -> Option<&'static dyn Endgames> {
        Some(tables::endgames())
    }

    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<Fanorona>>> {
        Some(Box::new(tables::solver()))
    }
}
