//! Board themes of chess beside its own wood, and its second set of pieces.

use crate::chess::notation::steps;
use crate::{BoardTheme, Division, PieceDrawing, PieceSet, PieceTints, Tint, World};

/// Wood, without a line round each square.
pub const WOOD: World = World {
    division: Division::Shades,
    ..World::WOOD
};

const GREEN: World = World {
    ground: Tint::new("#eef0d8", "#6b7a55"),
    second: Tint::new("#86a666", "#46563a"),
    line: Tint::new("#3f5530", "#1f2a18"),
    text: Tint::new("#1f2d16", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#22261f", "#10130e"),
        edge: Tint::new("#0c0f0a", "#d6dfc4"),
        mark: Tint::new("#e9efdc", "#cdd8ba"),
    },
    light: PieceTints {
        fill: Tint::new("#fffdf4", "#f5f2e3"),
        edge: Tint::new("#23301b", "#11150d"),
        mark: Tint::new("#4c6338", "#465936"),
    },
    target: Tint::new("#073b46", "#c6f4ff"),
    last: Tint::new("#5a2c00", "#ffe3ac"),
    ..WOOD
};

const BLUE: World = World {
    ground: Tint::new("#e6edf4", "#617590"),
    second: Tint::new("#86a5c6", "#3f5068"),
    line: Tint::new("#33506e", "#1a2431"),
    text: Tint::new("#14283c", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#1f242b", "#0e1116"),
        edge: Tint::new("#0a0d12", "#cfdaea"),
        mark: Tint::new("#e3ebf4", "#c3d1e4"),
    },
    light: PieceTints {
        fill: Tint::new("#fdfdfb", "#f1f3f5"),
        edge: Tint::new("#1c2836", "#0e141c"),
        mark: Tint::new("#3d5a78", "#3d546e"),
    },
    take: Tint::new("#850a26", "#ffdcd9"),
    last: Tint::new("#552c00", "#ffe3ac"),
    ..WOOD
};

const GREY: World = World {
    ground: Tint::new("#ececea", "#747678"),
    second: Tint::new("#a2a4a6", "#4d4f52"),
    line: Tint::new("#55575a", "#232426"),
    text: Tint::new("#26292c", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#232425", "#111213"),
        edge: Tint::new("#0c0d0e", "#d8dadc"),
        mark: Tint::new("#e9eaeb", "#cccfd1"),
    },
    light: PieceTints {
        fill: Tint::new("#fefefe", "#f2f2f1"),
        edge: Tint::new("#2a2c2e", "#141516"),
        mark: Tint::new("#5a5d60", "#55585b"),
    },
    last: Tint::new("#5a2c00", "#ffe3ac"),
    ..WOOD
};

/// Nothing but black and white stands on the squares.
const HIGH_CONTRAST: World = World {
    ground: Tint::new("#ffffff", "#4a4a4a"),
    second: Tint::new("#b4b4b4", "#000000"),
    line: Tint::new("#000000", "#ffffff"),
    text: Tint::new("#000000", "#ffffff"),
    dark: PieceTints {
        fill: Tint::both("#000000"),
        edge: Tint::new("#000000", "#ffffff"),
        mark: Tint::both("#ffffff"),
    },
    light: PieceTints {
        fill: Tint::both("#ffffff"),
        edge: Tint::both("#000000"),
        mark: Tint::both("#000000"),
    },
    target: Tint::new("#00402c", "#adf0d4"),
    take: Tint::new("#7d0006", "#ffc2bd"),
    last: Tint::new("#532d00", "#ffd596"),
    ..WOOD
};

/// The colours that a visitor may choose in place of [`WOOD`].
pub const THEMES: &[BoardTheme] = &[
    BoardTheme {
        key: "green",
        world: GREEN,
    },
    BoardTheme {
        key: "blue",
        world: BLUE,
    },
    BoardTheme {
        key: "grey",
        world: GREY,
    },
    BoardTheme {
        key: "contrast",
        world: HIGH_CONTRAST,
    },
];

/// The carved pieces.
pub const CARVED: &[PieceDrawing] = &drawings([
    include_str!("pieces/pawn.svg"),
    include_str!("pieces/knight.svg"),
    include_str!("pieces/bishop.svg"),
    include_str!("pieces/rook.svg"),
    include_str!("pieces/queen.svg"),
    include_str!("pieces/king.svg"),
]);

const FLAT: &[PieceDrawing] = &drawings([
    include_str!("pieces/flat/pawn.svg"),
    include_str!("pieces/flat/knight.svg"),
    include_str!("pieces/flat/bishop.svg"),
    include_str!("pieces/flat/rook.svg"),
    include_str!("pieces/flat/queen.svg"),
    include_str!("pieces/flat/king.svg"),
]);

/// The drawings that a visitor may choose in place of [`CARVED`]: circles, triangles and straight lines.
pub const SETS: &[PieceSet] = &[PieceSet {
    key: "flat",
    pieces: FLAT,
}];

/// One drawing of each role, in the order of [`steps::KINDS`].
const fn drawings(svgs: [&'static str; 6]) -> [PieceDrawing; 6] {
    let mut drawings = [PieceDrawing::DISC; 6];
    let mut role = 0;
    while role < svgs.len() {
        drawings[role] = PieceDrawing {
            kind: steps::KINDS[role],
            svg: svgs[role],
        };
        role += 1;
    }
    drawings
}
