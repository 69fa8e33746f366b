//! Line patterns: for each window of five cells to either side of an empty point, the threat that a stone on the point makes on this
//! line. A table has all of them, since a window has 3 to the power of 10 contents.

use std::sync::LazyLock;

/// The threat that a stone makes on one line, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Threat {
    /// Five in a row no longer fit, or the stone would be alone.
    #[default]
    None,
    /// More than five, where they do not count.
    Overline,
    /// A row with room for five, two stones short of a four.
    ClosedTwo,
    /// One stone short of an open three.
    Two,
    /// One stone short of a four.
    ClosedThree,
    /// An open three: one stone short of a straight four.
    Three,
    /// One point makes five.
    Four,
    /// Two points make five, from two fours that lie on one line.
    DoubleFour,
    /// Four neighbours between two points that make five.
    StraightFour,
    /// Five in a row.
    Five,
}

impl Threat {
    /// All of them, the weakest first.
    pub const ALL: [Threat; 10] = [
        Threat::None,
        Threat::Overline,
        Threat::ClosedTwo,
        Threat::Two,
        Threat::ClosedThree,
        Threat::Three,
        Threat::Four,
        Threat::DoubleFour,
        Threat::StraightFour,
        Threat::Five,
    ];
}

/// The number of contents of a window: each of ten cells is own, not available or empty.
const WINDOWS: usize = 59_049;
/// The cells of a window, without the point in its middle.
const CELLS: usize = 10;

/// The threats of a stone on every window, by [`Patterns::index`].
#[derive(Debug)]
pub struct Patterns(Box<[Threat; WINDOWS]>);

/// The number that a set of cells has in base 3.
static TERNARY: LazyLock<[u16; 1 << CELLS]> = LazyLock::new(|| {
    std::array::from_fn(|bits| {
        let digit = |cell: usize| (bits >> cell & 1) as u16 * 3_u16.pow(cell as u32);
        (0..CELLS).map(digit).sum()
    })
});

static FIVE_OR_MORE: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(false));
static FIVE_EXACTLY: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(true));

/// The cells of a window around its middle, for the building of the table: own stones and cells that are not available.
#[derive(Clone, Copy)]
struct Window {
    own: u16,
    barred: u16,
}

impl Window {
    /// With the middle, cells have bits 0 to 10.
    fn whole_own(self) -> u16 {
        self.own & 31 | 1 << 5 | (self.own >> 5) << 6
    }

    /// The length of the own row through the middle.
    fn run(self) -> u32 {
        let own = self.whole_own();
        (own >> 6).trailing_ones() + (own << 11).leading_ones() + 1
    }

    fn is_free(self, cell: usize) -> bool {
        (self.own | self.barred) >> cell & 1 == 0
    }

    fn with(self, cell: usize) -> Window {
        Window {
            own: self.own | 1 << cell,
            ..self
        }
    }

    /// The place of a cell, the middle being 5.
    fn place(cell: usize) -> usize {
        cell + usize::from(cell >= 5)
    }
}

impl Patterns {
    /// The table where six or more count as five, or do not.
    pub fn of(exactly: bool) -> &'static Patterns {
        match exactly {
            true => &FIVE_EXACTLY,
            false => &FIVE_OR_MORE,
        }
    }

    /// The threat of a stone in the middle of a window of eleven cells, whose bits are those of own stones and of cells that are not
    /// available; the middle itself counts for nothing.
    #[inline]
    pub fn threat(&self, own: u32, barred: u32) -> Threat {
        let squeeze = |bits: u32| (bits & 31 | bits >> 1 & 0x3e0) as usize;
        let index = TERNARY[squeeze(own)] + 2 * TERNARY[squeeze(barred)];
        self.0[usize::from(index)]
    }

    /// Each window asks those with one own stone more, so the fullest go first.
    fn new(exactly: bool) -> Self {
        let mut found = Box::new([Threat::None; WINDOWS]);
        let mut order: Vec<Window> = (0..1_u16 << CELLS)
            .flat_map(|own| (0..1_u16 << CELLS).map(move |barred| Window { own, barred }))
            .filter(|window| window.own & window.barred == 0)
            .collect();
        order.sort_by_key(|window| std::cmp::Reverse(window.own.count_ones()));
        for window in order {
            found[Self::index(window)] = Self::judge(&found, window, exactly);
        }
        Patterns(found)
    }

    fn index(window: Window) -> usize {
        let [own, barred] = [window.own, window.barred].map(usize::from);
        usize::from(TERNARY[own] + 2 * TERNARY[barred])
    }

    fn judge(found: &[Threat; WINDOWS], window: Window, exactly: bool) -> Threat {
        match window.run() {
            5 => return Threat::Five,
            6.. if exactly => return Threat::Overline,
            6.. => return Threat::Five,
            _ => {}
        }
        let free = (0..CELLS).filter(|&cell| window.is_free(cell));
        let next: Vec<(usize, Threat)> = free
            .map(|cell| (cell, found[Self::index(window.with(cell))]))
            .collect();
        let fives: Vec<usize> = next
            .iter()
            .filter(|(_, threat)| *threat == Threat::Five)
            .map(|&(cell, _)| Window::place(cell))
            .collect();
        let own = window.whole_own();
        let is_straight = fives
            .windows(2)
            .any(|pair| pair[1] - pair[0] == 5 && own >> (pair[0] + 1) & 15 == 15);
        let makes = |wanted: &[Threat]| next.iter().any(|(_, threat)| wanted.contains(threat));
        match fives.len() {
            2.. if is_straight => Threat::StraightFour,
            2.. => Threat::DoubleFour,
            1 => Threat::Four,
            _ if makes(&[Threat::StraightFour]) => Threat::Three,
            _ if makes(&[Threat::Four, Threat::DoubleFour]) => Threat::ClosedThree,
            _ if window.own == 0 => Threat::None,
            _ if makes(&[Threat::Three]) => Threat::Two,
            _ if makes(&[Threat::ClosedThree]) => Threat::ClosedTwo,
            _ => Threat::None,
        }
    }
}
