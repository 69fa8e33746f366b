//! Inputs of the learned evaluation against a slow count of them, square by square.

use std::collections::BTreeMap;

use crate::checkers::knowledge::CheckersKnowledge;
use crate::checkers::patterns::CheckersInputs;
use crate::checkers::rules::position::Checkers;
use crate::checkers::tests::random_positions;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{EVAL_MAX, Knowledge, Position};

fn inputs(position: &Checkers) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    CheckersInputs::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

/// The square in this row and place of the row, as the side to move sees it: 0 nothing, 1 an own man, 2 an own king, -1 and -2 the
/// other side's.
fn at(position: &Checkers, row: usize, place: usize) -> i32 {
    let (me, square) = (position.side(), 4 * row + place);
    let square = if me == 0 { square } else { 31 - square };
    let has = |set: u32| set >> square & 1 == 1;
    let kind = 1 + i32::from(has(position.kings()));
    match (has(position.pieces(me)), has(position.pieces(1 - me))) {
        (true, _) => kind,
        (_, true) => -kind,
        _ => 0,
    }
}

/// The inputs by their definition: first the patterns, place after place, 3^8 fillings each.
fn slow_inputs(position: &Checkers) -> BTreeMap<usize, usize> {
    let at = |row, place| at(position, row, place);
    let rows = (0..7).map(|row| (0..8).map(|i| (row + i / 4, i % 4)).collect());
    let columns = (0..5).flat_map(|row| {
        (0..3).map(move |column| (0..8).map(|i| (row + i / 2, column + i % 2)).collect())
    });
    let places: Vec<Vec<(usize, usize)>> = rows.chain(columns).collect();
    let mut counts = BTreeMap::new();
    for (pattern, squares) in places.iter().enumerate() {
        let filling = squares.iter().rev().fold(0, |filling, &(row, place)| {
            let digit = match at(row, place) {
                1 => 1,
                -1 => 2,
                _ => 0,
            };
            3 * filling + digit
        });
        *counts.entry(6_561 * pattern + filling).or_default() += 1;
    }
    let all = || (0..32).map(|square| (square, at(square / 4, square % 4)));
    let count = |kind| all().filter(|&(_, found)| found == kind).count();
    let after = 22 * 6_561;
    for (square, kind) in all() {
        match kind {
            2 => *counts.entry(after + square).or_default() += 1,
            -2 => *counts.entry(after + 32 + square).or_default() += 1,
            _ => (),
        }
    }
    *counts
        .entry(after + 64 + 5 * count(2).min(4) + count(-2).min(4))
        .or_default() += 1;
    *counts
        .entry(after + 64 + 25 + 13 * count(1) + count(-1))
        .or_default() += 1;
    counts
}

#[test]
fn inputs_are_those_of_their_definition_and_alike_for_both_sides() {
    let mut kings = 0;
    random_positions(9, 30, |position| {
        let found = inputs(position);
        assert_eq!(found, slow_inputs(position), "{position:?}");
        assert_eq!(found, inputs(&position.turned()));
        assert!(found.keys().all(|&input| input < CheckersInputs::COUNT));
        kings += usize::from(position.kings() != 0);
    });
    assert!(kings > 100, "{kings} positions with kings");
}

#[test]
fn what_is_packed_has_the_same_inputs() {
    random_positions(4, 20, |position| {
        let mut record = [0; CheckersInputs::PACKED];
        CheckersInputs::pack(position, &mut record);
        let read = CheckersInputs::unpack(&record).unwrap();
        assert_eq!(inputs(&read), inputs(position));
        assert_eq!(
            CheckersInputs::phase(&read),
            CheckersInputs::phase(position)
        );
        assert_eq!(CheckersInputs::base(&read), CheckersInputs::base(position));
    });
    // Two men on one square; thirteen men.
    for sets in [[1, 1, 0, 0], [1, 0, 1, 0], [0x1fff, 0, 0, 0_u32]] {
        let record: Vec<u8> = sets.into_iter().flat_map(u32::to_le_bytes).collect();
        assert!(CheckersInputs::unpack(&record).is_none());
    }
}

/// The weights of the build can be read, and give both sides the same.
#[test]
fn the_learned_evaluation_is_alike_for_both_sides() {
    let (learned, counts) = (
        CheckersKnowledge::default(),
        CheckersKnowledge(SparseEvaluation::Counts),
    );
    let mut differ = 0;
    random_positions(6, 20, |position| {
        let value = learned.eval(position, &());
        assert_eq!(value, learned.eval(&position.turned(), &()));
        assert!(value.abs() <= EVAL_MAX);
        differ += usize::from(value != counts.eval(position, &()));
    });
    assert!(differ > 100, "{differ}");
}
