//! Contact sheet: many pictures on one.

use std::io::Cursor;

use image::imageops;
use image::{ImageFormat, Rgb, RgbImage};

use crate::Error;

/// Pictures per row of a sheet.
const COLUMNS: u32 = 3;
const GAP_PX: u32 = 10;
const GREY: [u8; 3] = [128; 3];

/// Puts pictures (the bytes of PNG files) on one sheet, three in a row, without changing their size.
///
/// # Errors
/// [`Error::Png`] if one of them is not a picture.
pub fn sheet(pictures: &[Vec<u8>]) -> Result<Vec<u8>, Error> {
    let failed = |e: image::ImageError| Error::Png(e.to_string());
    let pictures = pictures
        .iter()
        .map(|png| image::load_from_memory(png).map(|picture| picture.to_rgb8()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    let width = pictures.iter().map(RgbImage::width).max().unwrap_or(1) + GAP_PX;
    let height = pictures.iter().map(RgbImage::height).max().unwrap_or(1) + GAP_PX;
    let rows = (pictures.len() as u32).div_ceil(COLUMNS);
    let (across, down) = (COLUMNS * width + GAP_PX, rows * height + GAP_PX);
    let mut sheet = RgbImage::from_pixel(across, down, Rgb(GREY));
    for (picture, n) in pictures.iter().zip(0u32..) {
        let x = n % COLUMNS * width + GAP_PX;
        let y = n / COLUMNS * height + GAP_PX;
        imageops::overlay(&mut sheet, picture, i64::from(x), i64::from(y));
    }
    let mut png = Cursor::new(Vec::new());
    sheet.write_to(&mut png, ImageFormat::Png).map_err(failed)?;
    Ok(png.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_three_in_a_row_and_keep_their_size() {
        // Of one colour each, and of three sizes: the largest is 40 by 30.
        let sizes = [(40, 20), (30, 30), (20, 10), (40, 30), (10, 10)];
        let colours: Vec<[u8; 3]> = (0..5).map(|n| [n * 20, 200, 255 - n]).collect();
        let png = |((width, height), colour): (&(u32, u32), &[u8; 3])| {
            let mut bytes = Cursor::new(Vec::new());
            RgbImage::from_pixel(*width, *height, Rgb(*colour))
                .write_to(&mut bytes, ImageFormat::Png)
                .unwrap();
            bytes.into_inner()
        };
        let pictures: Vec<_> = sizes.iter().zip(&colours).map(png).collect();
        let sheet = image::load_from_memory(&sheet(&pictures).unwrap()).unwrap();
        let sheet = sheet.into_rgb8();
        // Three columns and two rows, with a gap of ten pixels around each.
        assert_eq!(sheet.dimensions(), (3 * 40 + 4 * 10, 2 * 30 + 3 * 10));
        let places = [(10, 10), (60, 10), (110, 10), (10, 50), (60, 50)];
        for (x, y, pixel) in sheet.enumerate_pixels() {
            let on = |n: &usize| {
                let ((left, top), (width, height)) = (places[*n], sizes[*n]);
                (left..left + width).contains(&x) && (top..top + height).contains(&y)
            };
            let expected = (0..5).find(on).map_or(GREY, |n| colours[n]);
            assert_eq!(pixel.0, expected, "{x}, {y}");
        }
    }
}
