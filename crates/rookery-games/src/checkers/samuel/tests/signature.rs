//! Signature tables by counts that were made up, and what they learn from them.

use crate::checkers::samuel::signature::book_play;
use crate::checkers::samuel::signature::correlation_table::{
    CorrelationTable, MoveCounts, combination,
};
use crate::checkers::samuel::signature::signature_tables::{
    BookPosition, INPUTS, SignatureTables, part_of,
};
use crate::checkers::samuel::tests::rated;
use rookery_engine::{Control, SplitMix};

/// Three combinations, of which the first and the last are opposites. In one position the last was chosen from all three (A = 2 for it,
/// D = 1 for each of the others), in another the first from two. For the last: A = 2 + 1, D = 1 + 1, so C = 1/5.
#[test]
fn correlations_are_the_shares_of_chosen_moves() {
    let mut counts = MoveCounts::new(3);
    counts.add(&[2, 1, 0], 0);
    let table = CorrelationTable::of(&counts, 2);
    assert_eq!([0, 1, 2].map(|at| table.correlation(at)), [-1.0, 0.0, 1.0]);
    counts.add(&[0, 2], 0);
    let table = CorrelationTable::of(&counts, 2);
    assert_eq!([0, 1, 2].map(|at| table.correlation(at)), [-0.2, 0.0, 0.2]);
}

/// Five combinations: A and D of the last are 30 and 10, of the one before 11 and 9; the rest follows by exchange. The weighted mean of the
/// sizes 1/2 and 1/10 is (40 / 2 + 20 / 10) / 60 = 11/30 (nothing is known of the middle).
#[test]
fn levels_are_measured_by_the_mean_correlation() {
    let mut counts = MoveCounts::new(5);
    // A pair of a chosen move and another one adds to A of the first, and to D of the second.
    let mut pairs = |chosen: usize, other: usize, times: usize| {
        (0..times).for_each(|_| counts.add(&[chosen, other], 0));
    };
    pairs(4, 0, 15);
    pairs(0, 4, 5);
    pairs(3, 1, 11);
    pairs(1, 3, 9);
    let table = CorrelationTable::of(&counts, 2);
    // 15 + 15 against 5 + 5, and 11 + 11 against 9 + 9.
    assert_eq!([4, 3, 2].map(|at| table.correlation(at)), [0.5, 0.1, 0.0]);
    // The mean is (40 x 0.5 + 40 x 0.1) / 80 = 0.3: five thirds of it are level 2, a third is level 0.
    assert_eq!([0, 1, 2, 3, 4].map(|at| table.level(at)), [-2, 0, 0, 0, 2]);
    let fine = CorrelationTable::of(&counts, 7);
    // 3.5 levels are the mean: 5.83 and 1.17.
    assert_eq!([0, 1, 2, 3, 4].map(|at| fine.level(at)), [-6, -1, 0, 1, 6]);
}

#[test]
fn combinations_are_numbers_of_mixed_digits() {
    let number = |a, b, c| combination([(a, 2), (b, 1), (c, 1)]);
    assert_eq!([number(-2, -1, -1), number(2, 1, 1)], [0, 44]);
    assert_eq!(number(0, 0, 0), 22);
    assert_eq!(number(-2, -1, 0), 1);
    assert_eq!(number(-1, -1, -1), 9);
    // Opposites are equally far from both ends.
    assert_eq!(number(1, -1, 0) + number(-1, 1, 0), 44);
}

#[test]
fn parts_of_the_game_have_four_pieces_each() {
    for (text, part) in [
        ("W:W21-32:B1-12", 0),
        ("W:W21-31:B1-10", 0),
        ("W:W21-30:B1-10", 1),
        ("W:W21-23:B1,2", 4),
        ("W:W21,22:B1,2", 5),
        ("W:W21:B1", 5),
    ] {
        assert_eq!(part_of(&rated(text).sides), part, "{text}");
    }
}

/// In the made-up book of one part of the game the better move has more of term 5, unless term 9 says otherwise.
#[test]
fn tables_learn_what_a_book_prefers() {
    let mut random = SplitMix::new(3);
    let book: Vec<BookPosition> = (0..4_000)
        .map(|_| {
            let terms = || std::array::from_fn::<i8, INPUTS, _>(|_| random.below(3) as i8 - 1);
            let moves: Vec<_> = std::iter::repeat_with(terms).take(6).collect();
            let worth = |terms: &[i8; INPUTS]| 2 * terms[5] + 3 * terms[9];
            let chosen = (0..6).max_by_key(|&number| worth(&moves[number])).unwrap();
            BookPosition {
                part: 2,
                moves,
                chosen,
            }
        })
        .collect();
    let (lessons, exam) = book.split_at(3_000);
    let tables = SignatureTables::learn(lessons);
    assert_eq!(tables, SignatureTables::learn(lessons));
    let agreement = tables.agreement(exam);
    assert!(agreement > 0.8, "{agreement}");
    let (mut good, mut bad) = ([0; INPUTS], [0; INPUTS]);
    (good[5], good[9], bad[5], bad[9]) = (1, 1, -1, -1);
    assert!(tables.correlation(2, &good) > 0.0 && tables.correlation(2, &bad) < 0.0);
    // Nothing was learned of another part.
    assert_eq!(tables.correlation(3, &good), 0.0);
    assert_eq!(SignatureTables::learn(&[]).agreement(exam), 0.5);
}

#[test]
fn book_play_is_the_same_by_the_same_seed() {
    let positions =
        |seed| book_play::positions(2, seed, &Control::unlimited(), &mut |_| ()).unwrap();
    let (first, again) = (positions(4), positions(4));
    assert!(first.len() > 20, "{}", first.len());
    assert_eq!(
        SignatureTables::learn(&first),
        SignatureTables::learn(&again)
    );
    for position in &first {
        assert!(position.moves.len() > 1 && position.chosen < position.moves.len());
    }
}
