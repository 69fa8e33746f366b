//! The rules of Connect Four on two boards of 64 bits; [`crate::connect_four::bits`] describes the layout of cells.

use rookery_engine::{GameMove, MoveList, Outcome, Position};

/// The size of a board: its columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    columns: u8,
    rows: u8,
    /// The lowest cell of each column: worked out once.
    bottom: u64,
}

impl Default for BoardSize {
    fn default() -> Self {
        BoardSize::STANDARD
    }
}

impl BoardSize {
    /// The usual board.
    pub const STANDARD: BoardSize = BoardSize::new(7, 6);

    /// A board of 4 to 9 columns and 4 to 7 rows; columns × (rows + 1) bits fit into 64.
    pub const fn new(columns: u8, rows: u8) -> Self {
        let (mut bottom, mut column) = (0, 0);
        while column < columns {
            bottom |= 1 << (column * (rows + 1));
            column += 1;
        }
        BoardSize {
            columns,
            rows,
            bottom,
        }
    }

    /// The number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// The number of cells.
    pub fn cells(self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }

    /// The number of stones from which a position on this board is solved in about a second.
    pub fn solved_from(self) -> u32 {
        match self.cells() {
            0..=30 => 0,
            cells => cells.saturating_sub(34),
        }
    }

    /// The cells of every other row: from the lowest on for side 0, from the one above it for side 1.
    pub fn every_other_row(self, side: u8) -> u64 {
        self.bottom * (0b101_0101 << side & ((1 << self.rows) - 1))
    }

    fn step(self) -> u32 {
        u32::from(self.rows) + 1
    }

    /// The bits of the cells of a column.
    pub fn column(self, column: u8) -> u64 {
        ((1 << self.rows) - 1) << (u32::from(column) * self.step())
    }

    /// The lowest cell of each column.
    pub fn bottom(self) -> u64 {
        self.bottom
    }

    /// A set of cells seen in a mirror.
    fn mirrored(self, set: u64) -> u64 {
        (0..self.columns).fold(0, |image, column| {
            let cells = (set & self.column(column)) >> (u32::from(column) * self.step());
            let opposite = self.columns - 1 - column;
            image | cells << (u32::from(opposite) * self.step())
        })
    }

    /// All cells.
    pub fn board(self) -> u64 {
        self.bottom * ((1 << self.rows) - 1)
    }

    /// The stone that stands at this bit.
    pub fn drop_on(self, bit: u32) -> Drop {
        self.drop_at(bit, self.place_of(bit).0)
    }

    /// The stone that stands at this bit, which is in this column.
    fn drop_at(self, bit: u32, column: u8) -> Drop {
        let (at, step) = (bit as u8, self.rows + 1);
        let opposite = self.columns - 1 - column;
        Drop {
            at,
            mirrored: at - column * step + opposite * step,
            column,
            opposite,
        }
    }

    /// Column from the left and row from the bottom, from 0, of a bit.
    pub fn place_of(self, bit: u32) -> (u8, u8) {
        ((bit / self.step()) as u8, (bit % self.step()) as u8)
    }
}

/// A stone dropped: the bit of its cell and its column, and the same in a mirror.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drop {
    /// The bit of the cell.
    pub at: u8,
    mirrored: u8,
    /// The column from the left, from 0.
    pub column: u8,
    opposite: u8,
}

impl Drop {
    /// The number of columns between the stone and the nearer side of the board.
    pub fn centrality(self) -> i32 {
        self.column.min(self.opposite).into()
    }
}

impl GameMove for Drop {
    const NULL: Self = Drop {
        at: u8::MAX,
        mirrored: u8::MAX,
        column: u8::MAX,
        opposite: u8::MAX,
    };

    fn to_bits(self) -> u32 {
        u32::from_le_bytes([self.at, self.mirrored, self.column, self.opposite])
    }

