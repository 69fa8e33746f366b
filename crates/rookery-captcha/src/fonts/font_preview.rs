//! Previews of the fonts and backgrounds in use, for the owner.

use crate::backgrounds::Background;
use crate::fonts::typeface::Face;
use crate::picture::ink::{FULL, Ink};
use crate::picture::pixels::Pixels;
use crate::picture::png;
use crate::{Assets, Error, Fonts, Look, Theme};

/// Letters per row.
const IN_A_ROW: usize = 13;
const CELL_WIDTH_PX: f32 = 34.0;
const CELL_HEIGHT_PX: f32 = 42.0;
/// The em square; a letter that is wider or higher than its cell is shrunk.
const SIZE_PX: f32 = 26.0;
/// Gap on every side of a cell.
const GAP_PX: f32 = 2.0;
/// Maximum size of a thumbnail.
const THUMBNAIL_PX: (u32, u32) = (200, 100);

impl Assets {
    /// A PNG of the letters a–z and A–Z of a font by its index in [`Fonts::names`], each in a cell of its own; `None` if there is no
    /// such font. If no font is usable at all, index 0 is the built-in font.
    ///
    /// # Errors
    /// [`Error::Png`], which does not happen at this size.
    pub fn font_specimen(&self, place: usize, look: Look) -> Option<Result<Vec<u8>, Error>> {
        let face = match self.fonts.is_empty() {
            true => (place == 0).then(Fonts::built_in),
            false => self.fonts.face(place),
        };
        face.map(|face| draw_preview(face, look))
    }

    /// A PNG of a background by its index in [`crate::backgrounds::Backgrounds::names`], shrunk if it is large and repeated if it
    /// is small, as in captchas; `None` if there is no such background.
    ///
    /// # Errors
    /// [`Error::Png`], which does not happen at this size.
    pub fn background_thumbnail(&self, place: usize) -> Option<Result<Vec<u8>, Error>> {
        self.backgrounds.pictures().get(place).map(thumbnail)
    }
}

fn draw_preview(face: &Face, look: Look) -> Result<Vec<u8>, Error> {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    let rows = letters.len().div_ceil(IN_A_ROW);
    let factor = look.scale.factor() as f32;
    let mut ink = Ink::new(
        (IN_A_ROW as f32 * CELL_WIDTH_PX) as u32,
        (rows as f32 * CELL_HEIGHT_PX) as u32,
        look.scale,
    );
    for (place, letter) in letters.into_iter().enumerate() {
        let Some(shape) = face.letter(letter) else {
            continue;
        };
        let bounds = shape.bounds;
        let room = (CELL_WIDTH_PX - 2.0 * GAP_PX, CELL_HEIGHT_PX - 2.0 * GAP_PX);
        let size_px = SIZE_PX
            .min(room.0 / bounds.width())
            .min(room.1 / bounds.height());
        let centre = (
            ((place % IN_A_ROW) as f32 + 0.5) * CELL_WIDTH_PX,
            ((place / IN_A_ROW) as f32 + 0.5) * CELL_HEIGHT_PX,
        );
        // The middle of the letter's box comes to the middle of its cell; the box has y upwards.
        let x = centre.0 - (bounds.min.x + bounds.max.x) / 2.0 * size_px;
        let y = centre.1 + (bounds.min.y + bounds.max.y) / 2.0 * size_px;
        ink.glyph(&shape.outlined(size_px * factor, 0.0, x * factor, y * factor));
    }
    let (paper, pen) = match look.theme {
        Theme::Light => ([255; 3], [20, 26, 32]),
        Theme::Dark => ([24, 30, 36], [240, 238, 232]),
    };
    let (width_px, height_px) = (ink.width_px(), ink.height_px());
    let pixels = Pixels::Palette {
        colours: (0..=FULL).map(|level| mixed(paper, pen, level)).collect(),
        places: ink.levels().to_vec(),
    };
    png::encode(width_px, height_px, &pixels)
}

/// A colour between paper and pen: `level` of [`FULL`] parts pen.
fn mixed(paper: [u8; 3], pen: [u8; 3], level: u8) -> [u8; 3] {
    let (level, full) = (u32::from(level), u32::from(FULL));
    [0, 1, 2].map(|c| {
        let sum = u32::from(pen[c]) * level + u32::from(paper[c]) * (full - level);
        ((sum + full / 2) / full) as u8
    })
}

fn thumbnail(picture: &Background) -> Result<Vec<u8>, Error> {
    let (most_width, most_height) = THUMBNAIL_PX;
    let step = picture
        .width_px
        .div_ceil(most_width)
        .min(picture.height_px.div_ceil(most_height))
        .max(1);
    let places: Vec<usize> = (0..most_height)
        .flat_map(|y| (0..most_width).map(move |x| (x * step, y * step)))
        .map(|(x, y)| {
            let (x, y) = (x % picture.width_px, y % picture.height_px);
            y as usize * picture.width_px as usize + x as usize
        })
        .collect();
    let pixels = match &picture.pixels {
        Pixels::Palette {
            colours,
            places: all,
        } => Pixels::Palette {
            colours: colours.clone(),
            places: places.into_iter().map(|at| all[at]).collect(),
        },
        Pixels::Rgb(all) => Pixels::Rgb(places.into_iter().map(|at| all[at]).collect()),
    };
    png::encode(most_width, most_height, &pixels)
}
