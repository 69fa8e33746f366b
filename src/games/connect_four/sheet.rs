//! What is known of Connect Four before a game starts: names, board sizes, levels, examples.

use crate::games::connect_four::position::Shape;
use crate::games::{LEVEL_COUNT, Level, Message, Variant};

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
        Level::plain(6, 1),
        Level::plain(30, 1),
        Level::plain(150, 2),
        Level::plain(800, 4),
        Level::plain(4_000, 6),
        Level::plain(20_000, 10),
        Level::plain(100_000, 0),
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
        "4", "4", "4", "4", "3", "5", "3", "3", "2", "5", "5", "2", "6",
    ]
}
