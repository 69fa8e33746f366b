//! Published counts of the game tree and of positions (12 cows with diagonals, from the empty board).

use std::collections::HashSet;

use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::rules::rule_options::Rules;
use rookery_engine::Position;

fn leaves(position: &Morabaraba, depth: u32) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_moves() as u64;
    }
    children(position)
        .map(|child| leaves(&child, depth - 1))
        .sum()
}

fn children(position: &Morabaraba) -> impl Iterator<Item = Morabaraba> {
    let mut moves = Vec::new();
    position.generate(&mut moves);
    moves.into_iter().map(|m| {
        let mut child = position.clone();
        child.play(m);
        child
    })
}

/// Whole turns: a shot belongs to its turn.
#[test]
fn leaf_counts_are_the_published_ones() {
    let start = Morabaraba::new(Rules::default());
    let published = [24, 552, 12_144, 255_024, 5_150_880, 99_862_272];
    for (depth, expected) in (1..).zip(published) {
        assert_eq!(leaves(&start, depth), expected, "depth {depth}");
    }
}

/// Distinct positions after one to five turns, and classes of them under the 16 symmetries of the board.
#[test]
fn position_counts_are_the_published_ones() {
    let published = [
        (24, 4),
        (552, 46),
        (6_072, 428),
        (63_756, 4_200),
        (421_260, 26_827),
    ];
    let mut positions = vec![Morabaraba::new(Rules::default())];
    for (turn, expected) in (1..).zip(published) {
        let mut seen = HashSet::new();
        positions = positions
            .iter()
            .flat_map(children)
            .filter(|p| seen.insert(p.key()))
            .collect();
        let classes: HashSet<u64> = positions.iter().map(|p| p.canonical().0).collect();
        assert_eq!((positions.len(), classes.len()), expected, "turn {turn}");
    }
}
