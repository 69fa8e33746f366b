//! Boards of the mill games: 24 points on three rings, 16 on two, or one ring with a hub; their lines of three, and the relations
//! between sets of points.
//!
//! Points are numbered ring by ring from the inside, clockwise from the top (Sanmill's order), so that a set of them is three
//! bytes of a `u32` and every question about lines is a few shifts. In each ring the even numbers are the midpoints of the sides,
//! the odd ones the corners. A point's neighbours are the two beside it on its ring and, where a [`MillBoard`] has a spoke, the
//! same place one ring in and one ring out. The board with two rings uses the inner and the outer one, the board with one ring
//! the middle one, so that every symmetry of three rings is also a symmetry of these boards. The hub, in the middle of the board,
//! is the neighbour of all points of the middle ring.

/// A set of points; bit `p` is point `p`.
pub type Points = u32;

/// The number of points on three rings.
pub const ON_RINGS: usize = 24;
/// The number of points of all boards together.
pub const COUNT: usize = ON_RINGS + 1;

/// Every point of three rings.
pub const RINGS: Points = 0x00ff_ffff;

/// The point in the middle of the board.
const HUB: u8 = 24;
const MIDDLE: Points = RING << 8;
const RING: Points = 0xff;
const MIDPOINTS: Points = 0x0055_5555;
/// The corners of the rings.
pub const CORNERS: Points = 0x00aa_aaaa;

/// A board with its men: its points, the lines between them, and the number of men that each side brings.
#[derive(Debug, PartialEq, Eq)]
pub struct MillBoard {
    /// Its field in a position string (`board:9`).
    pub name: &'static str,
    /// The same for people.
    pub in_words: &'static str,
    /// Men of each side at the start, at most twelve.
    pub men: u8,
    /// Its points: whole rings, and perhaps the hub.
    pub points: Points,
    /// The points that lines join across the rings: whole spokes, so the same places of every ring.
    spokes: Points,
    /// The distance in numbers between points that are neighbours on a spoke.
    ring_step: u32,
}

/// The names of the points: file a–g from the left, rank 1–7 from the bottom.
pub const NAMES: [&str; COUNT] = [
    "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", // inner ring
    "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6", // middle ring
    "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7", // outer ring
    "d4", // hub
];

/// The lines along sides and spokes, each from one end to the other: three rings of four sides, then eight spokes.
const LINES: [[u8; 3]; 20] = all_lines();

const fn all_lines() -> [[u8; 3]; 20] {
    let mut lines = [[0; 3]; 20];
    let mut i = 0;
    while i < 12 {
        let (ring, side) = (8 * (i as u8 / 4), 2 * (i as u8 % 4));
        lines[i] = [ring + (side + 7) % 8, ring + side, ring + side + 1];
        i += 1;
    }
    while i < 20 {
        let place = i as u8 - 12;
        lines[i] = [16 + place, 8 + place, place];
        i += 1;
    }
    lines
}

/// The set of one point.
pub fn bit(point: u8) -> Points {
    1 << point
}

/// The points of a set, in order of number.
pub fn each(mut set: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        point
    })
}

/// The name of a point.
pub fn name(point: u8) -> &'static str {
    NAMES[usize::from(point)]
}

/// The point of a name, upper or lower case.
pub fn by_name(text: &str) -> Option<u8> {
    (0..)
        .zip(NAMES)
        .find(|(_, name)| name.eq_ignore_ascii_case(text))
        .map(|(point, _)| point)
}

fn clockwise(set: Points) -> Points {
    ((set << 1) & 0x00fe_fefe) | ((set >> 7) & 0x0001_0101)
}

fn anticlockwise(set: Points) -> Points {
    ((set >> 1) & 0x007f_7f7f) | ((set & 0x0001_0101) << 7)
}

/// The points of the middle ring across the hub from those of the set.
fn opposite(set: Points) -> Points {
    ((set & MIDDLE) << 4 | (set & MIDDLE) >> 4) & MIDDLE
}

/// `into` where there is anything in the set, else nothing.
fn spread(set: Points, into: Points) -> Points {
    if set == 0 { 0 } else { into }
}

impl MillBoard {
    /// Nine men, lines across at the middle of each side.
    pub const NINE: MillBoard = MillBoard {
        name: "board:9",
        in_words: "nine men, without diagonals",
        men: 9,
        points: RINGS,
        spokes: MIDPOINTS,
        ring_step: 8,
    };

    /// The same with ten men, by Emanuel Lasker's proposal.
    pub const TEN: MillBoard = MillBoard {
        name: "board:10",
        in_words: "ten men, without diagonals",
        men: 10,
        ..MillBoard::NINE
    };

