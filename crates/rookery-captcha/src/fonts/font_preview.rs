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
    pub fn font_preview(&self, place: usize, look: Look) -> Option<Result<Vec<u8>, Error>> {
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

#[cfg(test)]
mod tests {
    use image::{GrayImage, Rgb, RgbImage};

    use super::*;

    #[test]
    fn each_letter_of_a_specimen_stands_in_the_middle_of_a_cell_of_its_own() {
        let assets = Assets::shipped();
        let count = assets.fonts.names().len();
        assert!(count > 0);
        assert!(assets.font_preview(count, Look::default()).is_none());
        for font in 0..count {
            let png = assets.font_preview(font, Look::default());
            let picture = image::load_from_memory(&png.unwrap().unwrap()).unwrap();
            let picture = picture.into_luma8();
            assert_eq!(picture.dimensions(), (13 * 34, 4 * 42));
            for n in 0..52 {
                let [left, right, top, bottom] = margins(&picture, n % 13 * 34, n / 13 * 42);
                let name = &assets.fonts.names()[font];
                assert!(
                    left.min(right).min(top).min(bottom) > 0,
                    "{name}, letter {n}"
                );
                assert!(
                    left.abs_diff(right) <= 2,
                    "{name}, letter {n}: {left}, {right}"
                );
                assert!(
                    top.abs_diff(bottom) <= 2,
                    "{name}, letter {n}: {top}, {bottom}"
                );
            }
        }
    }

    #[test]
    fn the_built_in_font_is_shown_where_no_other_is_usable() {
        let none = Assets::default();
        let shown = none.font_preview(0, Look::default()).unwrap().unwrap();
        let built_in = draw_preview(Fonts::built_in(), Look::default()).unwrap();
        assert!(shown == built_in);
        assert!(none.font_preview(1, Look::default()).is_none());
    }

    #[test]
    fn tones_go_evenly_from_paper_to_pen() {
        let (paper, pen) = ([250, 10, 100], [0, 210, 100]);
        let tones: Vec<_> = (0..=FULL).map(|level| mixed(paper, pen, level)).collect();
        for (level, tone) in tones.iter().enumerate() {
            let share = level as f64 / f64::from(FULL);
            for c in 0..3 {
                let exact = f64::from(paper[c]) * (1.0 - share) + f64::from(pen[c]) * share;
                assert!(
                    (f64::from(tone[c]) - exact).abs() <= 0.51,
                    "{level}: {tone:?}"
                );
            }
        }
    }

    /// The margins free of ink left, right, above and below in the cell that begins at `left` and `top`.
    fn margins(picture: &GrayImage, left: u32, top: u32) -> [u32; 4] {
        let inked: Vec<(u32, u32)> = (0..42)
            .flat_map(|y| (0..34).map(move |x| (x, y)))
            .filter(|(x, y)| picture.get_pixel(left + x, top + y).0[0] < 240)
            .collect();
        let (xs, ys) = (inked.iter().map(|p| p.0), inked.iter().map(|p| p.1));
        [
            xs.clone().min().unwrap(),
            33 - xs.max().unwrap(),
            ys.clone().min().unwrap(),
            41 - ys.max().unwrap(),
        ]
    }

    /// A picture in which no two pixels are alike, as a thumbnail.
    fn shown(width_px: u32, height_px: u32) -> (RgbImage, RgbImage) {
        let picture = RgbImage::from_fn(width_px, height_px, |x, y| {
            Rgb([
                (x % 256) as u8,
                (y % 256) as u8,
                (x / 256 * 16 + y / 256) as u8,
            ])
        });
        let mut png = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
        let small = thumbnail(&Background::decode(&png.into_inner()).unwrap()).unwrap();
        (
            picture,
            image::load_from_memory(&small).unwrap().into_rgb8(),
        )
    }

    #[test]
    fn a_thumbnail_shows_a_small_picture_again_and_again_and_all_of_a_large_ones_width_or_height() {
        let (picture, small) = shown(7, 5);
        assert_eq!(small.dimensions(), (200, 100));
        for (x, y, pixel) in small.enumerate_pixels() {
            assert_eq!(pixel, picture.get_pixel(x % 7, y % 5), "{x}, {y}");
        }
        // A third of the size: 600 pixels are as wide as the thumbnail, and 400 are higher.
        let (picture, small) = shown(600, 400);
        for (x, y, pixel) in small.enumerate_pixels() {
            assert_eq!(pixel, picture.get_pixel(x * 3, y * 3), "{x}, {y}");
        }
    }
}
