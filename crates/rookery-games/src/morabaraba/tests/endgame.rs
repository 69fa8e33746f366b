//! Three cows against three, solved by retrograde analysis and compared with the published totals.

use crate::mills::rules::points::{self, Points};
use crate::mills::rules::position::{MillPosition, Parts};
use crate::morabaraba::Morabaraba;
use crate::morabaraba::tests::UNCOUNTED;
use rookery_engine::{Outcome, Position};

/// The known result of a class: plies to the end, and the winner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Win(u32),
    Loss(u32),
}

/// Every placement of three cows a side with side 0 to move, one for each class under the 16 symmetries.
struct Classes {
    /// The class of a placement, by the ranks of the two sets.
    number: Vec<u32>,
    states: Vec<MillPosition<Morabaraba>>,
}

fn threes() -> Vec<Points> {
    (0..=points::RINGS)
        .filter(|set| set.count_ones() == 3)
        .collect()
}

fn position(own: Points, enemy: Points) -> MillPosition<Morabaraba> {
    let parts = Parts {
        men: [own, enemy],
        hand: [0; 2],
        side: 0,
        bans: [None; 2],
        quiet: 0,
    };
    MillPosition::from_parts(parts, UNCOUNTED)
}

const SETS: usize = 2024;

/// The rank of a set of three among all: its place in the combinatorial number system.
fn rank(set: Points) -> usize {
    let mut places = points::each(set).map(usize::from);
    let [a, b, c] = std::array::from_fn(|_| places.next().unwrap());
    a + b * b.saturating_sub(1) / 2 + c * c.saturating_sub(1) * c.saturating_sub(2) / 6
}

fn index(own: Points, enemy: Points) -> usize {
    rank(own) * SETS + rank(enemy)
}

impl Classes {
    fn list() -> Self {
        let threes = threes();
        let mut classes = Classes {
            number: vec![u32::MAX; SETS * SETS],
            states: Vec::new(),
        };
        for &own in &threes {
            // Images of sets, once for each symmetry, instead of once for each state.
            let owns: Vec<Points> = (0..16).map(|s| points::image_set(own, s)).collect();
            if owns.iter().any(|&image| image < own) {
                continue;
            }
            for &enemy in threes.iter().filter(|&&enemy| enemy & own == 0) {
                if classes.number[index(own, enemy)] != u32::MAX {
                    continue;
                }
                let number = classes.states.len() as u32;
                for (s, &image) in owns.iter().enumerate() {
                    classes.number[index(image, points::image_set(enemy, s))] = number;
                }
                classes.states.push(position(own, enemy));
            }
        }
        classes
    }

    /// The classes to which the moves of a state lead; `None` for a move that ends the game by a shot.
    fn successors(&self, state: &MillPosition<Morabaraba>) -> Vec<Option<u32>> {
        let mut moves = Vec::new();
        state.generate(&mut moves);
        let lead = moves.into_iter().map(|m| {
            let mut child = state.clone();
            child.play(m);
            match child.outcome() {
                Some(Outcome::Loss) => None,
                None => Some(self.number[index(child.men(1), child.men(0))]),
                other => panic!("{m:?} ends with {other:?}"),
            }
        });
        lead.collect()
    }
}

/// By W/L/D totals in classes and the longest line, in plies; a move that wins by a shot counts as one ply.
#[test]
fn three_against_three_has_the_published_values() {
    let classes = Classes::list();
    let mut known = vec![Known::Nothing; classes.states.len()];
    let successors: Vec<_> = classes
        .states
        .iter()
        .map(|s| classes.successors(s))
        .collect();
    let mut open: Vec<usize> = (0..known.len()).collect();
    let mut depth = 0;
    loop {
        depth += 1;
        let mut found = Vec::new();
        open.retain(|&i| {
            let value = judge(&successors[i], &known, depth);
            found.extend(value.map(|v| (i, v)));
            value.is_none()
        });
        if found.is_empty() {
            break;
        }
        for (i, value) in found {
            known[i] = value;
        }
    }
    let count = |test: fn(&Known) -> bool| known.iter().filter(|k| test(k)).count();
    let wins = count(|k| matches!(k, Known::Win(_)));
    let losses = count(|k| matches!(k, Known::Loss(_)));
    let longest = known.iter().map(|k| match k {
        Known::Win(n) | Known::Loss(n) => *n,
        Known::Nothing => 0,
    });
    assert_eq!((wins, losses, open.len()), (141_204, 28_422, 0));
    assert_eq!(longest.max(), Some(16));
}

/// The value of a state whose moves lead to `successors`, if it is decided in exactly `depth` plies.
fn judge(successors: &[Option<u32>], known: &[Known], depth: u32) -> Option<Known> {
    let value = |s: &Option<u32>| s.map_or(Known::Loss(0), |i| known[i as usize]);
    if successors
        .iter()
        .any(|s| matches!(value(s), Known::Loss(n) if n < depth))
    {
        return Some(Known::Win(depth));
    }
    let all_won = successors.iter().all(|s| matches!(value(s), Known::Win(_)));
    all_won.then_some(Known::Loss(depth))
}
