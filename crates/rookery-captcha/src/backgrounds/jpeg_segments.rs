//! The segments of a JPEG that make up its pixels, without metadata and stray bytes.
//!
//! A decoder looks at all pieces of a long text again with each further segment, builds a table for every seventeen bytes that state one,
//! and goes over all pixels once for each of thousands of scans, progressive or one component after the other; a progressive scan need not
//! even have data for them. Where bytes stand between the segments, decoders disagree on where the next one begins, and where there is more
//! than one frame, on which of them counts: written anew, the file can be read in one way only.

use crate::Reason;
use crate::backgrounds::picture_limits::MAX_PIXELS;

/// The start of the image, and the first byte of the marker behind it.
pub(super) const SIGNATURE: &[u8] = b"\xff\xd8\xff";
const START_OF_IMAGE: [u8; 2] = [0xff, 0xd8];
const END_OF_IMAGE: [u8; 2] = [0xff, 0xd9];
const START_OF_SCAN: [u8; 2] = [0xff, 0xda];
const PROGRESSIVE_FRAME: [u8; 2] = [0xff, 0xc2];
/// Scans of a JPEG. Encoders write about ten, and eighteen for four components.
const MAX_SCANS: usize = 24;
/// Pixels that all scans go over. The ten of a progressive photograph come to 4.4 times its pixels where colours have half the width and
/// height, and to 7.7 times where they have all of them.
const MAX_SCANNED_PIXELS: u64 = 10_000_000;
/// Coefficients of a block, as many as it has pixels.
const COEFFICIENTS: u64 = 64;
/// Coefficients that a scan counts as at least: it visits each block, however little there is for it.
const MIN_COEFFICIENTS: u64 = 8;
/// Bytes of all segments, without the coded data of the scans. The tables of codes of a scan have 832 bytes at most (four of 29, four of 179).
const MAX_SEGMENT_BYTES: usize = 64 << 10;

/// A JPEG of these segments alone. A truncated file stays truncated, and the decoder reports it.
///
/// # Errors
/// [`Reason::TooIntricate`] for more than [`MAX_SCANS`] scans, [`MAX_SCANNED_PIXELS`] or [`MAX_SEGMENT_BYTES`] of segments.
pub(super) fn pixel_segments(jpeg: &[u8]) -> Result<Vec<u8>, Reason> {
    let mut kept = Vec::with_capacity(jpeg.len() + END_OF_IMAGE.len());
    kept.extend(START_OF_IMAGE);
    let mut rest = jpeg.get(START_OF_IMAGE.len()..).unwrap_or_default();
    let (mut scans, mut segment_bytes) = (0, 0);
    let (mut frame, mut scanned_pixels) = (None::<Frame<'_>>, 0);
    while let Some((marker, after)) = next_marker(rest) {
        rest = after;
        if marker == END_OF_IMAGE {
            kept.extend(marker);
            break;
        }
        let (segment, after) = rest.split_at(segment_length(marker, rest));
        rest = after;
        let is_second_frame = is_frame(marker) && frame.is_some();
        if is_second_frame || !makes_pixels(marker, segment) {
            continue;
        }
        kept.extend(marker);
        kept.extend_from_slice(segment);
        segment_bytes += segment.len();
        if is_frame(marker) {
            frame = Some(Frame::of(marker, segment));
        }
        if marker == START_OF_SCAN {
            let (coded, after) = rest.split_at(coded_length(rest));
            rest = after;
            kept.extend_from_slice(coded);
            scans += 1;
            scanned_pixels += frame.as_ref().map_or(0, |frame| frame.scanned(segment));
        }
        let too_many_pixels = scanned_pixels > MAX_SCANNED_PIXELS;
        if scans > MAX_SCANS || too_many_pixels || segment_bytes > MAX_SEGMENT_BYTES {
            return Err(Reason::TooIntricate);
        }
    }
    if kept == START_OF_IMAGE {
        // Without any marker behind its start it would not be taken for a JPEG.
        kept.extend(END_OF_IMAGE);
    }
    Ok(kept)
}

/// The next marker, and the bytes behind it. Before its second byte there may be fill bytes of 0xff; with a zero behind them they are
/// no marker, and the search goes on.
fn next_marker(bytes: &[u8]) -> Option<([u8; 2], &[u8])> {
    let is_marker = |pair: &[u8]| matches!(pair, [0xff, 0x01..=0xfe]);
    let (_, marked) = bytes.split_at(bytes.windows(2).position(is_marker)?);
    let (marker, after) = marked.split_first_chunk()?;
    Some((*marker, after))
}

/// Whether a marker starts a frame of any kind (ITU-T T.81, table B.1).
fn is_frame(marker: [u8; 2]) -> bool {
    matches!(marker, [_, 0xc0..=0xcf]) && !matches!(marker, [_, 0xc4 | 0xc8 | 0xcc])
}

/// Kind, size and components of the picture.
#[derive(Default)]
struct Frame<'a> {
    is_progressive: bool,
    /// None where there are more than any picture may have: the decoder reads that header alone, and the size is the reason to refuse it.
    pixels: u64,
    /// Of each component its name, its sampling factors and its table.
    components: &'a [[u8; 3]],
}

