//! Parity: the board is divided into four quarters. In a quarter with an odd number of empty squares, the side that moves
//! there first usually also moves there last; such moves are tried first.

/// The four quarters of the board.
const QUARTERS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The number of the quarter of a square, 0 to 3.
#[inline]
pub const fn quarter(square: u8) -> u8 {
    (square >> 2 & 1) | (square >> 4 & 2)
}

/// The quarters with an odd number of empty squares: bit n for quarter n.
pub fn of(empty: u64) -> u8 {
    let is_odd = |n: usize| ((empty & QUARTERS[n]).count_ones() & 1) << n;
    (0..4).map(is_odd).sum::<u32>() as u8
}

/// The parity after a move to `square`.
#[inline]
pub fn after(parity: u8, square: u8) -> u8 {
    parity ^ 1 << quarter(square)
}

/// The squares of the quarters in `parity`.
#[inline]
pub fn squares(parity: u8) -> u64 {
    static SETS: [u64; 16] = {
        let mut sets = [0; 16];
        let mut parity = 0;
        while parity < 16 {
            let mut n = 0;
            while n < 4 {
                if parity >> n & 1 == 1 {
                    sets[parity] |= QUARTERS[n];
                }
                n += 1;
            }
            parity += 1;
        }
        sets
    };
    SETS[usize::from(parity & 15)]
}

/// The order in which to try four squares: those that are alone in their quarter first, then three together, then pairs.
#[derive(Clone, Copy)]
pub struct Order {
    /// Indices of the squares.
    pub ranks: [u8; 4],
    /// Whether they are two pairs.
    pub is_pairs: bool,
}

/// The order for four squares by their quarters.
#[inline]
pub fn order(squares: [u8; 4]) -> Order {
    static ORDERS: [Order; 256] = orders();
    let [a, b, c, d] = squares.map(quarter);
    ORDERS[usize::from(a | b << 2 | c << 4 | d << 6)]
}

const fn orders() -> [Order; 256] {
    let first = Order {
        ranks: [0, 1, 2, 3],
        is_pairs: false,
    };
    let mut table = [first; 256];
    let mut index = 0;
    while index < 256 {
        let mut count = [0; 4];
        let mut i = 0;
        while i < 4 {
            count[index >> (2 * i) & 3] += 1;
            i += 1;
        }
        // Alone, then three, then two (pairs stay together, because the lower quarter goes first), then four.
        let mut ranks = [0; 4];
        let mut filled = 0;
        let mut step = 0;
        while step < 4 {
            let wanted = [1, 3, 2, 4][step];
            let mut quarter = 0;
            while quarter < 4 {
                let mut i = 0;
                while i < 4 && count[quarter] == wanted {
                    if index >> (2 * i) & 3 == quarter {
                        ranks[filled] = i as u8;
                        filled += 1;
                    }
                    i += 1;
                }
                quarter += 1;
            }
            step += 1;
        }
        let a = index >> (2 * ranks[0]) & 3;
        let c = index >> (2 * ranks[2]) & 3;
        table[index] = Order {
            ranks,
            is_pairs: count[a] == 2 && count[c] == 2,
        };
        index += 1;
    }
    table
}
