//! `BoardGame` of the mill games: words, view and rule options of each, from its kind and its sheet.

use std::cmp::Reverse;

use crate::api::board_game::{side_name, text_of};
use crate::api::view::{Board, BoardKind, Coords, Mark, Side, Space, Tone, Zone};
use crate::mills::knowledge::MillKnowledge;
use crate::mills::patterns::LearnedKind;
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::MillPosition;
use crate::mills::rules::rule_options::{LEAST_MEN, Rules, TEN_MOVES_PLIES, ThreeMenDraw};
use crate::mills::tables;
use crate::mills::{notation, position_text, refusal};
use crate::{BoardGame, History, LabGame, Message, PlacedPiece, Reason, RuleOptions};
use crate::{Sheet, Step};
use rookery_engine::learning::Tuner;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseTuner, TrainingGames};
use rookery_engine::tables::Endgames;
use rookery_engine::{Position, Solver, SolverSpec};

/// A mill game with its words: all that is known of it beyond the rules.
pub trait MillGame: LearnedKind {
    /// The metadata.
    const SHEET: &'static Sheet;

    /// The rules that were chosen.
    fn rules(chosen: &RuleOptions) -> Rules;
}

/// A mill game with the rules of one match.
#[derive(Clone, Debug)]
pub struct MillBoardGame<K> {
    rules: Rules,
    kind: std::marker::PhantomData<K>,
}

impl<K: MillGame> Default for MillBoardGame<K> {
    fn default() -> Self {
        MillBoardGame::with(K::RULES)
    }
}

impl<K: MillGame> MillBoardGame<K> {
    fn with(rules: Rules) -> Self {
        MillBoardGame {
            rules,
            kind: std::marker::PhantomData,
        }
    }

    fn text(key: &str) -> Message {
        text_of::<Self>(key)
    }

    /// Why the game is won in this position.
    fn won(&self, position: &MillPosition<K>, winner: usize) -> Reason {
        let loser = side_name(self, 1 - winner);
        let (key, end, brief) = match () {
            () if position.man_count(1 - winner) < LEAST_MEN => {
                (K::TERMS.too_few, "end-too-few", "brief-too-few")
            }
            () if position.has_won_by_mill(winner) => ("mill", "end-mill", "brief-mill"),
            () => ("blocked", "end-blocked", "brief-blocked"),
        };
        // One man may be left after a removal of two.
        let men = position.man_count(1 - winner) as usize;
        let winner = side_name(self, winner);
        let say = Self::text(end)
            .with("winner", winner.clone())
            .with("loser", loser.clone())
            .with("men", men);
        let brief = Self::text(brief)
            .with("winner", winner)
            .with("loser", loser)
            .with("men", men);
        Reason::new(key, say).briefly(brief)
    }

    /// Marks of the points of mills just closed.
    fn mill_marks(closed: Points) -> Vec<Mark> {
        let mark = |point| {
            let at = points::name(point).to_owned();
            Mark::new(at, "mill", Self::text("mark-mill"))
        };
        let in_order = reading_order().into_iter();
        in_order
            .filter(|&point| closed & points::bit(point) != 0)
            .map(mark)
            .collect()
    }

    /// Why the game is drawn in this position.
    fn drawn(position: &MillPosition<K>) -> Reason {
        if position.empty() == 0 {
            return Reason::new("full-board", Self::text("end-full-board"))
                .briefly(Message::new("brief-full"));
        }
        let is_either = position.rules().three_men_draw == ThreeMenDraw::Either;
        let (key, end, brief) = match position.counted_draw() {
            Some(TEN_MOVES_PLIES) if is_either => (
                "ten-moves",
                "end-ten-moves-either",
                "brief-ten-moves-either",
            ),
            Some(TEN_MOVES_PLIES) => ("ten-moves", "end-ten-moves", "brief-ten-moves"),
            Some(FORTY_PLIES) => ("forty-plies", "end-forty-plies", "brief-forty-plies"),
            _ => ("hundred-plies", "end-hundred-plies", "brief-hundred-plies"),
        };
        Reason::new(key, Self::text(end)).briefly(Self::text(brief))
    }
}

