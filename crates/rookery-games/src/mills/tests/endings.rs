//! Endgame tables of a mill game against the rules: small ones are built, opened, and checked value by value.

use std::marker::PhantomData;
use std::path::PathBuf;

use crate::mills::rules::points::Points;
use crate::mills::rules::position::{MillPosition, Parts};
use crate::mills::rules::rule_options::Rules;
use crate::mills::tables::endgame_index::Endgame;
use crate::mills::tables::{TabledKind, probe, solver};
use crate::tests::endings::{build_and_open, build_and_open_in};
use rookery_engine::tables::{Finished, Head, Moves, PackedValue, Place, Space, up_to};
use rookery_engine::{Control, MoveList, Outcome, Position, Solver, SplitMix, Value};

/// Builds the endings up to `last` and opens them for this process.
pub fn build_up_to<K: TabledKind>(last: &str) -> Vec<Head> {
    let endgames = K::tables().endgames();
    build_and_open(endgames, up_to(&endgames.plans(), last).unwrap())
}

/// Builds the endings of these labels, each after those that it needs, and opens them for this process. Those in the folder that
/// `ROOKERY_TABLES` names are not built again, and what is built is kept there.
pub fn build_these<K: TabledKind>(labels: &[&str]) -> Vec<Head> {
    let endgames = K::tables().endgames();
    let plans = endgames.plans();
    let number = |label: &&str| plans.iter().position(|plan| plan.label == *label).unwrap();
    let kept = std::env::var_os("ROOKERY_TABLES").map(PathBuf::from);
    build_and_open_in(kept.as_deref(), endgames, labels.iter().map(number))
}

/// The open tables as the builder asks for them.
pub struct Open<K>(PhantomData<K>);

impl<K> Open<K> {
    pub fn new() -> Self {
        Open(PhantomData)
    }
}

impl<K: TabledKind> Finished for Open<K> {
    fn cell(&self, place: Place) -> PackedValue {
        let open = K::tables().open_tables();
        open.cell(place).expect("the material is open")
    }
}

pub fn position<K: TabledKind>(own: Points, other: Points, rules: Rules) -> MillPosition<K> {
    let parts = Parts {
        men: [own, other],
        hand: [0; 2],
        side: 0,
        bans: [None; 2],
        quiet: 0,
    };
    MillPosition::from_parts(parts, rules)
}

pub fn random_set(rng: &mut SplitMix, count: u32, without: Points) -> Points {
    let mut set: Points = 0;
    while set.count_ones() < count {
        set |= 1 << (rng.next() % 24) & !without;
    }
    set
}

/// Checks values by the rules alone: a value is right if it follows from those after every legal move.
pub fn assert_values_follow_from_those_after_every_move<K: TabledKind>() {
    assert_every_nth_value_follows::<K>(17, |_| true);
}

/// The same for every `step`th value of those open tables whose names are wanted.
pub fn assert_every_nth_value_follows<K: TabledKind>(
    step: usize,
    is_wanted: impl Fn(&str) -> bool,
) {
    let (space, open) = (K::tables().space(), Open::<K>::new());
    for material in 0..=u16::from(u8::MAX) {
        let is_open = K::tables().open_tables().has(material);
        let len = if is_open && is_wanted(&space.name(material)) {
            space.len(material)
        } else {
            0
        };
        for index in (0..len).step_by(step) {
            let place = Place { material, index };
            let Some(state) = space.state(place) else {
                assert_eq!(open.cell(place), PackedValue::HOLE);
                continue;
            };
            let here = position::<K>(state.own, state.other, K::RULES.uncounted());
            let mut moves = MoveList::new();
            here.generate(&mut moves);
            let after = moves.into_iter().map(|m| {
                let mut child = here.clone();
                child.play(m);
                match child.outcome() {
                    Some(outcome) => {
                        assert_eq!(outcome, Outcome::Loss);
                        PackedValue::LOST
                    }
                    None => open.cell(space.place(Endgame::of(&child).unwrap())),
                }
            });
            let best = after
                .map(PackedValue::a_ply_earlier)
                .reduce(PackedValue::better);
            // Whoever cannot move has lost.
            let best = best.unwrap_or(PackedValue::LOST);
            assert_eq!(best, open.cell(place), "{state:?}");
        }
    }
}

