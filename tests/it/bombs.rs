//! Decompression bombs and other hostile files: their cost in memory, when they are uploaded and whenever the folders are
//! read. Each kind is tried in a process of its own, whose peak the operating system records.

use std::process::Command;

use rookery_captcha::{AssetFile, Assets, Content, Reason, Source, inspect_upload, shipped};

use crate::support::pictures::{chunk, jpeg_of_scans, plain_png, png_of, zlib_of_zeros};

/// The most memory that a file of any kind may take beside what the process has already.
const MOST_KIB: u64 = 64 << 10;
/// How often the folders are read again.
const RESCANS: usize = 10;
/// Set in the process that tries one kind.
const KIND: &str = "BOMB";

/// A kind of bomb: its name, what it is made of, and what must come of it.
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
    ("a font of letters made of letters", font, is_refused),
];

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
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let bytes = bytes.into_inner();
    // No file may have more.
    assert!(bytes.len() < 8 << 20, "{}", bytes.len());
    bytes
}

/// A shipped font whose glyph table says that each glyph is made of forty of the next one.
fn font() -> Vec<u8> {
    let (_, bytes) = shipped::fonts()
        .into_iter()
        .find(|(name, _)| *name == "DejaVuSans-Bold.ttf")
        .unwrap();
    let mut bytes = bytes.to_vec();
    let at = |bytes: &[u8], at: usize| {
        u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
    };
    let record = |bytes: &[u8], tag: &[u8; 4]| {
        12 + 16
            * bytes[12..]
                .chunks(16)
                .position(|r| r.starts_with(tag))
                .unwrap()
    };
    let (glyf, loca) = (record(&bytes, b"glyf"), record(&bytes, b"loca"));
    let (glyf, loca) = (at(&bytes, glyf + 8), at(&bytes, loca + 8));
    let mut letters = Vec::new();
    for glyph in 0..200_usize {
        let (from, to) = (
            at(&bytes, loca + 4 * glyph),
            at(&bytes, loca + 4 * glyph + 4),
        );
        let parts = (to - from).saturating_sub(10) / 6;
        if parts > 0 {
            letters.push((glyf + from, parts, glyph));
        }
    }
    for pair in letters.windows(2) {
        let ((place, parts, _), (_, _, next)) = (pair[0], pair[1]);
        bytes[place..place + 2].copy_from_slice(&[0xff, 0xff]);
        for part in 0..parts {
            let more = u16::from(part + 1 < parts) * 0x20;
            let entry = [more.to_be_bytes(), (next as u16).to_be_bytes(), [0, 0]].concat();
            bytes[place + 10 + part * 6..][..6].copy_from_slice(&entry);
        }
    }
    bytes
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

/// Run by [`no_bomb_takes_more_than_64_mib`] in a process of its own.
#[test]
#[ignore = "one kind, in a process of its own"]
fn one_kind() {
    let kind = std::env::var(KIND).unwrap();
    let (_, make, is_right) = BOMBS.iter().find(|(name, ..)| *name == kind).unwrap();
    let path = std::env::var("BOMB_FILE").unwrap();
    if std::env::var("BOMB_MAKE").is_ok() {
        std::fs::write(path, make()).unwrap();
        return;
    }
    // What every site has read before the first upload.
    drop(Assets::shipped());
    let bytes = std::fs::read(path).unwrap();
    let before = peak_kib();
    let stopwatch = rookery::clock::Stopwatch::start();
    let examined = inspect_upload(&bytes).map(|examined| examined.content);
    let took_ms = stopwatch.elapsed().as_millis();
    let peak = peak_kib() - before;
    assert!(is_right(&examined), "{kind}: {examined:?}");
    for _ in 0..RESCANS {
        let file = || AssetFile {
            name: "bomb.ttf".to_owned(),
            source: Source::Uploaded,
            bytes: bytes.clone(),
        };
        drop(Assets::load(vec![file()], vec![file()]));
    }
    let after = peak_kib() - before;
    println!(
        "{kind}: {} kB, {took_ms} ms, peak +{} MiB, after {RESCANS} rescans +{} MiB",
        bytes.len() / 1000,
        peak >> 10,
        after >> 10
    );
    assert!(after <= MOST_KIB, "{kind}: {after} KiB");
}

/// Pass marks 17 and 35.
#[test]
fn no_bomb_takes_more_than_64_mib() {
    let folder = tempfile::tempdir().unwrap();
    for (n, (kind, ..)) in BOMBS.iter().enumerate() {
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

/// What is refused is named, and drawing goes on.
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
