//! Bitboards of Connect Four, for a board size known at compile time.
//!
//! A column takes H + 1 bits from the bottom up; the topmost stays empty, so that no line runs on in the next column. (The layout
//! is John Tromp's, from his Fhourstones benchmark; adding one to a column's stones carries to its lowest free cell.)

/// Masks and lines of a board of W columns and H rows.
pub(super) struct Bits<const W: usize, const H: u32>;

impl<const W: usize, const H: u32> Bits<W, H> {
    /// Bits of a column.
    pub const COLUMN: u32 = H + 1;
    /// All bits of a board, and of [`Bits::key`].
    pub const KEY: u32 = W as u32 * Self::COLUMN;
    /// Cells of the board.
    pub const CELLS: i32 = (W as u32 * H) as i32;
    /// The lowest cell of each column.
    pub const BOTTOM: u64 = {
        let (mut mask, mut column) = (0, 0);
        while column < W as u32 {
            mask |= 1 << (column * Self::COLUMN);
            column += 1;
        }
        mask
    };
    /// All cells.
    pub const BOARD: u64 = Self::BOTTOM * ((1 << H) - 1);
    /// The columns from the centre outwards, the left one of two first.
    pub const OUTWARDS: [u32; W] = Self::outwards();

    /// All cells of a column.
    pub const fn column(column: u32) -> u64 {
        ((1 << H) - 1) << (column * Self::COLUMN)
    }

    /// The cells where a stone can be dropped.
    pub const fn open(all: u64) -> u64 {
        (all + Self::BOTTOM) & Self::BOARD
    }

    /// A unique number of a position: the stones of one side, and a one above the topmost stone of each column.
    pub const fn key(own: u64, all: u64) -> u64 {
        own + all + Self::BOTTOM
    }

    /// A board seen in a mirror.
    pub const fn mirrored(board: u64) -> u64 {
        let whole = (1 << Self::COLUMN) - 1;
        let (mut image, mut column) = (0, 0);
        while column < W as u32 {
            let cells = board >> (column * Self::COLUMN) & whole;
            image |= cells << ((W as u32 - 1 - column) * Self::COLUMN);
            column += 1;
        }
        image
    }

    /// Whether these stones have four in a row.
    pub const fn has_four(stones: u64) -> bool {
        let steps = [1, H, H + 1, H + 2];
        let mut i = 0;
        while i < steps.len() {
            let pairs = stones & stones >> steps[i];
            if pairs & pairs >> (2 * steps[i]) != 0 {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The free cells that would give these stones four in a row.
    #[inline(always)]
    pub const fn wins(stones: u64, all: u64) -> u64 {
        let mut wins = stones << 1 & stones << 2 & stones << 3;
        wins |= Self::wins_along(stones, H + 1);
        wins |= Self::wins_along(stones, H);
        wins |= Self::wins_along(stones, H + 2);
        wins & (Self::BOARD ^ all)
    }

    #[inline(always)]
    const fn wins_along(stones: u64, step: u32) -> u64 {
        let (up, down) = (stones << step, stones >> step);
        let before = up & stones << (2 * step);
        let after = down & stones >> (2 * step);
        before & (stones << (3 * step) | down) | after & (up | stones >> (3 * step))
    }

    /// The moves after which the other side, which would win on the cells `threats`, cannot win at once. Where it could win
    /// now these are the moves that prevent it.
    #[inline(always)]
    pub const fn safe(all: u64, threats: u64) -> u64 {
        let open = Self::open(all);
        let forced = open & threats;
        // A cell right below one where the other side wins must not be filled.
        let below = threats >> 1;
        if forced == 0 {
            open & !below
        } else if forced & (forced - 1) == 0 {
            forced & !below
        } else {
            0
        }
    }

    const fn outwards() -> [u32; W] {
        let mut order = [0; W];
        let centre = (W as u32 - 1) / 2;
        let mut i = 0;
        while i < W {
            let away = i.div_ceil(2) as u32;
            // An even width has two centres: the way to the right is then the longer one.
            let goes_right = (i % 2 == 1) == W.is_multiple_of(2);
            order[i] = if goes_right || i == 0 {
                centre + away
            } else {
                centre - away
            };
            i += 1;
        }
        order
    }
}
