//! Tests of the evaluations: symmetries, the weights file, and the squares of the patterns.

use crate::othello::evaluation::patterns::{self, FILLINGS, PATTERNS};
use crate::othello::evaluation::weights::{PatternWeights, STAGES, Stage, stage};
use crate::othello::knowledge::OthelloKnowledge;
use crate::othello::tests::random_games;
use rookery_engine::{Knowledge, Position, SplitMix, checksum};

/// Weights left to chance, but the same for a filling and its reflection.
fn random_weights() -> PatternWeights {
    let mut random = SplitMix::new(1);
    let sharing = patterns::sharing();
    let stages = (0..STAGES).map(|_| {
        let shared: Vec<_> = (0..sharing.weights).map(|_| random.next() as i8).collect();
        Stage {
            tempo: [random.next() as i16, random.next() as i16],
            mobilities: [random.next() as i16 % 64, random.next() as i16 % 64],
            fillings: sharing
                .weight_of
                .iter()
                .map(|&w| shared[w as usize])
                .collect(),
        }
    });
    PatternWeights {
        stages: stages.collect(),
    }
}

#[test]
fn every_pattern_is_seen_in_every_stage() {
    let mut seen = vec![false; FILLINGS];
    random_games(4, 300, |p| {
        let mut count = 0;
        patterns::visit(p.own, p.other, |filling| {
            seen[filling] = true;
            count += 1;
        });
        assert_eq!(count, PATTERNS);
    });
    assert!(seen.iter().filter(|s| **s).count() > 20_000);
    assert_eq!([60, 47, 46, 15, 14, 0].map(stage), [0, 0, 1, 4, 5, 5]);
}

/// A single disc is seen by as many patterns as its square belongs to, and by none twice.
#[test]
fn each_square_belongs_to_its_patterns() {
    let mut empty_board = Vec::new();
    patterns::visit(0, 0, |filling| empty_board.push(filling));
    let total: usize = (0..64)
        .map(|square| {
            let mut board = Vec::new();
            patterns::visit(1 << square, 0, |filling| board.push(filling));
            let changed = board.iter().zip(&empty_board).filter(|(a, b)| a != b);
            changed.count()
        })
        .sum();
    // Edges 4×10, corners 4×9, 8×8, lines 12×8, diagonals 2×8 + 4×(7+6+5+4).
    assert_eq!(total, 40 + 36 + 64 + 96 + 16 + 88);
}

#[test]
fn evaluations_do_not_depend_on_how_the_board_is_turned() {
    let learned = OthelloKnowledge::Learned(random_weights().into());
    for knowledge in [learned, OthelloKnowledge::Mobility] {
        random_games(6, 10, |position| {
            let value = knowledge.eval(position, &());
            for s in 1..8 {
                assert_eq!(knowledge.eval(&position.transform(s), &()), value, "{s}");
            }
        });
    }
}

#[test]
fn mobility_is_as_good_for_one_as_it_is_bad_for_the_other() {
    random_games(7, 10, |position| {
        let value = OthelloKnowledge::Mobility.eval(position, &());
        assert_eq!(
            OthelloKnowledge::Mobility.eval(&position.passed(), &()),
            -value
        );
    });
}

#[test]
fn a_file_of_weights_reads_back() {
    let weights = random_weights();
    let bytes = weights.to_bytes();
    assert_eq!(PatternWeights::from_bytes(&bytes), Ok(weights));
    let mut damaged = bytes.clone();
    damaged[1_000] ^= 1;
    let error = PatternWeights::from_bytes(&damaged).unwrap_err();
    assert!(error.contains("checksum"), "{error}");
    let error = PatternWeights::from_bytes(&bytes[1..]).unwrap_err();
    assert!(error.contains("not weights of this version"), "{error}");
}

/// The checksum that stands at the end of the file.
#[test]
fn the_weights_of_the_build_are_the_documented_ones() {
    let bytes = include_bytes!("../weights.bin");
    assert!(PatternWeights::from_bytes(bytes).is_ok());
    let (before, _) = bytes.split_at(bytes.len() - 8);
    assert_eq!(format!("{:016x}", checksum(before)), "92ca1fadd3e324db");
}
