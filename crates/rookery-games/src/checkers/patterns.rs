//! Inputs of the learned evaluation of checkers: patterns of men, kings by their squares, and counts of pieces.
//!
//! A pattern is eight squares, each without a man or with a man of either side: two rows beside one another, or two columns through four
//! rows, wherever they fit on the board. Buro's Logistello (1997) had such patterns for Othello, Letouzey's Scan (2015) for draughts.

use crate::checkers::evaluation;
use crate::checkers::rules::position::{Checkers, Placement};
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::rules::squares::{self, SquareSet};
use crate::ternary::TERNARY;
use rookery_engine::learning::sparse::{BuiltInWeights, LearnedInputs, PHASE_MAX, SparseInputs};
use rookery_engine::{Position, Score};

/// The fillings of eight squares.
const FILLINGS: usize = 3_usize.pow(8);
/// Places of two rows, and of two columns through four rows.
const ROW_PAIRS: usize = 7;
const COLUMN_PAIRS: [usize; 2] = [5, 3];
const PATTERNS: usize = ROW_PAIRS + COLUMN_PAIRS[0] * COLUMN_PAIRS[1];

/// The first input of each kind after the patterns: kings by their squares, both sides' kings (up to four), both sides' men.
const OWN_KINGS: usize = PATTERNS * FILLINGS;
const ENEMY_KINGS: usize = OWN_KINGS + squares::COUNT;
const KINGS: usize = ENEMY_KINGS + squares::COUNT;
const KINGS_MAX: usize = 4;
const MEN: usize = KINGS + (KINGS_MAX + 1) * (KINGS_MAX + 1);
const MEN_MAX: usize = 12;

/// The number of pieces in the opening, and the number at which the game has become an ending.
const OPENING_PIECES: i32 = 24;
const ENDING_PIECES: i32 = 6;

pub struct CheckersInputs;

/// Men and kings as the side to move sees them, its men moving down.
struct View {
    men: [SquareSet; 2],
    kings: [SquareSet; 2],
}

impl View {
    #[inline]
    fn of(position: &Checkers) -> Self {
        let me = position.side();
        let seen = |set: SquareSet| if me == 0 { set } else { set.reverse_bits() };
        let sides = [me, 1 - me];
        View {
            men: sides.map(|side| seen(position.men(side))),
            kings: sides.map(|side| seen(position.pieces(side) & position.kings())),
        }
    }
}

/// The squares of two columns in four rows, from a set that begins with the first of them.
#[inline]
fn column_pair(set: SquareSet) -> u8 {
    let pairs = set & 0x3333;
    let halves = (pairs | pairs >> 2) & 0x0f0f;
    (halves | halves >> 4) as u8
}

impl SparseInputs for CheckersInputs {
    type Position = Checkers;
    const MAGIC: [u8; 8] = *b"rookchk1";
    const COUNT: usize = MEN + (MEN_MAX + 1) * (MEN_MAX + 1);
    const PACKED: usize = 16;

    fn pack(position: &Checkers, record: &mut [u8]) {
        let view = View::of(position);
        let sets = view.men.into_iter().chain(view.kings);
        for (set, bytes) in sets.zip(record.chunks_exact_mut(4)) {
            bytes.copy_from_slice(&set.to_le_bytes());
        }
    }

    fn unpack(record: &[u8]) -> Option<Checkers> {
        let sets = record
            .as_chunks()
            .0
            .iter()
            .map(|b| SquareSet::from_le_bytes(*b));
        let sets: Vec<_> = sets.collect();
        let &[own, enemy, own_kings, enemy_kings] = sets.as_slice() else {
            return None;
        };
        let (mine, theirs) = (own | own_kings, enemy | enemy_kings);
        let is_position = mine & theirs == 0
            && own & own_kings == 0
            && enemy & enemy_kings == 0
            && mine.count_ones().max(theirs.count_ones()) as usize <= MEN_MAX;
        let placement = Placement {
            pieces: [mine, theirs],
            kings: own_kings | enemy_kings,
            side: 0,
            quiet: 0,
        };
        is_position.then(|| Checkers::placed(placement, DrawRules::default()))
    }

    fn base(position: &Checkers) -> Score {
        evaluation::evaluate(position)
    }

    #[inline]
    fn phase(position: &Checkers) -> i32 {
        let pieces = (!position.empty()).count_ones() as i32;
        (pieces - ENDING_PIECES) * PHASE_MAX / (OPENING_PIECES - ENDING_PIECES)
    }

    #[inline]
    fn visit(position: &Checkers, mut look: impl FnMut(usize)) {
        let View { men, kings } = View::of(position);
        let [own, enemy] = men;
        let filling = |own: u8, enemy: u8| {
            let [own, enemy] = [own, enemy].map(|set| usize::from(TERNARY[usize::from(set)]));
            own + 2 * enemy
        };
        let mut first = 0;
        for row in 0..ROW_PAIRS {
            let at = 4 * row;
            look(first + filling((own >> at) as u8, (enemy >> at) as u8));
            first += FILLINGS;
        }
        for row in 0..COLUMN_PAIRS[0] {
            for column in 0..COLUMN_PAIRS[1] {
                let at = 4 * row + column;
                look(first + filling(column_pair(own >> at), column_pair(enemy >> at)));
                first += FILLINGS;
            }
        }
        for (set, first) in kings.into_iter().zip([OWN_KINGS, ENEMY_KINGS]) {
            squares::each(set).for_each(|square| look(first + usize::from(square)));
        }
        let count = |set: SquareSet, most| (set.count_ones() as usize).min(most);
        let [mine, theirs] = kings.map(|set| count(set, KINGS_MAX));
        look(KINGS + (KINGS_MAX + 1) * mine + theirs);
        let [mine, theirs] = men.map(|set| count(set, MEN_MAX));
        look(MEN + (MEN_MAX + 1) * mine + theirs);
    }
}

static WEIGHTS: BuiltInWeights<CheckersInputs> = BuiltInWeights::new(include_bytes!("weights.bin"));

impl LearnedInputs for CheckersInputs {
    fn built_in() -> &'static BuiltInWeights<Self> {
        &WEIGHTS
    }
}
