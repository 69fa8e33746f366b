//! The CTC loss against the sum over all alignments, and the readings of the heads.

use super::*;
use crate::distance::edits;
use crate::network::heads::ctc::Columns;
use crate::network::heads::positions::Places;
use crate::network::heads::rows::Rows;

const COLUMNS: Columns = Columns {
    count: 5,
    classes: 3,
};
const BLANK: usize = 2;

/// −ln of the sum of the chances of those of the 3⁵ sequences of classes that spell `word`; with guidance, each is weighted by its letters'
/// distances from their places.
fn by_brute_force(scores: &[f32], word: &[usize], guidance: f64) -> f64 {
    let chance = |column: usize, class: usize| {
        let row = &scores[column * 3..column * 3 + 3];
        let sum: f64 = row.iter().map(|s| f64::from(*s).exp()).sum();
        f64::from(row[class]).exp() / sum
    };
    let mut total = 0.0;
    for code in 0..3usize.pow(5) {
        let path: Vec<usize> = (0..5).map(|c| code / 3usize.pow(c) % 3).collect();
        let (mut spelt, mut weight) = (Vec::new(), 1.0);
        for (column, class) in path.iter().enumerate() {
            weight *= chance(column, *class);
            if *class == BLANK {
                continue;
            }
            if column == 0 || path[column - 1] != *class {
                spelt.push(*class);
            }
            // The place of this letter if all were equally wide, and the distance of this column from it, in letters.
            let place = (spelt.len() as f64 - 0.5) / word.len() as f64;
            let off = ((column as f64 + 0.5) / 5.0 - place) * word.len() as f64;
            weight *= (-guidance * off * off / (2.0 * 0.5 * 0.5)).exp();
        }
        if spelt == word {
            total += weight;
        }
    }
    -total.ln()
}

#[test]
fn the_loss_is_the_sum_over_all_alignments() {
    let scores = noise(1, 1, 5, 3).data;
    for word in [&[0, 1][..], &[1], &[0, 0], &[1, 0, 1], &[0, 0, 0], &[]] {
        for guidance in [0.0, 0.4, 1.0] {
            let found = COLUMNS.loss(&scores, word, guidance, &mut [0.0; 15]);
            let expected = by_brute_force(&scores, word, guidance);
            assert!(
                (found - expected).abs() < 1e-6,
                "{word:?}: {found} {expected}"
            );
        }
    }
}

#[test]
fn the_gradient_of_the_loss_is_its_slope() {
    let scores = noise(1, 1, 5, 3).data;
    for word in [&[0, 1][..], &[0, 0], &[]] {
        let mut gradient = [0.0; 15];
        COLUMNS.loss(&scores, word, 0.7, &mut gradient);
        for place in 0..scores.len() {
            let at = |step: f32| {
                let mut scores = scores.clone();
                scores[place] += step;
                by_brute_force(&scores, word, 0.7)
            };
            let expected = (at(1e-2) - at(-1e-2)) / 2e-2;
            let off = (f64::from(gradient[place]) - expected).abs();
            assert!(off < 1e-3, "{} {expected}", gradient[place]);
        }
    }
}

/// The sum over both layouts, each with all its alignments.
#[test]
fn the_loss_of_rows_is_the_sum_over_both_layouts() {
    let rows = Rows { columns: COLUMNS };
    let scores = noise(1, 3, 5, 4).data;
    let strip = |n: usize| -> Vec<f32> {
        let columns = scores[n * 20..(n + 1) * 20].chunks_exact(4);
        columns.flat_map(|column| &column[..3]).copied().collect()
    };
    let odds: f32 = scores[..20].chunks_exact(4).map(|c| c[3]).sum::<f32>() / 5.0;
    let two_rows = 1.0 / (1.0 + f64::from(-odds).exp());
    for (word, halves) in [
        (&[0, 1, 0][..], (&[0, 1][..], &[0][..])),
        (&[1, 1], (&[1], &[1])),
        (&[0], (&[0], &[])),
    ] {
        let chance = |n, part| (-by_brute_force(&strip(n), part, 0.4)).exp();
        let one = chance(0, word);
        let two = chance(1, halves.0) * chance(2, halves.1);
        let expected = -((1.0 - two_rows) * one + two_rows * two).ln();
        let found = rows.loss(&scores, word, 0.4, &mut [0.0; 60]);
        assert!(
            (found - expected).abs() < 1e-6,
            "{word:?}: {found} {expected}"
        );
    }
}

#[test]
fn words_that_do_not_fit_the_columns_are_known() {
    assert!(COLUMNS.hold(&[0, 1, 0, 1, 0]));
    assert!(COLUMNS.hold(&[0, 0, 0]));
    assert!(!COLUMNS.hold(&[0, 0, 0, 0]));
    assert!(!COLUMNS.hold(&[0, 1, 0, 1, 0, 1]));
}

/// Scores whose likeliest classes are these.
fn peaks(classes: &[usize], of: usize) -> Vec<f32> {
    let mut scores = vec![0.0; classes.len() * of];
    for (column, class) in classes.iter().enumerate() {
        scores[column * of + class] = 1.0;
    }
    scores
}

#[test]
fn a_reading_drops_repeats_and_blanks() {
    for (columns, word) in [
        (&[0, 0, 2, 0, 1][..], &[0, 0, 1][..]),
        (&[2, 2, 2, 2, 2], &[]),
        (&[1, 1, 1, 1, 1], &[1]),
        (&[0, 1, 2, 2, 1], &[0, 1, 1]),
    ] {
        assert_eq!(COLUMNS.read(&peaks(columns, 3)), word);
    }
}

#[test]
fn a_reading_by_places_ends_at_the_first_without_letter() {
    let places = Places {
        count: 4,
        classes: 3,
    };
    assert_eq!(places.read(&peaks(&[1, 0, 2, 0], 3)), [1, 0]);
    assert_eq!(places.read(&peaks(&[1, 0, 0, 1], 3)), [1, 0, 0, 1]);
    assert!(places.read(&peaks(&[2, 0, 0, 1], 3)).is_empty());
}

#[test]
fn the_loss_by_places_is_the_cross_entropy_and_its_slope() {
    let places = Places {
        count: 2,
        classes: 3,
    };
    let scores = [0.0, 1.0, 2.0, 0.5, 0.5, 0.5];
    let mut gradient = [0.0; 6];
    // ln(e⁰ + e¹ + e²) − 1 for the letter 1, and ln 3 for no letter behind it.
    let expected = (1.0_f64 + 1f64.exp() + 2f64.exp()).ln() - 1.0 + 3f64.ln();
    let found = places.loss(&scores, &[1], &mut gradient);
    assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    let third = 1.0 / 3.0;
    for (found, expected) in gradient[3..].iter().zip([third, third, third - 1.0]) {
        assert!((found - expected).abs() < 1e-6);
    }
}

#[test]
fn edit_distances_of_known_words() {
    for (from, to, edit) in [
        ("kitten", "sitting", 3),
        ("flaw", "lawn", 2),
        ("", "abc", 3),
        ("abc", "", 3),
        ("same", "same", 0),
    ] {
        assert_eq!(edits(from, to), edit, "{from} {to}");
    }
}