    /// Twelve men, lines across at the corners too.
    pub const TWELVE: MillBoard = MillBoard {
        name: "board:12d",
        in_words: "twelve men, with diagonals",
        men: 12,
        spokes: RINGS,
        ..MillBoard::NINE
    };

    /// Six men on the outer and the inner ring, joined at the middle of each side by lines that are no mills.
    pub const SIX: MillBoard = MillBoard {
        name: "board:6",
        in_words: "six men, on two rings",
        men: 6,
        points: RING | (RING << 16),
        ring_step: 16,
        ..MillBoard::NINE
    };

    /// Three men on the middle ring and the hub.
    pub const THREE: MillBoard = MillBoard {
        name: "board:3",
        in_words: "three men, on one square with its centre",
        men: 3,
        points: MIDDLE | 1 << HUB,
        spokes: 0,
        ..MillBoard::NINE
    };

    /// The lines of three.
    pub fn lines(&self) -> impl Iterator<Item = [u8; 3]> {
        let is_side = |[a, _, b]: [u8; 3]| a / 8 == b / 8;
        let (points, spokes) = (self.points, self.spokes);
        let on_rings = LINES.into_iter().filter(move |line| {
            let is_there = line.iter().all(|&p| points & bit(p) != 0);
            is_there && (is_side(*line) || spokes & bit(line[1]) != 0)
        });
        let across = each(if self.has_hub() {
            MIDDLE & MIDDLE >> 4
        } else {
            0
        });
        on_rings.chain(across.map(|point| [point, HUB, point + 4]))
    }

    /// Whether the middle of the board is a point.
    pub fn has_hub(&self) -> bool {
        self.points & bit(HUB) != 0
    }

    /// The letters of its files from the left, and the numbers of its ranks from the top.
    pub fn coordinates(&self) -> (&'static str, &'static str) {
        match self.has_hub() {
            true => ("bdf", "642"),
            false => ("abcdefg", "7654321"),
        }
    }

    /// Column from the left and row from the top of one of its points, from 0.
    pub fn place(&self, point: u8) -> (u8, u8) {
        let (files, ranks) = self.coordinates();
        let index = |of: &str, part: &str| of.find(part).unwrap_or_default() as u8;
        let (file, rank) = name(point).split_at(1);
        (index(files, file), index(ranks, rank))
    }

    /// Whether the points are those of the other board, joined in the same way.
    pub fn is_joined_as(&self, other: &MillBoard) -> bool {
        self.points == other.points && self.spokes == other.spokes
    }

    /// The lines as they are drawn, from end to end: those of three, and those between two rings.
    pub fn strokes(&self) -> impl Iterator<Item = (u8, u8)> {
        let between = match self.ring_step {
            16 => each(self.points & self.spokes & RING),
            _ => each(0),
        };
        let of_three = self.lines().map(|[first, _, last]| (first, last));
        of_three.chain(between.map(|inner| (inner, inner + 16)))
    }

    /// The set moved one step in each of the four directions; points without a line in a direction are dropped.
    fn steps(&self, set: Points) -> [Points; 4] {
        let on_spokes = set & self.spokes;
        [
            clockwise(set),
            anticlockwise(set),
            (on_spokes << self.ring_step) & self.points,
            (on_spokes >> self.ring_step) & self.points,
        ]
    }

    /// The points one step away from some point of the set.
    pub fn neighbours(&self, set: Points) -> Points {
        let [a, b, c, d] = self.steps(set);
        a | b | c | d | self.beside_hub(set)
    }

    /// The number of single steps from `set` into `into`.
    pub fn step_count(&self, set: Points, into: Points) -> u32 {
        let by_hub = spread(set & bit(HUB), into & MIDDLE) | spread(into & bit(HUB), set & MIDDLE);
        let along = self.steps(set).map(|s| (s & into).count_ones());
        along.iter().sum::<u32>() + by_hub.count_ones()
    }

    /// The points that lines through the hub join to one of the set.
    fn beside_hub(&self, set: Points) -> Points {
        match self.has_hub() {
            true => spread(set & bit(HUB), MIDDLE) | spread(set & MIDDLE, bit(HUB)),
            false => 0,
        }
    }

    /// The points of the middle ring that stand in a full line through the hub.
    fn through_hub(&self, set: Points) -> Points {
        spread(set & bit(HUB), set & opposite(set))
    }

    /// The full lines of a set: the midpoints of full sides, and the places (0–7) that are full across all rings.
    fn full(&self, set: Points) -> (Points, Points) {
        let sides = set & clockwise(set) & anticlockwise(set) & MIDPOINTS;
        let across = set & (set >> 8) & (set >> 16) & RING & self.spokes;
        (sides, across)
    }

