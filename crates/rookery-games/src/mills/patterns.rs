//! Inputs of the learned evaluation of the mill games: how the four sides of the board and its rings are filled, and counts.
//!
//! A side is nine points: its three points of each ring, with the line across in their middle. Fillings that are images of each other under
//! a symmetry of the board are one input, so that all images of a position have one value. Positions are told apart by their stage first:
//! men to place, none to place, or a side that may fly.

use std::marker::PhantomData;
use std::sync::LazyLock;

use crate::mills::evaluation;
use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::{MillPosition, Parts};
use crate::mills::rules::rule_options::LEAST_MEN;
use crate::mills::tables::TabledKind;
use crate::ternary::TERNARY;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};
use rookery_engine::{Position, Score};

/// The fillings of the nine points of a side, and of the eight of a ring.
const SIDE_FILLINGS: usize = 3_usize.pow(9);
const RING_FILLINGS: usize = 3_usize.pow(8);
/// Men of a side on the board and in hand, and points where it may close a mill.
const MEN_MAX: usize = 12;
const CLOSING_MAX: usize = 3;

/// The first input of each kind within a stage, after the sides: the middle ring, the other two rings, both sides' numbers of
/// men, both sides' numbers of points where a mill can be closed.
const MIDDLE_RING: usize = SIDE_FILLINGS;
const OTHER_RINGS: usize = MIDDLE_RING + RING_FILLINGS;
const MEN: usize = OTHER_RINGS + RING_FILLINGS;
const CLOSING: usize = MEN + (MEN_MAX + 1) * (MEN_MAX + 1);
const STAGE: usize = CLOSING + (CLOSING_MAX + 1) * (CLOSING_MAX + 1);
const STAGES: usize = 4;

/// A mill game with learned weights.
pub trait LearnedKind: TabledKind {
    /// The first bytes of its weights.
    const MAGIC: [u8; 8];

    /// Those that are part of the program.
    fn weights() -> &'static BuiltInWeights<MillInputs<Self>>;
}

/// The inputs of a mill game.
pub struct MillInputs<K>(PhantomData<fn() -> K>);

/// For each filling of a side or a ring, as a number in base three, the least of its images.
struct Images {
    sides: Vec<u16>,
    rings: Vec<u16>,
}

static IMAGES: LazyLock<Images> = LazyLock::new(|| {
    let turned_over = |place: usize| place / 3 * 3 + 2 - place % 3;
    let inside_out = |place: usize| (2 - place / 3) * 3 + place % 3;
    let both = |place| turned_over(inside_out(place));
    let least = |filling: usize, images: &[[usize; 9]], points: usize| {
        let image = |places: &[usize; 9]| {
            let digits = (0..points).map(|place| digit(filling, place) * power(places[place]));
            digits.sum::<usize>()
        };
        images.iter().map(image).min().unwrap_or(filling) as u16
    };
    let sides = [
        std::array::from_fn(|place| place),
        std::array::from_fn(turned_over),
        std::array::from_fn(inside_out),
        std::array::from_fn(both),
    ];
    let in_ring = |s| move |place: usize| usize::from(points::image(place as u8, s) % 8);
    let rings: [_; 8] = std::array::from_fn(|s| std::array::from_fn(in_ring(s)));
    Images {
        sides: (0..SIDE_FILLINGS).map(|f| least(f, &sides, 9)).collect(),
        rings: (0..RING_FILLINGS).map(|f| least(f, &rings, 8)).collect(),
    }
});

fn power(place: usize) -> usize {
    3_usize.pow(place as u32)
}

fn digit(filling: usize, place: usize) -> usize {
    filling / power(place) % 3
}

/// The points of a side, three of each ring from the inside: side 0 is the top, the others follow clockwise.
#[inline]
fn side_of(men: Points, side: u32) -> usize {
    let three = |ring: u32| usize::from(((men >> (8 * ring)) as u8).rotate_right(2 * side + 7) & 7);
    three(0) | three(1) << 3 | three(2) << 6
}

