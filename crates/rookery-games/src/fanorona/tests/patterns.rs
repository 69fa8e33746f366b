//! Inputs of the learned evaluation against a slow count of them, point by point.

use std::collections::BTreeMap;

use crate::fanorona::knowledge::FanoronaKnowledge;
use crate::fanorona::patterns::FanoronaInputs;
use crate::fanorona::rules::points::FanoronaBoard;
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::tests::random_positions::random_positions;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{EVAL_MAX, Knowledge, Position};

fn inputs(position: &Fanorona) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    FanoronaInputs::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

/// The inputs by their definition: from each of the four corners, the blocks of three by three points that begin in four columns and two
/// rows, 3^9 fillings each; then the stones of both sides.
fn slow_inputs(position: &Fanorona) -> BTreeMap<usize, usize> {
    let me = position.side();
    let at = |column: usize, row: usize| {
        let point = 10 * row + column;
        (0..2).find(|&side| position.stones(side) >> point & 1 == 1)
    };
    let mut counts = BTreeMap::new();
    for (is_mirrored, is_turned_over) in
        [(false, false), (true, false), (false, true), (true, true)]
    {
        for row in 0..2 {
            for column in 0..4 {
                let mut filling = 0;
                for (place, power) in (0..9).zip((0..9).map(|n| 3_usize.pow(n))) {
                    let (across, up) = (column + place % 3, row + place / 3);
                    let across = if is_mirrored { 8 - across } else { across };
                    let up = if is_turned_over { 4 - up } else { up };
                    filling += power
                        * match at(across, up) {
                            Some(side) if side == me => 1,
                            Some(_) => 2,
                            None => 0,
                        };
                }
                *counts
                    .entry(19_683 * (4 * row + column) + filling)
                    .or_default() += 1;
            }
        }
    }
    let stones = [me, 1 - me].map(|side| position.stones(side).count_ones() as usize);
    *counts
        .entry(19_683 * 8 + 23 * stones[0] + stones[1])
        .or_default() += 1;
    counts
}

#[test]
fn inputs_are_those_of_their_definition() {
    let first = Fanorona::new(FanoronaRules::default());
    random_positions(9, 20, first, |position| {
        let found = inputs(position);
        assert_eq!(found, slow_inputs(position), "{position:?}");
        assert!(found.keys().all(|&input| input < FanoronaInputs::COUNT));
        let mut record = [0; FanoronaInputs::PACKED];
        FanoronaInputs::pack(position, &mut record);
        let read = FanoronaInputs::unpack(&record).unwrap();
        assert_eq!(inputs(&read), found);
        assert_eq!(
            FanoronaInputs::phase(&read),
            FanoronaInputs::phase(position)
        );
        assert_eq!(FanoronaInputs::base(&read), FanoronaInputs::base(position));
    });
    // Two stones on one point; a stone on the spare column.
    for sets in [[1, 1], [1 << 9, 0_u64]] {
        let record: Vec<u8> = sets.into_iter().flat_map(u64::to_le_bytes).collect();
        assert!(FanoronaInputs::unpack(&record).is_none());
    }
}

/// The weights of the build can be read; they are those of the large board alone.
#[test]
fn the_learned_evaluation_is_for_the_large_board() {
    let (learned, counts) = (
        FanoronaKnowledge::default(),
        FanoronaKnowledge(SparseEvaluation::Counts),
    );
    let first = |board| {
        Fanorona::new(FanoronaRules {
            board,
            ..FanoronaRules::default()
        })
    };
    for board in [
        FanoronaBoard::FiveByFive,
        FanoronaBoard::FiveByThree,
        FanoronaBoard::ThreeByThree,
    ] {
        random_positions(6, 10, first(board), |position| {
            assert_eq!(learned.eval(position, &()), counts.eval(position, &()));
        });
    }
    let mut differ = 0;
    random_positions(6, 5, first(FanoronaBoard::NineByFive), |position| {
        let value = learned.eval(position, &());
        assert!(value.abs() <= EVAL_MAX);
        differ += usize::from(value != counts.eval(position, &()));
    });
    assert!(differ > 50, "{differ}");
}
