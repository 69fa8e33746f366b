//! Inputs of the learned evaluation of Connect Four on the usual board: columns side by side, rows, diagonals, and the cells to win on.
//!
//! The row of a cell and the player who began decide who gets the cell in the end, so each input exists twice, once for either
//! player to move. The board is the same in a mirror: a column, a pair of columns or a diagonal shares its weights with its
//! mirror image.

use crate::connect_four::evaluation;
use crate::connect_four::position::{BoardSize, ConnectFourPosition};
use crate::ternary::TERNARY;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};
use rookery_engine::{Position, Score};

const COLUMNS: usize = 7;
const ROWS: usize = 6;
const CELLS: i32 = (COLUMNS * ROWS) as i32;
/// The bits from a cell to the one on its right, to the one above that, and to the next column's.
const ACROSS: usize = ROWS + 1;
const RISING: usize = ROWS + 2;

/// The contents of a column: its own stones, and a one above the topmost of all.
const COLUMN_FILLINGS: usize = 1 << (ROWS + 1);
/// Pairs of columns side by side, without mirror images.
const PAIRS: usize = COLUMNS / 2;
const PAIR_INPUTS: usize = PAIRS * COLUMN_FILLINGS * COLUMN_FILLINGS;

/// The fillings of a row: each cell free, own or the other's.
const ROW_FILLINGS: usize = 3_usize.pow(COLUMNS as u32);
/// The first input of the rows.
const FIRST_ROW: usize = PAIR_INPUTS;

/// The diagonals that rise to the right: the bit of the lowest cell, and the cells.
const DIAGONALS: [(usize, usize); 6] = [(2, 4), (1, 5), (0, 6), (7, 6), (14, 5), (21, 4)];
/// The fillings of the longest diagonal.
const DIAGONAL_FILLINGS: usize = 3_usize.pow(6);
const FIRST_DIAGONAL: usize = FIRST_ROW + ROWS * ROW_FILLINGS;

/// Columns without their mirror images.
const HALF: usize = COLUMNS.div_ceil(2);
/// The number of inputs for a column, by the free cells on which either side would win.
const TARGETS: usize = 4_usize.pow(ROWS as u32 + 1) / 3;
const FIRST_TARGETS: usize = FIRST_DIAGONAL + DIAGONALS.len() * DIAGONAL_FILLINGS;

/// The most cells to win on that are counted of a kind.
const COUNT_MAX: u32 = 3;
/// The first input of the counts: own and the other's cells to win on, in the rows of the first player and of the second.
const FIRST_COUNT: usize = FIRST_TARGETS + HALF * TARGETS;
const COUNTS: usize = (COUNT_MAX as usize + 1).pow(4);

/// The inputs of a player to move.
const INPUTS: usize = FIRST_COUNT + COUNTS;

pub struct ConnectFourInputs;

/// The cells of a line as the lowest bits of a number: `cells` cells from the bit `first` on, each `step` bits after the one
/// before.
#[inline]
const fn along(set: u64, first: usize, step: usize, cells: usize) -> usize {
    let (mut mask, mut gather, mut i) = (0_u64, 0_u64, 0);
    while i < cells {
        mask |= 1 << (step * i);
        gather |= 1 << ((step - 1) * i);
        i += 1;
    }
    // Each cell, moved by each power of two in the factor, comes to a bit of its own; those wanted lie side by side.
    let spread = (set >> first & mask).wrapping_mul(gather);
    (spread >> ((step - 1) * (cells - 1))) as usize & ((1 << cells) - 1)
}

/// The filling of a line, as a number in base three.
#[inline]
fn filling([own, other]: [u64; 2], first: usize, step: usize, cells: usize) -> usize {
    let [own, other] = [own, other]
        .map(|set| along(set, first, step, cells))
        .map(|set| usize::from(TERNARY[set]));
    own + 2 * other
}

/// The bits of a column.
#[inline]
fn column(set: u64, column: usize) -> usize {
    (set >> (ACROSS * column)) as usize & (COLUMN_FILLINGS - 1)
}

impl SparseInputs for ConnectFourInputs {
    type Position = ConnectFourPosition;
    const MAGIC: [u8; 8] = *b"rookfou1";
    const COUNT: usize = 2 * INPUTS;
    const PACKED: usize = 16;

    fn pack(position: &ConnectFourPosition, record: &mut [u8]) {
        let sets = [position.own(), position.all()];
        for (set, bytes) in sets.into_iter().zip(record.chunks_exact_mut(8)) {
            bytes.copy_from_slice(&set.to_le_bytes());
        }
    }

    fn unpack(record: &[u8]) -> Option<ConnectFourPosition> {
        let sets = record.as_chunks().0.iter();
        let sets: Vec<_> = sets.map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let &[own, all] = sets.as_slice() else {
            return None;
        };
        ConnectFourPosition::placed(BoardSize::STANDARD, own, all)
    }

    fn base(position: &ConnectFourPosition) -> Score {
        evaluation::evaluate(position)
    }

    #[inline]
    fn phase(position: &ConnectFourPosition) -> i32 {
        (CELLS - position.stones() as i32) * PHASE_MAX / CELLS
    }

    #[inline]
    fn visit(position: &ConnectFourPosition, mut look: impl FnMut(usize)) {
        let side = position.side();
        let mut look = |input| look(side * INPUTS + input);
        let both_ways = position.both_ways();
        for [own, other] in both_ways {
            // A one above the topmost stone of each column.
            let filled = own + (own | other) + position.shape().bottom();
            let mut left = column(filled, 0);
            for pair in 0..PAIRS {
                let right = column(filled, pair + 1);
                look((pair * COLUMN_FILLINGS + left) * COLUMN_FILLINGS + right);
                left = right;
            }
            for (diagonal, (first, cells)) in DIAGONALS.into_iter().enumerate() {
                let filling = filling([own, other], first, RISING, cells);
                look(FIRST_DIAGONAL + diagonal * DIAGONAL_FILLINGS + filling);
            }
        }
        for row in 0..ROWS {
            let [here, image] = both_ways.map(|sets| filling(sets, row, ACROSS, COLUMNS));
            look(FIRST_ROW + row * ROW_FILLINGS + here.min(image));
        }
        let wins = [side, 1 - side].map(|of| position.wins(position.of_side(of)));
        for at in 0..COLUMNS {
            let height = column(position.all(), at).count_ones();
            let [own, other] = wins.map(|set| column(set, at) >> height);
            let free = ROWS as u32 - height;
            // The columns with fewer free cells come first.
            let first = (4_usize.pow(free) - 1) / 3;
            let targets = first + (own << free | other);
            look(FIRST_TARGETS + at.min(COLUMNS - 1 - at) * TARGETS + targets);
        }
        let rows = [0, 1].map(|of| position.shape().every_other_row(of));
        let counts = wins.into_iter().flat_map(|set| rows.map(|row| set & row));
        let count = counts.fold(0, |sum, set| {
            (COUNT_MAX + 1) * sum + set.count_ones().min(COUNT_MAX)
        });
        look(FIRST_COUNT + count as usize);
    }
}

static WEIGHTS: BuiltInWeights<ConnectFourInputs> =
    BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedInputs for ConnectFourInputs {
    fn built_in() -> &'static BuiltInWeights<Self> {
        &WEIGHTS
    }
}
