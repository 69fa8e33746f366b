//! World of a game: the colours of its board and pieces on light and on dark pages, what the board is made of, and how pieces
//! come onto it.

/// A colour on a light page and on a dark one, as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// On a light page.
    pub light: &'static str,
    /// On a dark page.
    pub dark: &'static str,
}

impl Tint {
    /// A colour of its own for each page.
    pub const fn new(light: &'static str, dark: &'static str) -> Self {
        Tint { light, dark }
    }

    /// One colour for both.
    pub const fn both(colour: &'static str) -> Self {
        Tint::new(colour, colour)
    }
}

/// The colours of a side's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTints {
    /// Their surface, and the strokes of drawn signs.
    pub fill: Tint,
    /// Their outline.
    pub edge: Tint,
    /// The colour of the drawing on them.
    pub mark: Tint,
}

/// The way in which the spaces of a board of squares are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// The two shades of the squares.
    Shades,
    /// A line round each square.
    Outlines,
    /// Lines between the squares, and none round the board.
    Inner,
    /// [`World::under`] or [`World::over`].
    Material,
}

/// The way in which a new piece comes onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is set down.
    Set,
    /// It falls from above the board.
    Fall,
    /// Its strokes are drawn.
    Drawn,
}

impl Arrival {
    /// The word on the page.
    pub fn as_str(self) -> &'static str {
        match self {
            Arrival::Set => "set",
            Arrival::Fall => "fall",
            Arrival::Drawn => "drawn",
        }
    }
}

/// Colours, material and motion of a game's board. `World { … ..World::WOOD }` names the differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// The board, or its lighter squares, under the pieces.
    pub ground: Tint,
    /// Its darker squares, or the material over the pieces.
    pub second: Tint,
    /// Borders of squares and lines between points.
    pub line: Tint,
    /// The names of columns and rows.
    pub text: Tint,
    /// The pieces of the dark side.
    pub dark: PieceTints,
    /// The pieces of the light side.
    pub light: PieceTints,
    /// The sign of a space that can be played to, and of a selected one.
    pub target: Tint,
    /// The sign of a piece that can be taken, and of a king in check.
    pub take: Tint,
    /// The sign of the last move.
    pub last: Tint,
    /// Whether that sign is a dot on the piece, which fills its space, in place of a ring around it.
    pub is_last_on_piece: bool,
    /// The way in which squares are told apart.
    pub division: Division,
    /// The SVG of a tile of 100 by 100 under the pieces, repeated over the board; `second` is the class of things in that colour,
    /// `line` that of lines.
    pub under: &'static str,
    /// The same over the pieces.
    pub over: &'static str,
    /// Corners of squares with a dot, as lines between columns and rows counted from the upper left of the board.
    pub dots: &'static [(u8, u8)],
    /// The way in which pieces come onto the board.
    pub arrival: Arrival,
}

/// Further colours of a game's board, which a visitor may choose; they are called `NAME-theme-KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTheme {
    /// The key, for example `green`: small letters, digits and hyphens. `standard` is the sheet's own world.
    pub key: &'static str,
    /// The colours. Division, tiles, dots and arrival stay those of the sheet's own world, because the pages of all visitors
    /// share one drawing.
    pub world: World,
}

impl World {
    /// Two quiet woods.
    pub const WOOD: World = World {
        ground: Tint::new("#ecdcbb", "#8a6f4b"),
        second: Tint::new("#ba8e60", "#594530"),
        line: Tint::new("#6b5233", "#2c241a"),
        text: Tint::new("#3a2814", "#ffffff"),
        dark: PieceTints {
            fill: Tint::new("#2b2320", "#14100d"),
            edge: Tint::new("#0f0b09", "#e2d3b5"),
            mark: Tint::new("#f0e4cc", "#d8c8a8"),
        },
        light: PieceTints {
            fill: Tint::new("#fffaf0", "#f8efdc"),
            edge: Tint::new("#2f2518", "#17110b"),
            mark: Tint::new("#6a4f2d", "#5f4625"),
        },
        target: Tint::new("#07402f", "#c9fbe4"),
        take: Tint::new("#8a0a22", "#ffdcd9"),
        last: Tint::new("#5f3000", "#ffe3ac"),
        is_last_on_piece: false,
        division: Division::Outlines,
        under: "",
        over: "",
        dots: &[],
        arrival: Arrival::Set,
    };
}
