//! Inputs of the learned evaluation against a slow count of them by the coordinates of the points.

use std::collections::BTreeMap;

use crate::mills::knowledge::MillKnowledge;
use crate::mills::patterns::{LearnedKind, MillInputs};
use crate::mills::rules::points::{self, MillBoard};
use crate::mills::rules::position::MillPosition;
use crate::mills::rules::rule_options::{Removable, Rules};
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{EVAL_MAX, Knowledge, Position, SplitMix};

/// Games of random moves: their first positions, and then every one after which a side has four men or fewer.
fn random_positions<K: LearnedKind>(
    seed: u64,
    games: usize,
    rules: Rules,
    mut look: impl FnMut(&MillPosition<K>),
) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = MillPosition::new(rules);
        for ply in 0..2_000 {
            if position.ended().is_some() {
                break;
            }
            if ply < 60 || position.man_count(0).min(position.man_count(1)) < 5 {
                look(&position);
            }
            // Men are removed where they can be, so that games come to endings.
            let moves = position.moves();
            let removals: Vec<_> = moves.iter().filter(|m| m.removed().is_some()).collect();
            let m = match removals.is_empty() {
                true => moves[random.below(moves.len())],
                false => *removals[random.below(removals.len())],
            };
            position.play(m);
        }
    }
}

fn inputs<K: LearnedKind>(position: &MillPosition<K>) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    MillInputs::<K>::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

/// The points of a ring as columns and rows from the middle of the board, clockwise from the middle of the top.
fn ring(size: i32) -> [(i32, i32); 8] {
    let (s, m) = (size, 0);
    [
        (m, s),
        (s, s),
        (s, m),
        (s, -s),
        (m, -s),
        (-s, -s),
        (-s, m),
        (-s, s),
    ]
}

/// The board after quarter turns, and perhaps a reflection.
fn seen((x, y): (i32, i32), quarters: usize, is_mirrored: bool) -> (i32, i32) {
    let x = if is_mirrored { -x } else { x };
    (0..quarters).fold((x, y), |(x, y), _| (y, -x))
}

/// The inputs by their definition. A stage has 3^9 fillings of a side, twice 3^8 of a ring, 13 × 13 numbers of men, and 4 × 4 of mills
/// that can be closed.
fn slow_inputs<K: LearnedKind>(position: &MillPosition<K>) -> BTreeMap<usize, usize> {
    let me = position.side();
    let owner = |(x, y): (i32, i32)| {
        let name = format!("{}{}", (b'd' as i32 + x) as u8 as char, 4 + y);
        let point = points::bit(points::by_name(&name).unwrap());
        (0..2).find(|&side| position.men(side) & point != 0)
    };
    let filling = |places: Vec<(i32, i32)>| {
        let digit = |place| match owner(place) {
            Some(side) if side == me => 1,
            Some(_) => 2,
            None => 0,
        };
        places
            .into_iter()
            .rev()
            .fold(0, |n, place| 3 * n + digit(place))
    };
    let (placing, flies) = (
        position.hand(0) + position.hand(1) > 0,
        [me, 1 - me].map(|side| position.flies(side)),
    );
    let stage = match (placing, flies) {
        (true, _) => 0,
        (false, [false, false]) => 1,
        (false, [true, _]) => 2,
        (false, [false, true]) => 3,
    };
    let first = stage * (19_683 + 2 * 6_561 + 169 + 16);
    let mut counts = BTreeMap::new();
    let mut count = |input: usize| *counts.entry(first + input).or_default() += 1;
    for quarters in 0..4 {
        let images = [
            (false, [1, 2, 3]),
            (false, [3, 2, 1]),
            (true, [1, 2, 3]),
            (true, [3, 2, 1]),
        ];
        let images = images.map(|(is_mirrored, rings)| {
            let three = |size: i32| [(-size, size), (0, size), (size, size)];
            let places = rings.into_iter().flat_map(three);
            filling(
                places
                    .map(|place| seen(place, quarters, is_mirrored))
                    .collect(),
            )
        });
        count(*images.iter().min().unwrap());
    }
    for (size, kind) in [(1, 19_683 + 6_561), (2, 19_683), (3, 19_683 + 6_561)] {
        let images = (0..8).map(|n| {
            let places = ring(size).map(|place| seen(place, n % 4, n >= 4));
            filling(places.to_vec())
        });
        count(kind + images.min().unwrap());
    }
    let men = [me, 1 - me].map(|side| position.man_count(side) as usize);
    count(19_683 + 2 * 6_561 + 13 * men[0] + men[1]);
    let mills = [me, 1 - me].map(|side| closing(position, side).min(3));
    count(19_683 + 2 * 6_561 + 169 + 4 * mills[0] + mills[1]);
    counts
}

