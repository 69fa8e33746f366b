//! The evaluation of Go: the area that each side is nearer to, without the stones that will hardly live.
//!
//! Both sides grow from their stones over the free points at the same pace (a distance map, as in the programs of the 1970s); points that
//! both reach at once are nobody's. A part of the board that one side holds so, without room for two eyes, is taken for lost: its stones
//! are taken off, and the rest grows again. Late in the game stones in regions of chains that live unconditionally are lost as well.

use crate::go::life;
use crate::go::rules::goban::Goban;
use crate::go::rules::position::GoPosition;
use rookery_engine::{Position, Score};

/// A point of area.
const POINT_CP: Score = 100;
/// What a free point is worth to the side that it is nearer to, by the number of steps from its stones. Near them it is as much as a stone: a side
/// gains nothing by filling its own area.
const NEAR_CP: [Score; 5] = [100, 100, 95, 80, 60];
/// Parts with fewer free points of their own and no two eyes are lost.
const LEAST_ROOM: u32 = 4;
/// Parts that are taken off at most.
const MOST_LOST: usize = 3;
/// A stone that is taken off by this evaluation and not by the game yet counts so much less.
const NOT_YET_TAKEN_CP: Score = 25;
/// A stone of the side to move in a chain with one liberty.
const ATARI_CP: Score = 90;
/// A stone in a chain with two liberties.
const TWO_LIBERTIES_CP: Score = 12;
/// The right to move, for each free point near which both sides are.
const TEMPO_CP: Score = 10;

/// What both sides hold of a board.
struct Holding {
    /// Stones and free points of each side.
    areas: [u128; 2],
    /// The worth of the free points of each side.
    worth_cp: [Score; 2],
    /// Free points that are nobody's.
    open: u32,
}

/// The value for the side to move, centipawns.
pub fn evaluate(position: &GoPosition) -> Score {
    let (goban, own) = (position.goban(), position.side());
    let mut stones = [0, 1].map(|side| position.stones(side));
    // The side to move can take what is in atari.
    stones[1 - own] &= !position.in_atari(1 - own);
    if 2 * position.free().count_ones() <= goban.all.count_ones() {
        let living = [0, 1].map(|side| {
            life::unconditional(goban, position.stones(side), position.stones(1 - side))
        });
        stones[0] &= !living[1].regions;
        stones[1] &= !living[0].regions;
    }
    let mut holding = grow(goban, stones);
    for _ in 0..MOST_LOST {
        let Some((side, part)) = weakest(goban, stones, &holding) else {
            break;
        };
        stones[side] &= !part;
        holding = grow(goban, stones);
    }
    let count = |side: usize| {
        let alive = stones[side].count_ones() as Score;
        let lost = (position.stones(side) & !stones[side]).count_ones() as Score;
        let two = position.with_two_liberties(side) & stones[side];
        alive * POINT_CP + holding.worth_cp[side] + lost * NOT_YET_TAKEN_CP
            - two.count_ones() as Score * TWO_LIBERTIES_CP
    };
    let atari = (position.in_atari(own) & stones[own]).count_ones() as Score * ATARI_CP;
    let komi = Score::from(position.rules().komi_halves) * POINT_CP / 2;
    let komi = if own == 0 { -komi } else { komi };
    count(own) - count(1 - own) + komi - atari + holding.open as Score * TEMPO_CP
}

/// Grows both sides over the free points, a step at a time.
fn grow(goban: &Goban, stones: [u128; 2]) -> Holding {
    let mut free = goban.all & !(stones[0] | stones[1]);
    let mut edges = stones;
    let mut holding = Holding {
        areas: stones,
        worth_cp: [0; 2],
        open: 0,
    };
    let mut step = 0;
    loop {
        let reached = edges.map(|edge| goban.beside(edge) & free);
        if reached == [0, 0] {
            break;
        }
        let both = reached[0] & reached[1];
        free &= !(reached[0] | reached[1]);
        holding.open += both.count_ones();
        let worth = NEAR_CP[step.min(NEAR_CP.len() - 1)];
        for side in 0..2 {
            edges[side] = reached[side] & !both;
            holding.areas[side] |= edges[side];
            holding.worth_cp[side] += edges[side].count_ones() as Score * worth;
        }
        step += 1;
    }
    holding.open += free.count_ones();
    holding
}

/// The stones of the part with the least room to live, and their side, where one has too little.
fn weakest(goban: &Goban, stones: [u128; 2], holding: &Holding) -> Option<(usize, u128)> {
    let mut least = LEAST_ROOM;
    let mut found = None;
    for side in 0..2 {
        if stones[1 - side] == 0 {
            continue;
        }
        for part in goban.parts(holding.areas[side]) {
            let room = part & !stones[side];
            let size = room.count_ones();
            if size < least && goban.parts(room).count() < 2 {
                least = size;
                found = Some((side, part & stones[side]));
            }
        }
    }
    found
}
