//! Inputs of the learned evaluation of gomoku: on each free point what a stone of either side threatens, and the greatest threats together.

use crate::gomoku::evaluation;
use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::points::Lattice;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::TableRules;
use crate::gomoku::rules::threats::CLASSES;
use rookery_engine::Score;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};

/// The first input of the greatest threats: before them, each pair of classes of a point.
const PROSPECTS: usize = CLASSES * CLASSES;
/// What one side can be about to play, see [`prospect`].
const PROSPECT_COUNT: usize = 15;
/// The first input of the same where the other side has to be answered.
const ANSWERS: usize = PROSPECTS + PROSPECT_COUNT * PROSPECT_COUNT;

/// The stones at which the ending begins.
const ENDING_STONES: i32 = 64;

/// The bytes of one side's stones on the board of training games.
const SIDE_BYTES: usize = 29;

pub struct GomokuInputs;

/// What a side can play next: the best of a straight four, two double threats with a four, one, a double three, and none of these; each
/// with no point for a four, with one and with more.
fn prospect(position: &GomokuPosition, side: usize) -> usize {
    let threats = |point| position.threats(side, point);
    let (mut fours, mut doubles, mut is_straight) = (0, 0, false);
    for point in position.fours(side).iter() {
        fours += 1;
        is_straight |= threats(point).has(Threat::StraightFour);
        doubles += usize::from(threats(point).wins_soon());
    }
    let best = match doubles {
        _ if is_straight => 4,
        2.. => 3,
        1 => 2,
        0 => usize::from(position.has_double_three(side)),
    };
    3 * best + fours.min(2)
}

impl SparseInputs for GomokuInputs {
    type Position = GomokuPosition;
    const MAGIC: [u8; 8] = *b"rookgom2";
    const COUNT: usize = ANSWERS + PROSPECT_COUNT * PROSPECT_COUNT;
    const HIDDEN: bool = true;
    const PACKED: usize = 2 * SIDE_BYTES;

    fn pack(position: &GomokuPosition, record: &mut [u8]) {
        for (side, bytes) in record.chunks_exact_mut(SIDE_BYTES).enumerate() {
            for point in position.stones(side).iter().map(usize::from) {
                if let Some(byte) = bytes.get_mut(point / 8) {
                    *byte |= 1 << (point % 8);
                }
            }
        }
    }

    /// Freestyle on the smaller board.
    fn unpack(record: &[u8]) -> Option<GomokuPosition> {
        let rules = TableRules::default();
        let mut position = GomokuPosition::new(rules);
        for point in Lattice::of(rules.size).points() {
            let (byte, bit) = (usize::from(point / 8), point % 8);
            for side in 0..2 {
                if record.get(side * SIDE_BYTES + byte)? >> bit & 1 == 1 {
                    position.is_free(point).then(|| position.put(side, point))?;
                }
            }
        }
        Some(position)
    }

    fn base(position: &GomokuPosition) -> Score {
        evaluation::evaluate(position)
    }

    #[inline]
    fn phase(position: &GomokuPosition) -> i32 {
        (ENDING_STONES - position.count() as i32) * PHASE_MAX / ENDING_STONES
    }

    #[inline]
    fn visit(position: &GomokuPosition, mut look: impl FnMut(usize)) {
        let (own, other) = (position.colour(), 1 - position.colour());
        for point in position.lattice().points() {
            let [mine, theirs] = [own, other].map(|side| position.threats(side, point).class());
            // On most points nobody threatens anything, and on none that is taken.
            if mine + theirs > 0 {
                look(CLASSES * mine + theirs);
            }
        }
        let first = match position.may_win(other) {
            false => PROSPECTS,
            true => ANSWERS,
        };
        look(first + PROSPECT_COUNT * prospect(position, own) + prospect(position, other));
    }
}

static WEIGHTS: BuiltInWeights<GomokuInputs> = BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedInputs for GomokuInputs {
    fn built_in() -> &'static BuiltInWeights<Self> {
        &WEIGHTS
    }
}
