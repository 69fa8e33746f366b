//! Drawing of a position that stands alone: the board as SVG, and the card of 1200 × 630 pixels that link previews show.

use std::collections::BTreeSet;
use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;

use crate::web::Error;
use crate::web::board::{Art, CELL, Frame, Material, Units};
use crate::web::pictures::presentation::{Palette, resolved};
use rookery_games::api::view::{Board, Mark, Played, Side, Tone};
use rookery_games::{Division, Game, GameType, PieceTints, World};

/// Width of a card, in the proportions that link previews have.
pub const CARD_WIDTH_PX: u32 = 1200;
/// Height of a card: a little more than half its width.
pub const CARD_HEIGHT_PX: u32 = 630;
/// The longer side of the SVG of a board, where nothing else says how large it is.
const BOARD_PX: u32 = 800;
/// The room for the board on a card.
const BOARD_ON_CARD_PX: (f32, f32) = (680.0, 550.0);
/// The large piece on each side of the board, of the room beside it.
const PIECE_SHARE: f32 = 0.66;
/// The radius of a board's corners, of its longer side.
const CORNER_SHARE: f32 = 0.0175;

/// A position to be drawn.
pub struct PicturedPosition<'a> {
    pub kind: &'static dyn GameType,
    pub game: &'a dyn Game,
    pub sides: [Side; 2],
    /// The move that led to it.
    pub last: Option<&'a Played>,
    /// The colours that have something to do or to celebrate: the one to move, or the winner.
    pub lit: [bool; 2],
}

/// SVG from the art of a game, which is part of the program.
struct Svg(String);

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// No text of a visitor becomes one.
impl HtmlSafe for Svg {}

/// A drawing that is used more than once, by its id.
struct Symbol {
    id: String,
    svg: Svg,
}

/// A space that is singled out.
struct Sign {
    /// Its middle.
    x: Units,
    y: Units,
    /// `last`, or the meaning of a mark.
    kind: &'static str,
}

/// Colours and parts of a board.
struct BoardDrawing {
    art: Art,
    symbols: Vec<Symbol>,
    /// The corners of the tiles over and under the pieces.
    tiles: Vec<(Units, Units)>,
    signs: Vec<Sign>,
    ground: &'static str,
    second: &'static str,
    line: &'static str,
    text: &'static str,
    take: &'static str,
    /// Of the last move and of the stroke through a row.
    sign: &'static str,
    /// Of dark and of light pieces.
    pieces: [&'static PieceTints; 2],
    /// The radius of the corners.
    corner: f32,
    /// Whether there is a line round each square.
    is_outlined: bool,
    /// Whether spaces and their signs are round.
    is_round: bool,
    /// The height of the names of columns and rows.
    letters: f32,
}

#[derive(Template)]
#[template(path = "pictures/position.svg")]
struct PositionFile<'a> {
    title: &'a str,
    width_px: u32,
    height_px: u32,
    board: BoardDrawing,
}

#[derive(Template)]
#[template(path = "pictures/card.svg")]
struct Card {
    width_px: u32,
    height_px: u32,
    board: BoardDrawing,
    /// The board's corner and scale.
    x: f32,
    y: f32,
    scale: f32,
    pieces: Vec<LargePiece>,
    shadow: Vec<Shadow>,
    ground: &'static str,
}

/// A layer of the shadow under the board.
struct Shadow {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    corner: f32,
}

/// A piece beside the board on a card.
struct LargePiece {
    svg: Svg,
    x: f32,
    y: f32,
    scale: f32,
    opacity: &'static str,
}

impl BoardDrawing {
    /// The surface and the edge of a square on a point that counts for a side.
    fn area(&self, kind: &str) -> (&'static str, &'static str) {
        let tints = self.pieces[usize::from(kind == "area-light")];
        (tints.fill.light, tints.edge.light)
    }
}