/// Twenty moves by each side without a removal, in plies.
pub const FORTY_PLIES: u16 = 40;

/// Fifty moves by each side without a removal, in plies.
pub const HUNDRED_PLIES: u16 = 100;

/// Points as one reads them: row by row from the top, each from the left.
fn reading_order() -> [u8; points::COUNT] {
    let mut order = std::array::from_fn(|point| point as u8);
    order.sort_by_key(|&point| {
        let name = points::name(point).as_bytes();
        (Reverse(name[1]), name[0])
    });
    order
}

impl<K: MillGame> BoardGame for MillBoardGame<K> {
    type Position = MillPosition<K>;
    type Knowledge = MillKnowledge<K>;
    const SHEET: &'static Sheet = K::SHEET;

    fn new(chosen: &RuleOptions) -> Self {
        MillBoardGame::with(K::rules(chosen))
    }

    fn start(&self) -> MillPosition<K> {
        MillPosition::new(self.rules)
    }

    fn parse(&self, text: &str) -> Result<MillPosition<K>, String> {
        position_text::parse(text, self.rules)
    }

    fn print(&self, position: &MillPosition<K>) -> String {
        position_text::print(position)
    }

    fn sides(&self) -> [Side; 2] {
        [0, 1].map(|side| match self.rules.tone(side) {
            tone @ Tone::Dark => Side::new(Self::text("dark"), tone, "✕"),
            tone @ Tone::Light => Side::new(Self::text("light"), tone, "○"),
        })
    }

    fn board(&self) -> Board {
        let board = self.rules.board;
        let space = |point| {
            let (c, r) = board.place(point);
            Space {
                id: points::name(point).to_owned(),
                c,
                r,
                shade: 0,
                tap: None,
                label: None,
            }
        };
        let end = |point| points::name(point).to_owned();
        let (files, ranks) = board.coordinates();
        Board {
            kind: BoardKind::Points,
            cols: files.len() as u8,
            rows: ranks.len() as u8,
            spaces: reading_order()
                .into_iter()
                .filter(|&point| board.points & points::bit(point) != 0)
                .map(space)
                .collect(),
            lines: board
                .strokes()
                .map(|(first, last)| (end(first), end(last)))
                .collect(),
            dots: Vec::new(),
            coords: Coords { files, ranks },
            rotates: false,
        }
    }

    fn zones(&self, position: &MillPosition<K>) -> Vec<Zone> {
        let zone = |(side, id)| Zone {
            id,
            side: Some(side),
            label: Self::text("in-hand"),
            count: usize::from(position.hand(side)),
            text: None,
            kinds: Vec::new(),
        };
        [(0, "hand0"), (1, "hand1")].map(zone).to_vec()
    }

    fn pieces(&self, position: &MillPosition<K>) -> Vec<PlacedPiece> {
        let owner = |point| (0..2).find(|&s| position.men(s) & points::bit(point) != 0);
        let man = |point| owner(point).map(|side| notation::man(point, side, K::TERMS.piece));
        reading_order().into_iter().filter_map(man).collect()
    }

    fn piece_name(&self, side: usize, _kind: &'static str) -> Message {
        Self::text(match self.rules.tone(side) {
            Tone::Dark => "dark-man",
            Tone::Light => "light-man",
        })
    }

    /// The mills that the last move closed.
    fn marks(&self, position: &MillPosition<K>, last: Option<MillMove>) -> Vec<Mark> {
        let own = position.men(1 - position.side());
        let closed = last.map_or(0, |m| position.board().mills_through(m.to(), own));
        Self::mill_marks(closed)
    }

    /// The mills that are closed before a man is chosen to be taken.
    fn marks_ahead(&self, position: &MillPosition<K>, tapped: &[String]) -> Vec<Mark> {
        let side = position.side();
        let mut tapped = tapped.iter().filter_map(|token| points::by_name(token));
        let mut own = position.men(side);
        let first = tapped.clone().next();
        if position.begins_walk(first) {
            own &= !first.map_or(0, points::bit);
            tapped.next();
        }
        let closed = tapped.next().map_or(0, |to| {
            position.board().mills_through(to, own | points::bit(to))
        });
        Self::mill_marks(closed)
    }

