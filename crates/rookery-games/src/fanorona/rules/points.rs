//! Boards of Fanorona as bits: points in rows of ten, the last of which is never on the board, and the eight bearings along lines.
//!
//! Bit `10 r + c` is the point in column `c` from the left and row `r` from White's side. The spare column keeps a step that leaves the
//! board at one side from coming in at the other. Smaller boards are the lower left part of the large one.

/// A set of points of the board, most often those with stones of one side.
pub type StoneSet = u64;

/// Points in a row of bits, the spare one included.
const STRIDE: u8 = 10;

/// Numbers of points are below this, those of the spare column included.
pub const COUNT: usize = 50;

/// The points at which diagonal lines cross, corners included; the others are weak.
pub const STRONG: StoneSet = strong_points();

const fn strong_points() -> StoneSet {
    let mut set = 0;
    let mut point = 0;
    while point < COUNT as u8 {
        if (point / STRIDE + point % STRIDE).is_multiple_of(2) {
            set |= 1 << point;
        }
        point += 1;
    }
    set
}

/// A board by its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FanoronaBoard {
    /// Fanoron-Tsivy: nine columns, five rows.
    #[default]
    NineByFive,
    /// Fanoron-Dimy.
    FiveByFive,
    /// Five columns, three rows.
    FiveByThree,
    /// Fanoron-Telo, as a game of captures.
    ThreeByThree,
}

impl FanoronaBoard {
    /// The number of columns.
    #[inline]
    pub const fn columns(self) -> u8 {
        match self {
            FanoronaBoard::NineByFive => 9,
            FanoronaBoard::FiveByFive | FanoronaBoard::FiveByThree => 5,
            FanoronaBoard::ThreeByThree => 3,
        }
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> u8 {
        match self {
            FanoronaBoard::NineByFive | FanoronaBoard::FiveByFive => 5,
            FanoronaBoard::FiveByThree | FanoronaBoard::ThreeByThree => 3,
        }
    }

    /// The set of all points, from which the empty ones follow.
    #[inline]
    pub const fn points(self) -> StoneSet {
        match self {
            FanoronaBoard::NineByFive => const { rectangle(9, 5) },
            FanoronaBoard::FiveByFive => const { rectangle(5, 5) },
            FanoronaBoard::FiveByThree => const { rectangle(5, 3) },
            FanoronaBoard::ThreeByThree => const { rectangle(3, 3) },
        }
    }

    /// The point in a column from the left and a row from below, where the board has it.
    pub fn at(self, column: u8, row: u8) -> Option<u8> {
        (column < self.columns() && row < self.rows()).then(|| STRIDE * row + column)
    }

    /// The points as one reads them: row by row from the top, each from the left.
    pub fn reading_order(self) -> impl Iterator<Item = u8> {
        let row = move |row: u8| (0..self.columns()).map(move |column| STRIDE * row + column);
        (0..self.rows()).rev().flat_map(row)
    }

    /// The lines of the board, each from one end to the other.
    pub fn lines(self) -> impl Iterator<Item = (u8, u8)> {
        let is_end = move |point: u8, bearing: Bearing| {
            bearing.back().shift(bit(point)) & self.points() == 0
        };
        let last = move |point: u8, bearing: Bearing| {
            let next = |at: &u8| {
                let to = bearing.shift(bit(*at)) & self.points();
                (to != 0).then(|| only(to))
            };
            std::iter::successors(Some(point), next).last()
        };
        let ways = [
            Bearing::East,
            Bearing::NorthEast,
            Bearing::North,
            Bearing::NorthWest,
        ];
        let from = move |bearing: Bearing| {
            each(self.points() & bearing.origins())
                .filter(move |&point| is_end(point, bearing))
                .filter_map(move |point| Some((point, last(point, bearing)?)))
        };
        ways.into_iter()
            .flat_map(from)
            .filter(|(from, to)| from != to)
    }
}

const fn rectangle(columns: u8, rows: u8) -> StoneSet {
    let mut set = 0;
    let mut row = 0;
    while row < rows {
        set |= ((1 << columns) - 1) << (STRIDE * row);
        row += 1;
    }
    set
}

/// A direction along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// To the right, as White sees the board.
    East,
    NorthEast,
    /// Away from White.
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
}

impl Bearing {
    /// All eight, the way round.
    pub const ALL: [Bearing; 8] = [
        Bearing::East,
        Bearing::NorthEast,
        Bearing::North,
        Bearing::NorthWest,
        Bearing::West,
        Bearing::SouthWest,
        Bearing::South,
        Bearing::SouthEast,
    ];

    /// The way back.
    #[inline]
    pub const fn back(self) -> Bearing {
        Bearing::ALL[(self as usize + 4) % 8]
    }

    /// The points from which lines of this bearing lead on: along diagonals only strong ones.
    #[inline]
    pub const fn origins(self) -> StoneSet {
        match (self as usize).is_multiple_of(2) {
            true => StoneSet::MAX,
            false => STRONG,
        }
    }

    /// Every point of the set moved one step; those that leave the board come to points that no board has.
    #[inline]
    pub const fn shift(self, set: StoneSet) -> StoneSet {
        match self {
            Bearing::East => set << 1,
            Bearing::NorthEast => set << 11,
            Bearing::North => set << 10,
            Bearing::NorthWest => set << 9,
            Bearing::West => set >> 1,
            Bearing::SouthWest => set >> 11,
            Bearing::South => set >> 10,
            Bearing::SouthEast => set >> 9,
        }
    }

    /// The points of `set` that follow each other without a gap from the one next to `from` on.
    #[inline]
    pub fn run(self, from: StoneSet, set: StoneSet) -> StoneSet {
        let mut run = 0;
        let mut next = self.shift(from) & set;
        while next != 0 {
            run |= next;
            next = self.shift(next) & set;
        }
        run
    }
}

/// The set of one point.
#[inline]
pub const fn bit(point: u8) -> StoneSet {
    1 << point
}

/// The point of a set of one.
#[inline]
pub fn only(set: StoneSet) -> u8 {
    set.trailing_zeros() as u8
}

/// The points of a set, in order of number.
#[inline]
pub fn each(mut set: StoneSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| only(set));
        set &= set.wrapping_sub(1);
        point
    })
}

/// Column from the left and row from below, from 0.
pub fn place(point: u8) -> (u8, u8) {
    (point % STRIDE, point / STRIDE)
}

/// The name of a point, such as `e3` for the middle of the large board.
pub fn name(point: u8) -> String {
    let (column, row) = place(point);
    [b'a' + column, b'1' + row].map(char::from).iter().collect()
}

/// The set turned over: left and right exchanged, or the sides of the players, or both.
pub fn mirrored(set: StoneSet, board: FanoronaBoard, columns: bool, rows: bool) -> StoneSet {
    let image = |point| {
        let (mut column, mut row) = place(point);
        if columns {
            column = board.columns() - 1 - column;
        }
        if rows {
            row = board.rows() - 1 - row;
        }
        bit(STRIDE * row + column)
    };
    each(set).fold(0, |out, point| out | image(point))
}
