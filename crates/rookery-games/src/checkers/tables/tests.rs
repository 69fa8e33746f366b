//! Tables of checkers against published counts, the rules of the game, and the search.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::binomial::choose;
use crate::checkers::position_text;
use crate::checkers::rules::position::{Checkers, Placement};
use crate::checkers::rules::rule_options::{DrawRules, FORTY_MOVES_PLIES};
use crate::checkers::tables::endgame_index::SmallEnding;
use crate::checkers::tables::open_endings::{OPEN_TABLES, SPACE};
use crate::checkers::tables::{endgames, probe, probe_closely, solver, stretches};
use crate::tests::endings::build_and_open;
use rookery_engine::tables::up_to;
use rookery_engine::tables::{Group, Head, MaterialClass, PackedValue, Place, Space};
use rookery_engine::{Control, Outcome, Position, Solver, SplitMix, Value};

/// The endings of up to three pieces, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| {
    let numbers = up_to(&endgames().plans(), "3").unwrap();
    build_and_open(endgames(), numbers)
});

/// Whether its endings are of two or three pieces.
fn is_small(group: &Group) -> bool {
    ["2", "3"].contains(&group.label.as_str())
}

/// Whether a class has this many pieces: its name is made of their numbers.
fn is_of(head: &Head, pieces: u32) -> bool {
    let digits = head.name.chars().filter_map(|c| c.to_digit(10));
    digits.sum::<u32>() == pieces
}

/// Wins, losses and draws of all classes with this many pieces.
fn totals(heads: &[Head], pieces: u32) -> [u64; 3] {
    let add = |sum: [u64; 3], head: &Head| {
        let s = head.summary;
        [sum[0] + s.wins, sum[1] + s.losses, sum[2] + s.draws]
    };
    let of = heads.iter().filter(|head| is_of(head, pieces));
    of.fold([0; 3], add)
}

/// The most plies to the end in the classes with this many pieces.
fn longest_end(heads: &[Head], pieces: u32) -> u32 {
    let of = heads.iter().filter(|head| is_of(head, pieces));
    of.map(|head| head.summary.longest).max().unwrap_or(0)
}

/// The positions with all of `pieces` pieces on one side, men and kings: that side has won, whoever is to move.
fn one_sided(pieces: usize) -> u64 {
    let with_kings = |kings: usize| {
        let men = pieces - kings;
        choose(28, men) * choose(32 - men, kings)
    };
    (0..=pieces).map(with_kings).sum::<usize>() as u64
}

/// The counts of all positions of two and three pieces, and of some material, by another program that agrees with Chinook's numbers of
/// positions (Schaeffer; OEIS A055213). It counts positions of one side alone too: half of them won, half of them lost.
#[test]
fn small_endings_have_the_published_counts() {
    for (pieces, published) in [(2, [2_458, 2_144, 2_370]), (3, [132_846, 119_901, 8_477])] {
        let alone = one_sided(pieces);
        let [wins, losses, draws] = totals(&SMALL, pieces as u32);
        assert_eq!([wins + alone, losses + alone, draws], published);
    }
    assert_eq!(longest_end(&SMALL, 2), 13);
    assert_eq!(longest_end(&SMALL, 3), 62);
    let of: BTreeMap<_, _> = SMALL
        .iter()
        .map(|head| (head.name.as_str(), head.summary))
        .collect();
    for (name, expected) in [
        ("1k-1k", [230, 108, 654]),
        ("2k-1k", [14_846, 0, 34]),
        ("1m-1m", [102, 47, 611]),
    ] {
        let s = of[name];
        assert_eq!([s.wins, s.losses, s.draws], expected, "{name}");
    }
}

/// Schaeffer's numbers of positions, less those of one side alone.
#[test]
fn every_position_has_one_number() {
    let mut counts = BTreeMap::new();
    for group in SPACE.groups().into_iter().filter(is_small) {
        for material in group.materials {
            for index in 0..SPACE.len(material) {
                let place = Place { material, index };
                if let Some(endgame) = SPACE.state(place) {
                    assert_eq!(SPACE.place(endgame), place);
                    assert_eq!(endgame.material(), Some(material));
                    *counts.entry(group.label.clone()).or_insert(0) += 1;
                }
            }
        }
    }
    let expected = [
        ("2", 6_972 - 2 * one_sided(2)),
        ("3", 261_224 - 2 * one_sided(3)),
    ];
    assert_eq!(
        counts,
        expected.map(|(label, n)| (label.to_owned(), n)).into()
    );
}

