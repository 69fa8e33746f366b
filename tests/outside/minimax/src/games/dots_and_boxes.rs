//! Dots and Boxes on four by four boxes; who completes a box takes it and moves again.

use rookery_games::engine::{Knowledge, MoveList, Outcome, Position, Score};

use crate::games::mixed;
use crate::passes::Passes;

/// Lines 0 to 19 are horizontal, four in each of five rows; lines 20 to 39 are vertical, five in each of four rows.
#[derive(Clone)]
pub struct DotsAndBoxes {
    pub drawn: u64,
    pub boxes: [u8; 2],
    pub side: usize,
}

const LINES: usize = 40;

/// The four lines of each box.
const BOXES: [u64; 16] = {
    let mut boxes = [0; 16];
    let mut i = 0;
    while i < 16 {
        let (row, column) = (i / 4, i % 4);
        let flat = 1 << (4 * row + column) | 1 << (4 * (row + 1) + column);
        boxes[i] = flat | 0b11 << (20 + 5 * row + column);
        i += 1;
    }
    boxes
};

pub fn start() -> DotsAndBoxes {
    DotsAndBoxes {
        drawn: 0,
        boxes: [0, 0],
        side: 0,
    }
}

impl Position for DotsAndBoxes {
    /// The line.
    type Move = u8;
    const NAME: &'static str = "dots-and-boxes";
    const MAX_MOVES: usize = LINES;
    const HISTORY: usize = LINES + 1;
    const ALTERNATING: bool = false;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.boxes.map(u64::from);
        mixed(&[self.drawn | first << 40 | second << 48 | (self.side as u64) << 56])
    }

    fn generate(&self, out: &mut MoveList<u8>) {
        out.extend((0..LINES as u8).filter(|line| self.drawn >> line & 1 == 0));
    }

    fn play(&mut self, line: u8) {
        let before = self.drawn;
        self.drawn |= 1 << line;
        let taken = BOXES
            .iter()
            .filter(|of| before & *of != **of && self.drawn & *of == **of)
            .count();
        self.boxes[self.side] += taken as u8;
        if taken == 0 {
            self.side = 1 - self.side;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.boxes[self.side], self.boxes[1 - self.side]) {
            (9.., _) => Some(Outcome::Win),
            (_, 9..) => Some(Outcome::Loss),
            (8, 8) => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
}

impl Passes for DotsAndBoxes {
    const PASS: u8 = LINES as u8;
}

#[derive(Clone)]
pub struct Count;

impl Knowledge<DotsAndBoxes> for Count {
    type Acc = ();

    fn eval(&self, position: &DotsAndBoxes, (): &()) -> Score {
        let of = |side: usize| Score::from(position.boxes[side]);
        100 * (of(position.side) - of(1 - position.side))
    }
}
