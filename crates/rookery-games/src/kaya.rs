//! Worlds of the boards on whose crossings stones are put, kaya wood and slate, and the drawing of the stones: gomoku and Go share them.

use crate::{PieceDrawing, PieceTints, Tint, World};

/// The kind of the stones.
pub const STONE: &str = "stone";

impl PieceDrawing {
    /// A stone that nearly touches its neighbours.
    pub(crate) const STONE: PieceDrawing = PieceDrawing {
        kind: STONE,
        svg: include_str!("stone.svg"),
    };
}

/// Slate and shell on kaya wood.
pub const KAYA: World = World {
    ground: Tint::new("#dcb168", "#6b5330"),
    second: Tint::new("#c99a4e", "#5a4527"),
    line: Tint::new("#5a3d14", "#d8bf8f"),
    text: Tint::new("#3a2508", "#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#22252a", "#101215"),
        edge: Tint::new("#0b0c0e", "#d9dde2"),
        mark: Tint::new("#eef1f5", "#dfe4ea"),
    },
    light: PieceTints {
        fill: Tint::new("#fbf9f2", "#f3efe3"),
        edge: Tint::new("#3b2f1b", "#1b140a"),
        mark: Tint::new("#5b4a2c", "#4f3f24"),
    },
    target: Tint::new("#0a3d24", "#d3ffe2"),
    take: Tint::new("#7a0618", "#ffdcd9"),
    last: Tint::new("#5f2400", "#ffe3ac"),
    is_last_on_piece: true,
    ..World::WOOD
};

/// White lines on slate.
pub const SLATE: World = World {
    ground: Tint::new("#5f6c78", "#2c343b"),
    second: Tint::new("#55616c", "#242b31"),
    line: Tint::new("#eef3f7", "#b9c4cd"),
    text: Tint::both("#ffffff"),
    dark: PieceTints {
        fill: Tint::new("#15181b", "#0b0d0f"),
        edge: Tint::both("#e4eaf0"),
        mark: Tint::both("#e4eaf0"),
    },
    light: PieceTints {
        fill: Tint::new("#fdfdfb", "#f3f3ee"),
        edge: Tint::new("#1d2226", "#12161a"),
        mark: Tint::both("#3d464e"),
    },
    target: Tint::both("#d9ffe9"),
    take: Tint::both("#ffe0da"),
    last: Tint::both("#ffe39a"),
    ..KAYA
};
