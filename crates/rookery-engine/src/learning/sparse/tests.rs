//! Learned sums against the theory of Nim, and files of weights that are not whole.

use crate::learning::sparse::regression;
use crate::learning::sparse::sparse_sample::SparseSample;
use crate::learning::sparse::weights::SparseWeights;
use crate::learning::sparse::{
    PHASE_MAX, SparseEvaluation, SparseInputs, SparseTuner, TrainingGames,
};
use crate::learning::{PackedSamples, TrainingSample, Tuner, pack};
use crate::nim::Heap;
use crate::{Control, Knowledge, Score};

/// The matches of a heap that are left over when it is divided by four.
struct LeftOver;

impl SparseInputs for LeftOver {
    type Position = Heap;
    const MAGIC: [u8; 8] = *b"nim-test";
    const COUNT: usize = 4;
    const PACKED: usize = 1;

    fn pack(position: &Heap, record: &mut [u8]) {
        record[0] = position.matches;
    }

    fn unpack(record: &[u8]) -> Option<Heap> {
        let &[matches] = record else { return None };
        (matches <= MATCHES).then_some(Heap { matches, side: 0 })
    }

    fn base(_position: &Heap) -> Score {
        7
    }

    fn phase(position: &Heap) -> i32 {
        i32::from(position.matches)
    }

    fn visit(position: &Heap, mut look: impl FnMut(usize)) {
        look(usize::from(position.matches % 4));
    }
}

const MATCHES: u8 = 40;

#[derive(Clone)]
struct NimKnowledge(SparseEvaluation<LeftOver>);

impl Knowledge<Heap> for NimKnowledge {
    type Acc = ();

    fn eval(&self, position: &Heap, (): &()) -> Score {
        self.0.evaluate(position)
    }
}

/// A tuner whose searches see the end of a heap only from a few matches on.
fn nim_tuner() -> SparseTuner<LeftOver, NimKnowledge> {
    nim_tuner_of(&[MATCHES])
}

/// The same with games that begin at one of these heaps each.
fn nim_tuner_of(heaps: &[u8]) -> SparseTuner<LeftOver, NimKnowledge> {
    let starts = heaps.iter().map(|&matches| Heap { matches, side: 0 });
    let games = TrainingGames {
        nodes: 12,
        uneven_cp: 10_000,
        ..TrainingGames::USUAL
    };
    SparseTuner::new(starts.collect(), games, NimKnowledge)
}

/// The side to move wins unless it faces a multiple of four (Bouton 1901, for a heap with at most three matches a turn). The first
/// games know it near their end alone; each round learns it from there and plays the next one by it.
#[test]
fn rounds_of_games_find_who_wins_at_nim() {
    let mut tuner = nim_tuner();
    let (mut samples, mut learned) = (Vec::new(), Vec::new());
    for round in 0..3 {
        for game in 0..300 {
            samples.extend(
                tuner
                    .play(1_000 * round + game, &Control::unlimited())
                    .unwrap(),
            );
        }
        let mut errors = Vec::new();
        let mut on_epoch = |_, _, error| {
            errors.push(error);
            true
        };
        learned = tuner.learn(&samples, &mut on_epoch).unwrap();
        assert!(errors.last() < errors.first(), "{errors:?}");
        tuner.adopt(&learned).unwrap();
    }
    let weights = SparseWeights::<LeftOver>::from_bytes(&learned).unwrap();
    for matches in 1..=MATCHES {
        let value = weights.evaluate(&Heap { matches, side: 0 });
        assert_eq!(value > 0, matches % 4 != 0, "{matches}: {value} cp");
    }
    assert!(tuner.learn(&samples, &mut |_, _, _| false).is_none());
}

/// A game is that of its seed, and each of its samples belongs to the side that moves there: of two neighbours one has won.
#[test]
fn samples_are_those_of_their_seed_and_of_the_side_to_move() {
    let mut tuner = nim_tuner();
    let mut play = |seed| tuner.play(seed, &Control::unlimited()).unwrap();
    let packed = play(3);
    assert_eq!(play(3), packed);
    assert_ne!(play(4), packed);
    let samples: Vec<_> = PackedSamples::<SparseSample<LeftOver>>::new(&packed)
        .iter()
        .collect();
    assert!(samples.len() > 3);
    for two in samples.windows(2) {
        assert!(two[0].position.matches > two[1].position.matches);
        assert_eq!(two[0].halves + two[1].halves, 2);
    }
    let stopped = Control::unlimited();
    stopped.stop();
    assert!(tuner.play(3, &stopped).is_none());
}

