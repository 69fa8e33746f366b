//! Background of the text: a plain colour, or a random section of a picture, tiled if the picture is smaller.

use crate::backgrounds::Background;
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::contrast::{luminance, ratio};
use crate::picture::ink::{FULL, Ink};
use crate::picture::pixels::Pixels;

/// The background of the text.
pub(crate) enum Paper<'a> {
    /// One colour.
    Plain([u8; 3]),
    /// A picture, of which the pixel (`x`, `y`) comes at the upper left.
    Picture {
        picture: &'a Background,
        x: u32,
        y: u32,
    },
}

impl<'a> Paper<'a> {
    /// A random section of a random picture, for a layout of `width` × `height`; there is at least one picture.
    pub(crate) fn piece(
        pictures: &'a [Background],
        width: u32,
        height: u32,
        rng: &mut CaptchaRng,
    ) -> Self {
        let picture = &pictures[rng.index(pictures.len())];
        let mut start = |side_px: u32, wanted: u32| {
            // A picture that is too small is repeated, beginning anywhere.
            let last = side_px.checked_sub(wanted).unwrap_or(side_px - 1);
            rng.between(0, last as i32) as u32
        };
        let x = start(picture.width_px, width);
        let y = start(picture.height_px, height);
        Paper::Picture { picture, x, y }
    }

    /// The least contrast of the ink to any bare spot of the paper.
    pub(crate) fn contrast(&self, ink: &Ink, colour: [u8; 3]) -> f32 {
        let least = |grounds: &mut dyn Iterator<Item = [u8; 3]>| {
            let ink = luminance(colour);
            grounds.fold(f32::INFINITY, |least, ground| {
                least.min(ratio(ink, luminance(ground)))
            })
        };
        match self {
            Paper::Plain(ground) => least(&mut std::iter::once(*ground)),
            Paper::Picture { picture, x, y } => {
                let bare = walk(ink)
                    .filter(|(_, level)| *level == 0)
                    .map(|(at, _)| place(picture, *x, *y, at));
                match &picture.pixels {
                    Pixels::Palette { colours, places } => {
                        let mut is_seen = [false; 256];
                        bare.for_each(|at| is_seen[usize::from(places[at])] = true);
                        let seen = colours.iter().zip(is_seen).filter(|(_, seen)| *seen);
                        least(&mut seen.map(|(colour, _)| *colour))
                    }
                    Pixels::Rgb(colours) => least(&mut bare.map(|at| colours[at])),
                }
            }
        }
    }

    /// Lays the text layer over the paper.
    pub(crate) fn under(&self, ink: &Ink, colour: [u8; 3]) -> Pixels {
        match self {
            Paper::Plain(ground) => Pixels::Palette {
                colours: (0..=FULL)
                    .map(|level| blend(*ground, colour, level))
                    .collect(),
                places: ink.levels().to_vec(),
            },
            Paper::Picture { picture, x, y } => match &picture.pixels {
                Pixels::Palette { colours, places } => under_palette(ink, colour, colours, |at| {
                    places[place(picture, *x, *y, at)]
                }),
                Pixels::Rgb(colours) => Pixels::Rgb(
                    walk(ink)
                        .map(|(at, level)| {
                            blend(colours[place(picture, *x, *y, at)], colour, level)
                        })
                        .collect(),
                ),
            },
        }
    }
}

/// Every pixel of the text layer: its place in layout pixels, and its ink.
fn walk(ink: &Ink) -> impl Iterator<Item = ((u32, u32), u8)> {
    let (width, pen) = (ink.width_px(), ink.pen_px() as u32);
    ink.levels()
        .iter()
        .zip(0u32..)
        .map(move |(level, n)| ((n % width / pen, n / width / pen), *level))
}

fn place(picture: &Background, x: u32, y: u32, at: (u32, u32)) -> usize {
    let column = (x + at.0) % picture.width_px;
    let row = (y + at.1) % picture.height_px;
    row as usize * picture.width_px as usize + column as usize
}

