//! The memory: limits, age, images of a position, and what it adds to a look-ahead.

use crate::checkers::samuel::play::look_ahead::LookAhead;
use crate::checkers::samuel::play::polynomial::Polynomial;
use crate::checkers::samuel::play::scoring::NEARLY_WON;
use crate::checkers::samuel::rote::memory::{MemoryLimits, Remembered, RoteMemory};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::tests::rated;
use rookery_engine::{Position, Search, Value};

fn memory(positions: usize, first_age: u16, last_age: u16) -> RoteMemory {
    RoteMemory::new(MemoryLimits {
        positions,
        first_age,
        last_age,
    })
}

fn of_plies(plies: u16) -> Remembered {
    Remembered {
        value: i32::from(plies),
        plies,
    }
}

/// Eight positions fit; when there are nine, those that look ahead the least are dropped until seven are left.
#[test]
fn a_full_memory_drops_what_looks_ahead_the_least() {
    let mut memory = memory(8, 1, 100);
    let position = |square: u16| rated(&format!("B:W{}:B1", 20 + square)).position;
    let plies = [3, 9, 4, 8, 5, 7, 6, 2, 10];
    for (square, plies) in (1..).zip(plies) {
        memory.store(&position(square), of_plies(plies));
    }
    assert_eq!(memory.len(), 7);
    let mut kept: Vec<u16> = (1..=9)
        .filter_map(|square| memory.recall(&position(square)))
        .map(|remembered| remembered.plies)
        .collect();
    kept.sort_unstable();
    assert_eq!(kept, [4, 5, 6, 7, 8, 9, 10]);
}

/// From age 2 a position is forgotten at 5, after three ageings; each use halves its age.
#[test]
fn positions_that_are_not_used_are_forgotten() {
    let (used, unused) = (rated("B:W21:B1").position, rated("B:W22:B1").position);
    let mut memory = memory(10, 2, 5);
    memory.store(&used, of_plies(3));
    memory.store(&unused, of_plies(3));
    memory.grow_older();
    memory.grow_older();
    assert_eq!(memory.len(), 2);
    // 4 becomes 2.
    assert!(memory.recall(&used).is_some());
    memory.grow_older();
    assert_eq!(memory.recall(&unused), None);
    assert_eq!(memory.len(), 1);
    // The age was 3 and is halved to 1 by a better value: three more ageings lead to 4.
    memory.store(&used, of_plies(6));
    for _ in 0..3 {
        memory.grow_older();
    }
    assert_eq!(memory.recall(&used), Some(of_plies(6)));
}

#[test]
fn images_of_a_position_are_one() {
    let mut memory = memory(10, 1, 100);
    let men = rated("W:W21,K15:B5,12").position;
    memory.store(&men, of_plies(3));
    assert!(memory.recall(&men.turned()).is_some());
    // White on 12 and 18, Black on 21 and 28: the turned board without an exchange of colours.
    assert_eq!(memory.recall(&rated("W:W12,K18:B28,21").position), None);
    memory.store(&rated("B:WK1:BK6,K15").position, of_plies(4));
    assert_eq!(memory.len(), 2);
    // Half a turn; both mirrors, by column and row: 1 is at column 1 of row 0, and so becomes column 0 of row 1, which is 5.
    for image in [
        "B:WK32:BK27,K18",
        "B:WK5:BK9,K18",
        "B:WK28:BK24,K15",
        "W:WK27,K18:BK32",
    ] {
        let found = memory.recall(&rated(image).position);
        assert_eq!(found, Some(of_plies(4)), "{image}");
    }
    assert_eq!(memory.recall(&rated("B:WK2:BK6,K15").position), None);
}

/// Two kings against one, won in five plies by the engine's exact search. Three plies do not show that; with the values of the positions
/// three plies on, which themselves look ahead by three, they do, and the plies add up.
#[test]
fn remembered_positions_lengthen_the_look_ahead() {
    let polynomial = Polynomial::fixed();
    let won = rated("W:WK8,K31:BK25");
    let exact = Search::new(&won.position).depth(5).exact().run();
    assert_eq!(exact.value(), Some(Value::Win(5)));
    let plain = LookAhead::new(&polynomial, 3).choose(&won, None).unwrap();
    assert!(plain.backed_up.value < NEARLY_WON, "{plain:?}");

    let mut memory = memory(10_000, 1, 100);
    let mut stored = 0;
    for first in won.position.moves() {
        let first = won.position.after(first);
        for reply in first.moves() {
            let second = first.after(reply);
            for third in second.moves() {
                let third = RatedPosition::new(second.after(third));
                let known = LookAhead::new(&polynomial, 3).choose(&third, None);
                if let Some(known) = known {
                    memory.store(&third.position, known.backed_up);
                    stored += 1;
                }
            }
        }
    }
    assert!(stored > 10, "{stored}");
    let mut look_ahead = LookAhead::new(&polynomial, 3).remembering(Some(&mut memory));
    let helped = look_ahead.choose(&won, None).unwrap();
    assert!(helped.backed_up.value >= NEARLY_WON, "{helped:?}");
    assert!(helped.backed_up.plies >= 5, "{helped:?}");
}
