//! The decorative drawing under the buttons: squares or lines, coordinates and pieces, in units of a hundredth of a cell.

mod coordinates;
mod frame;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use askama::filters::HtmlSafe;

pub use crate::web::board::art::coordinates::is_broad;
use crate::web::board::art::coordinates::{Coordinate, Rim, coordinates};
pub use crate::web::board::art::frame::{CELL, Frame, Units};
use rookery_games::api::view::{Board, BoardKind, Mark, Piece, Side, Space};
use rookery_games::{Division, World};

/// The radius of a ring of a row that won.
const RING: f64 = 45.0;
/// The length of the stroke through such a row beyond the centres of its outer spaces.
const BEYOND: f64 = 36.0;
/// Where an arrow to a marked space begins and ends, beyond the centres of its spaces, and how far its head reaches back and aside.
const AIM_START: f64 = 12.0;
const AIM_END: f64 = 34.0;
const AIM_HEAD: f64 = 24.0;

/// A drawn square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    /// Left edge.
    pub x: Units,
    /// Upper edge.
    pub y: Units,
    /// 0 light or plain, 1 dark.
    pub shade: u8,
}

/// A drawn line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its start, x.
    pub x1: Units,
    /// Its start, y.
    pub y1: Units,
    /// Its end, x.
    pub x2: Units,
    /// Its end, y.
    pub y2: Units,
}

/// A crossing of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    /// Its centre, x.
    pub x: Units,
    /// Its centre, y.
    pub y: Units,
}

/// A drawn piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The piece's stable id.
    pub id: u16,
    /// The drawing, a symbol of the sprite.
    pub kind: &'static str,
    pub side: usize,
    /// `dark` or `light`.
    pub tone: &'static str,
    /// Left edge of its cell.
    pub x: Units,
    /// Upper edge of its cell.
    pub y: Units,
    /// Whether it has fallen.
    pub has_fallen: bool,
}

/// The row that won: a stroke under all of its pieces and a little beyond them; or, where the pieces are behind the board or nearly as
/// wide as their points are apart, a chain of rings round them with links from ring to ring. Either way every piece stays to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningRow {
    /// The centres of the rings.
    pub rings: Vec<Dot>,
    /// The stroke, or the links.
    pub strokes: Vec<Line>,
}

/// A space that is singled out under its piece: by the last move, as selected, or for a king in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Its class, which is also that of its button.
    pub kind: &'static str,
    /// Left edge of its cell.
    pub x: Units,
    /// Upper edge of its cell.
    pub y: Units,
}

/// SVG that is part of the program, as the templates are: a template inserts it unescaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Svg(&'static str);

impl Svg {
    fn of(text: &'static str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then_some(Svg(text))
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// No text of a visitor becomes one.
impl HtmlSafe for Svg {}

/// The material of a board, as the template needs it: colours, tiles and symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// The registry's name of the game; `world-NAME` is the class of its colours.
    pub game: String,
    /// `set`, `fall` or `drawn`: how pieces come onto the board.
    pub arrival: &'static str,
    /// The suffix of the ids of its tiles: one of its own for each drawing of a page with tiles.
    pub tiles: String,
    /// The prefix of the symbols that draw its pieces.
    pub symbols: Cow<'static, str>,
    /// The tile under the pieces, if there is one.
    pub under: Option<Svg>,
    /// The tile over the pieces.
    pub over: Option<Svg>,
    /// Whether the last move is marked on its piece.
    pub is_last_on_piece: bool,
    division: Division,
    dots: &'static [(u8, u8)],
}

impl Material {
    /// The material of a game's board.
    pub fn new(game: &str, world: &World) -> Self {
        Material {
            game: game.to_owned(),
            tiles: game.to_owned(),
            arrival: world.arrival.as_str(),
            symbols: Cow::Borrowed("p"),
            under: Svg::of(world.under),
            over: Svg::of(world.over),
            is_last_on_piece: world.is_last_on_piece,
            division: world.division,
            dots: world.dots,
        }
    }

    /// The same with tiles of its own, for a further drawing of the game on a page.
    #[must_use]
    pub fn with_tiles(mut self, name: &str) -> Self {
        self.tiles = format!("{}-{name}", self.game);
        self
    }

    /// The same with pieces from symbols with this prefix, where a page shows several sets.
    #[must_use]
    pub fn drawn_by(mut self, prefix: String) -> Self {
        self.symbols = Cow::Owned(prefix);
        self
    }

    fn has_squares(&self) -> bool {
        matches!(self.division, Division::Shades | Division::Outlines)
    }