/// The same for a picture with a palette: every pair of background colour and ink level that occurs becomes a colour of the result.
fn under_palette(
    ink: &Ink,
    colour: [u8; 3],
    ground: &[[u8; 3]],
    place: impl Fn((u32, u32)) -> u8,
) -> Pixels {
    let pairs: Vec<u16> = walk(ink)
        .map(|(at, level)| u16::from(level) << 8 | u16::from(place(at)))
        .collect();
    let blended = |pair: u16| blend(ground[usize::from(pair & 255)], colour, (pair >> 8) as u8);
    let mut place_of = [None; 256 * (FULL as usize + 1)];
    let mut colours = Vec::new();
    let mut places = Vec::with_capacity(pairs.len());
    for pair in &pairs {
        let place = *place_of[usize::from(*pair)].get_or_insert_with(|| {
            let new = blended(*pair);
            colours
                .iter()
                .position(|known| *known == new)
                .unwrap_or_else(|| {
                    colours.push(new);
                    colours.len() - 1
                })
        });
        match u8::try_from(place) {
            Ok(place) => places.push(place),
            Err(_) => return Pixels::Rgb(pairs.iter().map(|pair| blended(*pair)).collect()),
        }
    }
    Pixels::Palette { colours, places }
}

fn blend(ground: [u8; 3], ink: [u8; 3], level: u8) -> [u8; 3] {
    let (level, full) = (u32::from(level), u32::from(FULL));
    let mix = |ground: u8, ink: u8| {
        (u32::from(ground) * (full - level) + u32::from(ink) * level + full / 2) / full
    };
    [0, 1, 2].map(|channel| mix(ground[channel], ink[channel]) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;

    const BLACK: [u8; 3] = [0; 3];
    const GREY: [u8; 3] = [118; 3];
    const WHITE: [u8; 3] = [255; 3];

    /// White, grey and black from left to right, with a palette and without.
    fn strips() -> [Background; 2] {
        let colours = vec![WHITE, GREY, BLACK];
        let places = vec![0, 1, 2];
        let rgb = Pixels::Rgb(colours.clone());
        [Pixels::Palette { colours, places }, rgb].map(|pixels| Background {
            width_px: 3,
            height_px: 1,
            pixels,
        })
    }

    /// Ratios to black as WebAIM's checker gives them.
    #[test]
    fn the_contrast_is_that_of_the_bare_spot_that_is_nearest_to_the_ink() {
        let contrast = |picture, x, inked: &[i32], scale| {
            let mut ink = Ink::new(3, 2, scale);
            for column in inked {
                ink.dot(*column, 0, FULL);
                ink.dot(*column, 1, 1);
            }
            let paper = Paper::Picture { picture, x, y: 0 };
            paper.contrast(&ink, BLACK)
        };
        for picture in &strips() {
            for scale in [Scale::One, Scale::Two] {
                for (x, inked, expected) in [
                    (0, &[][..], 1.0),
                    (0, &[2], 4.62),
                    (0, &[1, 2], 21.0),
                    (1, &[1], 4.62),
                    (2, &[0, 2], 21.0),
                ] {
                    let found = contrast(picture, x, inked, scale);
                    assert!((found - expected).abs() < 0.01, "{x} {inked:?}: {found}");
                }
            }
        }
        let ink = Ink::new(3, 2, Scale::One);
        let found = Paper::Plain(GREY).contrast(&ink, BLACK);
        assert!((found - 4.62).abs() < 0.01, "{found}");
    }

    /// Every section of a picture that is large enough, and every beginning of one that is repeated.
    #[test]
    fn a_section_lies_in_the_picture_if_it_fits_and_begins_anywhere_if_not() {
        let [picture, _] = strips();
        let starts = |width| {
            let mut rng = CaptchaRng::new(1);
            let mut found: Vec<u32> = (0..200)
                .map(
                    |_| match Paper::piece(std::slice::from_ref(&picture), width, 1, &mut rng) {
                        Paper::Picture { x, y: 0, .. } => x,
                        _ => panic!("one row high"),
                    },
                )
                .collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        assert_eq!(starts(3), [0]);
        assert_eq!(starts(2), [0, 1]);
        assert_eq!(starts(1), [0, 1, 2]);
        assert_eq!(starts(4), [0, 1, 2]);
    }
}