/// Unmoves lead to exactly those positions from which a move leads back.
#[test]
fn unmoves_are_moves() {
    let mut random = SplitMix::new(17);
    let groups = SPACE.groups();
    let mut stays = 0;
    for _ in 0..3_000 {
        let group = &groups[random.below(groups.len())];
        let material = group.materials[random.below(group.materials.len())];
        let index = random.below(SPACE.len(material));
        let Some(endgame) = SPACE.state(Place { material, index }) else {
            continue;
        };
        let position = endgame.position();
        for m in position
            .moves()
            .into_iter()
            .filter(|m| !m.is_jump() && !position.crowns(*m))
        {
            let child = SmallEnding::of(&position.after(m));
            let mut before = Vec::new();
            SPACE.unmoves(child, &mut before);
            assert_eq!(before.iter().filter(|b| **b == endgame).count(), 1);
            stays += 1;
        }
        let mut before = Vec::new();
        SPACE.unmoves(endgame, &mut before);
        for earlier in before {
            let earlier = earlier.position();
            let leads_here = |m| SmallEnding::of(&earlier.after(m)) == endgame;
            assert!(earlier.moves().into_iter().any(leads_here));
        }
    }
    assert!(stays > 3_000, "{stays}");
}

/// Every move out of a group's classes leads to a class that the group declares to need.
#[test]
fn groups_come_after_those_that_they_need() {
    let groups = SPACE.groups();
    assert_eq!(
        groups.len(),
        3 + 6 + (8 + 6) + (10 + 12),
        "of two, three, four and five pieces"
    );
    let mut known = Vec::new();
    for group in &groups {
        for need in SPACE.needs(group) {
            assert!(
                known.contains(&need),
                "{} in {}",
                SPACE.name(need),
                group.label
            );
        }
        known.extend(&group.materials);
    }
}

/// The value by the table, or of a game that is over.
fn value_of(position: &Checkers) -> Option<Value> {
    match position.ended() {
        Some(Outcome::Loss) => Some(Value::Loss(0)),
        _ => probe_closely(position),
    }
}

/// A position's value follows from those after each move, by the rules themselves.
#[test]
fn values_follow_from_the_moves() {
    assert!(!SMALL.is_empty());
    let mut random = SplitMix::new(23);
    let groups: Vec<_> = SPACE.groups().into_iter().filter(is_small).collect();
    let mut seen = 0;
    while seen < 2_000 {
        let group = &groups[random.below(groups.len())];
        let material = group.materials[random.below(group.materials.len())];
        let index = random.below(SPACE.len(material));
        let Some(endgame) = SPACE.state(Place { material, index }) else {
            continue;
        };
        let position = endgame.position();
        let after = |m| {
            let value = value_of(&position.after(m)).unwrap();
            value.a_ply_earlier(false)
        };
        let best = position
            .moves()
            .into_iter()
            .map(after)
            .max_by_key(|value| value.rank());
        assert_eq!(probe(&position), Some(best.unwrap_or(Value::Loss(0))));
        seen += 1;
    }
}

/// Two kings against one in the double corner win (the "first position" of the books is one piece more); the solver plays it out.
#[test]
fn two_kings_win_against_one() {
    assert!(!SMALL.is_empty());
    let read = |text| position_text::parse(text, DrawRules::default()).unwrap();
    let solved = solver()
        .solve(&read("B:WK32:BK14,K15"), &Control::unlimited())
        .unwrap();
    let Value::Win(plies) = solved.value else {
        panic!("{:?} is no win", solved.value)
    };
    assert_eq!(solved.line.len() as u32, plies);
    assert_eq!(probe(&read("W:WK1:BK32")), Some(Value::Exact(0)));
    // So near to the draw by counting, the win comes too late.
    assert_eq!(probe(&read("B:WK32:BK14,K15:H79")), None);
    assert!(probe(&read("B:WK32:BK14,K15:H50")).is_some());
    assert_eq!(probe(&read("B:WK32:BK14,K15,1,2")), None);
}