    /// The class of the way in which squares are told apart.
    pub fn division(&self) -> &'static str {
        match self.division {
            Division::Shades => "shades",
            Division::Outlines => "outlines",
            Division::Inner => "inner",
            Division::Material => "material",
        }
    }
}

/// The drawing of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Art {
    /// The material of the board: colours, tiles and symbols.
    pub material: Material,
    /// `cells` or `points`.
    pub kind: &'static str,
    /// Width of the whole.
    pub width: Units,
    /// Height of the whole.
    pub height: Units,
    /// The border round the board, which has room for the names of columns and rows beside pieces that fill the edge.
    pub rim: Rim,
    /// Squares, where they are drawn.
    pub squares: Vec<Square>,
    /// Lines, where they are drawn.
    pub lines: Vec<Line>,
    /// Crossings, where lines are drawn.
    pub dots: Vec<Dot>,
    /// Names of columns and rows, then those of spaces.
    pub coordinates: Vec<Coordinate>,
    /// Singled out spaces, under the pieces.
    pub highlights: Vec<Highlight>,
    /// The pieces.
    pub figures: Vec<Figure>,
    pub row: Option<WinningRow>,
    /// Arrows over the pieces to marked spaces, each as the `d` of an SVG path.
    pub aims: Vec<String>,
}

impl Art {
    /// Draws a board with its pieces.
    pub fn new(
        material: Material,
        board: &Board,
        pieces: &[Piece],
        sides: &[Side; 2],
        frame: Frame,
    ) -> Self {
        let spaces: BTreeMap<&str, (u8, u8)> =
            board.spaces.iter().map(|s| (&*s.id, (s.c, s.r))).collect();
        let place = |id: &str| spaces.get(id).copied();
        let is_cells = board.kind == BoardKind::Cells;
        let has_squares = is_cells && material.has_squares();
        let squares = board.spaces.iter().filter(|_| has_squares).map(|space| {
            let (x, y) = frame.corner(space.c, space.r);
            Square {
                x,
                y,
                shade: space.shade,
            }
        });
        let has_dot = |space: &&Space| board.dots.is_empty() || board.dots.contains(&space.id);
        let dotted = board.spaces.iter().filter(|_| !is_cells).filter(has_dot);
        let dots = dotted.map(|space| {
            let (x, y) = frame.centre(space.c, space.r);
            Dot { x, y }
        });
        let corners = material.dots.iter().map(|&(c, r)| {
            let (c, r) = frame.seen_line(c, r);
            Dot {
                x: Units::from(c) * CELL,
                y: Units::from(r) * CELL,
            }
        });
        let lines = board.lines.iter().filter_map(|(from, to)| {
            let ((c1, r1), (c2, r2)) = (place(from)?, place(to)?);
            let ((x1, y1), (x2, y2)) = (frame.centre(c1, r1), frame.centre(c2, r2));
            Some(Line { x1, y1, x2, y2 })
        });
        let inner = match material.division {
            Division::Inner if is_cells => between_squares(board),
            _ => Vec::new(),
        };
        let figures = pieces.iter().filter_map(|piece| {
            let (c, r) = place(&piece.at)?;
            let (x, y) = frame.corner(c, r);
            let tone = sides[piece.side].tone.as_str();
            Some(Figure {
                id: piece.id,
                kind: piece.kind,
                side: piece.side,
                tone,
                x,
                y,
                has_fallen: false,
            })
        });
        let rim = Rim::of(board, material.over.is_some());
        let coordinates = coordinates(board, frame, rim);
        Art {
            material,
            kind: board.kind.as_str(),
            width: Units::from(board.cols) * CELL,
            height: Units::from(board.rows) * CELL,
            rim,
            squares: squares.collect(),
            lines: lines.chain(inner).collect(),
            dots: dots.chain(corners).collect(),
            coordinates,
            highlights: Vec::new(),
            figures: figures.collect(),
            row: None,
            aims: Vec::new(),
        }
    }

    /// The width of the board with its rim.
    pub fn whole_width(&self) -> Units {
        self.width + 2 * self.rim.x
    }

    /// The height of the board with its rim.
    pub fn whole_height(&self) -> Units {
        self.height + 2 * self.rim.y
    }

    /// The left edge of the rim: the board itself begins at 0.
    pub fn left(&self) -> i64 {
        -i64::from(self.rim.x)
    }

    /// The upper edge of the rim.
    pub fn top(&self) -> i64 {
        -i64::from(self.rim.y)
    }

    /// The part of the plane that the drawing shows, as `viewBox` has it.
    pub fn view_box(&self) -> String {
        let (width, height) = (self.whole_width(), self.whole_height());
        format!("{} {} {width} {height}", self.left(), self.top())
    }

