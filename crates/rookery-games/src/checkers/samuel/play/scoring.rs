//! Scores of positions: the piece advantage, which is fixed, and what an evaluation adds to it.

use crate::checkers::evaluation;
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::terms::sides::Sides;

/// A unit of material credit; a man has two. The largest coefficient of a term is 2^18, so that pieces come first.
pub const CREDIT: i32 = 1 << 23;
/// The most that all terms together may add: less than a man.
const TERMS_MOST: i32 = 2 * CREDIT - 1;
/// A game won. Each ply on the way to it takes away one.
pub const WON: i32 = 1 << 30;
/// From this score on, the game counts as decided.
pub const NEARLY_WON: i32 = WON - 1_000;
/// The score of a centipawn of the hand-written evaluation, so that its man is worth as much as Samuel's.
const CENTIPAWN: i32 = 2 * CREDIT / 100;

/// An evaluation of positions in which nothing can be jumped.
pub trait Scoring {
    /// The value of `now` for the side that has just moved from `before`.
    fn score(&self, before: &RatedPosition, now: &RatedPosition) -> i32;
}

/// The piece advantage of the passive side. The same lead counts for more, the fewer pieces are left: whoever is ahead gains by trades.
pub fn piece_advantage(sides: &Sides) -> i32 {
    let [passive, active] = sides.credits();
    let lead = (passive - active) * CREDIT;
    lead + lead / (passive + active).max(1)
}

/// The piece advantage with what the terms say, which decides between positions of equal material.
pub fn with_terms(sides: &Sides, terms: i64) -> i32 {
    let terms = terms.clamp(-i64::from(TERMS_MOST), i64::from(TERMS_MOST));
    piece_advantage(sides) + terms as i32
}

/// The engine's hand-written evaluation, on Samuel's scale.
#[derive(Clone, Copy, Debug)]
pub struct ByHand;

impl Scoring for ByHand {
    fn score(&self, _before: &RatedPosition, now: &RatedPosition) -> i32 {
        -evaluation::evaluate(&now.position) * CENTIPAWN
    }
}
