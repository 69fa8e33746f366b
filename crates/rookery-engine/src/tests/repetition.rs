//! Repetition: a position that occurred before counts as a draw in the search, except the one that the next move leads to.

use crate::tests::tree::{Child, mix};
use crate::tests::{DRIVERS, found, request};
use crate::{Control, Driver, Knowledge, MoveList, Outcome, Position};
use crate::{Repetition, Score, Techniques, Value, search};

/// Two walkers, each in a corridor of a few rooms. A step goes left (0) or right (1); the evaluation says that the first walker
/// is better off, the further right the two stand.
#[derive(Clone, Copy, Debug)]
struct Corridor {
    rooms: [u8; 2],
    ply: usize,
}

impl Position for Corridor {
    type Move = Child;
    const NAME: &'static str = "corridor";
    const MAX_MOVES: usize = 2;
    const HISTORY: usize = 2;
    const REPETITION: Repetition = Repetition::Draw;

    fn side(&self) -> usize {
        self.ply % 2
    }

    fn key(&self) -> u64 {
        let [a, b] = self.rooms.map(u64::from);
        mix(a << 16 | b << 8 | (self.ply % 2) as u64)
    }

    /// There is a wall left of room 0 and right of room 1.
    fn generate(&self, out: &mut MoveList<Child>) {
        out.push(Child(1 - self.rooms[self.side()]));
    }

    fn play(&mut self, m: Child) {
        self.rooms[self.side()] = m.0;
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }

    fn history_index(m: Child) -> usize {
        m.0.into()
    }

    fn reversible(&self) -> usize {
        self.ply
    }
}

#[derive(Clone, Copy, Debug)]
struct Rooms;

impl Knowledge<Corridor> for Rooms {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Corridor, _acc: &()) -> Score {
        let sum = Score::from(position.rooms[0]) + Score::from(position.rooms[1]);
        let value = 50 + 100 * sum;
        if position.side() == 0 { value } else { -value }
    }
}

const START: Corridor = Corridor {
    rooms: [0, 0],
    ply: 0,
};

/// Both can only go to and fro, so the first position is back after four plies.
#[test]
fn one_return_within_the_tree_is_a_draw() {
    for driver in DRIVERS {
        for (depth, expected) in [(1, 150), (2, 250), (3, 150), (4, 0), (9, 0)] {
            let found = found(&START, &Rooms, &request(driver, depth));
            assert_eq!(
                found.lines[0].value,
                Value::Cp(expected),
                "{driver:?} {depth}"
            );
        }
    }
}

/// Two plies after the start the walkers stand in their right rooms, and two plies on they are back.
#[test]
fn one_return_to_the_game_is_a_draw() {
    let mut root = START;
    let mut earlier = Vec::new();
    for m in [Child(1), Child(1)] {
        earlier.push(root.key());
        root.play(m);
    }
    for driver in DRIVERS {
        for (earlier, expected) in [(&[][..], 50), (&earlier[..], 0)] {
            let request = request(driver, 2);
            let found = search(&root, earlier, &Rooms, &request, &Control::unlimited());
            assert_eq!(found.lines[0].value, Value::Cp(expected), "{driver:?}");
        }
    }
}

#[test]
fn the_next_move_may_lead_back_once() {
    let mut earlier = Vec::new();
    let mut root = START;
    let mut values = Vec::new();
    for _ in 0..12 {
        let found = search(
            &root,
            &earlier,
            &Rooms,
            &request(Driver::Pvs, 1),
            &Control::unlimited(),
        );
        values.push(found.lines[0].value);
        earlier.push(root.key());
        let m = found.lines[0].moves[0];
        root.play(m);
    }
    let cp = |n| Value::Cp(n);
    // Plies 0 to 6 lead to positions that have occurred at most once; from ply 7 on it is the third time.
    assert_eq!(values[..7], [150, -250, 150, -50, 150, -250, 150].map(cp));
    assert_eq!(values[7..], [0; 5].map(cp));
}

/// A walker who goes round three rooms, one after the other; the first side moves twice, the other one once. It says nothing of how far back a repetition
/// can lie.
#[derive(Clone, Copy, Debug)]
struct Round {
    ply: usize,
}

impl Position for Round {
    type Move = Child;
    const NAME: &'static str = "round";
    const MAX_MOVES: usize = 1;
    const HISTORY: usize = 1;
    const ALTERNATING: bool = false;
    const REPETITION: Repetition = Repetition::Draw;

    fn side(&self) -> usize {
        usize::from(self.ply % 3 == 2)
    }

    fn key(&self) -> u64 {
        mix(self.ply as u64 % 3)
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        out.push(Child(0));
    }

    fn play(&mut self, _: Child) {
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Loss
    }
}

impl Knowledge<Round> for Rooms {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Round, _acc: &()) -> Score {
        let value = 50 + 100 * (position.ply % 3) as Score;
        if position.side() == 0 { value } else { -value }
    }
}

/// The first room is back after three plies, an odd number, as a side moves twice.
#[test]
fn one_return_after_an_odd_number_of_plies_is_a_draw() {
    for driver in DRIVERS {
        for (depth, expected) in [(1, 150), (2, 250), (3, 0), (4, 0), (9, 0)] {
            let found = found(&Round { ply: 0 }, &Rooms, &request(driver, depth));
            assert_eq!(
                found.lines[0].value,
                Value::Cp(expected),
                "{driver:?} {depth}"
            );
        }
    }
}
