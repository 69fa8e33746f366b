//! Hand-made picture files that no encoder writes.

use std::io::{Cursor, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::{ImageFormat, Rgb, RgbImage};

/// A small PNG of many colours.
pub fn plain_png() -> Vec<u8> {
    encoded(ImageFormat::Png)
}

/// The same picture in another format; 60 by 40 pixels.
pub fn encoded(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_fn(60, 40, |x, y| Rgb([200, x as u8 * 4, y as u8 * 6]))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// A chunk of a PNG, its checksum right.
pub fn chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(&name);
    crc.update(data);
    let length = u32::try_from(data.len()).unwrap();
    [
        &length.to_be_bytes()[..],
        &name,
        data,
        &crc.sum().to_be_bytes(),
    ]
    .concat()
}

/// A PNG of grey pixels that states a size and has these deflated rows.
pub fn png_of(width_px: u32, height_px: u32, deflated: &[u8]) -> Vec<u8> {
    let header = [
        &width_px.to_be_bytes()[..],
        &height_px.to_be_bytes(),
        &[8, 0, 0, 0, 0],
    ];
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(*b"IHDR", &header.concat()),
        chunk(*b"IDAT", deflated),
        chunk(*b"IEND", b""),
    ]
    .concat()
}

/// Zeros, deflated: about a thousandth of their number of bytes.
pub fn zlib_of_zeros(count: usize) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    let zeros = vec![0; 1 << 20];
    let mut left = count;
    while left > 0 {
        let n = left.min(zeros.len());
        encoder.write_all(&zeros[..n]).unwrap();
        left -= n;
    }
    encoder.finish().unwrap()
}

/// A JPEG whose only scan comes `count` times.
pub fn jpeg_of_scans(count: usize) -> Vec<u8> {
    let bytes = encoded(ImageFormat::Jpeg);
    let scan = bytes
        .windows(2)
        .position(|pair| pair == [0xff, 0xda])
        .unwrap();
    let (head, scan) = bytes.split_at(scan);
    let scan = &scan[..scan.len() - 2];
    [head, &scan.repeat(count), &[0xff, 0xd9]].concat()
}
