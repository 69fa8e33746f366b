//! Metadata of Connect Four: names, board sizes, levels, examples.

use crate::connect_four::position::Shape;
use crate::{LEVEL_COUNT, Level, Message, Variant};

/// A board size with its key and its words.
struct Size {
    key: &'static str,
    label: &'static str,
    columns: u8,
    rows: u8,
}

const fn size(key: &'static str, label: &'static str, columns: u8, rows: u8) -> Size {
    Size {
        key,
        label,
        columns,
        rows,
    }
}

/// The sizes, the usual one first; the solver has a build of its own for each.
const SIZES: [Size; 7] = [
    size("7x6", "connect-four-7x6", 7, 6),
    size("8x7", "connect-four-8x7", 8, 7),
    size("9x6", "connect-four-9x6", 9, 6),
    size("6x5", "connect-four-6x5", 6, 5),
    size("6x4", "connect-four-6x4", 6, 4),
    size("5x4", "connect-four-5x4", 5, 4),
    size("4x4", "connect-four-4x4", 4, 4),
];

/// The sizes as variants.
pub fn variants() -> Vec<Variant> {
    let variant = |size: &Size| Variant {
        key: size.key,
        label: Message::new(size.label),
    };
    SIZES.iter().map(variant).collect()
}

/// The board of a variant.
pub fn shape(variant: &str) -> Shape {
    let size = SIZES.iter().find(|size| size.key == variant);
    size.map_or(Shape::STANDARD, |size| Shape::new(size.columns, size.rows))
}

/// The paragraphs of the rules page.
pub fn rules() -> Vec<Message> {
    [
        "connect-four-rules-board",
        "connect-four-rules-turns",
        "connect-four-rules-win",
        "connect-four-rules-draw",
        "connect-four-rules-sizes",
        "connect-four-rules-names",
        "connect-four-rules-advice",
    ]
    .map(Message::new)
    .to_vec()
}

/// The eight levels. The last looks its first moves up in the book and solves what follows; what neither knows it searches.
pub fn levels() -> [Level; LEVEL_COUNT as usize] {
    [
        Level::weak(100, 1, [400, 500, 300]),
        Level::weak(300, 2, [95, 200, 80]),
        Level::weak(600, 3, [75, 150, 60]),
        Level::weak(1_500, 5, [50, 85, 35]),
        Level::weak(6_000, 7, [24, 28, 15]),
        Level::weak(20_000, 10, [14, 14, 8]),
        Level::weak(200_000, 0, [1, 0, 1]),
        Level::knowing(600_000, 0),
    ]
}

/// The start and positions of each stage for the bench, and the depth they are searched to.
pub fn bench() -> (&'static [&'static str], u32) {
    (&["", "44", "4453", "44444326", "1233345566"], 12)
}

/// A short game for the picture in the list.
pub fn showcase() -> &'static [&'static str] {
    &[
        "d", "d", "d", "d", "c", "e", "c", "c", "b", "e", "e", "b", "f",
    ]
}
