//! Re-encoding of an uploaded picture as a PNG of bounded size, transparency kept.

use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};

use crate::Reason;
use crate::assets::rejected_asset::read_guarded;
use crate::backgrounds::decode;
use crate::picture::png;

/// A picture that fits into a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShrunkPicture {
    /// Its width in pixels.
    pub width_px: u32,
    /// Its height in pixels.
    pub height_px: u32,
    /// A PNG of the pixels and nothing else.
    pub png: Vec<u8>,
}

/// Decodes a PNG, JPEG, GIF (first picture) or WebP with the limits of a background, makes it smaller until it fits into
/// `max_width_px` by `max_height_px`, and encodes it as a PNG. A picture that fits keeps its size.
///
/// # Errors
/// The reason why the picture cannot be used; [`Reason::Broke`] if its decoder panics.
pub fn shrink(
    bytes: &[u8],
    max_width_px: u32,
    max_height_px: u32,
) -> Result<ShrunkPicture, Reason> {
    read_guarded(|| shrunk(bytes, max_width_px, max_height_px))
}

fn shrunk(bytes: &[u8], max_width_px: u32, max_height_px: u32) -> Result<ShrunkPicture, Reason> {
    let picture = decode(bytes)?;
    let (width_px, height_px) = fit(
        (picture.width(), picture.height()),
        (max_width_px.max(1), max_height_px.max(1)),
    );
    let is_kept = (width_px, height_px) == (picture.width(), picture.height());
    let pixels = match is_kept {
        true => picture.into_rgba8(),
        false => scaled(&picture, width_px, height_px),
    };
    let png = png::encode_rgba(width_px, height_px, pixels.as_raw())
        .map_err(|error| Reason::Undecodable(error.to_string()))?;
    Ok(ShrunkPicture {
        width_px,
        height_px,
        png,
    })
}

/// The largest size of these proportions that fits, at most the size itself; at least one pixel either way.
fn fit((width, height): (u32, u32), (max_width, max_height): (u32, u32)) -> (u32, u32) {
    if width <= max_width && height <= max_height {
        return (width, height);
    }
    let [w, h, mw, mh] = [width, height, max_width, max_height].map(u64::from);
    // Compares max_width / width with max_height / height.
    let (w, h) = match mw * h <= mh * w {
        true => (mw, (h * mw + w / 2) / w),
        false => ((w * mh + h / 2) / h, mh),
    };
    // Neither exceeds its bound, which is 32 bits wide.
    (w.max(1) as u32, h.max(1) as u32)
}

/// The picture at another size. Colours are weighted by opacity, so that the invisible colour of transparent pixels does not
/// show at edges.
fn scaled(picture: &DynamicImage, width_px: u32, height_px: u32) -> RgbaImage {
    let mut weighted = picture.to_rgba16();
    for Rgba([red, green, blue, alpha]) in weighted.pixels_mut() {
        for channel in [red, green, blue] {
            *channel = (u32::from(*channel) * u32::from(*alpha) / 0xffff) as u16;
        }
    }
    let small = imageops::resize(&weighted, width_px, height_px, FilterType::Triangle);
    RgbaImage::from_fn(width_px, height_px, |x, y| {
        let Rgba([red, green, blue, alpha]) = *small.get_pixel(x, y);
        let own = |channel: u16| match alpha {
            0 => 0,
            alpha => (u32::from(channel) * 255 / u32::from(alpha)).min(255) as u8,
        };
        Rgba([own(red), own(green), own(blue), (alpha >> 8) as u8])
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn png_of(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 4]) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbaImage::from_fn(width, height, |x, y| Rgba(pixel(x, y)))
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    #[test]
    fn sizes_keep_their_proportions_and_never_grow() {
        for (size, fitted) in [
            ((512, 128), (512, 128)),
            ((16, 16), (16, 16)),
            ((1024, 128), (512, 64)),
            ((128, 256), (64, 128)),
            ((2048, 1), (512, 1)),
            ((1, 4096), (1, 128)),
            ((1000, 999), (128, 128)),
            // To the nearest pixel: 120.8 and 85.8, 120.1 and 85.3.
            ((1500, 354), (512, 121)),
            ((201, 300), (86, 128)),
            ((1500, 352), (512, 120)),
            ((200, 300), (85, 128)),
        ] {
            assert_eq!(fit(size, (512, 128)), fitted, "{size:?}");
        }
    }

    #[test]
    fn edges_keep_the_colour_of_what_is_visible() {
        // Red to the left; to the right nothing, of an invisible green.
        let bytes = png_of(256, 64, |x, _| match x < 100 {
            true => [255, 0, 0, 255],
            false => [0, 255, 0, 0],
        });
        let shrunk = shrink(&bytes, 64, 64).unwrap();
        assert_eq!((shrunk.width_px, shrunk.height_px), (64, 16));
        let picture = image::load_from_memory(&shrunk.png).unwrap().into_rgba8();
        assert_eq!(picture.dimensions(), (64, 16));
        for pixel in picture.pixels().filter(|pixel| pixel.0[3] > 0) {
            let [red, green, blue, _] = pixel.0;
            assert!(red > 250 && green == 0 && blue == 0, "{pixel:?}");
        }
        assert_eq!(picture.get_pixel(60, 8).0[3], 0);
    }

    #[test]
    fn a_small_picture_keeps_its_pixels() {
        let pixel = |x: u32, y: u32| [x as u8 * 9, y as u8 * 20, 77, 40 + x as u8 * 10];
        let shrunk = shrink(&png_of(20, 10, pixel), 512, 128).unwrap();
        let picture = image::load_from_memory(&shrunk.png).unwrap().into_rgba8();
        assert_eq!(
            picture,
            RgbaImage::from_fn(20, 10, |x, y| Rgba(pixel(x, y)))
        );
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_refused() {
        assert_eq!(shrink(b"<svg/>", 9, 9), Err(Reason::NotAPicture));
        let large = png_of(4097, 1, |_, _| [0; 4]);
        let refused = shrink(&large, 9, 9);
        assert!(matches!(refused, Err(Reason::TooManyPixels { .. })));
    }
}
