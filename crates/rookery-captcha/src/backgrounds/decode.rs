//! Decoder of picture files that somebody else made, within limits of memory and time.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

use crate::Reason;
use crate::backgrounds::picture_limits::{MAX_PIXELS, MAX_SIDE_PX};
use crate::backgrounds::strip_metadata::strip_metadata;

/// Maximum allocation of the decoder: 16-bit RGBA of the largest picture, and working space.
const MAX_ALLOC_BYTES: u64 = 32 << 20;

/// Decodes a PNG, JPEG, GIF (first picture) or WebP of at least one pixel. Size is checked before anything is decoded, and
/// metadata never is.
pub(crate) fn decode(bytes: &[u8]) -> Result<DynamicImage, Reason> {
    let bytes = &*strip_metadata(bytes)?;
    let (width_px, height_px) = reader(bytes)?.into_dimensions().map_err(undecodable)?;
    if width_px == 0 || height_px == 0 {
        return Err(Reason::Undecodable("it has no pixels".to_owned()));
    }
    let too_long = width_px.max(height_px) > MAX_SIDE_PX;
    if too_long || width_px.saturating_mul(height_px) > MAX_PIXELS {
        return Err(Reason::TooManyPixels {
            width_px,
            height_px,
        });
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE_PX);
    limits.max_image_height = Some(MAX_SIDE_PX);
    limits.max_alloc = Some(MAX_ALLOC_BYTES);
    let mut reader = reader(bytes)?;
    reader.limits(limits);
    reader.decode().map_err(undecodable)
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, Reason> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| Reason::NotAPicture)?;
    match reader.format() {
        Some(ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::Gif | ImageFormat::WebP) => {
            Ok(reader)
        }
        _ => Err(Reason::NotAPicture),
    }
}

fn undecodable(error: image::ImageError) -> Reason {
    // Decoders write several lines; a list of files has one per file.
    let words = error
        .to_string()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    Reason::Undecodable(words)
}