/// Of several first positions the seed chooses, and the game is the one that begins there alone.
#[test]
fn games_begin_at_each_of_several_positions() {
    let play = |heaps: &[u8], seed| {
        let samples = nim_tuner_of(heaps).play(seed, &Control::unlimited());
        samples.unwrap()
    };
    for (seed, heap) in [(6, 30), (7, 40), (8, 30)] {
        assert_eq!(play(&[30, 40], seed), play(&[heap], seed), "{seed}");
    }
    assert_ne!(play(&[30], 6), play(&[40], 6));
    assert!(nim_tuner_of(&[]).play(6, &Control::unlimited()).is_none());
}

/// Two weights of an input are blended by the phase: by hand, (32 · 24 + 80 · 40) / (64 · 16) = 3.875 centipawns at 24 matches, above a base of seven.
#[test]
fn weights_are_blended_by_the_phase() {
    let pairs = [[32, 80], [0, 0], [16 * 100, 16 * 100], [-16, -16]];
    let weights = SparseWeights::<LeftOver>::from_numbers(pairs.as_flattened());
    let value = |matches| weights.evaluate(&Heap { matches, side: 0 });
    assert_eq!([value(24), value(1), value(38), value(3)], [10, 7, 107, 6]);
    assert_eq!(PHASE_MAX, 64);
}

#[test]
fn a_file_of_weights_reads_back_and_another_is_refused() {
    let pairs = [[1, -2], [300, 4], [i16::MIN, i16::MAX], [0, 0]];
    let weights = SparseWeights::<LeftOver>::from_numbers(pairs.as_flattened());
    let bytes = weights.to_bytes();
    assert_eq!(&bytes[..14], b"nim-test\x01\x00\xfe\xff\x2c\x01");
    assert_eq!(SparseWeights::from_bytes(&bytes).as_ref(), Ok(&weights));
    for length in 0..bytes.len() {
        let error = SparseWeights::<LeftOver>::from_bytes(&bytes[..length]).unwrap_err();
        assert!(
            error.contains("expected 32 bytes that begin with 'nim-test'"),
            "{error}"
        );
    }
    for at in 8..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        let error = SparseWeights::<LeftOver>::from_bytes(&damaged).unwrap_err();
        assert!(error.contains("damaged"), "{error}");
    }
}

/// The two lowest bits of a heap as two inputs, and a hidden layer.
pub(super) struct Bits;

impl SparseInputs for Bits {
    type Position = Heap;
    const MAGIC: [u8; 8] = *b"nim-bits";
    const COUNT: usize = 2;
    const HIDDEN: bool = true;
    const PACKED: usize = 1;

    fn pack(position: &Heap, record: &mut [u8]) {
        LeftOver::pack(position, record);
    }

    fn unpack(record: &[u8]) -> Option<Heap> {
        LeftOver::unpack(record)
    }

    fn phase(position: &Heap) -> i32 {
        16 * i32::from(position.matches)
    }

    fn visit(position: &Heap, look: impl FnMut(usize)) {
        let bits = (0..2).filter(|bit| position.matches >> bit & 1 == 1);
        bits.for_each(look);
    }
}

/// An input that counts for each match, and a hidden layer.
struct Matches;

impl SparseInputs for Matches {
    type Position = Heap;
    const MAGIC: [u8; 8] = *b"nim-many";
    const COUNT: usize = 1;
    const HIDDEN: bool = true;
    const PACKED: usize = 1;

    fn pack(position: &Heap, record: &mut [u8]) {
        LeftOver::pack(position, record);
    }

    fn unpack(record: &[u8]) -> Option<Heap> {
        LeftOver::unpack(record)
    }

    fn phase(_position: &Heap) -> i32 {
        PHASE_MAX
    }

    fn visit(position: &Heap, mut look: impl FnMut(usize)) {
        (0..position.matches).for_each(|_| look(0));
    }
}

pub(super) fn heap(matches: u8) -> Heap {
    Heap { matches, side: 0 }
}

/// Heaps of ten to thirty win, smaller and larger ones lose: no weight of a match says that, however it is chosen.
#[test]
fn a_hidden_layer_learns_that_the_middle_is_best() {
    let sample = |n: u32| SparseSample::<Matches> {
        position: heap((n % 41) as u8),
        score_cp: 0,
        halves: if (10..=30).contains(&(n % 41)) { 2 } else { 0 },
    };
    let packed = pack(&(0..200_000).map(sample).collect::<Vec<_>>());
    let learned = regression::fit(&PackedSamples::new(&packed), &mut |_, _, _| true);
    let weights: SparseWeights<Matches> = learned.unwrap();
    let value = |matches| weights.evaluate(&heap(matches));
    for matches in [0, 4, 36, 40] {
        assert!(value(matches) < 0, "{matches}: {}", value(matches));
    }
    for matches in 15..=25 {
        assert!(value(matches) > 0, "{matches}: {}", value(matches));
    }
    let bytes = weights.to_bytes();
    assert_eq!(bytes.len(), 8 + 2 * (2 + 32 + 2 * 32) + 8);
    assert_eq!(SparseWeights::from_bytes(&bytes).as_ref(), Ok(&weights));
}

