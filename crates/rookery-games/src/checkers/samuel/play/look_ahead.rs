//! Look-ahead by Samuel's ply rules: alpha-beta to a fixed ply, and beyond it while pieces are being taken.

use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::squares;
use crate::checkers::samuel::play::scoring::{Scoring, WON};
use crate::checkers::samuel::rote::memory::{Remembered, RoteMemory};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use rookery_engine::{Outcome, Position, SplitMix};

/// Plies beyond the fixed ones: from the second on only jumps lead further; from the eighth not even they do if a side is ahead by more
/// than two kings; at the seventeenth every line ends (plies 5, 11 and 20 of Samuel, with three fixed ones).
const JUMPS_ALONE: u32 = 2;
const DECIDED: u32 = 8;
const LAST: u32 = 17;
/// The material credit of two kings.
const TWO_KINGS: i32 = 6;

/// The move that a look-ahead chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The first of the best moves.
    pub best: CheckersMove,
    /// The value that is backed up to the position, for the side to move.
    pub backed_up: Remembered,
    /// Positions looked at.
    pub nodes: u64,
}

/// A search with one evaluation, which may use a memory.
pub struct LookAhead<'a> {
    scoring: &'a dyn Scoring,
    memory: Option<&'a mut RoteMemory>,
    fixed_plies: u32,
    nodes: u64,
    most_nodes: u64,
}

/// A window of values.
type Window = (i32, i32);
const OPEN: Window = (-WON - 1, WON + 1);

