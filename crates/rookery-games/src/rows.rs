//! Rows of squares, and an evaluation for games that are won by a row of stones.

use rookery_engine::{Knowledge, MoveList, Position, Score, Technique, Techniques};

use crate::{Grid, Stones};

/// All rows of one length on a grid, across, down and diagonally, each as the bits of its squares.
#[derive(Clone, Debug)]
pub struct Rows {
    all: Vec<u128>,
    /// The rows through each square.
    through: Vec<Vec<u128>>,
    /// The rows that are one square longer: their two ends, and the squares between.
    longer: Vec<(u128, u128)>,
}

impl Rows {
    /// The rows of this many squares.
    ///
    /// # Panics
    /// If the length is 0.
    pub fn new(grid: Grid, length: i8) -> Self {
        let all = grid.lines(length);
        let through = |square: u8| {
            let rows = all.iter().copied();
            rows.filter(|row| row >> square & 1 == 1).collect()
        };
        let split = |row: u128| {
            let ends = 1 << row.trailing_zeros() | 1 << row.ilog2();
            (ends, row & !ends)
        };
        Rows {
            through: grid.squares().map(through).collect(),
            longer: grid.lines(length + 1).into_iter().map(split).collect(),
            all,
        }
    }

    /// All of them.
    pub fn all(&self) -> &[u128] {
        &self.all
    }

    /// Those through a square.
    pub fn through(&self, square: u8) -> &[u128] {
        &self.through[usize::from(square)]
    }

    /// The squares of all rows that these stones fill; none where nobody has won.
    pub fn won(&self, stones: u128) -> u128 {
        let full = self.all.iter().filter(|row| stones & **row == **row);
        full.fold(0, |all, row| all | row)
    }

    /// The squares on which the side with the stones `own` completes a row.
    pub fn gaps(&self, own: u128, other: u128) -> u128 {
        let gap = |row: &u128| {
            let left = row & !own;
            (left.is_power_of_two() && left & other == 0).then_some(left)
        };
        self.all
            .iter()
            .filter_map(gap)
            .fold(0, |all, gap| all | gap)
    }

    /// Whether the side with the stones `own` has all but two of a row, with both ends free and one square beyond: its next move
    /// leaves two gaps.
    fn makes_two_gaps(&self, own: u128, other: u128) -> bool {
        self.longer.iter().any(|(ends, between)| {
            (ends & (own | other), between & other) == (0, 0) && (between & !own).is_power_of_two()
        })
    }
}

/// A position of a game in which both sides put one stone by turns and the first full row wins.
pub trait RowGame: Position<Move = u8> {
    /// The rows that win.
    fn rows() -> &'static Rows;
    /// Those of both sides, on the grid of the rows.
    fn stones(&self) -> &Stones;
}

/// Evaluation by rows that only one side can still fill, and by the threats to complete them.
#[derive(Clone, Debug, Default)]
pub struct OpenRows;

/// The worth of a row that holds this many stones, all of one side. Longer rows are worth as much as the last entry.
const WORTH: [Score; 6] = [0, 2, 12, 60, 300, 1_500];
/// The side to move completes a row.
const WON_NEXT: Score = 10_000;
/// The other side completes a row, because one move does not stop it.
const LOST_NEXT: Score = -9_000;
/// The side to move makes two gaps at once.
const TWO_GAPS_NEXT: Score = 6_000;
/// The greatest worth of rows without such threats.
const QUIET_MAX: Score = 5_000;

fn worth(stones: u128) -> Score {
    let count = stones.count_ones() as usize;
    WORTH[count.min(WORTH.len() - 1)]
}

/// The stones of the side to move, and those of the other.
fn by_turn<P: RowGame>(position: &P) -> [u128; 2] {
    let of = position.stones().of;
    match position.side() {
        0 => of,
        _ => [of[1], of[0]],
    }
}

impl<P: RowGame> Knowledge<P> for OpenRows {
    type Acc = ();
    const USUAL: Techniques =
        Techniques::EXACT.or(Techniques::of(&[Technique::Qsearch, Technique::Lmr]));

    fn eval(&self, position: &P, _: &()) -> Score {
        let [own, other] = by_turn(position);
        if P::rows().gaps(own, other) != 0 {
            return WON_NEXT;
        }
        match P::rows().gaps(other, own).count_ones() {
            0 if P::rows().makes_two_gaps(own, other) => TWO_GAPS_NEXT,
            0 | 1 => {
                let value = |row: &u128| match (row & own, row & other) {
                    (stones, 0) => worth(stones),
                    (0, stones) => -worth(stones),
                    _ => 0,
                };
                let sum: Score = P::rows().all.iter().map(value).sum();
                sum.clamp(-QUIET_MAX, QUIET_MAX)
            }
            _ => LOST_NEXT,
        }
    }

