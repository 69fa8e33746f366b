//! Points of the board: their numbers and names, the four lines through each, and sets of them.

use std::sync::LazyLock;

/// The greatest number of points: a board of 19 by 19.
pub const MOST_POINTS: usize = 361;
/// The greatest number of lines of a board in all four directions.
pub const MOST_LINES: usize = 6 * 19 - 2;
/// Cells that a line is followed to either side of a point.
pub const REACH: u8 = 5;

/// A point: row by row from the top, each from the left.
pub type Point = u16;

/// A point's place on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The number of the line.
    pub line: u8,
    /// Points before it on the line.
    pub at: u8,
}

/// A board of one size.
#[derive(Debug)]
pub struct Lattice {
    /// Points of a side.
    pub size: u8,
    /// The places of each point on its four lines: across, down, diagonally down to the right and to the left.
    spots: Vec<[Spot; 4]>,
    /// The number of points of each line.
    lengths: Vec<u8>,
    /// The bits beyond both ends of each line, see [`Lattice::walls`].
    walls: Vec<u32>,
}

static SMALL: LazyLock<Lattice> = LazyLock::new(|| Lattice::new(15));
static LARGE: LazyLock<Lattice> = LazyLock::new(|| Lattice::new(19));

impl Lattice {
    /// The board of this size, 15 or 19.
    pub fn of(size: u8) -> &'static Lattice {
        match size {
            15 => &SMALL,
            _ => &LARGE,
        }
    }

    fn new(size: u8) -> Self {
        let mut lengths = vec![0; 6 * usize::from(size) - 2];
        let spots = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let spots: Vec<_> = spots
            .map(|(row, column)| {
                let spot = |line, at| Spot { line, at };
                [
                    spot(row, column),
                    spot(size + column, row),
                    spot(3 * size - 1 + column - row, row.min(column)),
                    spot(4 * size - 1 + row + column, row.min(size - 1 - column)),
                ]
            })
            .collect();
        for spot in spots.iter().flatten() {
            lengths[usize::from(spot.line)] += 1;
        }
        let wall = |&length: &u8| !(((1_u32 << length) - 1) << REACH);
        Lattice {
            size,
            walls: lengths.iter().map(wall).collect(),
            spots,
            lengths,
        }
    }

    /// The number of points.
    pub fn count(&self) -> usize {
        self.spots.len()
    }

    /// Row by row from the upper left.
    pub fn points(&self) -> std::ops::Range<Point> {
        0..self.spots.len() as Point
    }

    /// The point in the middle.
    pub fn centre(&self) -> Point {
        self.spots.len() as Point / 2
    }

    /// The places of a point on its four lines.
    #[inline]
    pub fn spots(&self, point: Point) -> &[Spot; 4] {
        &self.spots[usize::from(point)]
    }

    /// The bits of a line that are no points, where point `n` of the line is bit `n + REACH`.
    #[inline]
    pub fn walls(&self, line: u8) -> u32 {
        self.walls[usize::from(line)]
    }

    /// The points of a line in direction `way` through `point`, from `REACH` before it to `REACH` after it, each with its distance.
    #[inline]
    pub fn along(&self, point: Point, way: usize) -> impl Iterator<Item = (Point, i32)> + use<> {
        let spot = self.spots(point)[way];
        let length = self.lengths[usize::from(spot.line)];
        let stride = self.stride(way);
        let back = i32::from(spot.at.min(REACH));
        let on = i32::from((length - 1 - spot.at).min(REACH));
        (-back..=on).map(move |n| ((i32::from(point) + n * stride) as Point, n))
    }

    /// The difference of the numbers of neighbours in a direction.
    pub fn stride(&self, way: usize) -> i32 {
        let size = i32::from(self.size);
        [1, size, size + 1, size - 1][way]
    }

    /// Column from the left and row from the top, from 0.
    pub fn place(&self, point: Point) -> (u8, u8) {
        let size = Point::from(self.size);
        ((point % size) as u8, (point / size) as u8)
    }

    /// The greater of the differences of columns and rows from the middle.
    pub fn centre_distance(&self, point: Point) -> u8 {
        let (column, row) = self.place(point);
        let middle = self.size / 2;
        column.abs_diff(middle).max(row.abs_diff(middle))
    }

    /// The name of a point, for example `h8`: the letter of its column from the left, the number of its row from below.
    pub fn name(&self, point: Point) -> String {
        let (column, row) = self.place(point);
        format!("{}{}", char::from(b'a' + column), self.size - row)
    }

    /// The point of a name.
    pub fn find(&self, name: &str) -> Option<Point> {
        let (letter, number) = name.split_at_checked(1)?;
        let column = letter.as_bytes()[0].checked_sub(b'a')?;
        let is_plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        let number: u8 = number.parse().ok().filter(|_| is_plain)?;
        let row = self.size.checked_sub(number)?;
        (column < self.size)
            .then(|| Point::from(row) * Point::from(self.size) + Point::from(column))
    }
}

/// Some of the points of a board, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointSet([u64; 6]);

impl PointSet {
    /// Whether a point is in it.
    #[inline]
    pub fn has(&self, point: Point) -> bool {
        self.0[usize::from(point / 64)] >> (point % 64) & 1 == 1
    }

    /// Puts a point in, or takes it out.
    #[inline]
    pub fn set(&mut self, point: Point, is_in: bool) {
        let bit = 1 << (point % 64);
        let word = &mut self.0[usize::from(point / 64)];
        *word = if is_in { *word | bit } else { *word & !bit };
    }

    /// The points of both sets.
    #[inline]
    pub fn or(mut self, other: PointSet) -> PointSet {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        self
    }

    /// The set with one point more.
    #[inline]
    pub fn with(mut self, point: Point) -> PointSet {
        self.set(point, true);
        self
    }

    /// Whether no point is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 6]
    }

    /// The number of its points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its points, in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..6).flat_map(move |n| {
            let mut word = words[usize::from(n)];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as Point)?;
                word &= word - 1;
                Some(64 * n + bit)
            })
        })
    }
}
