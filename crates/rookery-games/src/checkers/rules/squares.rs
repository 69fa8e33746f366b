//! The 32 dark squares as bits, and the four ways from one to the next.
//!
//! Bit `n` is square `n + 1` of the usual numbering: row by row from Black's side, four squares a row. Black moves towards higher
//! numbers, which is "down" here. Reversing the bits turns the board by half a turn, and makes White's men move down.

/// Bit `n` is set for square `n + 1` of the usual numbering.
pub type SquareSet = u32;

/// The number of dark squares.
pub const COUNT: usize = 32;

/// The rows that begin at the second column from Black's right: 1–4, 9–12, …
const EVEN_ROWS: SquareSet = 0x0f0f_0f0f;
const ODD_ROWS: SquareSet = 0xf0f0_f0f0;
/// The squares of odd rows beside the left edge, and those of even rows beside the right one: 5, 13, … and 4, 12, …
const LEFT_EDGE: SquareSet = 0x1010_1010;
const RIGHT_EDGE: SquareSet = 0x0808_0808;

/// The row in which men of each side are crowned.
pub const KING_ROW: [SquareSet; 2] = [0xf000_0000, 0x0000_000f];

/// A way from a square to one that touches it, on a board with square 1 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards higher numbers, as Black's men move.
    DownLeft,
    DownRight,
    /// Towards lower numbers, as White's men move. The way back from `DownLeft` is `UpRight`.
    UpLeft,
    UpRight,
}

impl Direction {
    /// All four; the number of each is its place here.
    pub const ALL: [Direction; 4] = [
        Direction::DownLeft,
        Direction::DownRight,
        Direction::UpLeft,
        Direction::UpRight,
    ];

    /// The way back.
    #[inline]
    pub const fn back(self) -> Direction {
        match self {
            Direction::DownLeft => Direction::UpRight,
            Direction::DownRight => Direction::UpLeft,
            Direction::UpLeft => Direction::DownRight,
            Direction::UpRight => Direction::DownLeft,
        }
    }

    /// Whether men of a side move this way.
    #[inline]
    pub const fn is_forward(self, side: usize) -> bool {
        let is_down = matches!(self, Direction::DownLeft | Direction::DownRight);
        is_down == (side == 0)
    }

    /// Every square of the set moved one step; those that leave the board are gone.
    #[inline]
    pub const fn shift(self, set: SquareSet) -> SquareSet {
        match self {
            Direction::DownLeft => (set & EVEN_ROWS) << 4 | (set & ODD_ROWS & !LEFT_EDGE) << 3,
            Direction::DownRight => (set & EVEN_ROWS & !RIGHT_EDGE) << 5 | (set & ODD_ROWS) << 4,
            Direction::UpLeft => (set & EVEN_ROWS) >> 4 | (set & ODD_ROWS & !LEFT_EDGE) >> 5,
            Direction::UpRight => (set & EVEN_ROWS & !RIGHT_EDGE) >> 3 | (set & ODD_ROWS) >> 4,
        }
    }

    /// The square one step from this one, as a set: empty beyond the edge.
    #[inline]
    pub fn step(self, square: u8) -> SquareSet {
        STEPS[self as usize][usize::from(square)]
    }

    /// The square two steps from this one, as a set: where a jump lands.
    #[inline]
    pub fn landing(self, square: u8) -> SquareSet {
        LANDINGS[self as usize][usize::from(square)]
    }
}

static STEPS: [[SquareSet; COUNT]; 4] = reached(1);
static LANDINGS: [[SquareSet; COUNT]; 4] = reached(2);

/// The square that `steps` steps in each direction lead to, from each square.
const fn reached(steps: usize) -> [[SquareSet; COUNT]; 4] {
    let mut table = [[0; COUNT]; 4];
    let mut d = 0;
    while d < 4 {
        let mut square = 0;
        while square < COUNT {
            let mut set = 1 << square;
            let mut step = 0;
            while step < steps {
                set = Direction::ALL[d].shift(set);
                step += 1;
            }
            table[d][square] = set;
            square += 1;
        }
        d += 1;
    }
    table
}

/// The set of one square.
#[inline]
pub fn bit(square: u8) -> SquareSet {
    1 << square
}

/// The square of a set of one.
#[inline]
pub fn only(set: SquareSet) -> u8 {
    set.trailing_zeros() as u8
}

/// The squares of a set, in order of number.
#[inline]
pub fn each(mut set: SquareSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| only(set));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The number that players know a square by, 1 to 32.
pub fn number(square: u8) -> u8 {
    square + 1
}

/// The square of a number.
pub fn by_number(number: u8) -> Option<u8> {
    (1..=COUNT as u8).contains(&number).then(|| number - 1)
}

/// Column from the left and row from the top, from 0, as White sees the board.
pub fn place(square: u8) -> (u8, u8) {
    let row = square / 4;
    (2 * (square % 4) + (row + 1) % 2, row)
}