    /// Lets the pieces fall that the marks say have fallen; `board.js` does the same.
    pub fn fell(&mut self, board: &Board, marks: &[Mark], frame: Frame) {
        for mark in marks.iter().filter(|mark| mark.falls) {
            let Some(space) = board.spaces.iter().find(|s| s.id == mark.at) else {
                continue;
            };
            let corner = frame.corner(space.c, space.r);
            for figure in &mut self.figures {
                figure.has_fallen |= (figure.x, figure.y) == corner;
            }
        }
    }

    /// Draws the arrows that lead to marked spaces; `board.js` does the same.
    pub fn draw_aims(&mut self, board: &Board, marks: &[Mark], frame: Frame) {
        let centre = |id: &str| {
            let space = board.spaces.iter().find(|s| s.id == id)?;
            let (x, y) = frame.centre(space.c, space.r);
            Some((f64::from(x), f64::from(y)))
        };
        let aims = marks.iter().filter_map(|mark| {
            let (from, to) = (centre(mark.from.as_deref()?)?, centre(&mark.at)?);
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let length = x.hypot(y).max(1.0);
            let (x, y) = (x / length, y / length);
            // So far along the arrow from a place, and so far to its right.
            let beside = |place: (f64, f64), along: f64, aside: f64| {
                let [x, y] = [
                    place.0 + x * along - y * aside,
                    place.1 + y * along + x * aside,
                ];
                format!("{},{}", x.round(), y.round())
            };
            Some(format!(
                "M{}L{}L{}L{}L{}",
                beside(from, AIM_START, 0.0),
                beside(to, AIM_END, 0.0),
                beside(to, AIM_END - AIM_HEAD, -AIM_HEAD),
                beside(to, AIM_END, 0.0),
                beside(to, AIM_END - AIM_HEAD, AIM_HEAD),
            ))
        });
        self.aims = aims.collect();
    }

    /// Whether a row that won is a chain over its pieces, not a stroke under them.
    pub fn has_chain(&self) -> bool {
        self.material.over.is_some() || self.kind == BoardKind::Points.as_str()
    }

    /// Draws the marked row that won, if all its spaces lie in one line; `board.js` does the same.
    pub fn draw_row(&mut self, board: &Board, marks: &[Mark], frame: Frame) {
        let of_row = marks.iter().filter(|mark| mark.kind == "line");
        let found = of_row.filter_map(|mark| board.spaces.iter().find(|s| s.id == mark.at));
        let centre = |s: &Space| frame.centre(s.c, s.r);
        let mut places: Vec<(Units, Units)> = found.map(centre).collect();
        places.sort_unstable();
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else {
            return;
        };
        let [way, of] = [last, first].map(|(x, y)| (f64::from(x), f64::from(y)));
        let way = (way.0 - of.0, way.1 - of.1);
        let is_straight = |&(x, y): &(Units, Units)| {
            (f64::from(x) - of.0) * way.1 == (f64::from(y) - of.1) * way.0
        };
        if !places.iter().all(is_straight) {
            return;
        }
        let length = way.0.hypot(way.1).max(1.0);
        // So far from one place towards the last one.
        let along = |(x, y): (Units, Units), by: f64| {
            let moved =
                |from: Units, way: f64| (f64::from(from) + way * by / length).round() as Units;
            (moved(x, way.0), moved(y, way.1))
        };
        let line = |((x1, y1), (x2, y2))| Line { x1, y1, x2, y2 };
        let is_chain = self.has_chain();
        self.row = Some(WinningRow {
            rings: match is_chain {
                true => places.iter().map(|&(x, y)| Dot { x, y }).collect(),
                false => Vec::new(),
            },
            strokes: match is_chain {
                true => places
                    .windows(2)
                    .map(|pair| line((along(pair[0], RING), along(pair[1], -RING))))
                    .collect(),
                false => vec![line((along(first, -BEYOND), along(last, BEYOND)))],
            },
        });
    }
}

/// Lines between the squares, that end a little before the edge of the board.
fn between_squares(board: &Board) -> Vec<Line> {
    const MARGIN: Units = 10;
    let (width, height) = (
        Units::from(board.cols) * CELL,
        Units::from(board.rows) * CELL,
    );
    let upright = (1..board.cols).map(|c| {
        let x = Units::from(c) * CELL;
        Line {
            x1: x,
            y1: MARGIN,
            x2: x,
            y2: height - MARGIN,
        }
    });
    let level = (1..board.rows).map(|r| {
        let y = Units::from(r) * CELL;
        Line {
            x1: MARGIN,
            y1: y,
            x2: width - MARGIN,
            y2: y,
        }
    });
    upright.chain(level).collect()
}
