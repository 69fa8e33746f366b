//! Removal of metadata from picture files, before a decoder can unpack it.
//!
//! PNG keeps its colour profile and its texts deflated: 300 kB of a file may become 300 MB of memory. Pieces of a text in a JPEG take the
//! decoder a time that grows with the square of their number. GIF and WebP keep theirs as it is, which costs no more than the file.

use std::borrow::Cow;

use crate::Reason;
use crate::backgrounds::jpeg_segments;

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The chunks that make up the pixels.
const PNG_CHUNKS: [&[u8; 4]; 5] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"];

/// The part of a file that the decoder sees.
///
/// # Errors
/// [`Reason::TooIntricate`] for a JPEG of too many scans, or tables, or of many scans over many pixels.
pub(super) fn strip_metadata(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Reason> {
    if let Some(chunks) = bytes.strip_prefix(PNG_SIGNATURE) {
        return Ok(Cow::Owned(png(chunks)));
    }
    if bytes.starts_with(jpeg_segments::SIGNATURE) {
        return Ok(Cow::Owned(jpeg_segments::pixel_segments(bytes)?));
    }
    Ok(Cow::Borrowed(bytes))
}

/// A PNG of only those chunks. A truncated file stays truncated, and the decoder reports it.
fn png(mut rest: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(PNG_SIGNATURE.len() + rest.len());
    kept.extend_from_slice(PNG_SIGNATURE);
    while let Some((length, after)) = rest.split_first_chunk() {
        // Length, name, data, checksum.
        let whole = (u32::from_be_bytes(*length) as usize).saturating_add(12);
        let chunk = rest.get(..whole).unwrap_or(rest);
        let name = after.first_chunk();
        if name.is_some_and(|name| PNG_CHUNKS.contains(&name)) {
            kept.extend_from_slice(chunk);
        }
        rest = rest.get(whole..).unwrap_or_default();
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::from_fn(50, 40, |x, y| Rgb([x as u8 * 5, y as u8 * 6, 90]))
            .write_to(&mut bytes, format)
            .unwrap();
        bytes.into_inner()
    }

    /// A chunk with its length and a checksum that nothing checks.
    fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len()).unwrap().to_be_bytes();
        [&length[..], name, data, &[0; 4]].concat()
    }

    #[test]
    fn only_the_chunks_that_pixels_are_made_of_are_left() {
        let plain = picture(ImageFormat::Png);
        let header = PNG_SIGNATURE.len() + 25;
        let mut loaded = plain[..header].to_vec();
        for name in [
            b"iCCP", b"zTXt", b"iTXt", b"tEXt", b"eXIf", b"acTL", b"gAMA", b"qqQq",
        ] {
            loaded.extend(chunk(name, b"whatever"));
        }
        loaded.extend_from_slice(&plain[header..]);
        assert_eq!(strip_metadata(&loaded).unwrap(), plain);
        assert_eq!(strip_metadata(&plain).unwrap(), plain);
    }

    #[test]
    fn what_is_cut_off_is_passed_on_as_it_is() {
        let plain = picture(ImageFormat::Png);
        for length in 8..plain.len() {
            assert!(plain.starts_with(&strip_metadata(&plain[..length]).unwrap()));
        }
        assert!(
            strip_metadata(&chunk(b"IDAT", b"")).is_ok(),
            "no signature, no PNG"
        );
    }

    #[test]
    fn a_jpeg_loses_its_metadata_and_other_formats_stay_as_they_are() {
        let plain = picture(ImageFormat::Jpeg);
        let stripped = strip_metadata(&plain).unwrap();
        assert!(stripped.starts_with(jpeg_segments::SIGNATURE));
        assert!(!stripped.windows(4).any(|part| part == b"JFIF"));
        for format in [ImageFormat::Gif, ImageFormat::WebP] {
            let plain = picture(format);
            assert_eq!(strip_metadata(&plain).unwrap(), plain, "{format:?}");
        }
    }
}
