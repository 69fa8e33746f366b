//! `BoardGame` of gomoku: rules, words and view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, BoardKind, Choice, Coords, Mark, Space};
use crate::gomoku::even_openings;
use crate::gomoku::knowledge::GomokuKnowledge;
use crate::gomoku::rules::opening::OpeningChoice;
use crate::gomoku::rules::points::{Lattice, Point, PointSet};
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{FirstStones, RowRule, TableRules};
use crate::gomoku::solver::ThreatSolver;
use crate::gomoku::{metadata, position_text, refusal, sgf};
use crate::{
    BoardGame, Credits, Export, LabGame, Message, PlacedPiece, Reason, RuleOptions, Sheet, Step,
};
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseTuner, TrainingGames};
use rookery_engine::{Knowledge, Position, Solver, SolverSpec, Value, Variation};

/// Gomoku with the rules of one table.
#[derive(Clone, Copy, Debug, Default)]
pub struct GomokuGame {
    rules: TableRules,
}

impl GomokuGame {
    fn lattice(self) -> &'static Lattice {
        Lattice::of(self.rules.size)
    }
}

/// The stones of all rows that won.
fn winning_stones(position: &GomokuPosition) -> PointSet {
    let mut stones = PointSet::default();
    let Some(winner) = position.winner() else {
        return stones;
    };
    for point in position.stones(winner).iter() {
        let rows = (0..4).filter_map(|way| position.row(winner, point, way));
        rows.flatten().for_each(|stone| stones.set(stone, true));
    }
    stones
}

