//! Invariants of the evaluation: the same for both sides and all images, and equal to a count line by line.

use crate::mills::knowledge::MillKnowledge;
use crate::mills::patterns::LearnedKind;
use crate::mills::rules::kind::MillKind;
use crate::mills::rules::points::{self, MillBoard, Points};
use crate::mills::rules::position::{MillPosition, Parts};
use crate::mills::tests::table::TestRng;
use rookery_engine::{EVAL_MAX, Knowledge, Position};

fn random_set(rng: &mut TestRng, free: Points, most: usize) -> Points {
    let size = 2 + rng.below(most - 1);
    (0..size).fold(0, |set, _| {
        let open: Vec<u8> = points::each(free & !set).collect();
        set | points::bit(*rng.pick(&open))
    })
}

fn random_position<K: MillKind>(rng: &mut TestRng) -> MillPosition<K> {
    let first = random_set(rng, points::RINGS, 9);
    let second = random_set(rng, points::RINGS & !first, 9);
    let hand = (rng.below(3) as u8) * (rng.below(2) as u8);
    let parts = Parts {
        men: [first, second],
        hand: [hand; 2],
        side: rng.below(2) as u8,
        bans: [None; 2],
        quiet: 0,
    };
    MillPosition::from_parts(parts, K::RULES)
}

fn swapped<K: MillKind>(position: &MillPosition<K>) -> MillPosition<K> {
    let parts = Parts {
        men: [position.men(1), position.men(0)],
        hand: [position.hand(1), position.hand(0)],
        side: 1 - position.side() as u8,
        bans: [None; 2],
        quiet: position.quiet(),
    };
    MillPosition::from_parts(parts, position.rules())
}

/// The two sides and the sixteen images of a position have one value.
pub fn assert_colours_and_mirrors_make_no_difference<K: LearnedKind>() {
    let knowledge = MillKnowledge::<K>::default();
    let mut rng = TestRng(7);
    for _ in 0..2_000 {
        let position = random_position::<K>(&mut rng);
        let value = knowledge.eval(&position, &());
        assert!(value.abs() < EVAL_MAX);
        assert_eq!(knowledge.eval(&swapped(&position), &()), value);
        let (key, _) = position.canonical();
        for s in 0..16 {
            let mirror = position.transform(s);
            assert_eq!(knowledge.eval(&mirror, &()), value, "mirror {s}");
            assert_eq!(mirror.canonical().0, key, "mirror {s}");
        }
    }
}

/// The counts by walking along each line of the board.
pub fn assert_counts_are_counts_by_lines(board: &MillBoard) {
    let lines: Vec<[u8; 3]> = board.lines().collect();
    let mut rng = TestRng(11);
    let one = |point: u8| points::bit(point);
    for _ in 0..2_000 {
        let most = usize::from(board.men).min(9);
        let own = random_set(&mut rng, board.points, most);
        let enemy = random_set(&mut rng, board.points & !own, most);
        let empty = board.points & !own & !enemy;
        let has = |set: Points, point: u8| set & one(point) != 0;
        let (mut mills, mut twos, mut ready, mut steps) = (0, 0, 0, 0);
        for &line in &lines {
            let ours = line.iter().filter(|&&p| has(own, p)).count();
            mills += u32::from(ours == 3);
            for pair in [[0, 1], [1, 0], [1, 2], [2, 1]] {
                steps += u32::from(has(own, line[pair[0]]) && has(empty, line[pair[1]]));
            }
            let Some(gap) = line
                .into_iter()
                .find(|&p| has(empty, p))
                .filter(|_| ours == 2)
            else {
                continue;
            };
            twos += 1;
            let beside = |other: [u8; 3]| {
                let at = other.iter().position(|&p| p == gap);
                at.is_some_and(|i| {
                    let next = [i.checked_sub(1), (i < 2).then_some(i + 1)];
                    next.into_iter()
                        .flatten()
                        .any(|n| has(own, other[n]) && !line.contains(&other[n]))
                })
            };
            ready += u32::from(lines.iter().copied().any(beside));
        }
        let counts = (
            board.mill_count(own),
            board.two_count(own, empty),
            board.ready_count(own, empty),
            board.step_count(own, empty),
        );
        assert_eq!(
            counts,
            (mills, twos, ready, steps),
            "{own:024b} {enemy:024b}"
        );
    }
}

/// Two men in a line: the move that closes it is the first.
pub fn assert_a_removal_is_looked_at_first<K: LearnedKind>() {
    let knowledge = MillKnowledge::<K>::default();
    let parts = Parts {
        men: [0b11, 0b1_0000_0001_0000],
        hand: [K::RULES.board.men - 2; 2],
        side: 0,
        bans: [None; 2],
        quiet: 0,
    };
    let position = MillPosition::<K>::from_parts(parts, K::RULES);
    let mut moves = Vec::new();
    position.generate(&mut moves);
    let best = moves.iter().max_by_key(|m| knowledge.order(&position, **m));
    assert!(best.unwrap().removed().is_some());
}