/// The stage of a position: men to place, none to place, the side to move flies, the other side alone does.
fn stage<K: TabledKind>(position: &MillPosition<K>) -> usize {
    let me = position.side();
    match () {
        () if position.hand(0) + position.hand(1) > 0 => 0,
        () if position.flies(me) => 2,
        () if position.flies(1 - me) => 3,
        () => 1,
    }
}

impl<K: LearnedKind> SparseInputs for MillInputs<K> {
    type Position = MillPosition<K>;
    const MAGIC: [u8; 8] = K::MAGIC;
    const COUNT: usize = STAGES * STAGE;
    const PACKED: usize = 8;

    fn pack(position: &MillPosition<K>, record: &mut [u8]) {
        let me = position.side();
        for (side, bytes) in [me, 1 - me].into_iter().zip(record.chunks_exact_mut(4)) {
            let men = position.men(side) | u32::from(position.hand(side)) << 24;
            bytes.copy_from_slice(&men.to_le_bytes());
        }
    }

    fn unpack(record: &[u8]) -> Option<MillPosition<K>> {
        let &[own, other] = record.as_chunks().0 else {
            return None;
        };
        let [own, other] = [own, other].map(u32::from_le_bytes);
        let board = K::RULES.board;
        let men = [own, other].map(|record| record & 0xff_ffff);
        let hand = [own, other].map(|record| (record >> 24) as u8);
        let fits =
            |side: usize| men[side].count_ones() + u32::from(hand[side]) <= u32::from(board.men);
        let is_position =
            men[0] & men[1] == 0 && (men[0] | men[1]) & !board.points == 0 && fits(0) && fits(1);
        let parts = Parts {
            men,
            hand,
            side: 0,
            bans: [None; 2],
            quiet: 0,
        };
        is_position.then(|| MillPosition::from_parts(parts, K::RULES))
    }

    fn base(position: &MillPosition<K>) -> Score {
        evaluation::evaluate(position)
    }

    /// While men are placed, by those in hand; later by those on the board.
    fn phase(position: &MillPosition<K>) -> i32 {
        let men = i32::from(K::RULES.board.men);
        let hands = i32::from(position.hand(0)) + i32::from(position.hand(1));
        if hands > 0 {
            return hands * PHASE_MAX / (2 * men);
        }
        let least = LEAST_MEN as i32;
        let left = (position.man_count(0) + position.man_count(1)) as i32;
        (left - 2 * least) * PHASE_MAX / (2 * (men - least))
    }

    #[inline]
    fn visit(position: &MillPosition<K>, mut look: impl FnMut(usize)) {
        let me = position.side();
        let sides = [me, 1 - me];
        let first = STAGE * stage(position);
        let men = sides.map(|side| position.men(side));
        let images: &Images = &IMAGES;
        let filling = |sets: [usize; 2]| {
            let [own, other] = sets.map(|set| usize::from(TERNARY[set]));
            own + 2 * other
        };
        for side in 0..4 {
            let side = filling(men.map(|men| side_of(men, side)));
            look(first + usize::from(images.sides[side]));
        }
        for (ring, kind) in [(0, OTHER_RINGS), (1, MIDDLE_RING), (2, OTHER_RINGS)] {
            let ring = filling(men.map(|men| (men >> (8 * ring) & 0xff) as usize));
            look(first + kind + usize::from(images.rings[ring]));
        }
        let counts = sides.map(|side| (position.man_count(side) as usize).min(MEN_MAX));
        look(first + MEN + (MEN_MAX + 1) * counts[0] + counts[1]);
        let counts = sides.map(|side| {
            let count = evaluation::closing_count(position, side);
            (count as usize).min(CLOSING_MAX)
        });
        look(first + CLOSING + (CLOSING_MAX + 1) * counts[0] + counts[1]);
    }
}

impl<K: LearnedKind> LearnedInputs for MillInputs<K> {
    fn built_in() -> &'static BuiltInWeights<Self> {
        K::weights()
    }
}