    fn from_bits(bits: u32) -> Self {
        let [at, mirrored, column, opposite] = bits.to_le_bytes();
        Drop {
            at,
            mirrored,
            column,
            opposite,
        }
    }
}

/// A board and its mirror image, which is kept beside it because it costs less to keep than to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFourPosition {
    shape: BoardSize,
    stones: u8,
    sides: Boards,
    mirrored: Boards,
    /// The columns played, four bits each, the first in the lowest: the rules do not look at them, the text does.
    played: [u64; 4],
}

/// The stones of the side to move, and all stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Boards {
    own: u64,
    all: u64,
}

impl Boards {
    fn play(&mut self, at: u8) {
        self.own ^= self.all;
        self.all |= 1 << at;
    }

    /// A number that no other board has, spread over 64 bits.
    fn key(self, bottom: u64) -> u64 {
        // The finalizer of MurmurHash3: a permutation of the 64-bit numbers.
        let mut key = self.own.wrapping_add(self.all).wrapping_add(bottom);
        key = (key ^ key >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        key = (key ^ key >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        key ^ key >> 33
    }
}

impl ConnectFourPosition {
    /// The empty board.
    pub fn new(shape: BoardSize) -> Self {
        let empty = Boards { own: 0, all: 0 };
        ConnectFourPosition {
            shape,
            stones: 0,
            sides: empty,
            mirrored: empty,
            played: [0; 4],
        }
    }

    /// The position with these stones of the side to move and of both sides; `None` if a stone hangs in the air or a side has too
    /// many. The moves that led to it are unknown.
    pub fn placed(shape: BoardSize, own: u64, all: u64) -> Option<Self> {
        let above = all.checked_add(shape.bottom)?;
        let is_position = all & !shape.board() == 0
            && own & !all == 0
            && all & above == 0
            && own.count_ones() == all.count_ones() / 2;
        let image = Boards {
            own: shape.mirrored(own),
            all: shape.mirrored(all),
        };
        is_position.then_some(ConnectFourPosition {
            shape,
            stones: all.count_ones() as u8,
            sides: Boards { own, all },
            mirrored: image,
            played: [0; 4],
        })
    }

    /// The columns played, from 0.
    pub fn played(&self) -> impl Iterator<Item = u8> {
        let column = |i: usize| (self.played[i / 16] >> (4 * (i % 16)) & 15) as u8;
        (0..usize::from(self.stones)).map(column)
    }

    /// The move that drops a stone into this column; `None` where there is no room for it.
    pub fn drop_in(&self, column: u8) -> Option<Drop> {
        if column >= self.shape.columns {
            return None;
        }
        let cell = self.open() & self.shape.column(column);
        (cell != 0).then(|| self.shape.drop_at(cell.trailing_zeros(), column))
    }

    /// The size of the board.
    pub fn shape(&self) -> BoardSize {
        self.shape
    }

    /// The stones of the side to move.
    pub fn own(&self) -> u64 {
        self.sides.own
    }

    /// All stones.
    pub fn all(&self) -> u64 {
        self.sides.all
    }

    /// The stones of the side to move and of the other, on the board and in its mirror image.
    pub fn both_ways(&self) -> [[u64; 2]; 2] {
        [self.sides, self.mirrored].map(|boards| [boards.own, boards.own ^ boards.all])
    }

    /// The stones of a side.
    pub fn of_side(&self, side: usize) -> u64 {
        if side == self.side() {
            self.sides.own
        } else {
            self.sides.own ^ self.sides.all
        }
    }

    /// The number of stones on the board.
    pub fn stones(&self) -> u32 {
        self.stones.into()
    }

    /// The cells where a stone can be dropped.
    pub fn open(&self) -> u64 {
        self.sides.all.wrapping_add(self.shape.bottom) & self.shape.board()
    }

    /// The free cells that would give these stones four in a row.
    pub fn wins(&self, stones: u64) -> u64 {
        let step = self.shape.step();
        let mut wins = stones << 1 & stones << 2 & stones << 3;
        for step in [step - 1, step, step + 1] {
            let (up, down) = (stones << step, stones >> step);
            wins |= up & stones << (2 * step) & (stones << (3 * step) | down);
            wins |= down & stones >> (2 * step) & (up | stones >> (3 * step));
        }
        wins & !self.sides.all & self.shape.board()
    }

    /// The moves after which the other side, which would win on the cells `threats`, cannot win at once.
    pub fn safe(&self, threats: u64) -> u64 {
        let open = self.open();
        let forced = open & threats;
        let moves = match forced.count_ones() {
            0 => open,
            1 => forced,
            _ => 0,
        };
        // A cell right below one where the other side wins must not be filled.
        moves & !(threats >> 1)
    }

    /// The cells of the lines of four or more that these stones have.
    pub fn fours(&self, stones: u64) -> u64 {
        let step = self.shape.step();
        [1, step - 1, step, step + 1]
            .into_iter()
            .fold(0, |cells, step| {
                let first = stones & stones >> step & stones >> (2 * step) & stones >> (3 * step);
                cells | first | first << step | first << (2 * step) | first << (3 * step)
            })
    }

    /// Whether these stones have four in a row.
    pub fn has_four(&self, stones: u64) -> bool {
        let step = self.shape.step();
        [1, step - 1, step, step + 1].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Position for ConnectFourPosition {
    type Move = Drop;
    const NAME: &'static str = "connect-four";
    const MAX_MOVES: usize = 9;
    const HISTORY: usize = 64;
    const SYMMETRIES: usize = 2;

    fn side(&self) -> usize {
        usize::from(self.stones & 1)
    }

    fn key(&self) -> u64 {
        self.sides.key(self.shape.bottom)
    }

    fn generate(&self, out: &mut MoveList<Drop>) {
        let open = self.open();
        let shape = self.shape;
        for column in 0..shape.columns {
            let cell = open & shape.column(column);
            if cell != 0 {
                out.push(shape.drop_at(cell.trailing_zeros(), column));
            }
        }
    }

    fn play(&mut self, m: Drop) {
        let column = u64::from(m.column);
        self.played[usize::from(self.stones / 16)] |= column << (4 * (self.stones % 16));
        self.sides.play(m.at);
        self.mirrored.play(m.mirrored);
        self.stones += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the side that has just moved can have made a line; a line on the full board counts before the draw.
        if self.has_four(self.sides.own ^ self.sides.all) {
            Some(Outcome::Loss)
        } else if self.stones() == self.shape.cells() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }

    fn history_index(m: Drop) -> usize {
        usize::from(m.at)
    }

    fn is_legal(&self, m: Drop) -> bool {
        m.at < 64 && self.open() >> m.at & 1 == 1 && self.shape.drop_on(m.at.into()) == m
    }

    fn count_moves(&self) -> usize {
        self.open().count_ones() as usize
    }

    fn transform(&self, s: usize) -> Self {
        if s == 0 {
            return *self;
        }
        let mut image = ConnectFourPosition {
            sides: self.mirrored,
            mirrored: self.sides,
            played: [0; 4],
            ..*self
        };
        for (i, column) in self.played().enumerate() {
            let column = u64::from(self.shape.columns - 1 - column);
            image.played[i / 16] |= column << (4 * (i % 16));
        }
        image
    }

    fn transform_move(m: Drop, s: usize) -> Drop {
        if s == 0 {
            return m;
        }
        Drop {
            at: m.mirrored,
            mirrored: m.at,
            column: m.opposite,
            opposite: m.column,
        }
    }

    fn canonical(&self) -> (u64, usize) {
        let bottom = self.shape.bottom;
        let (key, image) = (self.sides.key(bottom), self.mirrored.key(bottom));
        if image < key { (image, 1) } else { (key, 0) }
    }
}