/// No heap of a sample has the second bit: it gets no weights, though a hidden layer begins with random ones.
#[test]
fn inputs_that_no_sample_has_get_no_weights() {
    let sample = |n: u32| SparseSample::<Bits> {
        position: heap((n % 2) as u8),
        score_cp: 0,
        halves: 2 * (n % 2) as u8,
    };
    let packed = pack(&(0..1_000).map(sample).collect::<Vec<_>>());
    let learned = regression::fit(&PackedSamples::new(&packed), &mut |_, _, _| true);
    let weights: SparseWeights<Bits> = learned.unwrap();
    let bytes = weights.to_bytes();
    let (numbers, _) = bytes[8..].as_chunks::<2>();
    let is_zero = |numbers: &[[u8; 2]]| numbers.iter().all(|&number| number == [0, 0]);
    // Two numbers of each input, then a row of 32 of each.
    assert!(!is_zero(&numbers[..2]) && is_zero(&numbers[2..4]));
    assert!(!is_zero(&numbers[4..36]) && is_zero(&numbers[36..68]));
}

/// By hand: the first unit adds 100 and 300 of 256 steps to 20 without inputs, and is worth 10 centipawns; the last one takes 64 away from 128
/// for each input, and is worth -4. In none of them the first gives 20 / 256 and the last 128 / 256; with both, all and nothing.
#[test]
fn hidden_units_give_no_less_than_nothing_and_no_more_than_their_worth() {
    let mut numbers = vec![0; SparseWeights::<Bits>::NUMBERS];
    // Five centipawns for the first input, in the opening and in the ending: the phase changes nothing.
    numbers[..2].fill(80);
    (numbers[4], numbers[4 + 31]) = (100, -64);
    (numbers[4 + 32], numbers[4 + 63]) = (300, -64);
    (numbers[4 + 64], numbers[4 + 95]) = (20, 128);
    (numbers[4 + 96], numbers[4 + 127]) = (160, -64);
    let weights = SparseWeights::<Bits>::from_numbers(&numbers);
    let value = |matches| weights.evaluate(&heap(matches));
    // 0.78 - 2; 5 + 4.69 - 1; 10 - 1; 5 + 10.
    assert_eq!([0, 1, 2, 3].map(value), [-1, 8, 9, 15]);
}

/// A game without an even opening is begun with an uneven one in the end, and a stopped game looks for none.
#[test]
fn openings_become_more_uneven_where_none_is_even() {
    let start = heap(MATCHES);
    let games = TrainingGames {
        nodes: 12,
        uneven_cp: -1,
        ..TrainingGames::USUAL
    };
    let mut tuner = SparseTuner::new(vec![start], games, NimKnowledge);
    assert!(tuner.play(5, &Control::unlimited()).is_some());
    // No opening at all: the heap is empty.
    let mut over = SparseTuner::new(vec![heap(0)], games, NimKnowledge);
    let stopped = Control::unlimited();
    stopped.stop();
    assert!(over.play(5, &stopped).is_none());
}

/// Three matches are gone after three moves, and openings have four at least. Where there is no match at all, there is nothing to learn.
#[test]
fn openings_become_shorter_where_they_end_the_game() {
    let play = |matches| nim_tuner_of(&[matches]).play(5, &Control::unlimited());
    assert!(play(3).is_some());
    assert_eq!(play(0), Some(Vec::new()));
}

#[test]
fn records_that_are_no_samples_are_refused() {
    let sample = |matches, halves| SparseSample::<LeftOver> {
        position: Heap { matches, side: 0 },
        score_cp: -300,
        halves,
    };
    let record = pack(&[sample(9, 2)]);
    assert_eq!(record, [9, 0xd4, 0xfe, 2]);
    let read = SparseSample::<LeftOver>::unpack(&record).unwrap();
    assert_eq!(
        (read.position.matches, read.score_cp, read.halves),
        (9, -300, 2)
    );
    for wrong in [sample(41, 0), sample(9, 3)] {
        assert!(SparseSample::<LeftOver>::unpack(&pack(&[wrong])).is_none());
    }
}
