//! Inputs of the learned evaluation against a slow count of them, and what the learned evaluation may not change.

use std::collections::BTreeMap;

use crate::gomoku::evaluation::{self, QUIET_CP};
use crate::gomoku::knowledge::GomokuKnowledge;
use crate::gomoku::patterns::GomokuInputs;
use crate::gomoku::rules::line_patterns::Threat;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::{RowRule, TableRules};
use crate::gomoku::tests::{ALL_ROWS, stones, table};
use crate::symmetry;
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{Knowledge, Position, SplitMix};

/// The positions of freestyle games on the smaller board whose stones are put beside others at random.
fn random_positions(seed: u64, games: usize, look: impl FnMut(&GomokuPosition)) {
    random_positions_of(table(RowRule::Freestyle, 15), seed, games, look);
}

fn random_positions_of(
    rules: TableRules,
    seed: u64,
    games: usize,
    mut look: impl FnMut(&GomokuPosition),
) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = GomokuPosition::new(rules);
        while position.ended().is_none() {
            look(&position);
            let mut moves = position.moves();
            moves.retain(|&m| GomokuKnowledge::default().is_candidate(&position, m));
            position.play(moves[random.below(moves.len())]);
        }
    }
}

fn inputs(position: &GomokuPosition) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    GomokuInputs::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

/// The number of a set of threats on four lines by its definition: the sets with at most one four, written in the order of a dictionary
/// whose letters are nothing, a closed two, a two, a closed three, a three and a four; after them two fours, a straight four, five.
fn slow_class(threats: [Threat; 4]) -> usize {
    let has = |wanted| threats.contains(&wanted);
    let letter = |threat| match threat {
        Threat::None | Threat::Overline => 'a',
        Threat::ClosedTwo => 'b',
        Threat::Two => 'c',
        Threat::ClosedThree => 'd',
        Threat::Three => 'e',
        _ => 'f',
    };
    let mut word = threats.map(letter);
    word.sort_unstable();
    if has(Threat::Five) {
        return 107;
    }
    if has(Threat::StraightFour) {
        return 106;
    }
    if has(Threat::DoubleFour) || word[2] == 'f' {
        return 105;
    }
    let mut before = 0;
    for a in 'a'..='e' {
        for b in a..='e' {
            for c in b..='e' {
                for d in c..='f' {
                    before += usize::from([a, b, c, d] < word);
                }
            }
        }
    }
    before
}

/// What a side can play next, by its definition in words: the best of five prospects, and the points for a four up to two.
fn slow_prospect(position: &GomokuPosition, side: usize) -> usize {
    let free = position.lattice().points().filter(|&p| position.is_free(p));
    let sets: Vec<[Threat; 4]> = free
        .map(|p| [0, 1, 2, 3].map(|way| position.threats(side, p).of(way)))
        .collect();
    let count = |set: &[Threat; 4], wanted: Threat| set.iter().filter(|&&t| t == wanted).count();
    let fours = |set: &[Threat; 4]| {
        let single = count(set, Threat::Four) + count(set, Threat::StraightFour);
        single + 2 * count(set, Threat::DoubleFour)
    };
    let is_double =
        |set: &&[Threat; 4]| fours(set) > 1 || fours(set) == 1 && count(set, Threat::Three) > 0;
    let straights = sets
        .iter()
        .filter(|set| set.contains(&Threat::StraightFour))
        .count();
    let doubles = sets.iter().filter(is_double).count();
    let threes = sets
        .iter()
        .filter(|set| count(set, Threat::Three) > 1)
        .count();
    let best = match (straights, doubles, threes) {
        (1.., ..) => 4,
        (0, 2.., _) => 3,
        (0, 1, _) => 2,
        (0, 0, 1..) => 1,
        (0, 0, 0) => 0,
    };
    let with_four = |set: &&[Threat; 4]| fours(set) > 0 || set.contains(&Threat::Five);
    3 * best + sets.iter().filter(with_four).count().min(2)
}

fn slow_inputs(position: &GomokuPosition) -> BTreeMap<usize, usize> {
    let (own, other) = (position.count() % 2, (position.count() + 1) % 2);
    let mut counts = BTreeMap::new();
    for point in position.lattice().points().filter(|&p| position.is_free(p)) {
        let class =
            |side| slow_class([0, 1, 2, 3].map(|way| position.threats(side, point).of(way)));
        let input = 108 * class(own) + class(other);
        if input > 0 {
            *counts.entry(input).or_default() += 1;
        }
    }
    let must_answer = usize::from(position.may_win(other));
    let prospects = 15 * slow_prospect(position, own) + slow_prospect(position, other);
    counts.insert(108 * 108 + 225 * must_answer + prospects, 1);
    counts
}