    fn task(&self, position: &MillPosition<K>, prefix: &[String]) -> Option<Message> {
        let side = position.side();
        let flies = position.flies(side);
        let first = prefix.first().and_then(|token| points::by_name(token));
        let places = !position.begins_walk(first);
        Some(Self::text(match (places, prefix.len()) {
            (true, 0) if position.may_walk(side) => "task-place-or-move",
            (true, 0) => "task-place",
            (false, 0) if flies => "task-fly",
            (false, 0) => "task-move",
            (false, 1) if flies => "task-fly-to",
            (false, 1) => "task-move-to",
            (true, 2) | (false, 3) if self.rules.double_removal => "task-remove-second",
            _ => "task-remove",
        }))
    }

    fn steps(&self, position: &MillPosition<K>, m: MillMove) -> Vec<Step> {
        notation::steps(m, position.side(), K::TERMS.piece)
    }

    fn may_begin(&self, _position: &MillPosition<K>, m: MillMove, token: &str) -> bool {
        points::name(m.from().unwrap_or(m.to())) == token
    }

    fn notation(&self, _position: &MillPosition<K>, m: MillMove) -> String {
        notation::write(m)
    }

    fn spellings(&self, _position: &MillPosition<K>, m: MillMove) -> Vec<String> {
        notation::spellings(m)
    }

    fn named(&self, position: &MillPosition<K>, text: &str) -> Vec<MillMove> {
        notation::named(position, text)
    }

    fn say(&self, position: &MillPosition<K>, m: MillMove) -> Message {
        let side = position.side();
        let key = match (m.from(), position.flies(side), m.removals().count()) {
            (None, _, 0) => "say-place",
            (None, _, 1) => "say-place-remove",
            (None, _, _) => "say-place-remove-two",
            (Some(_), false, 0) => "say-move",
            (Some(_), false, 1) => "say-move-remove",
            (Some(_), false, _) => "say-move-remove-two",
            (Some(_), true, 0) => "say-fly",
            (Some(_), true, _) => "say-fly-remove",
        };
        let mut message = Self::text(key)
            .with("side", side_name(self, side))
            .with("to", points::name(m.to()));
        let named = [
            ("from", m.from()),
            ("removed", m.removed()),
            ("second", m.removed_second()),
        ];
        for (name, point) in named {
            if let Some(point) = point {
                message = message.with(name, points::name(point));
            }
        }
        message
    }

    fn why_not(&self, position: &MillPosition<K>, path: &[String]) -> Option<Message> {
        let reason = refusal::why_not(position, path)?;
        Some(reason.message(Self::text(reason.key)))
    }

    fn reason(&self, position: &MillPosition<K>, winner: Option<usize>) -> Reason {
        match winner {
            Some(winner) => self.won(position, winner),
            None => Self::drawn(position),
        }
    }

    fn draw(&self, history: &History<MillPosition<K>>) -> Option<Reason> {
        Reason::repetition(history, self.rules.threefold)
    }
}

impl<K: MillGame> LabGame for MillBoardGame<K> {
    fn knowledge_named(&self, name: &str) -> Option<MillKnowledge<K>> {
        SparseEvaluation::named(name).map(MillKnowledge)
    }

    fn tuner(&self, evaluation: &str) -> Option<Box<dyn Tuner>> {
        SparseTuner::named(
            evaluation,
            self.start(),
            TrainingGames::USUAL,
            MillKnowledge,
        )
    }

    fn endgames() -> Option<&'static dyn Endgames> {
        Some(K::tables().endgames())
    }

    fn solver(&self, _spec: &SolverSpec) -> Option<Box<dyn Solver<MillPosition<K>>>> {
        Some(Box::new(tables::solver()))
    }
}