/// While a side places men or flies, the free points that fill a line with two of its men; otherwise the lines of two of its men and a
/// free point beside which another of them stands.
fn closing<K: LearnedKind>(position: &MillPosition<K>, side: usize) -> usize {
    let has = |point: u8| position.men(side) & points::bit(point) != 0;
    let is_free = |point: u8| position.empty() & points::bit(point) != 0;
    let lines: Vec<[u8; 3]> = position.board().lines().collect();
    let gap = |line: &[u8; 3]| {
        let gap = line.iter().copied().find(|&point| is_free(point))?;
        (line.iter().filter(|&&point| has(point)).count() == 2).then_some(gap)
    };
    if position.hand(side) > 0 || position.flies(side) {
        return (0..24)
            .filter(|&point| lines.iter().any(|line| gap(line) == Some(point)))
            .count();
    }
    let is_ready = |line: &[u8; 3]| {
        gap(line).is_some_and(|gap| {
            let beside = position.board().neighbours(points::bit(gap));
            (0..24).any(|point| {
                has(point) && beside & points::bit(point) != 0 && !line.contains(&point)
            })
        })
    };
    lines.iter().filter(|line| is_ready(line)).count()
}

/// Inputs are those of their definition, and what is packed has the same ones.
pub fn assert_inputs_are_those_of_their_definition<K: LearnedKind>() {
    let mut seen = [0; 4];
    random_positions::<K>(9, 40, K::RULES, |position| {
        let found = inputs(position);
        assert_eq!(found, slow_inputs(position), "{position:?}");
        assert!(found.keys().all(|&input| input < MillInputs::<K>::COUNT));
        seen[found.keys().next().unwrap() * 4 / MillInputs::<K>::COUNT] += 1;
        let mut record = [0; 8];
        MillInputs::<K>::pack(position, &mut record);
        let read = MillInputs::<K>::unpack(&record).unwrap();
        assert_eq!(inputs(&read), found);
        assert_eq!(
            MillInputs::<K>::phase(&read),
            MillInputs::<K>::phase(position)
        );
        assert_eq!(
            MillInputs::<K>::base(&read),
            MillInputs::<K>::base(position)
        );
    });
    assert!(
        seen.iter().all(|&n| n > 50),
        "positions of each stage: {seen:?}"
    );
    // Two men on one point; thirteen men; men beyond the board and in hand.
    for sets in [[1, 1], [0x1fff, 0], [1 | 12 << 24, 0_u32]] {
        let record: Vec<u8> = sets.into_iter().flat_map(u32::to_le_bytes).collect();
        assert!(MillInputs::<K>::unpack(&record).is_none(), "{sets:x?}");
    }
}

/// The weights of the build can be read; by other rules, or with more men, the sum by hand stands alone.
pub fn assert_weights_are_for_the_usual_rules<K: LearnedKind>() {
    let (learned, counts) = (
        MillKnowledge::<K>::default(),
        MillKnowledge::<K>(SparseEvaluation::Counts),
    );
    let differs = |position: &MillPosition<K>| {
        let value = learned.eval(position, &());
        assert!(value.abs() <= EVAL_MAX);
        value != counts.eval(position, &())
    };
    let mut differ = 0;
    random_positions(6, 5, K::RULES.uncounted(), |p| {
        differ += usize::from(differs(p))
    });
    assert!(differ > 100, "{differ}");
    let others = [
        Rules {
            flying: false,
            ..K::RULES
        },
        Rules {
            removable: Removable::Any,
            ..K::RULES
        },
        Rules {
            double_removal: true,
            ..K::RULES
        },
        Rules {
            moves_while_placing: true,
            ..K::RULES
        },
        Rules {
            board: &MillBoard::TEN,
            ..K::RULES
        },
    ];
    for rules in others {
        random_positions(6, 2, rules, |position| assert!(!differs(position)));
    }
}
