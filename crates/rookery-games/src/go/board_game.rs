//! `BoardGame` of Go: rules, words and view.

use crate::api::board_game::side_name;
use crate::api::view::{Board, BoardKind, Choice, Mark, Zone};
use crate::go::knowledge::GoKnowledge;
use crate::go::rules::go_rules::{GoRules, halves_in_words, star_line};
use crate::go::rules::goban::{Goban, points};
use crate::go::rules::position::{Ban, GoPosition, PASS};
use crate::go::{metadata, position_text, refusal, sgf};
use crate::{
    BoardGame, Change, Credits, Export, LabGame, Message, PlacedPiece, Reason, RuleOptions, Sheet,
    Step,
};
use rookery_engine::Position;
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseTuner, TrainingGames};

/// What the button that passes sends as the whole path of the move.
pub const PASS_TOKEN: &str = "#pass";
/// The notation of a pass.
pub const PASS_NAME: &str = "pass";

/// A stone counts a hundred, and one side or the other is easily ahead by a few.
const TRAINING: TrainingGames = TrainingGames {
    uneven_cp: 400,
    won_cp: 2_000,
    ..TrainingGames::USUAL
};

/// Go with the rules of one table.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoGame {
    rules: GoRules,
}

impl GoGame {
    /// The game by these rules.
    pub fn of(rules: GoRules) -> Self {
        GoGame { rules }
    }

    /// Board, komi and handicap.
    pub fn rules(self) -> GoRules {
        self.rules
    }

    fn goban(self) -> &'static Goban {
        self.rules.goban()
    }
}

