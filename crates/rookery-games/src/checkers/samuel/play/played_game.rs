//! A game as the learners play it: the positions before and after the last move, and its end.

use std::cmp::Ordering;

use crate::checkers::openings;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use rookery_engine::{Outcome, Position, SplitMix};

/// Plies after which a game is adjudged by the pieces left: seventy moves of each side.
const ADJUDGED_PLIES: usize = 140;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The position before the last move.
    pub before: RatedPosition,
    /// The position now.
    pub now: RatedPosition,
    /// The keys of all positions, the first of the game first.
    pub keys: Vec<u64>,
}

impl PlayedGame {
    pub fn from(start: Checkers) -> Self {
        let now = RatedPosition::new(start);
        let key = now.position.key();
        PlayedGame {
            before: now.exchanged(),
            now,
            keys: vec![key],
        }
    }

    /// The side to move.
    pub fn side(&self) -> usize {
        self.now.position.side()
    }

    /// The number of plies made.
    pub fn plies(&self) -> usize {
        self.keys.len() - 1
    }

    pub fn play(&mut self, m: CheckersMove) {
        let next = RatedPosition::new(self.now.position.after(m));
        self.before = std::mem::replace(&mut self.now, next);
        self.keys.push(self.now.position.key());
    }

    /// Half points of Black, where the game has ended: a side cannot move, or the pieces are counted after as many moves as Samuel allowed.
    /// There are no draws by repetition or by quiet moves, which a look-ahead of a few plies would run into with most of its won endings.
    pub fn halves(&self) -> Option<u8> {
        let mover = self.side();
        match self.now.position.ended() {
            Some(Outcome::Loss) => Some(2 * mover as u8),
            Some(_) => Some(1),
            None => (self.plies() >= ADJUDGED_PLIES).then(|| self.adjudged()),
        }
    }

    /// Half points of Black by material credit.
    fn adjudged(&self) -> u8 {
        let [passive, active] = self.now.sides.credits();
        let [black, white] = match self.side() {
            0 => [active, passive],
            _ => [passive, active],
        };
        match black.cmp(&white) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }
}

/// The positions after all three-move openings of the tournaments, in an order that `random` decides.
pub fn ballots(random: &mut SplitMix) -> Vec<Checkers> {
    let rules = DrawRules {
        threefold: false,
        forty_moves: false,
    };
    let played = openings::all().filter_map(|opening| openings::play(opening, rules));
    let mut ballots: Vec<Checkers> = played.collect();
    random.shuffle(&mut ballots);
    ballots
}
