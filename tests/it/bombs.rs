//! Decompression bombs and other hostile files: their cost in memory and processor time, when they are uploaded and whenever the
//! folders are read. Each kind is tried in a process of its own, whose peak and time the operating system records.

mod fonts;
mod jpegs;

use std::process::Command;

use image::ImageFormat;
use rookery_captcha::{AssetFile, Assets, Content, Reason, Source, inspect_upload, shipped};

use crate::support::pictures::{chunk, encoded, jpeg_of_scans, plain_png, png_of, zlib_of_zeros};

/// The most memory that a file of any kind may take beside what the process has already.
const MOST_KIB: u64 = 64 << 10;
/// The most processor time for a file of any kind, milliseconds: processor time does not depend on what else the machine does.
const MOST_MS: u64 = 100;
/// The same for the scans of a JPEG: a decoder goes over the picture once for each.
const MOST_SCANS_MS: u64 = 200;
/// A debug build may take this many times as long. The decoders are optimised there as well; the code around them is not.
const SLACK: u64 = if cfg!(debug_assertions) { 5 } else { 1 };
/// The number of times that the folders are read again.
const RESCANS: usize = 4;
/// Set in the process that tries one kind.
const KIND: &str = "BOMB";

/// A kind of bomb: its name, its making, and the required outcome.
type Bomb = (
    &'static str,
    fn() -> Vec<u8>,
    fn(&Result<Content, Reason>) -> bool,
);

const BOMBS: &[Bomb] = &[
    ("a colour profile of 300 MB", profile, is_harmless),
    ("texts of 300 MB", texts, is_harmless),
    ("an animation of 300 MB", animation, is_harmless),
    (
        "30,000 by 30,000 pixels",
        || png_of(30_000, 30_000, &[0; 64]),
        is_too_large,
    ),
    (
        "one pixel of 300 MB",
        || png_of(1, 1, &zlib_of_zeros(300 << 20)),
        is_known,
    ),
    (
        "the largest picture, 16 bits a channel",
        largest,
        is_harmless,
    ),
    (
        "a JPEG of 5,000 scans",
        || jpeg_of_scans(5_000),
        is_too_intricate,
    ),
    (
        "a progressive JPEG of 5,000 scans",
        || jpegs::progressive(5_000),
        is_too_intricate,
    ),
    (
        "a progressive JPEG of as many scans as are taken",
        || jpegs::progressive(24),
        is_harmless,
    ),
    (
        "a JPEG of pieces of a text that never fit together",
        jpegs::pieces_of_text,
        is_harmless,
    ),
    (
        "a JPEG of pieces of a colour profile",
        jpegs::pieces_of_profile,
        is_harmless,
    ),
    (
        "a JPEG of empty segments",
        jpegs::empty_segments,
        is_harmless,
    ),
    (
        "a JPEG of 360,000 tables of codes",
        jpegs::tables,
        is_too_intricate,
    ),
    (
        "a JPEG of as many tables of codes as are taken",
        jpegs::most_tables,
        is_harmless,
    ),
    (
        "a JPEG of stray bytes between segments",
        jpegs::stray_bytes,
        is_harmless,
    ),
    ("a JPEG of restarts", jpegs::restarts, is_harmless),
    ("a font of letters made of letters", fonts::font, is_refused),
    (
        "a font of letters made of thousands of curves",
        fonts::font_of_curves,
        is_too_intricate,
    ),
    (
        "a PostScript font of calls of calls",
        fonts::font_of_calls,
        is_too_intricate,
    ),
    ("a GIF of 65,535 by 65,535 pixels", gif_screen, is_too_large),
    ("a GIF with a frame beyond its screen", gif_frame, is_known),
    ("a GIF of thousands of frames", gif_frames, is_harmless),
    ("a GIF of one frame without end", gif_endless, is_known),
    ("a WebP of 16,383 by 16,383 pixels", webp_size, is_too_large),
    (
        "a WebP with a frame beyond its canvas",
        webp_frame,
        is_known,
    ),
    (
        "a WebP of colour profile and EXIF",
        webp_profile,
        is_harmless,
    ),
    ("a WebP of a profile that states 4 GB", webp_lies, is_known),
    ("a WebP of thousands of frames", webp_frames, is_known),
    (
        "the largest JPEG",
        || largest_as(ImageFormat::Jpeg),
        is_harmless,
    ),
    (
        "the largest GIF",
        || largest_as(ImageFormat::Gif),
        is_harmless,
    ),
    (
        "the largest WebP",
        || largest_as(ImageFormat::WebP),
        is_harmless,
    ),
];

