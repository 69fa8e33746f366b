//! The results of a match, and the strength difference that follows from them.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::Error;

/// Points of a pair of games for the first player, in halves.
pub(crate) const PAIR_RESULTS: usize = 5;

/// Two-sided 95 %, in standard errors.
const NINETY_FIVE: f64 = 1.959_964;

/// Results from the first player's point of view. Games come in pairs: both players play the same opening with either side, so
/// that the value of the opening cancels out, and the unit that varies is the pair, not the game (pentanomial statistics).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; PAIR_RESULTS],
    /// The moves of each player, and their cost.
    pub players: [PlayerTotals; 2],
    /// Games that went on for too long and were counted as drawn.
    pub unfinished: u64,
    /// The fault that ended the match before its time; the pairs before it count.
    pub ended_by: Option<Error>,
}

/// The moves of a player in a match, and their cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTotals {
    /// Moves made.
    pub moves: u64,
    /// Nodes searched; 0 for a program that does not tell them.
    pub nodes: u64,
    /// Time taken over them, by the clock of the match.
    pub time: Duration,
    /// Games lost by a fault of the program: an illegal move, or no answer.
    pub forfeits: u64,
    /// The first of those faults, in words that follow the player's name.
    pub first_fault: Option<String>,
}

impl PlayerTotals {
    /// Adds those of later games.
    pub(super) fn add(&mut self, later: PlayerTotals) {
        self.moves += later.moves;
        self.nodes += later.nodes;
        self.time += later.time;
        self.forfeits += later.forfeits;
        self.first_fault = self.first_fault.take().or(later.first_fault);
    }
}

/// A range that holds the true value with a certain confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl MatchScore {
    /// Adds a pair of games; each result in half points for the first player.
    pub fn add_pair(&mut self, halves: [u8; 2]) {
        for result in halves {
            match result {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        let sum = usize::from(halves[0] + halves[1]);
        self.pairs[sum.min(PAIR_RESULTS - 1)] += 1;
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; one half before the first game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The range of the true score, `errors` standard errors to either side: the wider of the pentanomial interval and Wilson's
    /// (1927), which holds for few games and for one-sided results too.
    pub fn interval(&self, errors: f64) -> Interval {
        let games = self.games() as f64;
        if games == 0.0 {
            return Interval {
                low: 0.0,
                high: 1.0,
            };
        }
        let score = self.score();
        let square = errors * errors;
        let middle = (score + square / (2.0 * games)) / (1.0 + square / games);
        let half = errors * (score * (1.0 - score) / games + square / (4.0 * games * games)).sqrt()
            / (1.0 + square / games);
        let by_pairs = errors * self.standard_error();
        Interval {
            low: (middle - half).min(score - by_pairs).max(0.0),
            high: (middle + half).max(score + by_pairs).min(1.0),
        }
    }

    /// The standard error of the score, from the spread of the pairs.
    fn standard_error(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        if pairs < 2 {
            return 0.0;
        }
        let (_, variance) = moments(self.pairs.map(|n| n as f64));
        (variance / (pairs - 1) as f64).sqrt()
    }

    /// The difference in strength, Elo. A score of all (or no) points counts as half a point less (or more), since no finite difference
    /// explains it.
    pub fn elo(&self) -> f64 {
        elo(self.clamped(self.score()))
    }

    /// The half width of the 95 % interval of [`MatchScore::elo`], by the spread of the pairs; `None` where all pairs ended alike: without
    /// spread the error is unknown, not zero.
    pub fn elo_error(&self) -> Option<f64> {
        let (score, error) = (self.score(), NINETY_FIVE * self.standard_error());
        let (low, high) = (self.clamped(score - error), self.clamped(score + error));
        (error > 0.0).then(|| (elo(high) - elo(low)) / 2.0)
    }

    fn clamped(&self, score: f64) -> f64 {
        let short = 0.5 / self.games().max(1) as f64;
        score.clamp(short, 1.0 - short)
    }
}

/// Mean and variance of the score of a pair, 0 to 1, from how often each result occurred.
pub(crate) fn moments(counts: [f64; PAIR_RESULTS]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let results: RangeInclusive<u32> = 0..=4;
    let value = |half: u32| f64::from(half) / 4.0;
    let weighted = || results.clone().zip(counts);
    let mean = weighted().map(|(r, n)| value(r) * n).sum::<f64>() / total;
    let variance = weighted()
        .map(|(r, n)| (value(r) - mean).powi(2) * n)
        .sum::<f64>()
        / total;
    (mean, variance)
}

/// The difference in Elo that explains a score.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that a difference in Elo explains.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
