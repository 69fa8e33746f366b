//! Inputs of the learned evaluation against a slow count of them, cell by cell.

use std::collections::BTreeMap;

use crate::connect_four::knowledge::ConnectFourKnowledge;
use crate::connect_four::patterns::ConnectFourInputs;
use crate::connect_four::position::{BoardSize, ConnectFourPosition};
use crate::tests::random_positions::random_positions;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{EVAL_MAX, Knowledge, Position};

fn inputs(position: &ConnectFourPosition) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    ConnectFourInputs::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

/// A cell by its column and row, counted from 0 at the bottom left.
type Cell = (i32, i32);

/// A board as it is seen: 0 where a cell is free, 1 for the player to move, 2 for the other.
fn board(position: &ConnectFourPosition, is_mirrored: bool) -> impl Fn(Cell) -> usize {
    let (own, all) = (position.own(), position.all());
    move |(column, row)| {
        let column = if is_mirrored { 6 - column } else { column };
        let bit = 7 * column + row;
        match (all >> bit & 1, own >> bit & 1) {
            (0, _) => 0,
            (_, 1) => 1,
            _ => 2,
        }
    }
}

/// Whether this player would have four in a row with a stone on this free cell.
fn wins_on(at: &impl Fn(Cell) -> usize, (column, row): Cell, player: usize) -> bool {
    let is_own = |cell: Cell| {
        let on_board = (0..7).contains(&cell.0) && (0..6).contains(&cell.1);
        cell == (column, row) || on_board && at(cell) == player
    };
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    at((column, row)) == 0
        && directions.iter().any(|(right, up)| {
            (-3..=0)
                .any(|first| (first..first + 4).all(|n| is_own((column + n * right, row + n * up))))
        })
}

