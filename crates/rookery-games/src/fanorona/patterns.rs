//! Inputs of the learned evaluation of Fanorona on nine by five points: blocks of three by three points, and counts of stones.
//!
//! The lines of the board are the same after a reflection in either middle line, and neither side has a forward. So the blocks of
//! one corner serve for those of all four: the board is looked at in four ways.

use crate::fanorona::evaluation;
use crate::fanorona::rules::points::{FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::ternary::TERNARY;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};
use rookery_engine::{Position, Score};

/// The fillings of nine points.
const FILLINGS: usize = 3_usize.pow(9);
/// The columns and rows of a corner in which a block begins; the last of each lies in the middle.
const COLUMNS: usize = 4;
const ROWS: usize = 2;
/// The first input after the blocks: the stones of both sides.
const STONES: usize = COLUMNS * ROWS * FILLINGS;
const STONES_MAX: usize = 22;

/// The number of stones in the opening, and the number at which the game has become an ending.
const OPENING_STONES: i32 = 44;
const ENDING_STONES: i32 = 8;

pub struct FanoronaInputs;

/// The board turned by half a turn: point `p` comes to 48 - `p`.
#[inline]
const fn turned(set: StoneSet) -> StoneSet {
    set.reverse_bits() >> 15
}

/// The board reflected in its middle row.
#[inline]
const fn upside_down(set: StoneSet) -> StoneSet {
    const ROW: StoneSet = 0x3ff;
    set >> 40 & ROW
        | (set >> 30 & ROW) << 10
        | set & ROW << 20
        | (set >> 10 & ROW) << 30
        | (set & ROW) << 40
}

/// The block of three by three points whose first is the lowest bit, as nine bits.
#[inline]
const fn block(set: StoneSet) -> usize {
    (set & 7 | (set >> 10 & 7) << 3 | (set >> 20 & 7) << 6) as usize
}

impl SparseInputs for FanoronaInputs {
    type Position = Fanorona;
    const MAGIC: [u8; 8] = *b"rookfan1";
    const COUNT: usize = STONES + (STONES_MAX + 1) * (STONES_MAX + 1);
    const PACKED: usize = 16;

    fn pack(position: &Fanorona, record: &mut [u8]) {
        let me = position.side();
        for (side, bytes) in [me, 1 - me].into_iter().zip(record.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&position.stones(side).to_le_bytes());
        }
    }

    fn unpack(record: &[u8]) -> Option<Fanorona> {
        let sets = record.as_chunks().0.iter();
        let sets: Vec<_> = sets.map(|bytes| StoneSet::from_le_bytes(*bytes)).collect();
        let &[own, other] = sets.as_slice() else {
            return None;
        };
        let most = own.count_ones().max(other.count_ones()) as usize;
        let is_position = own & other == 0
            && (own | other) & !FanoronaBoard::NineByFive.points() == 0
            && most <= STONES_MAX;
        is_position.then(|| Fanorona::placed([own, other], 0, 0, FanoronaRules::default()))
    }

    fn base(position: &Fanorona) -> Score {
        evaluation::evaluate(position)
    }

    #[inline]
    fn phase(position: &Fanorona) -> i32 {
        let stones = (position.stones(0) | position.stones(1)).count_ones() as i32;
        (stones - ENDING_STONES) * PHASE_MAX / (OPENING_STONES - ENDING_STONES)
    }

    #[inline]
    fn visit(position: &Fanorona, mut look: impl FnMut(usize)) {
        let me = position.side();
        let board = [me, 1 - me].map(|side| position.stones(side));
        let counts = board.map(|set| (set.count_ones() as usize).min(STONES_MAX));
        let half_turn = board.map(turned);
        for [own, other] in [
            board,
            half_turn,
            board.map(upside_down),
            half_turn.map(upside_down),
        ] {
            let mut first = 0;
            for row in 0..ROWS {
                for column in 0..COLUMNS {
                    let at = 10 * row + column;
                    let [own, other] =
                        [own, other].map(|set| usize::from(TERNARY[block(set >> at)]));
                    look(first + own + 2 * other);
                    first += FILLINGS;
                }
            }
        }
        look(STONES + (STONES_MAX + 1) * counts[0] + counts[1]);
    }
}

static WEIGHTS: BuiltInWeights<FanoronaInputs> = BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedInputs for FanoronaInputs {
    fn built_in() -> &'static BuiltInWeights<Self> {
        &WEIGHTS
    }
}
