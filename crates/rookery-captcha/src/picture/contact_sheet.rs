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