/// The inputs by their definition, each set of them after those before: three pairs of columns of 128 by 128 fillings, six rows of
/// seven cells, six diagonals, the free cells of four columns to win on, and how many of them there are in odd and even rows.
fn slow_inputs(position: &ConnectFourPosition) -> BTreeMap<usize, usize> {
    let mut found = Vec::new();
    let base_three = |cells: Vec<usize>| cells.iter().rev().fold(0, |sum, cell| 3 * sum + cell);
    for is_mirrored in [false, true] {
        let at = board(position, is_mirrored);
        let column = |column: i32| {
            let height = (0..6).filter(|&row| at((column, row)) != 0).count();
            let own = (0..6).filter(|&row| at((column, row)) == 1);
            own.map(|row| 1 << row).sum::<usize>() + (1 << height)
        };
        for pair in 0..3 {
            found.push(128 * (128 * pair as usize + column(pair)) + column(pair + 1));
        }
        let diagonals = [(0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (3, 0)];
        for (n, (first, lowest)) in diagonals.into_iter().enumerate() {
            let cells = (0..7).map(|i| (first + i, lowest + i));
            let cells = cells.take_while(|&(column, row)| column < 7 && row < 6);
            found.push(49_152 + 6 * 2_187 + 729 * n + base_three(cells.map(&at).collect()));
        }
    }
    for row in 0..6 {
        let [here, image] = [false, true].map(|is_mirrored| {
            let at = board(position, is_mirrored);
            base_three((0..7).map(|column| at((column, row))).collect())
        });
        found.push(49_152 + 2_187 * row as usize + here.min(image));
    }
    let at = board(position, false);
    let targets = 49_152 + 6 * 2_187 + 6 * 729;
    let mut counts = [[0_usize; 2]; 2];
    for column in 0..7_i32 {
        let free: Vec<i32> = (0..6).filter(|&row| at((column, row)) == 0).collect();
        let [own, other] = [1, 2].map(|player| {
            let wins = free.iter().map(|&row| wins_on(&at, (column, row), player));
            wins.collect::<Vec<bool>>()
        });
        let number = |wins: &[bool]| {
            let ones = (0..wins.len()).filter(|&n| wins[n]);
            ones.map(|n| 1 << n).sum::<usize>()
        };
        let fewer: usize = (0..free.len() as u32).map(|cells| 4_usize.pow(cells)).sum();
        let half = column.min(6 - column) as usize;
        let filling = (number(&own) << free.len()) + number(&other);
        found.push(targets + 5_461 * half + fewer + filling);
        for (player, wins) in [own, other].iter().enumerate() {
            for (row, _) in free.iter().zip(wins).filter(|(_, wins)| **wins) {
                counts[player][*row as usize % 2] += 1;
            }
        }
    }
    let [[own_odd, own_even], [other_odd, other_even]] = counts.map(|of| of.map(|n| n.min(3)));
    found.push(targets + 4 * 5_461 + 64 * own_odd + 16 * own_even + 4 * other_odd + other_even);
    let of_a_player = targets + 4 * 5_461 + 256;
    let mut inputs = BTreeMap::new();
    for input in found {
        *inputs
            .entry(of_a_player * position.side() + input)
            .or_default() += 1;
    }
    inputs
}

#[test]
fn inputs_are_those_of_their_definition() {
    let first = ConnectFourPosition::new(BoardSize::STANDARD);
    random_positions(9, 100, first, |position| {
        let found = inputs(position);
        assert_eq!(found, slow_inputs(position), "{position:?}");
        assert!(found.keys().all(|&input| input < ConnectFourInputs::COUNT));
        let mut record = [0; ConnectFourInputs::PACKED];
        ConnectFourInputs::pack(position, &mut record);
        let read = ConnectFourInputs::unpack(&record).unwrap();
        assert_eq!((read.key(), read.side()), (position.key(), position.side()));
        assert_eq!(read.canonical(), position.canonical());
        assert_eq!(inputs(&read), found);
        assert_eq!(
            ConnectFourInputs::phase(&read),
            ConnectFourInputs::phase(position)
        );
        assert_eq!(
            ConnectFourInputs::base(&read),
            ConnectFourInputs::base(position)
        );
    });
}

#[test]
fn records_that_are_no_position_are_refused() {
    for (own, all) in [
        // A stone on the second row above nothing, and one above the top of a column.
        (0, 0b10),
        (0, 1 << 6 | 0b11_1111),
        (0, 1 << 63),
        // A stone that is not among all, and too many of the side to move.
        (0b10, 0b1),
        (0b1, 0b1),
        (0b11, 0b11),
        (0, 0b11),
    ] {
        let record: Vec<u8> = [own, all].into_iter().flat_map(u64::to_le_bytes).collect();
        assert!(
            ConnectFourInputs::unpack(&record).is_none(),
            "{own:b} {all:b}"
        );
    }
    assert!(ConnectFourInputs::unpack(&[0; 8]).is_none());
}

/// The value of a position is that of its mirror image.
#[test]
fn a_mirror_changes_no_value() {
    let learned = ConnectFourKnowledge::default();
    let first = ConnectFourPosition::new(BoardSize::STANDARD);
    random_positions(4, 30, first, |position| {
        let image = position.transform(1);
        assert_eq!(inputs(position), inputs(&image));
        assert_eq!(learned.eval(position, &()), learned.eval(&image, &()));
    });
}

/// The weights of the build can be read; they are those of the usual board alone.
#[test]
fn the_learned_evaluation_is_for_the_usual_board() {
    let (learned, counts) = (
        ConnectFourKnowledge::default(),
        ConnectFourKnowledge(SparseEvaluation::Counts),
    );
    let wide = ConnectFourPosition::new(BoardSize::new(8, 7));
    random_positions(6, 30, wide, |position| {
        assert_eq!(learned.eval(position, &()), counts.eval(position, &()));
    });
    let mut differ = 0;
    let first = ConnectFourPosition::new(BoardSize::STANDARD);
    random_positions(6, 10, first, |position| {
        let value = learned.eval(position, &());
        assert!(value.abs() <= EVAL_MAX);
        differ += usize::from(value != counts.eval(position, &()));
    });
    assert!(differ > 50, "{differ}");
}
