//! Tables of Fanorona against the published counts of positions and the rules of the game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::fanorona::rules::points;
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::FanoronaRules;
use crate::fanorona::tables::endgame_index::StoneEnding;
use crate::fanorona::tables::{SPACE, endgames, probe};
use crate::tests::endings::build_and_open;
use rookery_engine::tables::{Head, Place, Space, up_to};
use rookery_engine::{Outcome, Position, SplitMix, Value};

/// The endings of up to three stones, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| {
    let numbers = up_to(&endgames().plans(), "3").unwrap();
    build_and_open(endgames(), numbers)
});

/// The positions of two, three and four stones, images included: terms of the published sum over C(45, k) (2^k - 2).
#[test]
fn every_position_has_one_number() {
    let mut counts = BTreeMap::new();
    for group in SPACE.groups().into_iter().filter(|g| g.label != "5") {
        for material in group.materials {
            for index in 0..SPACE.len(material) {
                let place = Place { material, index };
                if let Some(ending) = SPACE.state(place) {
                    assert_eq!(ending.material(), Some(material));
                    let images = 4 / SPACE.stabiliser(ending).count_ones();
                    *counts.entry(group.label.clone()).or_insert(0) += images;
                }
            }
        }
    }
    let expected = [("2", 990 * 2), ("3", 14_190 * 6), ("4", 148_995 * 14)];
    let expected = expected.map(|(label, n)| (label.to_owned(), n));
    assert_eq!(counts, expected.into());
}

fn scattered(random: &mut SplitMix, stones: usize) -> Fanorona {
    let rules = FanoronaRules {
        quiet_limit_plies: None,
        ..FanoronaRules::default()
    };
    let order: Vec<u8> = rules.board.reading_order().collect();
    loop {
        let mut sets = [0; 2];
        for n in 0..stones {
            let side = if n < 2 { n } else { random.below(2) };
            sets[side] |= points::bit(order[random.below(order.len())]);
        }
        if sets[0] & sets[1] == 0 {
            return Fanorona::placed(sets, random.below(2) as u8, 0, rules);
        }
    }
}

/// Unmoves lead to exactly those positions from which a move leads back.
#[test]
fn unmoves_are_moves() {
    let mut random = SplitMix::new(17);
    let mut stays = 0;
    for _ in 0..1_000 {
        let position = scattered(&mut random, 5);
        let ending = StoneEnding::of(&position);
        for m in position.moves().into_iter().filter(|m| !m.is_capture()) {
            let child = StoneEnding::of(&position.after(m));
            let mut before = Vec::new();
            SPACE.unmoves(child, &mut before);
            assert_eq!(before.iter().filter(|b| **b == ending).count(), 1);
            stays += 1;
        }
        let mut before = Vec::new();
        SPACE.unmoves(ending, &mut before);
        for earlier in before {
            let earlier = earlier.position();
            let leads_here = |m| StoneEnding::of(&earlier.after(m)) == ending;
            assert!(earlier.moves().into_iter().any(leads_here));
        }
    }
    assert!(stays > 1_000, "{stays}");
}

/// Every move out of a group's classes leads to a class that the group declares to need.
#[test]
fn groups_come_after_those_that_they_need() {
    let mut known = Vec::new();
    for group in SPACE.groups() {
        for need in SPACE.needs(&group) {
            assert!(
                known.contains(&need),
                "{} in {}",
                SPACE.name(need),
                group.label
            );
        }
        known.extend(&group.materials);
    }
    assert_eq!(
        known.len(),
        1 + 2 + 3 + 4,
        "of two, three, four and five stones"
    );
}

/// Recomputes the values of random positions from those after each move, by the rules themselves; returns how many are no draws.
fn decided_positions(stones: usize) -> usize {
    let value_of = |position: &Fanorona| match position.ended() {
        Some(Outcome::Loss) => Some(Value::Loss(0)),
        _ => probe(position),
    };
    let mut random = SplitMix::new(23);
    let mut decided = 0;
    for _ in 0..2_000 {
        let position = scattered(&mut random, stones);
        if position.ended().is_some() {
            continue;
        }
        let after = position.moves().into_iter().map(|m| {
            let value = value_of(&position.after(m)).unwrap();
            match value {
                Value::Loss(plies) => Value::Win(plies + 1),
                Value::Win(plies) => Value::Loss(plies + 1),
                other => other,
            }
        });
        let best = after.max_by_key(|value| match value {
            Value::Exact(0) => 0,
            other => other.rank(),
        });
        assert_eq!(probe(&position), best);
        decided += usize::from(probe(&position) != Some(Value::Exact(0)));
    }
    decided
}

#[test]
fn values_follow_from_the_moves() {
    assert!(!SMALL.is_empty());
    let decided = decided_positions(3);
    assert!(decided > 100, "{decided}");
}

/// All tables, of 44 MB: the same of positions with five stones.
#[test]
#[ignore = "minutes without optimisation"]
fn endings_of_five_stones() {
    let heads = build_and_open(endgames(), 0..endgames().plans().len());
    assert_eq!(heads.len(), 10);
    let decided = decided_positions(5);
    assert!(decided > 100, "{decided}");
}

/// A win is told as long as it fits beside the draw by counting, and no longer.
#[test]
fn the_draw_by_counting_is_heeded() {
    assert!(!SMALL.is_empty());
    let mut random = SplitMix::new(29);
    let mut cut = 0;
    for _ in 0..500 {
        let free = scattered(&mut random, 3);
        let Some(Value::Win(plies)) = probe(&free) else {
            continue;
        };
        let stones = [free.stones(0), free.stones(1)];
        let with =
            |quiet| Fanorona::placed(stones, free.side() as u8, quiet, FanoronaRules::default());
        let last = 100 - plies as u16;
        assert_eq!(probe(&with(last)), Some(Value::Win(plies)));
        if plies > 1 {
            assert_eq!(probe(&with(last + 1)), None);
            cut += 1;
        }
    }
    assert!(cut > 20, "{cut}");
}