/// JPEGs of as many scans as are taken, which take longer.
const SCANS: &[Bomb] = &[
    // Ten million pixels are 305 times a 64th of the largest picture: 8 times for the first scan, and once for each further coefficient.
    (
        "the largest JPEG with corrected coefficients",
        || jpegs::corrections(jpegs::LARGEST_PX, &[63, 63, 63, 45]),
        is_harmless,
    ),
    (
        "the largest JPEG of long codes",
        || jpegs::long_codes(jpegs::LARGEST_PX, &[63, 63, 63, 63, 45]),
        is_harmless,
    ),
    (
        "a JPEG of too many long codes",
        || jpegs::long_codes(jpegs::LARGEST_PX, &[63, 63, 63, 63, 46]),
        is_too_intricate,
    ),
    // A scan of one coefficient counts as one of eight.
    (
        "a JPEG of 24 scans, most of them of one coefficient",
        || jpegs::long_codes(jpegs::LARGEST_PX, &[&[63_u8; 2][..], &[1; 21]].concat()),
        is_harmless,
    ),
    // They are 640 times a 64th of a million.
    (
        "a JPEG of a million pixels with corrected coefficients",
        || jpegs::corrections(jpegs::MILLION_PX, &[63; 9]),
        is_harmless,
    ),
    (
        "a JPEG of a million pixels and of long codes",
        || jpegs::long_codes(jpegs::MILLION_PX, &[63; 10]),
        is_harmless,
    ),
    (
        "a JPEG of the same components again and again",
        jpegs::repeated_components,
        is_known,
    ),
];

/// All kinds, each with its most processor time.
fn bombs() -> impl Iterator<Item = (&'static Bomb, u64)> {
    let others = BOMBS.iter().map(|bomb| (bomb, MOST_MS));
    others.chain(SCANS.iter().map(|bomb| (bomb, MOST_SCANS_MS)))
}

fn is_harmless(examined: &Result<Content, Reason>) -> bool {
    *examined == Ok(Content::Background)
}

/// Refused or harmless; the decoder may think either.
fn is_known(examined: &Result<Content, Reason>) -> bool {
    matches!(
        examined,
        Ok(Content::Background) | Err(Reason::Undecodable(_))
    )
}

fn is_too_large(examined: &Result<Content, Reason>) -> bool {
    matches!(examined, Err(Reason::TooManyPixels { .. }))
}

fn is_too_intricate(examined: &Result<Content, Reason>) -> bool {
    *examined == Err(Reason::TooIntricate)
}

fn is_refused(examined: &Result<Content, Reason>) -> bool {
    examined.is_err()
}

/// A PNG with these chunks behind its header.
fn loaded(chunks: &[Vec<u8>]) -> Vec<u8> {
    let plain = plain_png();
    // Signature of 8 bytes, header chunk of 25.
    let (head, rest) = plain.split_at(33);
    [head, &chunks.concat(), rest].concat()
}

fn profile() -> Vec<u8> {
    loaded(&[chunk(
        *b"iCCP",
        &[&b"p\0\0"[..], &zlib_of_zeros(300 << 20)].concat(),
    )])
}

fn texts() -> Vec<u8> {
    let deflated = zlib_of_zeros(60 << 20);
    let text = |n: u8| chunk(*b"zTXt", &[&[b'a' + n], &b"\0\0"[..], &deflated].concat());
    let mut chunks: Vec<_> = (0..4).map(text).collect();
    chunks.push(chunk(
        *b"iTXt",
        &[&b"k\0\x01\0\0\0"[..], &deflated].concat(),
    ));
    chunks.push(chunk(*b"eXIf", &vec![0; 1 << 20]));
    loaded(&chunks)
}

