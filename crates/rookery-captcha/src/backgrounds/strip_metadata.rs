//! Removal of metadata from picture files, before a decoder can unpack it.
//!
//! PNG keeps its colour profile and its texts deflated: 300 kB of a file may become 300 MB of memory. JPEG, GIF and WebP keep
//! theirs as it is, which costs no more than the file. JPEG may state thousands of scans instead, each over all pixels, progressive or
//! one component after the other.

use std::borrow::Cow;

use crate::Reason;

const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// The chunks that make up the pixels.
const PNG_CHUNKS: [&[u8; 4]; 5] = [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"];
/// Scans of a JPEG; encoders write about ten, and a preview among the metadata has one or as many again.
const MAX_SCANS: usize = 24;

/// The part of a file that the decoder sees.
///
/// # Errors
/// [`Reason::TooIntricate`] for a JPEG of more than [`MAX_SCANS`] scans.
pub(super) fn strip_metadata(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Reason> {
    if let Some(chunks) = bytes.strip_prefix(PNG_SIGNATURE) {
        return Ok(Cow::Owned(png(chunks)));
    }
    if bytes.starts_with(b"\xff\xd8") && scans(bytes) > MAX_SCANS {
        return Err(Reason::TooIntricate);
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

/// The number of scans of a JPEG at most: every place with the marker of one. Coded data never has it, and metadata rarely. To follow the
/// segments would miss scans where a decoder reads stray bytes between them in another way.
fn scans(bytes: &[u8]) -> usize {
    const START_OF_SCAN: [u8; 2] = [0xff, 0xda];
    bytes
        .windows(2)
        .filter(|pair| *pair == START_OF_SCAN)
        .count()
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
    fn scans_of_a_jpeg_are_counted() {
        let plain = picture(ImageFormat::Jpeg);
        assert_eq!(scans(&plain), 1);
        let scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00coded\xff\x00data\xff\xd0more";
        let many = |n| [&b"\xff\xd8"[..], &scan.repeat(n), b"\xff\xd9"].concat();
        assert_eq!(scans(&many(7)), 7);
        // Decoders pass over a stray byte and over fill bytes before a marker (ITU T.81, B.1.1.2).
        for stray in [
            &b"\0"[..],
            b"\xff",
            b"\xff\xff\xff",
            b"\xff\x01",
            b"\xff\xd0",
            b"stray",
        ] {
            let disturbed = [&b"\xff\xd8"[..], stray, &many(200)[2..]].concat();
            assert_eq!(scans(&disturbed), 200, "{stray:?}");
            assert_eq!(strip_metadata(&disturbed), Err(Reason::TooIntricate));
        }
        assert!(strip_metadata(&many(MAX_SCANS)).is_ok());
        assert_eq!(
            strip_metadata(&many(MAX_SCANS + 1)),
            Err(Reason::TooIntricate)
        );
    }
}