impl PicturedPosition<'_> {
    /// The board as a file of its own, with its names of columns and rows.
    ///
    /// # Errors
    /// A defect of a template.
    pub fn svg(&self, title: &str) -> Result<String, Error> {
        let board = self.board();
        let longer = board.art.width.max(board.art.height).max(1);
        rendered(&PositionFile {
            title,
            width_px: BOARD_PX * board.art.width / longer,
            height_px: BOARD_PX * board.art.height / longer,
            board,
        })
    }

    /// The card of a link preview: the board on the game's ground, with a large piece of each side beside it. That of the side
    /// to move, or of the winner, is solid.
    ///
    /// # Errors
    /// A defect of a template.
    pub fn card(&self) -> Result<String, Error> {
        let board = self.board();
        let world = &self.kind.sheet().world;
        let (width, height) = (board.art.width as f32, board.art.height as f32);
        let (most_wide, most_high) = BOARD_ON_CARD_PX;
        let scale = (most_wide / width).min(most_high / height);
        let (card_width, card_height) = (CARD_WIDTH_PX as f32, CARD_HEIGHT_PX as f32);
        let x = (card_width - width * scale) / 2.0;
        let size = x * PIECE_SHARE;
        let piece = |side: usize| {
            let tints = tints(world, self.sides[side].tone);
            Some(LargePiece {
                // The ground of a card is that of dark pages.
                svg: Svg(resolved(self.emblem(side)?, &Palette::dark(world, tints))),
                x: match side {
                    0 => (x - size) / 2.0,
                    _ => card_width - (x + size) / 2.0,
                },
                y: (card_height - size) / 2.0,
                scale: size / CELL as f32,
                opacity: if self.lit[side] { "1" } else { ".35" },
            })
        };
        let y = (card_height - height * scale) / 2.0;
        rendered(&Card {
            width_px: CARD_WIDTH_PX,
            height_px: CARD_HEIGHT_PX,
            x,
            y,
            scale,
            pieces: [0, 1].into_iter().filter_map(piece).collect(),
            shadow: shadow((x, y), (width * scale, height * scale)).collect(),
            ground: world.ground.dark,
            board,
        })
    }

    /// The drawing that stands for a side: of its pieces on the board the game's last (the king), or one of the game's.
    fn emblem(&self, side: usize) -> Option<&'static str> {
        let drawings = self.kind.sheet().pieces;
        let own: BTreeSet<&str> = self
            .game
            .pieces()
            .iter()
            .filter(|piece| piece.side == side)
            .map(|piece| piece.kind)
            .collect();
        let on_board = drawings.iter().rfind(|drawing| own.contains(drawing.kind));
        let any = || drawings.get(side).or(drawings.first());
        on_board.or_else(any).map(|drawing| drawing.svg)
    }

    fn board(&self) -> BoardDrawing {
        let world = &self.kind.sheet().world;
        let board = self.game.board();
        let marks = self.game.marks(&[]);
        let frame = Frame::new(&board, false);
        let material = Material::new(self.kind.name(), world);
        let mut art = Art::new(material, &board, &self.game.pieces(), &self.sides, frame);
        art.draw_row(&board, &marks, frame);
        let drawn = art.figures.iter();
        let drawn = drawn.map(|figure| (figure.side, figure.kind)).collect();
        let has_row = art.row.is_some();
        let is_material = world.division == Division::Material;
        BoardDrawing {
            symbols: self.symbols(&drawn),
            tiles: tiles(&board),
            signs: signs(&board, &marks, self.last, has_row),
            ground: world.ground.light,
            second: world.second.light,
            line: world.line.light,
            text: world.text.light,
            take: world.take.light,
            sign: match is_material {
                true => world.text.light,
                false => world.last.light,
            },
            pieces: [&world.dark, &world.light],
            corner: CORNER_SHARE * art.width.max(art.height) as f32,
            is_outlined: world.division == Division::Outlines,
            is_round: is_material || art.kind == "points",
            letters: 2.6 * f32::from(board.cols),
            art,
        }
    }

    /// The drawings of pieces, by side and kind, and of the tiles.
    fn symbols(&self, drawn: &BTreeSet<(usize, &str)>) -> Vec<Symbol> {
        let sheet = self.kind.sheet();
        let pieces = drawn.iter().filter_map(|(side, kind)| {
            let drawing = sheet.pieces.iter().find(|drawing| drawing.kind == *kind)?;
            let tone = self.sides[*side].tone;
            let svg = in_colour(drawing.svg, &sheet.world, tone);
            let id = symbol_id(tone, kind);
            Some(Symbol { id, svg })
        });
        let tiles = [("under", sheet.world.under), ("over", sheet.world.over)];
        let tiles = tiles.into_iter().filter(|(_, svg)| !svg.trim().is_empty());
        let tiles = tiles.map(|(id, svg)| Symbol {
            id: id.to_owned(),
            svg: in_colour(svg, &sheet.world, Tone::Light),
        });
        let mut symbols: Vec<Symbol> = pieces.chain(tiles).collect();
        // Two sides of one tone would share a drawing.
        symbols.sort_by(|a, b| a.id.cmp(&b.id));
        symbols.dedup_by(|a, b| a.id == b.id);
        symbols
    }
}

fn in_colour(svg: &str, world: &World, tone: Tone) -> Svg {
    Svg(resolved(svg, &Palette::light(world, tints(world, tone))))
}

fn tints(world: &World, tone: Tone) -> &PieceTints {
    match tone {
        Tone::Dark => &world.dark,
        Tone::Light => &world.light,
    }
}

fn symbol_id(tone: Tone, kind: &str) -> String {
    format!("{}-{kind}", tone.as_str())
}

/// A soft shadow: layers of which each is a little smaller than the one below it.
fn shadow((x, y): (f32, f32), (width, height): (f32, f32)) -> impl Iterator<Item = Shadow> {
    const LAYERS: u8 = 12;
    const FALL: f32 = 10.0;
    (1..=LAYERS).rev().map(move |layer| {
        let spread = 2.5 * f32::from(layer);
        Shadow {
            x: x - spread,
            y: y - spread + FALL,
            width: width + 2.0 * spread,
            height: height + 2.0 * spread,
            corner: CORNER_SHARE * width.max(height) + spread,
        }
    })
}

fn tiles(board: &Board) -> Vec<(Units, Units)> {
    let rows = 0..Units::from(board.rows);
    rows.flat_map(|r| (0..Units::from(board.cols)).map(move |c| (c * CELL, r * CELL)))
        .collect()
}

/// The signs of the last move and of the position's marks; a row that has a stroke through it needs no more.
fn signs(board: &Board, marks: &[Mark], last: Option<&Played>, has_row: bool) -> Vec<Sign> {
    let middle = |at: &str, kind: &'static str| {
        let space = board.spaces.iter().find(|space| space.id == at)?;
        let centre = |n: u8| Units::from(n) * CELL + CELL / 2;
        Some(Sign {
            x: centre(space.c),
            y: centre(space.r),
            kind,
        })
    };
    let of_last = last.into_iter().flat_map(|last| &last.squares);
    let of_last = of_last.filter_map(|at| middle(at, "last"));
    let of_marks = marks
        .iter()
        .filter(|mark| !(has_row && mark.kind == "line"));
    let of_marks = of_marks.filter_map(|mark| middle(&mark.at, mark.kind));
    of_last.chain(of_marks).collect()
}

fn rendered(template: &impl Template) -> Result<String, Error> {
    let text = template.render();
    text.map_err(|error| Error::Internal(format!("a template failed: {error}")))
}
