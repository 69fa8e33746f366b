//! Shallow searches with the evaluation: they decide nothing, but with many empty squares they give the best move ordering.

use crate::othello::bits;
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::solver::final_score;
use rookery_engine::Score;

/// More than any evaluation.
pub const GUESS_MAX_CP: Score = 20_000;

/// An estimate of a position's value for the side of `own` within a window, centidiscs, by a search of `depth` plies.
pub fn guess(
    knowledge: &OthelloKnowledge,
    (own, other): (u64, u64),
    (mut alpha, beta): (Score, Score),
    depth: u32,
) -> Score {
    if depth == 0 {
        return knowledge.evaluate(own, other);
    }
    let moves = bits::mobility(own, other);
    if moves == 0 {
        if bits::mobility(other, own) == 0 {
            return 100 * final_score(own, other);
        }
        return -guess(knowledge, (other, own), (-beta, -alpha), depth);
    }
    let mut best = -GUESS_MAX_CP;
    for part in [moves & bits::CORNERS, moves & !bits::CORNERS] {
        for square in bits::squares(part) {
            let turned = bits::flips(own, other, square);
            let child = (other ^ turned, own | turned | 1 << square);
            let value = -guess(knowledge, child, (-beta, -alpha), depth - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                return best;
            }
        }
    }
    best
}