impl BoardGame for GoGame {
    type Position = GoPosition;
    type Knowledge = GoKnowledge;
    const SHEET: &'static Sheet = &metadata::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        let size = match chosen.variant() {
            "7x7" => 7,
            "6x6" => 6,
            "5x5" => 5,
            _ => 9,
        };
        let handicap = chosen.option(metadata::key::HANDICAP).parse().unwrap_or(0);
        let mut rules = GoRules::usual(size).with_handicap(handicap);
        if let Some(halves) = metadata::komi_halves(chosen.option(metadata::key::KOMI)) {
            rules.komi_halves = halves;
        }
        GoGame { rules }
    }

    fn start(&self) -> GoPosition {
        GoPosition::new(self.rules)
    }

    fn parse(&self, text: &str) -> Result<GoPosition, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &GoPosition) -> String {
        position_text::print(position)
    }

    fn board(&self) -> Board {
        let (goban, grid) = (self.goban(), self.goban().grid());
        let name = |column: u8, row: u8| grid.name(row * goban.size + column);
        let end = goban.size - 1;
        let across = (0..goban.size).map(|row| (name(0, row), name(end, row)));
        let down = (0..goban.size).map(|column| (name(column, 0), name(column, end)));
        Board {
            kind: BoardKind::Points,
            lines: across.chain(down).collect(),
            dots: grid.names(stars(goban)).collect(),
            ..grid.board()
        }
    }

    fn pieces(&self, position: &GoPosition) -> Vec<PlacedPiece> {
        let stone = |point| Some((position.owner(point)?, metadata::STONE));
        position.goban().grid().pieces(stone)
    }

    /// Komi beside White's name while the game goes on; both sums after it.
    fn zones(&self, position: &GoPosition) -> Vec<Zone> {
        let [black, white] = position.areas();
        let komi = position.rules().komi_halves;
        let is_over = position.outcome().is_some();
        let words = |side| {
            let id = match (is_over, side, komi) {
                (false, 1, 1..) => "go-zone-komi",
                (true, 1, 1..) => "go-zone-area-komi",
                (true, ..) => "go-zone-area",
                _ => return None,
            };
            let area = i64::from([black, white][side]);
            let komi = halves_in_words(komi);
            Some(Message::new(id).with("area", area).with("komi", komi))
        };
        let zone = |(side, id)| {
            let text = words(side);
            Zone {
                id,
                side: Some(side),
                label: Message::new("go-zone"),
                count: usize::from(text.is_some()),
                text,
                kinds: Vec::new(),
            }
        };
        [(0, "points0"), (1, "points1")].map(zone).to_vec()
    }

    /// The points that ko or superko forbids now; after the game, the free points that count for a side.
    fn marks(&self, position: &GoPosition, _last: Option<u8>) -> Vec<Mark> {
        let grid = position.goban().grid();
        if position.outcome().is_some() {
            let [black, white] = position.territories();
            let mark = |kind, side| {
                let owner = side_name(self, side);
                move |at| {
                    Mark::new(
                        at,
                        kind,
                        Message::new("go-mark-area").with("side", owner.clone()),
                    )
                }
            };
            let of_black = grid.names(black).map(mark("area-dark", 0));
            let of_white = grid.names(white).map(mark("area-light", 1));
            return of_black.chain(of_white).collect();
        }
        let mark = |point| {
            let id = match position.ban(point) {
                Some(Ban::Ko) => "go-mark-ko",
                _ => "go-mark-superko",
            };
            Mark::new(grid.name(point), "forbidden", Message::new(id))
        };
        points(position.barred()).map(mark).collect()
    }

    fn choices(&self, _position: &GoPosition) -> Vec<Choice> {
        vec![Choice {
            figure: None,
            token: PASS_TOKEN,
            label: Message::new("go-pass"),
        }]
    }

    fn task(&self, position: &GoPosition, _prefix: &[String]) -> Option<Message> {
        let id = match position.passes() {
            0 => "go-task-place",
            _ => "go-task-passed",
        };
        Some(Message::new(id))
    }

    fn steps(&self, position: &GoPosition, m: u8) -> Vec<Step> {
        if m == PASS {
            return vec![Step::select(PASS_TOKEN)];
        }
        let grid = position.goban().grid();
        let mut steps = Step::put(grid.name(m), position.side(), metadata::STONE);
        let taken = grid.names(position.taken(m));
        steps[0]
            .changes
            .extend(taken.map(|at| Change::Remove { at }));
        steps
    }

    fn may_begin(&self, position: &GoPosition, m: u8, token: &str) -> bool {
        match m {
            PASS => token == PASS_TOKEN,
            point => position.goban().grid().find(token) == Some(point),
        }
    }

    fn notation(&self, position: &GoPosition, m: u8) -> String {
        match m {
            PASS => PASS_NAME.to_owned(),
            point => position.goban().grid().name(point),
        }
    }

    fn coordinates(&self, position: &GoPosition, m: u8) -> String {
        self.notation(position, m)
    }

    fn say(&self, position: &GoPosition, m: u8) -> Message {
        let side = side_name(self, position.side());
        if m == PASS {
            return Message::new("go-say-pass").with("side", side);
        }
        let taken = position.taken(m).count_ones();
        let id = if taken == 0 {
            "move-place"
        } else {
            "go-say-take"
        };
        Message::new(id)
            .with("side", side)
            .with("square", position.goban().grid().name(m))
            .with("count", i64::from(taken))
    }

    fn why_not(&self, position: &GoPosition, path: &[String]) -> Option<Message> {
        refusal::why_not(position, path)
    }

    fn export(&self, start: &GoPosition, moves: &[u8], credits: &Credits) -> Option<Export> {
        Some(sgf::write(start, moves, credits))
    }

    fn reason(&self, position: &GoPosition, winner: Option<usize>) -> Reason {
        let [black, white] = position.areas().map(i64::from);
        let lead = position.lead_halves();
        let about = |id: &'static str| {
            Message::new(id)
                .with("black", black)
                .with("white", white)
                .with("komi", halves_in_words(position.rules().komi_halves))
                .with("by", halves_in_words(lead.abs()))
        };
        match winner {
            None => Reason::new("area", about("go-end-draw")).briefly(about("go-brief-draw")),
            Some(winner) => {
                let side = side_name(self, winner);
                Reason::new("area", about("go-end-area").with("winner", side))
                    .briefly(about("go-brief-area"))
            }
        }
    }
}

/// The points with a dot: those of the corners of a handicap, and the middle.
fn stars(goban: &Goban) -> u128 {
    let (size, near) = (goban.size, star_line(goban.size));
    let far = size - 1 - near;
    let middle = [(size / 2, size / 2)];
    let corners = [near, far].into_iter().flat_map(|c| [(c, near), (c, far)]);
    let dots = corners.chain(middle.into_iter().filter(|_| size % 2 == 1));
    dots.fold(0, |all, (column, row)| all | 1 << (row * size + column))
}

impl LabGame for GoGame {
    fn knowledge_named(&self, name: &str) -> Option<GoKnowledge> {
        SparseEvaluation::named(name).map(GoKnowledge)
    }

    /// Half of the training games are played on nine points a side, a quarter on seven and on six each. On five, where komi is all but the
    /// whole board, no opening is even.
    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        let starts = [9, 7, 9, 6].map(|size| GoPosition::new(GoRules::usual(size)));
        SparseTuner::named_from(evaluation, starts.to_vec(), TRAINING, GoKnowledge)
    }
}