/// Images of a position have one number, and a number names one of them.
pub fn assert_images_share_a_number<K: TabledKind>() {
    let space = K::tables().space();
    let mut rng = SplitMix::new(3);
    for (own_count, other_count) in [(3, 3), (5, 4), (4, 5), (6, 3), (8, 7)] {
        let line: Points = 0b111;
        // Symmetrical sets are rare among random ones: some begin with a line.
        for start in [0, line, line].into_iter().cycle().take(300) {
            let own = start | random_set(&mut rng, own_count - start.count_ones(), start);
            let other = random_set(&mut rng, other_count, own);
            let state = Endgame::new(own, other, K::RULES.see_saw_ban);
            let place = space.place(state);
            let named = space.state(place).expect("a position has a number");
            let images: Vec<_> = (0..16).map(|s| space.image(state, s)).collect();
            assert!(images.contains(&named));
            assert!(images.iter().all(|&image| space.place(image) == place));
            let stays = images.iter().filter(|&&image| image == state).count();
            assert_eq!(space.stabiliser(named).count_ones() as usize, stays);
        }
    }
}

/// Every predecessor of a position has a move to it, and every move has its predecessor, once.
pub fn assert_unmoves_are_moves_taken_back<K: TabledKind>() {
    let (space, open) = (K::tables().space(), Open::<K>::new());
    let mut rng = SplitMix::new(9);
    for (own_count, other_count) in [(3, 4), (4, 3), (3, 3)].into_iter().cycle().take(90) {
        let own = random_set(&mut rng, own_count, 0);
        let state = Endgame::new(
            own,
            random_set(&mut rng, other_count, own),
            K::RULES.see_saw_ban,
        );
        let mut moves = Moves::new();
        space.moves(state, &open, &mut moves);
        for child in moves.quiet() {
            let mut before = Vec::new();
            space.unmoves(*child, &mut before);
            assert_eq!(before.iter().filter(|b| **b == state).count(), 1);
        }
        let mut before = Vec::new();
        space.unmoves(state, &mut before);
        for earlier in before {
            let mut moves = Moves::new();
            space.moves(earlier, &open, &mut moves);
            assert!(moves.wins_at_once() || moves.quiet().contains(&state));
        }
    }
}

/// Endings of four men against three, played out by the tables.
pub fn assert_the_solver_plays_every_win_to_its_end<K: TabledKind>() {
    let mut rng = SplitMix::new(8);
    let (mut wins, mut draws) = (0, 0);
    while wins < 20 || draws < 5 {
        let own = random_set(&mut rng, 4, 0);
        let mut here = position::<K>(own, random_set(&mut rng, 3, own), K::RULES);
        let Some(solved) = solver::<K>().solve(&here, &Control::unlimited()) else {
            panic!("every position of four against three is known");
        };
        match solved.value {
            Value::Win(plies) | Value::Loss(plies) => {
                assert_eq!(solved.line.len(), plies as usize);
                for m in solved.line {
                    assert!(here.is_legal(m));
                    here.play(m);
                }
                let is_over = here.outcome() == Some(Outcome::Loss) || here.count_moves() == 0;
                assert!(is_over);
                wins += 1;
            }
            _ => {
                here.play(solved.line[0]);
                assert_eq!(probe(&here), Some(Value::Exact(0)));
                draws += 1;
            }
        }
    }
}

/// Each group comes after those it needs; returns the number of material classes.
pub fn assert_groups_come_after_those_they_need<K: TabledKind>() -> usize {
    let space = K::tables().space();
    let groups = space.groups();
    let mut done = Vec::new();
    for group in groups {
        for material in space.needs(&group) {
            assert!(done.contains(&material), "{} needs {material}", group.label);
        }
        done.extend(group.materials);
    }
    done.len()
}

/// Wins, losses and draws of the side to move in a table.
#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    /// Every placement of the men.
    pub raw: [u64; 3],
    /// One of each class under the symmetries of the board.
    pub canonical: [u64; 3],
}

/// Counts the values of an open table.
pub fn counts<K: TabledKind>(name: &str) -> Counts {
    let (space, open) = (K::tables().space(), K::tables().open_tables());
    let material = (0..256).find(|&m| open.has(m) && space.name(m) == name);
    let material = material.expect("the table is open");
    let mut counts = Counts {
        raw: [0; 3],
        canonical: [0; 3],
    };
    for index in 0..space.len(material) {
        let place = Place { material, index };
        let Some(state) = space.state(place) else {
            continue;
        };
        let kind = match open.cell(place).and_then(PackedValue::value) {
            Some(Value::Win(_)) => 0,
            Some(Value::Loss(_)) => 1,
            Some(_) => 2,
            None => panic!("{name} {index} has no value"),
        };
        let images = 16 / u64::from(space.stabiliser(state).count_ones());
        counts.raw[kind] += images;
        counts.canonical[kind] += 1;
    }
    counts
}