fn animation() -> Vec<u8> {
    let frames = [&2_u32.to_be_bytes()[..], &0_u32.to_be_bytes()].concat();
    let mut chunks = vec![chunk(*b"acTL", &frames)];
    let frame = [&1_u32.to_be_bytes()[..], &zlib_of_zeros(300 << 20)].concat();
    chunks.push(chunk(*b"fdAT", &frame));
    loaded(&chunks)
}

/// As many pixels as are taken, 16 bits of red, green, blue and alpha each, and no two alike that stand together.
fn largest() -> Vec<u8> {
    let picture = image::ImageBuffer::from_fn(2_048, 1_024, |x, y| {
        image::Rgba([(x * 31) as u16, (y * 57) as u16, (x * y) as u16, 0xf000])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::ImageRgba16(picture)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    let bytes = bytes.into_inner();
    // No file may have more.
    assert!(bytes.len() < 8 << 20, "{}", bytes.len());
    bytes
}

/// As many pixels as are taken, in another format.
fn largest_as(format: ImageFormat) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(2_048, 1_024, |x, y| {
        image::Rgb([(x * 31) as u8, (y * 57) as u8, ((x * y) >> 8) as u8])
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    let bytes = bytes.into_inner();
    assert!(bytes.len() < 8 << 20, "{}", bytes.len());
    bytes
}

/// A small GIF: its head (signature, screen, colours), and its one frame.
fn gif() -> (Vec<u8>, Vec<u8>) {
    let bytes = encoded(ImageFormat::Gif);
    let has_colours = bytes[10] & 0x80 != 0;
    let colours = 3 << ((bytes[10] & 7) + 1);
    let head = 13 + if has_colours { colours } else { 0 };
    let frame = &bytes[head..bytes.len() - 1];
    assert_eq!(bytes.last(), Some(&0x3b), "the trailer");
    (bytes[..head].to_vec(), frame.to_vec())
}

/// The offset of a frame's size: behind its separator and its place on the screen.
fn gif_size_at(frame: &[u8]) -> usize {
    let size = [60, 0, 40, 0];
    let separator = frame
        .windows(9)
        .position(|part| part[0] == 0x2c && part[5..] == size);
    separator.unwrap() + 5
}

fn gif_screen() -> Vec<u8> {
    let (mut head, frame) = gif();
    head[6..10].fill(0xff);
    [head, frame, vec![0x3b]].concat()
}

fn gif_frame() -> Vec<u8> {
    let (head, mut frame) = gif();
    let at = gif_size_at(&frame);
    frame[at..at + 4].fill(0xff);
    [head, frame, vec![0x3b]].concat()
}

fn gif_frames() -> Vec<u8> {
    let (head, frame) = gif();
    let count = (7 << 20) / frame.len();
    assert!(count > 1_000, "{count}");
    [head, frame.repeat(count), vec![0x3b]].concat()
}

/// A frame of the largest size whose one data block comes again and again: codes for far more pixels than it has.
fn gif_endless() -> Vec<u8> {
    let (mut head, frame) = gif();
    let (width, height) = (2_048_u16.to_le_bytes(), 1_024_u16.to_le_bytes());
    let size = [width, height].concat();
    head[6..10].copy_from_slice(&size);
    let at = gif_size_at(&frame);
    let packed = frame[at + 4];
    let colours = if packed & 0x80 != 0 {
        3 << ((packed & 7) + 1)
    } else {
        0
    };
    let mut start = frame[..at + 5 + colours].to_vec();
    start[at..at + 4].copy_from_slice(&size);
    // Codes of 9 bits: one pixel, then ever longer runs of it, as far as the dictionary goes; and again from the start.
    let data = [&[8][..], &[0xff; 256].repeat((7 << 20) / 256), &[0, 0x3b]];
    [head, start, data.concat()].concat()
}

/// A chunk of a WebP, filled up to an even length.
fn webp_chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let fill = &[0][..data.len() % 2];
    [&name[..], &length, data, fill].concat()
}

fn webp_of(chunks: &[Vec<u8>]) -> Vec<u8> {
    webp_chunk(b"RIFF", &[&b"WEBP"[..], &chunks.concat()].concat())
}

/// The header of a WebP with more than pixels.
fn webp_header(flags: u8, width_px: u32, height_px: u32) -> Vec<u8> {
    let side = |px: u32| (px - 1).to_le_bytes()[..3].to_vec();
    let data = [vec![flags, 0, 0, 0], side(width_px), side(height_px)];
    webp_chunk(b"VP8X", &data.concat())
}

/// The pixels of a small picture, 60 by 40.
fn webp_pixels() -> Vec<u8> {
    let bytes = encoded(ImageFormat::WebP);
    assert_eq!((&bytes[12..16], bytes[20]), (&b"VP8L"[..], 0x2f));
    let length = u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    bytes[20..20 + length].to_vec()
}

/// The same, stating nearly the largest size that the format has: the reader takes the largest, 16,384, for none.
fn webp_pixels_too_many() -> Vec<u8> {
    let mut pixels = webp_pixels();
    // Fourteen bits each of width and height, less one.
    pixels[1..4].copy_from_slice(&[0xfe, 0xbf, 0xff]);
    pixels[4] |= 0x0f;
    pixels
}

fn webp_size() -> Vec<u8> {
    webp_of(&[webp_chunk(b"VP8L", &webp_pixels_too_many())])
}

fn webp_frame() -> Vec<u8> {
    let pixels = webp_chunk(b"VP8L", &webp_pixels_too_many());
    webp_of(&[webp_header(0, 60, 40), pixels])
}

fn webp_profile() -> Vec<u8> {
    let zeros = vec![0; 3 << 20];
    webp_of(&[
        webp_header(0x28, 60, 40),
        webp_chunk(b"ICCP", &zeros),
        webp_chunk(b"VP8L", &webp_pixels()),
        webp_chunk(b"EXIF", &zeros),
    ])
}

fn webp_lies() -> Vec<u8> {
    let mut profile = webp_chunk(b"ICCP", b"none");
    profile[4..8].fill(0xff);
    let pixels = webp_chunk(b"VP8L", &webp_pixels());
    webp_of(&[webp_header(0x20, 60, 40), profile, pixels])
}

fn webp_frames() -> Vec<u8> {
    // Place, size less one, duration and flags; each frame is drawn over the largest canvas.
    let head = [0, 0, 0, 0, 0, 0, 59, 0, 0, 39, 0, 0, 1, 0, 0, 0];
    let pixels = webp_chunk(b"VP8L", &webp_pixels());
    let frame = webp_chunk(b"ANMF", &[&head[..], &pixels].concat());
    let count = (7 << 20) / frame.len();
    assert!(count > 1_000, "{count}");
    webp_of(&[
        webp_header(0x02, 2_048, 1_024),
        webp_chunk(b"ANIM", &[0; 6]),
        frame.repeat(count),
    ])
}

/// The peak of this process's memory, KiB.
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The processor time of this process, milliseconds in steps of ten.
fn cpu_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The name in brackets may have spaces; then come the state and ten more fields, and the ticks: a hundred a second on Linux.
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let ticks = fields.split(' ').skip(11).take(2);
    ticks.map(|n| n.parse::<u64>().unwrap() * 10).sum()
}

/// Run by [`no_bomb_takes_more_than_64_mib_or_100_ms`] in a process of its own.
#[test]
#[ignore = "one kind, in a process of its own"]
fn one_kind() {
    let kind = std::env::var(KIND).unwrap();
    let ((_, make, is_right), most_ms) = bombs().find(|((name, ..), _)| *name == kind).unwrap();
    let most_ms = most_ms * SLACK;
    let path = std::env::var("BOMB_FILE").unwrap();
    if std::env::var("BOMB_MAKE").is_ok() {
        std::fs::write(path, make()).unwrap();
        return;
    }
    // The assets that every site has read before the first upload.
    drop(Assets::shipped());
    let bytes = std::fs::read(path).unwrap();
    let before = peak_kib();
    let began_ms = cpu_ms();
    let examined = inspect_upload(&bytes).map(|examined| examined.content);
    let took_ms = cpu_ms() - began_ms;
    let peak = peak_kib() - before;
    assert!(is_right(&examined), "{kind}: {examined:?}");
    let began_ms = cpu_ms();
    for _ in 0..RESCANS {
        let file = || AssetFile {
            name: "bomb.ttf".to_owned(),
            source: Source::Uploaded,
            bytes: bytes.clone(),
        };
        drop(Assets::load(vec![file()], vec![file()]));
    }
    let after = peak_kib() - before;
    // Each time the file is read twice: as a font, and as a background.
    let rescan_ms = (cpu_ms() - began_ms) / RESCANS as u64 / 2;
    println!(
        "{kind}: {} kB, {took_ms} ms, peak +{} MiB, {RESCANS} rescans of {rescan_ms} ms, peak +{} MiB",
        bytes.len() / 1000,
        peak >> 10,
        after >> 10
    );
    assert!(after <= MOST_KIB, "{kind}: {after} KiB");
    assert!(took_ms <= most_ms, "{kind}: {took_ms} ms");
    assert!(
        rescan_ms <= most_ms,
        "{kind}: {rescan_ms} ms at each rescan"
    );
}

/// Pass marks 17 and 35.
#[test]
fn no_bomb_takes_more_than_64_mib_or_100_ms() {
    let folder = tempfile::tempdir().unwrap();
    for (n, ((kind, ..), _)) in bombs().enumerate() {
        let run = |make: bool| {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command
                .args(["bombs::one_kind", "--exact", "--ignored", "--nocapture"])
                .env(KIND, kind)
                .env("BOMB_FILE", folder.path().join(n.to_string()));
            if make {
                command.env("BOMB_MAKE", "1");
            }
            let output = command.output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(
                output.status.success(),
                "{kind}: {text}\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
            text
        };
        run(true);
        let text = run(false);
        println!(
            "{}",
            text.lines().find(|line| line.starts_with(kind)).unwrap()
        );
    }
}

/// Refused pictures are named, and drawing goes on.
#[test]
fn a_thousand_broken_pictures_are_named_and_drawing_goes_on() {
    let plain = plain_png();
    let mut broken: Vec<(String, Vec<u8>)> = (0..1_000)
        .map(|n| {
            let mut bytes = plain.clone();
            // Each is cut at another place, or has another byte turned over.
            match n % 2 {
                0 => bytes.truncate(8 + n % (plain.len() - 12)),
                _ => bytes[16 + n % 17] ^= 0xff,
            }
            bytes.push(n as u8);
            bytes.push((n >> 8) as u8);
            (format!("broken-{n}.png"), bytes)
        })
        .collect();
    broken.push(("whole.png".to_owned(), plain));
    let assets = Assets::load(Vec::new(), broken);
    assert_eq!(assets.backgrounds.names(), ["whole.png"]);
    assert_eq!(assets.rejected.len(), 1_000);
    let live = rookery_captcha::Captcha {
        settings: rookery_captcha::Settings::default(),
        assets: std::sync::Arc::new(assets),
    };
    let drawing = live.draw("abcde", 7, rookery_captcha::Look::default());
    assert!(drawing.unwrap().png.starts_with(b"\x89PNG"));
}

#[test]
fn a_font_cut_anywhere_is_refused() {
    for (name, bytes) in shipped::fonts() {
        assert_eq!(
            inspect_upload(bytes).map(|e| e.content),
            Ok(Content::Font),
            "{name}"
        );
        for sixteenths in 1..16 {
            let cut = &bytes[..bytes.len() * sixteenths / 16];
            let refused = inspect_upload(cut).map(|e| e.content);
            assert_eq!(refused, Err(Reason::CutShort), "{name}, {sixteenths} of 16");
        }
    }
}

#[test]
fn a_picture_is_kept_as_its_pixels_and_nothing_else() {
    let secret = b"taken at 33.92 S 18.42 E";
    let text = chunk(*b"tEXt", &[&b"Comment\0"[..], secret].concat());
    let came = loaded(&[text, chunk(*b"eXIf", secret)]);
    let kept = inspect_upload(&came).unwrap().bytes;
    let holds = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret);
    assert!(holds(&came) && !holds(&kept));
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
    assert_eq!(pixels(&kept), pixels(&plain_png()));
    assert_eq!(
        inspect_upload(&kept).unwrap().bytes,
        kept,
        "kept again, it is the same"
    );
    let fonts = shipped::fonts();
    let (_, font) = fonts[0];
    assert_eq!(
        inspect_upload(font).unwrap().bytes,
        font,
        "a font stays as it is"
    );
}