/// The longest stretch of every position of these groups, by material, computed from the end of the game backwards.
struct Stretches(BTreeMap<MaterialClass, Vec<u8>>);

impl Stretches {
    fn of(groups: &[Group]) -> Self {
        let mut stretches = Stretches(BTreeMap::new());
        for group in groups {
            stretches.add(group);
        }
        stretches
    }

    fn add(&mut self, group: &Group) {
        let mut decided: Vec<(u8, MaterialClass, u32)> = Vec::new();
        for &material in &group.materials {
            self.0.insert(material, vec![0; SPACE.len(material)]);
            for index in 0..SPACE.len(material) {
                let cell = OPEN_TABLES.cell(Place { material, index });
                if let Some(plies) = cell.and_then(PackedValue::plies) {
                    decided.push((plies as u8, material, index as u32));
                }
            }
        }
        decided.sort_unstable();
        for (plies, material, index) in decided {
            let index = index as usize;
            let longest = self.longest(Place { material, index }, plies.into());
            self.0.get_mut(&material).unwrap()[index] = longest;
        }
    }

    fn longest(&self, place: Place, plies: u32) -> u8 {
        let position = SPACE.state(place).unwrap().position();
        let mut longest = 0_u8;
        for m in position.moves() {
            let child = position.after(m);
            longest = longest.max(1);
            if child.ended().is_some() {
                continue;
            }
            let after = SPACE.place(SmallEnding::of(&child));
            let left = OPEN_TABLES.cell(after).and_then(PackedValue::plies);
            if plies.is_multiple_of(2) || left.map(|left| left + 1) == Some(plies) {
                let rest = self.0[&after.material][after.index];
                longest = longest.max(match child.quiet() {
                    0 if u16::from(rest) > FORTY_MOVES_PLIES => u8::MAX,
                    0 => 1,
                    _ => rest.saturating_add(1),
                });
            }
        }
        longest
    }

    /// The longest of all that no later stretch cuts off.
    fn greatest(&self) -> u8 {
        let all = self.0.values().flatten();
        *all.filter(|stretch| **stretch < u8::MAX).max().unwrap()
    }

    /// Compares what is worked out for single positions with what was found from the end backwards, in some positions of each class.
    /// Returns how many were too many to look at.
    fn assert_equal(&self) -> u32 {
        let mut random = SplitMix::new(29);
        let mut too_many = 0;
        for (&material, known) in &self.0 {
            for _ in 0..200 {
                let index = random.below(known.len());
                let cell = OPEN_TABLES.cell(Place { material, index });
                let Some(plies) = cell.and_then(PackedValue::plies) else {
                    continue;
                };
                let endgame = SPACE.state(Place { material, index }).unwrap();
                match stretches::longest(endgame, plies) {
                    None => too_many += 1,
                    Some(found) => assert_eq!(found, u32::from(known[index]), "{endgame:?}"),
                }
            }
        }
        too_many
    }

    /// A position whose plies to the end and stretch are as asked for, with its stretch.
    fn find(&self, is_asked: impl Fn(u32, u8) -> bool) -> Option<(SmallEnding, u8)> {
        let mut of_materials = self.0.iter();
        of_materials.find_map(|(&material, stretches)| {
            let mut places = stretches.iter().enumerate();
            places.find_map(|(index, &stretch)| {
                let place = Place { material, index };
                let plies = OPEN_TABLES.cell(place)?.plies()?;
                let endgame = SPACE.state(place).filter(|_| is_asked(plies, stretch))?;
                Some((endgame, stretch))
            })
        })
    }
}

fn groups_of_small() -> Vec<Group> {
    SPACE.groups().into_iter().filter(is_small).collect()
}