    /// The rows that the stone lengthens, and half of those that it takes from the other side. The factor lifts the strongest
    /// above what the search learns by itself.
    fn order(&self, position: &P, square: u8) -> i32 {
        let [own, other] = by_turn(position);
        let bit = 1 << square;
        let gain = |row: &u128| match (row & own, row & other) {
            (stones, 0) => worth(stones | bit),
            (0, stones) => worth(stones | bit) / 2,
            _ => 0,
        };
        4 * P::rows().through(square).iter().map(gain).sum::<i32>()
    }

    /// Completes a row if that is possible, and otherwise fills the only gap of the other side.
    fn leave_forced(&self, position: &P, moves: &mut MoveList<u8>) {
        let [own, other] = by_turn(position);
        let (wins, blocks) = (P::rows().gaps(own, other), P::rows().gaps(other, own));
        let forced = if wins != 0 { wins } else { blocks };
        if wins != 0 || blocks.is_power_of_two() {
            moves.retain(|square| forced >> square & 1 == 1);
        }
    }

    /// A stone that completes a row, leaves a gap, or fills one of the other side.
    fn is_noisy(&self, position: &P, square: u8) -> bool {
        let [own, other] = by_turn(position);
        let bit = 1 << square;
        P::rows().through(square).iter().any(|row| {
            let left = row & !own & !bit;
            let is_own = row & other == 0 && left.count_ones() <= 1;
            is_own || row & !other == bit
        })
    }

    /// A gap of the other side has to be filled.
    fn stand_pat_ok(&self, position: &P) -> bool {
        let [own, other] = by_turn(position);
        P::rows().gaps(other, own) == 0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use rookery_engine::{Control, Outcome, Request, Value, search};

    use super::*;

    const BOARD: Grid = Grid::new(5, 5);

    /// Four in a row on five by five squares.
    #[derive(Clone, Default)]
    struct Four(Stones);

    impl Position for Four {
        type Move = u8;
        const NAME: &'static str = "four";
        const MAX_MOVES: usize = 25;
        const HISTORY: usize = 25;

        fn side(&self) -> usize {
            self.0.turn()
        }
        fn key(&self) -> u64 {
            self.0.key(self.side())
        }
        fn generate(&self, out: &mut MoveList<u8>) {
            out.extend(self.0.free(BOARD));
        }
        fn play(&mut self, square: u8) {
            self.0.put(self.side(), square);
        }
        fn outcome(&self) -> Option<Outcome> {
            let theirs = self.0.of[1 - self.side()];
            (Self::rows().won(theirs) != 0).then_some(Outcome::Loss)
        }
        fn no_moves(&self) -> Outcome {
            Outcome::Draw
        }
    }

    impl RowGame for Four {
        fn rows() -> &'static Rows {
            static ROWS: LazyLock<Rows> = LazyLock::new(|| Rows::new(BOARD, 4));
            &ROWS
        }
        fn stones(&self) -> &Stones {
            &self.0
        }
    }

    fn found(board: &str) -> (String, Value) {
        let position = Four(Stones::read_by_turns(BOARD, board).unwrap());
        let request = Request {
            depth: 4,
            ..Request::default()
        };
        let report = search(&position, &[], &OpenRows, &request, &Control::unlimited());
        let line = &report.lines[0];
        (BOARD.name(line.moves[0]), line.value)
    }

    #[test]
    fn gaps_are_the_squares_that_complete_a_row() {
        let stones = Stones::read(BOARD, "xxx../...../ooo.x/...../.....").unwrap();
        let [x, o] = stones.of;
        assert_eq!(Four::rows().gaps(x, o), 1 << 3);
        assert_eq!(Four::rows().gaps(o, x), 1 << 13);
        assert_eq!(Four::rows().won(x), 0);
        let all_four = 0b01111;
        assert_eq!(Four::rows().won(all_four | 1 << 20), all_four);
        assert_eq!(Four::rows().through(0).len(), 3);
        assert_eq!(Four::rows().all().len(), 2 * 5 * 2 + 2 * 2 * 2);
    }

    /// By hand: the only gap is filled, a row is completed, and three with both ends free cannot be stopped.
    #[test]
    fn the_search_completes_rows_and_fills_gaps() {
        let (m, _) = found("xxx../o..../...../o..../.....");
        assert_eq!(m, "d5");
        let (m, value) = found("xxx../ooo../...../...../.....");
        assert_eq!((m.as_str(), value), ("d5", Value::Win(1)));
        let (_, value) = found("...../.xx../...../oo.../.....");
        assert_eq!(value, Value::Win(3));
    }

    /// Against the definition: a stone is noisy exactly if a row through it is then full, lacks one square, or was the other's.
    #[test]
    fn quiet_stones_leave_no_gap() {
        let position = Four(Stones::read_by_turns(BOARD, "x..../.x.../...../..o../o....").unwrap());
        let [own, other] = by_turn(&position);
        for square in position.0.free(BOARD) {
            let after = Four::rows().gaps(own | 1 << square, other);
            let is_noisy = after != 0 || Four::rows().gaps(other, own) >> square & 1 == 1;
            assert_eq!(
                OpenRows.is_noisy(&position, square),
                is_noisy,
                "{}",
                BOARD.name(square)
            );
        }
    }
}
