//! A decoded background picture.

use image::DynamicImage;

use crate::Reason;
use crate::backgrounds::decode::decode;
use crate::picture::pixels::Pixels;
use crate::picture::png;

/// A decoded picture of at least one pixel.
#[derive(Clone, Debug)]
pub(crate) struct Background {
    pub(crate) width_px: u32,
    pub(crate) height_px: u32,
    pub(crate) pixels: Pixels,
}

impl Background {
    /// Decodes a PNG, JPEG, GIF (first picture) or WebP within the limits of [`decode`].
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self, Reason> {
        let picture = decode(bytes)?;
        Ok(Background {
            width_px: picture.width(),
            height_px: picture.height(),
            pixels: Pixels::new(flatten(&picture)),
        })
    }

    /// The picture as a PNG of its pixels and nothing else, which decodes to the same.
    ///
    /// # Errors
    /// [`crate::Error::Png`], which does not happen at a size that was decoded.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, crate::Error> {
        png::encode_quickly(self.width_px, self.height_px, &self.pixels)
    }

    /// Bytes of memory that the picture holds.
    pub(crate) fn held_bytes(&self) -> usize {
        match &self.pixels {
            Pixels::Palette { colours, places } => colours.len() * 3 + places.len(),
            Pixels::Rgb(colours) => colours.len() * 3,
        }
    }
}

/// Drops transparency, on white, and what a channel has beyond 8 bits, a pixel at a time: a copy of the whole picture at another depth
/// would cost as much memory and time as decoding it.
fn flatten(picture: &DynamicImage) -> Vec<[u8; 3]> {
    match picture {
        DynamicImage::ImageRgba8(picture) => picture.pixels().map(|p| over_white(p.0)).collect(),
        DynamicImage::ImageRgb16(picture) => {
            picture.pixels().map(|p| p.0.map(eight_bits)).collect()
        }
        DynamicImage::ImageRgba16(picture) => {
            let over_white = |p: &image::Rgba<u16>| over_white(p.0.map(eight_bits));
            picture.pixels().map(over_white).collect()
        }
        _ if picture.color().has_alpha() => {
            let picture = picture.to_rgba8();
            picture.pixels().map(|p| over_white(p.0)).collect()
        }
        _ => picture.to_rgb8().pixels().map(|p| p.0).collect(),
    }
}

fn over_white([red, green, blue, alpha]: [u8; 4]) -> [u8; 3] {
    let alpha = u32::from(alpha);
    [red, green, blue].map(|c| ((u32::from(c) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}

/// A channel of 16 bits in 8, rounded.
fn eight_bits(channel: u16) -> u8 {
    ((u32::from(channel) + 128) / 257) as u8
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageBuffer, Rgb, Rgba};

    use super::*;

    /// The decoder's own conversion is the reference for depth, a sum in floating point for transparency.
    #[test]
    fn sixteen_bits_and_transparency_become_eight_bits_on_white() {
        let rgb = DynamicImage::ImageRgb16(ImageBuffer::from_fn(256, 257, |x, y| {
            Rgb([(y * 256 + x) as u16, (x * 257) as u16, (y * 255) as u16])
        }));
        let expected: Vec<_> = rgb.to_rgb8().pixels().map(|p| p.0).collect();
        assert_eq!(flatten(&rgb), expected);
        let rgba = DynamicImage::ImageRgba16(ImageBuffer::from_fn(256, 256, |x, y| {
            Rgba([(x * 257) as u16, 0, 0xffff, (y * 257) as u16])
        }));
        let on_white = |channel: u8, alpha: u8| {
            let share = f64::from(alpha) / 255.0;
            (f64::from(channel) * share + 255.0 * (1.0 - share)).round() as u8
        };
        let eight = rgba.to_rgba8();
        let expected: Vec<_> = eight
            .pixels()
            .map(|Rgba([r, g, b, a])| [*r, *g, *b].map(|channel| on_white(channel, *a)))
            .collect();
        assert_eq!(flatten(&rgba), expected);
        assert_eq!(flatten(&DynamicImage::ImageRgba8(eight)), expected);
        let grey =
            DynamicImage::ImageLumaA16(ImageBuffer::from_pixel(1, 1, image::LumaA([0, 0x8080])));
        assert_eq!(flatten(&grey), [[127, 127, 127]]);
    }
}