#[test]
fn stretches_are_those_found_from_the_end_backwards() {
    assert!(!SMALL.is_empty());
    let stretches = Stretches::of(&groups_of_small());
    assert_eq!(stretches.greatest(), 34);
    assert_eq!(stretches.assert_equal(), 0);
}

/// The position after this number of quiet plies, by the usual rules.
fn counted(endgame: SmallEnding, quiet: u16) -> Checkers {
    let plain = endgame.position();
    let parts = Placement {
        pieces: [plain.pieces(0), plain.pieces(1)],
        kings: plain.kings(),
        side: 0,
        quiet,
    };
    Checkers::placed(parts, DrawRules::default())
}

/// The longest stretch, begun as late as the count allows: the table gives the win at every ply until the count restarts.
#[test]
fn a_win_is_known_to_its_end_beside_the_draw_by_counting() {
    assert!(!SMALL.is_empty());
    let stretches = Stretches::of(&groups_of_small());
    // One that takes further stretches to the end.
    let is_long = |plies: u32, stretch: u8| stretch >= 20 && plies > u32::from(stretch);
    let (endgame, longest) = stretches.find(is_long).unwrap();
    let quiet = FORTY_MOVES_PLIES - u16::from(longest);
    assert_eq!(probe_closely(&counted(endgame, quiet + 1)), None);
    let mut position = counted(endgame, quiet);
    assert_eq!(probe(&position), None, "at a glance it is too late");
    let mut plies = 0;
    while position.quiet() > 0 && position.ended().is_none() {
        let value = probe_closely(&position).unwrap();
        let best = position
            .moves()
            .into_iter()
            .filter_map(|m| {
                let after = position.after(m);
                Some((value_of(&after)?.a_ply_earlier(false), after))
            })
            .max_by_key(|(value, _)| value.rank());
        let (kept, after) = best.unwrap();
        assert_eq!(kept, value);
        (position, plies) = (after, plies + 1);
    }
    assert!(plies <= longest, "{plies}");
}

/// All endings of up to five pieces: the published numbers of won, lost and drawn positions, and the longest stretches. It takes some
/// minutes and 180 MB of disk.
#[test]
#[ignore = "minutes"]
fn endings_of_five() {
    let heads = build_and_open(endgames(), 0..endgames().plans().len());
    for (pieces, published) in [
        (4, [3_016_033, 2_358_819, 1_717_922]),
        (5, [75_953_484, 61_611_856, 11_122_892]),
    ] {
        let alone = one_sided(pieces);
        let [wins, losses, draws] = totals(&heads, pieces as u32);
        assert_eq!([wins + alone, losses + alone, draws], published);
    }
    assert_eq!([4, 5].map(|pieces| longest_end(&heads, pieces)), [109, 162]);
    let head = |name: &str| heads.iter().find(|head| head.name == name).unwrap();
    for (name, expected) in [
        ("2k-2k", [58_361, 3_943, 153_456, 49]),
        ("2m-2m", [26_945, 3_088, 95_631, 109]),
        ("1m1k-1m1k", [161_772, 14_122, 485_306, 103]),
    ] {
        let s = head(name).summary;
        let found = [s.wins, s.losses, s.draws, s.longest.into()];
        assert_eq!(found, expected, "{name}");
    }
    let (_, fewer): (Vec<_>, Vec<_>) = SPACE
        .groups()
        .into_iter()
        .partition(|group| group.label == "5");
    let of_fewer = Stretches::of(&fewer);
    assert_eq!(
        u32::from(of_fewer.greatest()),
        stretches::LONGEST_OF_FOUR_PLIES
    );
    assert_eq!(of_fewer.assert_equal(), 0);
    let all = Stretches::of(&SPACE.groups());
    // Longer than the limit.
    assert_eq!(all.greatest(), 103);
    // Of some fifteen thousand that were asked for.
    let too_many = all.assert_equal();
    assert!(too_many < 500, "{too_many}");
    let is_cut_off = |_, stretch| stretch == u8::MAX;
    let (endgame, _) = all
        .find(is_cut_off)
        .expect("a way through a stretch that is too long");
    assert_eq!(probe_closely(&counted(endgame, 0)), None, "{endgame:?}");
}