impl BoardGame for GomokuGame {
    type Position = GomokuPosition;
    type Knowledge = GomokuKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        GomokuGame {
            rules: TableRules {
                rows: match chosen.variant() {
                    "exactly-five" => RowRule::Standard,
                    "caro" => RowRule::Caro,
                    "renju" => RowRule::Renju,
                    _ => RowRule::Freestyle,
                },
                size: match chosen.option(metadata::key::SIZE) {
                    "19" => 19,
                    _ => 15,
                },
                first_stones: match chosen.option(metadata::key::OPENING) {
                    "pro" => FirstStones::Pro,
                    "swap" => FirstStones::Swap,
                    "swap2" => FirstStones::Swap2,
                    _ => FirstStones::Free,
                },
            },
        }
    }

    fn start(&self) -> GomokuPosition {
        GomokuPosition::new(self.rules)
    }

    fn parse(&self, text: &str) -> Result<GomokuPosition, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &GomokuPosition) -> String {
        position_text::print(position)
    }

    /// The rest of an even opening, with what it leaves to the player who chooses; nothing where nobody chooses a colour.
    fn book(&self, position: &GomokuPosition, seed: u64) -> Option<Variation<Point>> {
        let moves = even_openings::choose(position, seed)?;
        let mut laid = position.clone();
        moves.iter().for_each(|&stone| laid.play(stone));
        let value = Value::Cp(-GomokuKnowledge::default().eval(&laid, &()));
        Some(Variation { value, moves })
    }

    fn colour(&self, position: &GomokuPosition, player: usize) -> Option<usize> {
        let colours = position.colours();
        colours.is_settled().then(|| colours.colour_of(player))
    }

    fn board(&self) -> Board {
        let lattice = self.lattice();
        let size = lattice.size;
        let space = |point| {
            let (c, r) = lattice.place(point);
            Space {
                id: lattice.name(point),
                c,
                r,
                shade: 0,
                tap: None,
                label: None,
            }
        };
        let name = |c: u8, r: u8| lattice.name(Point::from(r) * Point::from(size) + Point::from(c));
        let end = size - 1;
        let across = (0..size).map(|r| (name(0, r), name(end, r)));
        let down = (0..size).map(|c| (name(c, 0), name(c, end)));
        Board {
            kind: BoardKind::Points,
            cols: size,
            rows: size,
            spaces: lattice.points().map(space).collect(),
            lines: across.chain(down).collect(),
            dots: stars(size).map(|(c, r)| name(c, r)).collect(),
            coords: match size {
                15 => Coords {
                    files: "abcdefghijklmno",
                    ranks: "15 14 13 12 11 10 9 8 7 6 5 4 3 2 1",
                },
                _ => Coords {
                    files: "abcdefghijklmnopqrs",
                    ranks: "19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1",
                },
            },
            rotates: false,
        }
    }

    fn pieces(&self, position: &GomokuPosition) -> Vec<PlacedPiece> {
        let lattice = position.lattice();
        let piece = |point| {
            let side = position.owner(point)?;
            Some(PlacedPiece::new(lattice.name(point), side, metadata::STONE))
        };
        lattice.points().filter_map(piece).collect()
    }

    /// The row that won, and in renju the points that are forbidden to Black.
    fn marks(&self, position: &GomokuPosition, _last: Option<Point>) -> Vec<Mark> {
        let lattice = position.lattice();
        let won = winning_stones(position).iter();
        let won = won.map(|point| Mark::line(lattice.name(point)));
        let is_over = position.outcome().is_some();
        let forbidden = lattice
            .points()
            .filter(|&point| !is_over && position.is_free(point) && position.foul(point).is_some());
        let forbidden = forbidden.map(|point| {
            let say = Message::new("gomoku-mark-forbidden");
            Mark::new(lattice.name(point), "forbidden", say)
        });
        won.chain(forbidden).collect()
    }

    fn task(&self, position: &GomokuPosition, _prefix: &[String]) -> Option<Message> {
        let id = match (position.rules().first_stones, position.count()) {
            _ if position.choices().len() == OpeningChoice::COUNT => "gomoku-task-choose-or-two",
            _ if position.is_choosing() => "gomoku-task-choose",
            (FirstStones::Pro, 0) => "gomoku-task-first",
            (FirstStones::Pro, 2) => "gomoku-task-far",
            (_, 0) if is_open(position) => "gomoku-task-three-black",
            (_, 1) if is_open(position) => "gomoku-task-three-white",
            (_, 2) if is_open(position) => "gomoku-task-three-last",
            (_, 3) if is_open(position) => "gomoku-task-two-white",
            (_, 4) if is_open(position) => "gomoku-task-two-black",
            _ => "gomoku-task-place",
        };
        Some(Message::new(id).with("rows", position.rules().rows.variant()))
    }

    fn choices(&self, position: &GomokuPosition) -> Vec<Choice> {
        let choices = position.choices().iter();
        let button = |choice: &OpeningChoice| Choice {
            token: choice.token(),
            label: Message::new(match choice {
                OpeningChoice::Black => "gomoku-choice-black",
                OpeningChoice::White => "gomoku-choice-white",
                OpeningChoice::TwoMore => "gomoku-choice-two",
            }),
            figure: None,
        };
        choices.map(button).collect()
    }

    fn steps(&self, position: &GomokuPosition, m: Point) -> Vec<Step> {
        match OpeningChoice::of(m) {
            Some(choice) => vec![Step::select(choice.token())],
            None => Step::put(
                position.lattice().name(m),
                position.colour(),
                metadata::STONE,
            ),
        }
    }

    fn may_begin(&self, position: &GomokuPosition, m: Point, token: &str) -> bool {
        match OpeningChoice::of(m) {
            Some(choice) => choice.token() == token,
            None => position.lattice().find(token) == Some(m),
        }
    }

    fn notation(&self, position: &GomokuPosition, m: Point) -> String {
        match OpeningChoice::of(m) {
            Some(choice) => choice.notation().to_owned(),
            None => position.lattice().name(m),
        }
    }

    fn spellings(&self, _position: &GomokuPosition, m: Point) -> Vec<String> {
        let choice = OpeningChoice::of(m).into_iter();
        let shorter = choice.filter(|c| !c.notation().eq_ignore_ascii_case(c.name()));
        shorter.map(|choice| choice.name().to_owned()).collect()
    }

    fn coordinates(&self, position: &GomokuPosition, m: Point) -> String {
        match OpeningChoice::of(m) {
            Some(choice) => choice.name().to_owned(),
            None => position.lattice().name(m),
        }
    }

    fn say(&self, position: &GomokuPosition, m: Point) -> Message {
        let Some(choice) = OpeningChoice::of(m) else {
            return Message::new("move-place")
                .with("side", side_name(self, position.colour()))
                .with("square", position.lattice().name(m));
        };
        let taken = choice.colour().map(|colour| side_name(self, colour));
        match (position.side(), taken) {
            (0, Some(colour)) => Message::new("gomoku-say-first-takes").with("side", colour),
            (_, Some(colour)) => Message::new("gomoku-say-second-takes").with("side", colour),
            (_, None) => Message::new("gomoku-say-two"),
        }
    }

    fn why_not(&self, position: &GomokuPosition, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn export(&self, start: &GomokuPosition, moves: &[Point], credits: &Credits) -> Option<Export> {
        Some(sgf::write(start, moves, credits))
    }

    fn reason(&self, position: &GomokuPosition, winner: Option<usize>) -> Reason {
        let Some(winner) = winner else {
            return match position.count() == position.lattice().count() {
                true => Reason::new("board-full", Message::new("gomoku-full"))
                    .briefly(Message::new("brief-full")),
                false => Reason::new("no-move", Message::new("gomoku-no-move"))
                    .briefly(Message::new("gomoku-brief-no-move")),
            };
        };
        let winner = position.colours().colour_of(winner);
        let stones = winning_stones(position).iter();
        let names: Vec<_> = stones.map(|point| position.lattice().name(point)).collect();
        let say = Message::new("gomoku-won")
            .with("side", side_name(self, winner))
            .with("line", names.join(", "));
        Reason::new("five-in-a-row", say).briefly(Message::new("gomoku-brief-row"))
    }
}

/// Whether the next stone belongs to an opening whose colours are not settled.
fn is_open(position: &GomokuPosition) -> bool {
    !position.colours().is_settled()
}

/// Values are greater than in other games: a double threat is worth 20 pawns, and the first move a pawn.
const TRAINING_GAMES: TrainingGames = TrainingGames {
    opening_plies: (3, 9),
    uneven_cp: 400,
    won_cp: 3_000,
    ..TrainingGames::USUAL
};

/// The columns and rows of the points with a dot.
fn stars(size: u8) -> impl Iterator<Item = (u8, u8)> {
    let far = size - 4;
    let middle = size / 2;
    let all: Vec<u8> = vec![3, middle, far];
    let pairs = all
        .clone()
        .into_iter()
        .flat_map(move |c| all.clone().into_iter().map(move |r| (c, r)));
    pairs.filter(move |(c, r)| size == 19 || (*c == middle) == (*r == middle))
}

impl LabGame for GomokuGame {
    fn knowledge_named(&self, name: &str) -> Option<GomokuKnowledge> {
        SparseEvaluation::named(name).map(GomokuKnowledge)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        let start = GomokuPosition::new(TableRules::default());
        SparseTuner::named(evaluation, start, TRAINING_GAMES, GomokuKnowledge)
    }

    fn solver(&self, spec: &SolverSpec) -> Option<Box<dyn Solver<GomokuPosition>>> {
        Some(Box::new(ThreatSolver::new(spec)))
    }
}