    /// The number of lines that the set fills.
    pub fn mill_count(&self, set: Points) -> u32 {
        let (sides, across) = self.full(set);
        sides.count_ones() + across.count_ones() + self.through_hub(set).count_ones() / 2
    }

    /// Those of the set that stand in a full line.
    pub fn in_mills(&self, set: Points) -> Points {
        let (sides, across) = self.full(set);
        let ends = self.through_hub(set);
        let by_hub = ends | spread(ends, bit(HUB));
        let on_rings = sides | clockwise(sides) | anticlockwise(sides);
        on_rings | across | (across << 8) | (across << 16) | by_hub
    }

    /// Those of the set that stand in a full line with this point, itself included; none where it stands in no full line.
    pub fn mills_through(&self, point: u8, set: Points) -> Points {
        let is_full =
            |line: &[u8; 3]| line.contains(&point) && line.iter().all(|p| set & bit(*p) != 0);
        let full = self.lines().filter(is_full).flatten();
        full.fold(0, |mills, p| mills | bit(p))
    }

    /// For each position in a line (middle of a side, either end, across), the points whose two partners are in the set. The hub
    /// counts once, however many lines it completes: with three men a side, that is one.
    fn gaps(&self, set: Points) -> [Points; 4] {
        let (cw, acw) = (clockwise(set), anticlockwise(set));
        let across = ((set >> 8) & (set >> 16) & RING)
            | ((set << 8) & (set >> 8) & (RING << 8))
            | ((set << 8) & (set << 16) & (RING << 16));
        [
            cw & acw & MIDPOINTS,
            cw & clockwise(cw) & CORNERS,
            acw & anticlockwise(acw) & CORNERS,
            across & self.spokes | self.gaps_by_hub(set),
        ]
    }

    /// The points whose two partners in a line through the hub are in the set.
    fn gaps_by_hub(&self, set: Points) -> Points {
        if !self.has_hub() {
            return 0;
        }
        spread(set & opposite(set), bit(HUB)) | spread(set & bit(HUB), opposite(set))
    }

    /// The points that complete a line with two of the set, whether or not something stands on them.
    pub fn closing(&self, set: Points) -> Points {
        let [a, b, c, d] = self.gaps(set);
        a | b | c | d
    }

    /// The points that complete two lines or more at once, whether or not something stands on them.
    pub fn closing_two(&self, set: Points) -> Points {
        let [a, b, c, d] = self.gaps(set);
        a & b | (a | b) & c | (a | b | c) & d
    }

    /// The number of lines with two of `set` and a point of `free`.
    pub fn two_count(&self, set: Points, free: Points) -> u32 {
        self.gaps(set).iter().map(|g| (g & free).count_ones()).sum()
    }

    /// The number of lines with two of `set` and a point of `free`, with a third of the set one step from that point.
    pub fn ready_count(&self, set: Points, free: Points) -> u32 {
        let [side, cw, acw, across] = self.gaps(set);
        let [from_ccw, from_cw, from_in, from_out] = self.steps(set);
        let radial = from_in | from_out | self.beside_hub(set);
        // Two men across the hub are in line with it, a third one stands beside it.
        let at_hub = match (set & MIDDLE).count_ones() {
            3.. => bit(HUB),
            _ => 0,
        };
        let ready = [
            side & radial,
            cw & (from_cw | radial),
            acw & (from_ccw | radial),
            across & (from_ccw | from_cw | at_hub),
        ];
        ready.iter().map(|g| (g & free).count_ones()).sum()
    }
}

/// The number of symmetries of the board: eight turns and reflections, each with or without the rings turned inside out.
pub const SYMMETRIES: usize = 16;

/// The image of a point under symmetry `s`: bits 0–1 quarter turns, bit 2 reflection, bit 3 inside out.
pub const fn image(point: u8, s: usize) -> u8 {
    if point == HUB {
        return HUB;
    }
    let s = s as u8;
    let (ring, place) = (point / 8, point % 8);
    let place = if s & 4 == 0 { place } else { (8 - place) % 8 };
    let ring = if s & 8 == 0 { ring } else { 2 - ring };
    ring * 8 + (place + 2 * (s & 3)) % 8
}

/// The symmetry that undoes symmetry `s`: reflections undo themselves, turns go back.
pub fn inverse(s: usize) -> usize {
    if s & 4 != 0 {
        return s;
    }
    s & 8 | (4 - (s & 3)) & 3
}

/// The image of a set under symmetry `s`.
pub fn image_set(set: Points, s: usize) -> Points {
    each(set).fold(0, |out, point| out | bit(image(point, s)))
}