impl<'a> LookAhead<'a> {
    /// A search to this number of plies, at least one.
    pub fn new(scoring: &'a dyn Scoring, fixed_plies: u32) -> Self {
        LookAhead {
            scoring,
            memory: None,
            fixed_plies: fixed_plies.max(1),
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// With a memory, whose values stand for positions at the end of the fixed plies and beyond.
    #[must_use]
    pub fn remembering(mut self, memory: Option<&'a mut RoteMemory>) -> Self {
        self.memory = memory;
        self
    }

    /// The best move by a search to the fixed plies; `None` if the game is over. `random` shuffles the moves, so that it decides
    /// between equally good ones.
    pub fn choose(
        &mut self,
        now: &RatedPosition,
        random: Option<&mut SplitMix>,
    ) -> Option<BestMove> {
        if now.position.outcome().is_some() {
            return None;
        }
        let mut moves = ordered(&now.position);
        if let Some(random) = random {
            random.shuffle(&mut moves);
        }
        self.best_of(now, &moves)
    }

    /// The best move by searches to one ply, two, and so on, as far as this number of nodes goes.
    pub fn choose_within(&mut self, now: &RatedPosition, nodes: u64) -> Option<BestMove> {
        if now.position.outcome().is_some() {
            return None;
        }
        let mut moves = ordered(&now.position);
        let mut found = None;
        for plies in 1..=LAST {
            self.fixed_plies = plies;
            self.most_nodes = if plies == 1 { u64::MAX } else { nodes };
            let choice = self.best_of(now, &moves)?;
            if self.is_exhausted() && plies > 1 {
                break;
            }
            let at = moves.iter().position(|m| *m == choice.best).unwrap_or(0);
            moves[..=at].rotate_right(1);
            found = Some(choice);
            if self.nodes >= nodes || moves.len() == 1 || choice.backed_up.value.abs() > WON / 2 {
                break;
            }
        }
        found.map(|choice| BestMove {
            nodes: self.nodes,
            ..choice
        })
    }

    /// Plays the best jumps from here until there is none to make. Returns the last two positions, of which the second can be
    /// evaluated.
    pub fn settle(
        &mut self,
        before: &RatedPosition,
        now: &RatedPosition,
    ) -> (RatedPosition, RatedPosition) {
        let (mut before, mut now) = (before.clone(), now.clone());
        while now.must_jump() {
            let mut best = None;
            for m in ordered(&now.position) {
                let next = RatedPosition::new(now.position.after(m));
                let ply = self.fixed_plies + JUMPS_ALONE;
                let value = -self.search(&now, &next, ply, true, OPEN).value;
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, next));
                }
            }
            let Some((_, next)) = best else { break };
            before = std::mem::replace(&mut now, next);
        }
        (before, now)
    }

    fn is_exhausted(&self) -> bool {
        self.nodes > self.most_nodes
    }

    fn best_of(&mut self, now: &RatedPosition, moves: &[CheckersMove]) -> Option<BestMove> {
        let mut best: Option<BestMove> = None;
        let (mut alpha, beta) = OPEN;
        for &m in moves {
            let found = self.after(now, m, 0, (alpha, beta));
            if best.is_none_or(|choice| found.value > choice.backed_up.value) {
                alpha = alpha.max(found.value);
                best = Some(BestMove {
                    best: m,
                    backed_up: found,
                    nodes: 0,
                });
            }
            if self.is_exhausted() {
                break;
            }
        }
        best.map(|choice| BestMove {
            nodes: self.nodes,
            ..choice
        })
    }

    /// The value of a move for the side that makes it, a ply nearer to zero than that of the position to which it leads.
    fn after(
        &mut self,
        now: &RatedPosition,
        m: CheckersMove,
        ply: u32,
        (alpha, beta): Window,
    ) -> Remembered {
        let next = RatedPosition::new(now.position.after(m));
        // A value loses one for each ply, so the window is wider by one.
        let window = (-beta - 1, -alpha + 1);
        let found = self.search(now, &next, ply + 1, m.is_jump(), window);
        Remembered {
            value: -found.value + found.value.signum(),
            plies: found.plies.saturating_add(1),
        }
    }

    /// The value for the side to move.
    fn search(
        &mut self,
        before: &RatedPosition,
        now: &RatedPosition,
        ply: u32,
        was_jump: bool,
        (mut alpha, beta): Window,
    ) -> Remembered {
        self.nodes += 1;
        let leaf = |value| Remembered { value, plies: 0 };
        match now.position.outcome() {
            Some(Outcome::Loss) => return leaf(-WON),
            Some(_) => return leaf(0),
            None => (),
        }
        if ply >= self.fixed_plies {
            let memory = self.memory.as_mut();
            if let Some(known) = memory.and_then(|memory| memory.recall(&now.position)) {
                return known;
            }
            if self.is_dead(now, ply, was_jump) {
                return match now.position.count_moves() {
                    0 => leaf(-WON),
                    _ => leaf(-self.scoring.score(before, now)),
                };
            }
        }
        let mut best = leaf(-WON);
        for m in ordered(&now.position) {
            let found = self.after(now, m, ply, (alpha, beta));
            if found.value > best.value {
                best = found;
            }
            alpha = alpha.max(found.value);
            if alpha >= beta || self.is_exhausted() {
                break;
            }
        }
        best
    }

    /// Whether a position is evaluated as it stands.
    fn is_dead(&self, now: &RatedPosition, ply: u32, was_jump: bool) -> bool {
        let beyond = ply - self.fixed_plies;
        if beyond >= LAST {
            return true;
        }
        if now.must_jump() {
            let [passive, active] = now.sides.credits();
            return beyond >= DECIDED && (passive - active).abs() > TWO_KINGS;
        }
        match beyond {
            0 => !was_jump && !now.offers_exchange(),
            1 => !now.offers_exchange(),
            _ => true,
        }
    }
}

/// The legal moves, those with the most captures first, then men well forward, and last those that leave the first row.
fn ordered(position: &Checkers) -> Vec<CheckersMove> {
    let mut moves = position.moves();
    moves.sort_by_cached_key(|m| {
        if m.is_jump() {
            return -100 - m.hops().count() as i32;
        }
        let row = i32::from(m.from() / 4);
        let row = if position.side() == 0 { row } else { 7 - row };
        let is_king = position.kings() & squares::bit(m.from()) != 0;
        match (is_king, row) {
            (true, _) => 0,
            (false, 0) => 10,
            (false, row) => -row,
        }
    });
    moves
}