#[test]
fn inputs_are_those_of_their_definition() {
    for (rules, size) in ALL_ROWS
        .into_iter()
        .flat_map(|rows| [(rows, 15), (rows, 19)])
    {
        random_positions_of(table(rules, size), 9, 4, |position| {
            let found = inputs(position);
            assert_eq!(found, slow_inputs(position), "{position:?}");
            assert!(found.keys().all(|&input| input < GomokuInputs::COUNT));
        });
    }
}

#[test]
fn packed_positions_have_the_same_inputs() {
    random_positions(10, 5, |position| {
        let found = inputs(position);
        let mut record = [0; GomokuInputs::PACKED];
        GomokuInputs::pack(position, &mut record);
        let read = GomokuInputs::unpack(&record).unwrap();
        assert_eq!(read.key(), position.key());
        assert_eq!(inputs(&read), found);
    });
    // Two stones on one point.
    let mut record = [0; GomokuInputs::PACKED];
    (record[3], record[29 + 3]) = (4, 4);
    assert!(GomokuInputs::unpack(&record).is_none());
}

/// The same stones in each of the eight images of the board.
#[test]
fn images_of_the_board_make_no_difference() {
    let knowledge = GomokuKnowledge(SparseEvaluation::default());
    random_positions(12, 5, |position| {
        let value = knowledge.eval(position, &());
        for s in 0..symmetry::COUNT {
            let mut image = GomokuPosition::new(position.rules());
            for side in 0..2 {
                for point in position.stones(side).iter() {
                    image.put(side, symmetry::image(15, point as u8, s).into());
                }
            }
            assert_eq!(
                knowledge.eval(&image, &()),
                value,
                "{position:?}, image {s}"
            );
        }
    });
}

/// What is decided is decided by both evaluations, and in renju, where Black may not play all that the weights have learned of, both are the
/// one by hand.
#[test]
fn learned_weights_change_undecided_positions_alone() {
    let (learned, counts) = (
        GomokuKnowledge(SparseEvaluation::default()),
        GomokuKnowledge(SparseEvaluation::Counts),
    );
    let mut differ = 0;
    random_positions(6, 10, |position| {
        let [value, by_hand] = [&learned, &counts].map(|knowledge| knowledge.eval(position, &()));
        match by_hand.abs() {
            // A straight four or five.
            12_000.. => assert_eq!(value, by_hand),
            _ => assert!(value.abs() <= QUIET_CP),
        }
        differ += usize::from(value != by_hand);
    });
    assert!(differ > 50, "{differ}");
    random_positions_of(table(RowRule::Renju, 15), 6, 5, |position| {
        assert_eq!(learned.eval(position, &()), counts.eval(position, &()));
    });
}

/// Black's only double threat, two fours or two threes at h8, against the same lines apart, where there is none. Where it is allowed, it is
/// worth 2,000 or 800 to Black, and White counts it as a threat of 120; in renju neither may count it.
#[test]
fn in_renju_a_forbidden_double_threat_is_none() {
    let counts = GomokuKnowledge(SparseEvaluation::Counts);
    let value = |rows, black: &str, white: &str| counts.eval(&stones(rows, black, white), &());
    for (crossing, apart, worth) in [
        (
            ["e8 f8 g8 i9 j10 k11", "d8 l12 a1 f1 k1"],
            ["e8 f8 g8 k9 l10 m11", "d8 n12 a1 f1 k1"],
            2_000,
        ),
        (
            ["f8 g8 i9 j10", "a1 f1 k1"],
            ["f8 g8 k9 l10", "a1 f1 k1"],
            800,
        ),
    ] {
        // With one stone more of White, Black is to move.
        for (more, least, most) in [(" o3", worth, 200), ("", 120, 120)] {
            let gain = |rows| {
                let [with, without] =
                    [crossing, apart].map(|[b, w]| value(rows, b, &format!("{w}{more}")));
                match more.is_empty() {
                    true => without - with,
                    false => with - without,
                }
            };
            assert!(gain(RowRule::Freestyle) >= least, "{crossing:?}{more}");
            assert!(gain(RowRule::Renju) < most, "{crossing:?}{more}");
        }
        let renju = stones(RowRule::Renju, crossing[0], crossing[1]);
        let h8 = renju.lattice().find("h8").unwrap();
        assert!(renju.foul_of(0, h8).is_some());
    }
}

/// At h8 Black makes a straight four and another one at once, which renju forbids; without the white stone at c8 d8 is as good and allowed.
#[test]
fn in_renju_a_forbidden_straight_four_wins_nothing() {
    let wins = |rows, white| {
        let position = stones(rows, "e8 f8 g8 h9 h10 h11", white);
        evaluation::decided(&position).is_some_and(|value| value > 0)
    };
    let (shut, open) = ("h12 a1 f1 k1 o3 c8", "h12 a1 f1 k1 o3 o9");
    assert!(wins(RowRule::Freestyle, shut));
    assert!(!wins(RowRule::Renju, shut));
    assert!(wins(RowRule::Renju, open));
}