impl<'a> Frame<'a> {
    /// Behind length and precision stand height, width and the number of components (ITU-T T.81, B.2.2).
    fn of(marker: [u8; 2], segment: &'a [u8]) -> Self {
        let Some((header, parts)) = segment.split_first_chunk::<8>() else {
            return Self::default();
        };
        let [_, _, _, h0, h1, w0, w1, count] = *header;
        let height = u16::from_be_bytes([h0, h1]);
        let width = u16::from_be_bytes([w0, w1]);
        let (components, _) = parts.as_chunks::<3>();
        let pixels = u64::from(height) * u64::from(width);
        Self {
            is_progressive: marker == PROGRESSIVE_FRAME,
            pixels: if pixels > MAX_PIXELS.into() {
                0
            } else {
                pixels
            },
            components: components.get(..usize::from(count)).unwrap_or(components),
        }
    }

    /// The pixels that a scan goes over: all those of its components, which may have fewer than the picture. A progressive scan has only some
    /// of the coefficients, and counts as this part of them. Decoders refuse a header that is too short, and components that the frame lacks.
    fn scanned(&self, scan: &[u8]) -> u64 {
        let [_, _, count, rest @ ..] = scan else {
            return 0;
        };
        let names_end = 2 * usize::from(*count);
        let Some((names, [first, last, ..])) = rest.split_at_checked(names_end) else {
            return 0;
        };
        let coefficients = match self.is_progressive {
            true => (u64::from(*last) + 1)
                .saturating_sub(u64::from(*first))
                .max(MIN_COEFFICIENTS),
            false => COEFFICIENTS,
        };
        let (mut samples, mut most_across, mut most_down) = (0, 1, 1);
        for &[component, factors, _] in self.components {
            let [across, down] = [factors >> 4, factors & 0x0f].map(u64::from);
            most_across = across.max(most_across);
            most_down = down.max(most_down);
            if names.iter().step_by(2).any(|name| *name == component) {
                samples += across * down;
            }
        }
        self.pixels * samples * coefficients / (most_across * most_down * COEFFICIENTS)
    }
}

/// The length of the segment of a marker, its two bytes of length included; shorter where the file ends. Restarts, a second start and
/// the temporary marker of arithmetic coding have no segment (ITU-T T.81, table B.1).
fn segment_length(marker: [u8; 2], bytes: &[u8]) -> usize {
    if matches!(marker, [_, 0x01 | 0xd0..=0xd8]) {
        return 0;
    }
    let stated = bytes
        .first_chunk()
        .map(|length| u16::from_be_bytes(*length));
    usize::from(stated.unwrap_or_default())
        .max(2)
        .min(bytes.len())
}

/// Whether a decoder needs a segment: frame, tables, scan, number of lines and restart interval. Of those of applications, it needs Adobe's,
/// which says what the components are, and that of a motion JPEG, which leaves out the usual tables.
fn makes_pixels(marker: [u8; 2], segment: &[u8]) -> bool {
    let data = segment.get(2..).unwrap_or_default();
    match marker {
        [_, 0xc0..=0xcf | 0xda..=0xdf] => true,
        [_, 0xe0] => data.starts_with(b"AVI1"),
        [_, 0xee] => data.starts_with(b"Adobe"),
        _ => false,
    }
}

