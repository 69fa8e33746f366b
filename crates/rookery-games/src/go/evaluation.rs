//! The evaluation of Go: stones and their liberties, the shape in which they stand, and what is settled.
//!
//! The terms are those by which boards of up to five by six were solved (van der Werf, van den Herik and Uiterwijk, "Solving Go on small
//! boards", ICGA Journal 26, 2003): stones, liberties, connection, and no stones on the edge. Territory has no term of its own: it was
//! tried, and lost games. Late in the game stones in regions of chains that live unconditionally are taken for lost.

use crate::go::life;
use crate::go::rules::goban::Goban;
use crate::go::rules::position::GoPosition;
use rookery_engine::{Position, Score};

/// A stone, which is a point of area.
const STONE_CP: Score = 100;
/// A free point next to a side's stones, and one next to such a point.
const LIBERTY_CP: Score = 20;
const SECOND_LIBERTY_CP: Score = 10;
/// A stone on the edge has so much less room.
const EDGE_CP: Score = 60;
/// A group that is not connected to the others.
const GROUP_CP: Score = 80;
/// A stone that is taken for lost and is still on the board.
const NOT_YET_TAKEN_CP: Score = 25;
/// A stone of the side to move in a chain with one liberty.
const ATARI_CP: Score = 90;
/// A stone in a chain with two liberties.
const TWO_LIBERTIES_CP: Score = 30;

/// The value for the side to move, centipawns: a hundred are a point of area.
pub fn evaluate(position: &GoPosition) -> Score {
    let (goban, own) = (position.goban(), position.side());
    let stones = living(position);
    let free = goban.all & !(stones[0] | stones[1]);
    let worth = |side: usize| {
        let lost = position.stones(side) & !stones[side];
        let two = position.with_two_liberties(side) & stones[side];
        shape(goban, stones[side], free) + cp(lost, NOT_YET_TAKEN_CP) - cp(two, TWO_LIBERTIES_CP)
    };
    let komi = if own == 0 {
        -komi(position)
    } else {
        komi(position)
    };
    let atari = cp(position.in_atari(own) & stones[own], ATARI_CP);
    worth(own) - worth(1 - own) + komi - atari
}

/// Komi for Black to make up: none of it on an empty board, where the first move is worth about as much, and all of it from the
/// time on at which half of the points are taken.
fn komi(position: &GoPosition) -> Score {
    let all = position.goban().all.count_ones() as Score;
    let taken = all - position.free().count_ones() as Score;
    let whole = Score::from(position.rules().komi_halves) * STONE_CP / 2;
    whole * (2 * taken).min(all) / all
}

/// So much for each point of a set.
fn cp(points: u128, each: Score) -> Score {
    points.count_ones() as Score * each
}

/// The stones of both sides without those that the side to move can take, and those in regions where the other side's life is certain.
fn living(position: &GoPosition) -> [u128; 2] {
    let (goban, other) = (position.goban(), 1 - position.side());
    let mut stones = [0, 1].map(|side| position.stones(side));
    stones[other] &= !position.in_atari(other);
    if 2 * position.free().count_ones() <= goban.all.count_ones() {
        let settled = [0, 1].map(|side| {
            life::unconditional(goban, position.stones(side), position.stones(1 - side))
        });
        stones[0] &= !settled[1].regions;
        stones[1] &= !settled[0].regions;
    }
    stones
}

/// The worth of a side's stones: how many they are, their liberties, and how they are connected.
fn shape(goban: &Goban, stones: u128, free: u128) -> Score {
    let liberties = goban.beside(stones) & free;
    let second = goban.beside(liberties) & free & !liberties;
    // Two stones along a diagonal are as good as connected by a free point next to both.
    let links = goban.diagonal(stones) & liberties;
    let groups = goban.parts(stones | links).count() as Score;
    cp(stones, STONE_CP) + cp(liberties, LIBERTY_CP) + cp(second, SECOND_LIBERTY_CP)
        - cp(stones & goban.edge(), EDGE_CP)
        - groups * GROUP_CP
}
