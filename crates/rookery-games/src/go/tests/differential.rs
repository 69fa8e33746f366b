//! The rules against the slow implementation, in random games on all boards.

use crate::go::position_text;
use crate::go::rules::go_rules::GoRules;
use crate::go::rules::position::{Ban, GoPosition, PASS};
use crate::go::tests::reference::{SlowGame, liberties};
use rookery_engine::{Position, SplitMix};

/// What was met on the way.
#[derive(Default, Debug)]
struct Met {
    taken: u32,
    suicides: u32,
    ko: u32,
    superko: u32,
    ends: u32,
}

fn slow_of(position: &GoPosition) -> SlowGame {
    let size = position.goban().size;
    let row = |row: u8| {
        let owner = |column| position.owner(row * size + column);
        (0..size).map(owner).collect()
    };
    let cells = (0..size).map(row).collect();
    SlowGame::new(cells, position.side())
}

/// Compares everything that can be seen of a position.
fn compare(position: &GoPosition, slow: &SlowGame, met: &mut Met) {
    let size = usize::from(position.goban().size);
    for point in 0..position.goban().count() {
        let cell = (usize::from(point) % size, usize::from(point) / size);
        assert_eq!(position.owner(point), slow.cells[cell.1][cell.0]);
        let fast = position.ban(point);
        let expected = slow.board_after(cell).err();
        let name = fast.map(|ban| match ban {
            Ban::Occupied => "occupied",
            Ban::Suicide => "suicide",
            Ban::Ko | Ban::Superko => "repeats",
        });
        assert_eq!(name, expected, "{}", position_text::print(position));
        assert_eq!(position.is_legal(point), expected.is_none());
        match fast {
            Some(Ban::Suicide) => met.suicides += 1,
            Some(Ban::Ko) => met.ko += 1,
            Some(Ban::Superko) => met.superko += 1,
            Some(Ban::Occupied) | None => {}
        }
    }
    for side in 0..2 {
        let (mut last, mut counted) = (0, [0; 2]);
        for point in 0..position.goban().count() {
            let cell = (usize::from(point) % size, usize::from(point) / size);
            if position.owner(point) != Some(side) {
                continue;
            }
            let free = liberties(&slow.cells, cell);
            if let Some(stones) = counted.get_mut(free.len() - 1) {
                *stones |= 1_u128 << point;
            }
            if let (1, Some((column, row))) = (free.len(), free.first()) {
                last |= 1_u128 << (row * size + column);
            }
        }
        let known = [position.in_atari(side), position.with_two_liberties(side)];
        assert_eq!(known, counted, "{}", position_text::print(position));
        assert_eq!(position.last_liberties(side), last);
    }
    assert_eq!(position.areas().map(|area| area as usize), slow.areas());
    assert_eq!(
        (position.side(), usize::from(position.passes())),
        (slow.side, slow.passes)
    );
}

fn walk(rules: GoRules, seed: u64, plies: usize, met: &mut Met) {
    let mut random = SplitMix::new(seed);
    let mut position = GoPosition::new(rules);
    let mut slow = slow_of(&position);
    for _ in 0..plies {
        compare(&position, &slow, met);
        if position.outcome().is_some() {
            met.ends += 1;
            return;
        }
        let legal = position.moves();
        let m = legal[random.below(legal.len())];
        let size = rules.size;
        let cell = (m != PASS).then(|| (usize::from(m % size), usize::from(m / size)));
        let before = slow.cells.iter().flatten().flatten().count();
        position.play(m);
        slow.play(cell);
        let after = slow.cells.iter().flatten().flatten().count();
        met.taken += u32::from(after < before);
        // What a position says of itself is enough for the next move.
        let text = position_text::print(&position);
        let again = position_text::parse(&text, rules).unwrap();
        assert_eq!((&again, again.key()), (&position, position.key()), "{text}");
        assert_eq!(again.moves(), position.moves(), "{text}");
        assert_eq!(position_text::print(&again), text);
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let mut met = Met::default();
    for size in [2, 3, 4, 5, 6, 7, 9] {
        for handicap in [0, 2, 3, 4, 5] {
            // On the smallest boards the stones of a handicap leave no room.
            if handicap > 0 && size < 5 {
                continue;
            }
            let rules = GoRules::usual(size).with_handicap(handicap);
            // On small boards games are short, and more often come round.
            for seed in 0..if size < 5 { 60 } else { 4 } {
                walk(rules, seed + 10 * u64::from(size), 300, &mut met);
            }
        }
    }
    let Met {
        taken,
        suicides,
        ko,
        superko,
        ends,
    } = met;
    let seen = [taken, suicides, ko, superko, ends];
    assert!(seen.iter().all(|&count| count > 20), "{met:?}");
}