/// The length of the coded data of a scan: up to the next marker that is no restart. Behind 0xff a zero, or a zero behind fill bytes,
/// makes it a byte of the data.
fn coded_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    while let Some(found) = bytes[length..].iter().position(|byte| *byte == 0xff) {
        let marked = length + found;
        let Some(fill) = bytes[marked..].iter().position(|byte| *byte != 0xff) else {
            break;
        };
        if !matches!(bytes[marked + fill], 0x00 | 0xd0..=0xd7) {
            return marked;
        }
        length = marked + fill + 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{ImageFormat, Rgb, RgbImage};

    use super::*;

    /// The encoder writes a header of JFIF, and no other metadata.
    fn picture() -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::from_fn(50, 40, |x, y| Rgb([x as u8 * 5, y as u8 * 6, 90]))
            .write_to(&mut bytes, ImageFormat::Jpeg)
            .unwrap();
        bytes.into_inner()
    }

    fn segment(kind: u8, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(data.len() + 2).unwrap().to_be_bytes();
        [&[0xff, kind][..], &length, data].concat()
    }

    /// A scan of one component, with a stuffed byte and a restart in its data.
    const SCAN: &[u8] = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00coded\xff\x00data\xff\xd0more";

    fn of(parts: &[&[u8]]) -> Vec<u8> {
        [&START_OF_IMAGE[..], &parts.concat(), &END_OF_IMAGE].concat()
    }

    #[test]
    fn only_the_segments_that_pixels_are_made_of_are_left() {
        let plain = picture();
        // Marker, length, and the 14 bytes of JFIF's header.
        assert_eq!(&plain[2..11], b"\xff\xe0\x00\x10JFIF\0");
        let bare = [&plain[..2], &plain[20..]].concat();
        assert_eq!(pixel_segments(&plain).unwrap(), bare);
        assert_eq!(pixel_segments(&bare).unwrap(), bare);
        let others = [
            segment(0xe1, b"Exif\0\0whatever"),
            segment(0xe2, b"ICC_PROFILE\0\x01\x01whatever"),
            segment(0xee, b"no colours"),
            segment(0xfe, b"\xff\xda\xff\xc4\xff\xd9"),
            segment(0xfe, b""),
            segment(0x02, b"reserved"),
        ];
        let scan = bare.windows(2).position(|pair| pair == START_OF_SCAN);
        let (head, scan) = bare.split_at(scan.unwrap());
        let loaded = [
            &plain[..20],
            &others.concat(),
            &head[2..],
            &others.concat(),
            scan,
            b"another picture\xff\xd8\xff\xda",
        ];
        assert_eq!(pixel_segments(&loaded.concat()).unwrap(), bare);
        let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap();
        assert_eq!(pixels(&bare), pixels(&plain));
    }

    #[test]
    fn what_says_how_to_read_the_components_stays() {
        for kept in [
            segment(0xee, b"Adobe\0\x64\0\0\0\0\x01"),
            segment(0xe0, b"AVI1\0\0\0\0"),
            segment(0xdb, b"a table"),
            segment(0xc4, b"a table"),
            segment(0xdd, b"\0\x01"),
            segment(0xc2, b"a frame"),
        ] {
            let whole = of(&[&kept, SCAN]);
            assert_eq!(pixel_segments(&whole).unwrap(), whole);
        }
    }

    /// Decoders pass over stray bytes and over fill bytes before a marker (ITU-T T.81, B.1.1.2).
    #[test]
    fn stray_bytes_are_left_out() {
        let table = segment(0xdb, b"a table");
        let plain = of(&[&table, SCAN, SCAN]);
        for stray in [
            &b"\0"[..],
            b"\xff",
            b"\xff\xff\xff",
            b"\xff\0",
            b"\xff\x01",
            // Zeros do not fill: what follows them is no second byte of a marker.
            b"\xff\0\xd9",
            b"\xff\0\0\xd9",
            b"\xff\xff\0\xd9",
            b"\xff\0\xe1\x7f\xff",
            b"\xff\x01\xff\0\xc4",
            b"\xff\xd0",
            b"\xff\xd8",
            b"stray",
        ] {
            let disturbed = of(&[stray, &table, stray, SCAN, SCAN]);
            assert_eq!(pixel_segments(&disturbed).unwrap(), plain, "{stray:?}");
        }
        // Behind a marker that ends the data of a scan, too.
        let comment = segment(0xfe, b"");
        let disturbed = of(&[&table, SCAN, &comment, b"stray", SCAN]);
        assert_eq!(pixel_segments(&disturbed).unwrap(), plain);
        // Fill bytes in the data are no marker.
        let filled = of(&[&table, SCAN, b"\xff\xff\0\xff\xff\xd1data"]);
        assert_eq!(pixel_segments(&filled).unwrap(), filled);
    }

    #[test]
    fn what_is_cut_off_stays_cut_off() {
        let plain = picture();
        let whole = pixel_segments(&plain).unwrap();
        for length in SIGNATURE.len()..plain.len() {
            let kept = pixel_segments(&plain[..length]).unwrap();
            let is_empty = kept == [START_OF_IMAGE, END_OF_IMAGE].concat();
            assert!(is_empty || whole.starts_with(&kept), "{length}");
            assert_eq!(is_empty, length <= 21, "{length}");
        }
    }

    #[test]
    fn scans_and_bytes_of_segments_are_limited() {
        let many = |count: usize| of(&[&SCAN.repeat(count)]);
        assert_eq!(pixel_segments(&many(MAX_SCANS)).unwrap(), many(MAX_SCANS));
        let too_intricate = Err(Reason::TooIntricate);
        assert_eq!(pixel_segments(&many(MAX_SCANS + 1)), too_intricate);
        // Each of these counts as 64 bytes, its two of length included.
        let tables = |count: usize| of(&[&segment(0xc4, &[0; 62]).repeat(count)]);
        assert_eq!(pixel_segments(&tables(1_024)).unwrap(), tables(1_024));
        assert_eq!(pixel_segments(&tables(1_025)), too_intricate);
        // What is left out counts for nothing.
        let texts = segment(0xe1, &[0; 1_000]).repeat(1_000);
        assert_eq!(pixel_segments(&of(&[&texts, SCAN])).unwrap(), of(&[SCAN]));
    }

    fn frame(kind: u8, [height, width]: [u16; 2], sampling: &[u8]) -> Vec<u8> {
        let size = [height.to_be_bytes(), width.to_be_bytes()].concat();
        let named = (1_u8..).zip(sampling);
        let parts: Vec<_> = named
            .flat_map(|(name, factors)| [name, *factors, 0])
            .collect();
        let count = u8::try_from(sampling.len()).unwrap();
        segment(kind, &[&[8_u8][..], &size, &[count], &parts].concat())
    }

    /// The components of a scan, and the first and last of its coefficients.
    type Scan = (&'static [u8], u8, u8);

    fn scans(all: &[Scan]) -> Vec<u8> {
        let scan = |&(names, first, last): &Scan| {
            let count = u8::try_from(names.len()).unwrap();
            let parts: Vec<_> = names.iter().flat_map(|name| [*name, 0]).collect();
            segment(0xda, &[&[count][..], &parts, &[first, last, 0]].concat())
        };
        all.iter().flat_map(scan).collect()
    }

    /// The scans that libjpeg writes for a progressive picture of brightness and two colours. As 64th parts of their planes, those of the
    /// brightness are 8, 8, 58, 63, 8 and 63: 208 in all. Each colour has 8, 63, 8 and 63: 142.
    const USUAL: [Scan; 10] = [
        (&[1, 2, 3], 0, 0),
        (&[1], 1, 5),
        (&[3], 1, 63),
        (&[2], 1, 63),
        (&[1], 6, 63),
        (&[1], 1, 63),
        (&[1, 2, 3], 0, 0),
        (&[3], 1, 63),
        (&[2], 1, 63),
        (&[1], 1, 63),
    ];
    /// The largest picture; a 64th part of it has 32,768 pixels.
    const LARGEST: [u16; 2] = [1_024, 2_048];
    /// Colours of half the width and height, of half the width, and of all of it.
    const QUARTERS: &[u8] = &[0x22, 0x11, 0x11];
    const HALVES: &[u8] = &[0x21, 0x11, 0x11];
    const WHOLE: &[u8] = &[0x11, 0x11, 0x11];

    #[test]
    fn usual_scans_of_photographs_are_taken() {
        for (size, sampling, pixels) in [
            // 208 + 2 * 142 / 4 = 279 parts.
            (LARGEST, QUARTERS, 9_142_272),
            // 208 + 2 * 142 / 2 = 350 parts.
            (LARGEST, HALVES, 11_468_800),
            ([1_200, 1_500], HALVES, 9_843_750),
            // 208 + 2 * 142 = 492 parts.
            (LARGEST, WHOLE, 16_121_856),
            ([1_000, 1_200], WHOLE, 9_225_000),
            ([1_000, 1_300], WHOLE, 9_993_750),
            ([1_000, 1_304], WHOLE, 10_024_500),
        ] {
            let file = of(&[&frame(0xc2, size, sampling), &scans(&USUAL)]);
            let expected = match pixels <= 10_000_000 {
                true => Ok(file.clone()),
                false => Err(Reason::TooIntricate),
            };
            assert_eq!(pixel_segments(&file), expected, "{size:?}, {sampling:?}");
        }
    }

    #[test]
    fn pixels_of_all_scans_are_limited() {
        let brightness: Scan = (&[1], 0, 0);
        let all_else: Scan = (&[1], 1, 63);
        let one_whole: Scan = (&[1], 0, 63);
        let three_whole: Scan = (&[1, 2, 3], 0, 63);
        let four_whole: Scan = (&[1, 2, 3, 4], 0, 63);
        let three_first: Scan = (&[1, 2, 3], 0, 0);
        let three_of_none: Scan = (&[1, 2, 3], 63, 0);
        let cmyk: &[u8] = &[0x11; 4];
        let [grey, grey_of_four, zeros, ones, none]: [&[u8]; 5] =
            [&[0x11], &[0x22], &[0x00], &[0xff], &[]];
        for (kind, size, sampling, scanned, is_taken) in [
            // Baseline: the number of components times 2,097,152.
            (0xc0, LARGEST, WHOLE, vec![three_whole], true),
            (0xc0, LARGEST, cmyk, vec![four_whole], true),
            (0xc0, LARGEST, WHOLE, vec![three_whole; 2], false),
            // One and a half times: two colours have a quarter of the pixels each.
            (0xc0, LARGEST, QUARTERS, vec![three_whole; 3], true),
            (0xc0, LARGEST, QUARTERS, vec![three_whole; 4], false),
            // There are no scans of some coefficients.
            (0xc1, LARGEST, WHOLE, vec![brightness; 4], true),
            (0xc1, LARGEST, WHOLE, vec![brightness; 5], false),
            // Progressive: 63 parts of 32,768 pixels each are 2,064,384.
            (0xc2, LARGEST, grey, vec![all_else; 4], true),
            (0xc2, LARGEST, grey, vec![all_else; 5], false),
            // A single component has all pixels, whatever its factors.
            (0xc2, LARGEST, grey_of_four, vec![all_else; 4], true),
            (0xc2, LARGEST, grey_of_four, vec![all_else; 5], false),
            // A scan of one coefficient, or none, counts as eight: 262,144.
            (0xc2, LARGEST, grey, vec![brightness; 24], true),
            (0xc2, LARGEST, WHOLE, vec![three_first; 12], true),
            (0xc2, LARGEST, WHOLE, vec![three_first; 13], false),
            (0xc2, LARGEST, WHOLE, vec![three_of_none; 12], true),
            (0xc2, LARGEST, WHOLE, vec![three_of_none; 13], false),
            // Ten million.
            (0xc2, [1_000, 1_000], grey, vec![one_whole; 10], true),
            (0xc2, [1_000, 1_000], grey, vec![one_whole; 11], false),
            // Their size is refused later on.
            (0xc2, [4_000, 6_000], QUARTERS, USUAL.to_vec(), true),
            (0xc2, [4_000, 6_000], WHOLE, USUAL.to_vec(), true),
            (0xc0, [u16::MAX, u16::MAX], cmyk, vec![four_whole], true),
            // Factors that decoders refuse, and components that the frame lacks.
            (0xc0, LARGEST, zeros, vec![one_whole; 24], true),
            (0xc0, LARGEST, ones, vec![one_whole; 4], true),
            (0xc0, LARGEST, ones, vec![one_whole; 5], false),
            (0xc0, LARGEST, none, vec![one_whole; 24], true),
        ] {
            let file = of(&[&frame(kind, size, sampling), &scans(&scanned)]);
            let expected = match is_taken {
                true => Ok(file.clone()),
                false => Err(Reason::TooIntricate),
            };
            let case = (size, sampling, scanned);
            assert_eq!(pixel_segments(&file), expected, "{kind:x}, {case:?}");
        }
    }

    #[test]
    fn a_second_frame_is_left_out() {
        let all_else: Scan = (&[1], 1, 63);
        let large = frame(0xc2, LARGEST, &[0x11]);
        let (few, many) = (scans(&[all_else; 4]), scans(&[all_else; 5]));
        for kind in [0xc0, 0xc2, 0xc3, 0xcf] {
            let small = frame(kind, [8, 8], &[0x11]);
            let both = of(&[&large, &small, &few]);
            assert_eq!(pixel_segments(&both), Ok(of(&[&large, &few])));
            let both = of(&[&large, &small, &many]);
            assert_eq!(pixel_segments(&both), Err(Reason::TooIntricate));
            let both = of(&[&small, &large, &many]);
            assert_eq!(pixel_segments(&both), Ok(of(&[&small, &many])));
        }
    }
}
