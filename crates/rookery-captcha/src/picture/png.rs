//! PNG encoder for small pictures, optimised for speed.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::Error;
use crate::picture::pixels::Pixels;

/// Encodes `pixels` as PNG: a palette of 1, 2, 4 or 8 bits per pixel if there are at most 256 colours, otherwise RGB.
///
/// Neighbouring palette indexes are unrelated, so rows are not filtered.
///
/// # Errors
/// [`Error::Png`] when the encoder refuses, which it does only for sizes that no picture here has.
pub(crate) fn encode(width_px: u32, height_px: u32, pixels: &Pixels) -> Result<Vec<u8>, Error> {
    let level = DeflateCompression::Level(LEVEL);
    encode_at(level, level, width_px, height_px, pixels)
}

/// The same for a picture of some megapixels, where time counts for more than bytes: a photograph becomes about a tenth larger.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_quickly(
    width_px: u32,
    height_px: u32,
    pixels: &Pixels,
) -> Result<Vec<u8>, Error> {
    let palette = DeflateCompression::Level(1);
    encode_at(
        palette,
        DeflateCompression::FdeflateUltraFast,
        width_px,
        height_px,
        pixels,
    )
}

/// Encodes pixels of red, green, blue and opacity, 8 bits each, for a file that is written once and fetched often.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_rgba(width_px: u32, height_px: u32, rgba: &[u8]) -> Result<Vec<u8>, Error> {
    let failed = |e: png::EncodingError| Error::Png(e.to_string());
    let mut bytes = Vec::with_capacity(4096);
    let mut encoder = Encoder::new(&mut bytes, width_px, height_px);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::Adaptive);
    encoder.set_deflate_compression(DeflateCompression::Level(9));
    encoder
        .write_header()
        .and_then(|mut w| w.write_image_data(rgba))
        .map_err(failed)?;
    Ok(bytes)
}

fn encode_at(
    palette: DeflateCompression,
    rgb: DeflateCompression,
    width_px: u32,
    height_px: u32,
    pixels: &Pixels,
) -> Result<Vec<u8>, Error> {
    let failed = |e: png::EncodingError| Error::Png(e.to_string());
    let mut bytes = Vec::with_capacity(4096);
    let mut encoder = Encoder::new(&mut bytes, width_px, height_px);
    encoder.set_deflate_compression(match pixels {
        Pixels::Palette { .. } => palette,
        Pixels::Rgb(_) => rgb,
    });
    match pixels {
        Pixels::Palette { colours, places } => {
            let bits = bits_for(colours.len());
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(bits);
            encoder.set_filter(Filter::NoFilter);
            encoder.set_palette(colours.as_flattened());
            let rows = pack(places, width_px as usize, bits as usize);
            encoder
                .write_header()
                .and_then(|mut w| w.write_image_data(&rows))
                .map_err(failed)?;
        }
        Pixels::Rgb(colours) => {
            encoder.set_color(ColorType::Rgb);
            encoder.set_filter(Filter::Paeth);
            encoder
                .write_header()
                .and_then(|mut w| w.write_image_data(colours.as_flattened()))
                .map_err(failed)?;
        }
    }
    Ok(bytes)
}

const LEVEL: u8 = 4;

fn bits_for(colours: usize) -> BitDepth {
    match colours {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    }
}

/// Packs palette indexes into bytes, the left-most pixel in the highest bits; each row begins with a new byte.
fn pack(places: &[u8], width: usize, bits: usize) -> Vec<u8> {
    if bits == 8 {
        return places.to_vec();
    }
    let per_byte = 8 / bits;
    let mut packed = Vec::with_capacity(places.len() / per_byte + places.len() / width.max(1));
    for row in places.chunks(width.max(1)) {
        for group in row.chunks(per_byte) {
            let byte = group.iter().enumerate().fold(0, |byte, (place, colour)| {
                byte | colour << (8 - bits * (place + 1))
            });
            packed.push(byte);
        }
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bit depths of indexed colour in PNG (11.2.2): one, two, four and eight, the smallest that has room for the palette.
    #[test]
    fn a_picture_of_few_colours_has_few_bits_a_pixel_and_is_read_back_the_same() {
        for (count, bits) in [
            (1, 1),
            (2, 1),
            (3, 2),
            (4, 2),
            (5, 4),
            (16, 4),
            (17, 8),
            (256, 8),
        ] {
            let colours: Vec<[u8; 3]> = (0..count).map(|n: u16| [n as u8, 3, 250]).collect();
            // Rows that do not end with a byte.
            let places: Vec<u8> = (0..13 * 5_u16).map(|n| (n * 7 % count) as u8).collect();
            let expected: Vec<u8> = places
                .iter()
                .flat_map(|n| colours[usize::from(*n)])
                .collect();
            let png = encode(13, 5, &Pixels::Palette { colours, places }).unwrap();
            // The depth follows signature, length, name, width and height.
            assert_eq!(png[24], bits, "{count} colours");
            let read = image::load_from_memory(&png).unwrap().into_rgb8();
            assert_eq!(read.dimensions(), (13, 5));
            assert!(read.into_raw() == expected, "{count} colours");
        }
    }
}
