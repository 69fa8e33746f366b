//! Asset files that people may put into the directories: odd, broken and hostile ones.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use proptest::prelude::*;

use crate::backgrounds::Backgrounds;
use crate::shipped;
use crate::{Assets, Captcha, Fonts, Look, Preset, Reason, Scale, Settings, is_font_name};

fn live(preset: Preset, assets: Arc<Assets>) -> Captcha {
    let settings = Settings {
        preset,
        ..Settings::default()
    };
    Captcha { settings, assets }
}

fn classic(assets: Assets) -> Captcha {
    live(Preset::Classic, Arc::new(assets))
}

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        Rgb([200, (x % 50) as u8, (y % 50) as u8])
    });
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(picture)
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

fn named(name: &str, bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    vec![(name.to_owned(), bytes)]
}

fn font(name: &str) -> Vec<u8> {
    let (_, bytes) = shipped::fonts()
        .into_iter()
        .find(|(known, _)| *known == name)
        .unwrap();
    bytes.to_vec()
}

fn refusal(name: &str, bytes: Vec<u8>) -> Reason {
    let (backgrounds, mut skipped) = Backgrounds::load(named(name, bytes));
    assert!(backgrounds.is_empty());
    let skipped = skipped.pop().unwrap();
    assert_eq!(skipped.name, name);
    skipped.reason
}

/// A PNG whose header states a size, and that has no pixels: 33 bytes of header and an empty IDAT.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = picture(1, 1, ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// CRC-32 as the PNG specification (annex D) defines it, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            (crc >> 1) ^ (0xedb8_8320 * (crc & 1))
        })
    })
}

#[test]
fn pictures_are_told_by_content_whatever_their_name() {
    for format in [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::Gif,
        ImageFormat::WebP,
    ] {
        let (backgrounds, skipped) =
            Backgrounds::load(named("holiday.dat", picture(40, 30, format)));
        assert_eq!((backgrounds.len(), skipped.len()), (1, 0), "{format:?}");
    }
    assert_eq!(refusal("x.png", b"<svg/>".to_vec()), Reason::NotAPicture);
    assert_eq!(refusal("empty.png", Vec::new()), Reason::NotAPicture);
}

#[test]
fn a_picture_bomb_is_refused_before_it_is_decoded() {
    let too_many = |width_px, height_px| Reason::TooManyPixels {
        width_px,
        height_px,
    };
    assert_eq!(
        refusal("bomb.png", bomb(30_000, 30_000)),
        too_many(30_000, 30_000)
    );
    assert_eq!(refusal("long.png", bomb(4_097, 1)), too_many(4_097, 1));
    assert_eq!(
        refusal("large.png", bomb(2_048, 1_025)),
        too_many(2_048, 1_025)
    );
    assert!(matches!(
        refusal("none.png", bomb(0, 5)),
        Reason::Undecodable(_)
    ));
    assert!(matches!(
        refusal("short.png", bomb(2_048, 1_024)),
        Reason::Undecodable(_)
    ));
}

#[test]
fn a_broken_picture_is_named_and_the_others_are_used() {
    let whole = picture(40, 30, ImageFormat::Png);
    let mut files = named("broken.png", whole[..whole.len() / 2].to_vec());
    files.extend(named("whole.png", whole));
    files.extend(named("README.md", b"# not meant".to_vec()));
    let (backgrounds, skipped) = Backgrounds::load(files);
    assert_eq!(backgrounds.names(), ["whole.png"]);
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0].name, "broken.png");
}

#[test]
fn there_is_a_limit_to_files_and_to_memory() {
    let many = (0..130)
        .map(|n| (format!("{n:03}.png"), picture(n + 1, 1, ImageFormat::Png)))
        .collect();
    let (backgrounds, skipped) = Backgrounds::load(many);
    assert_eq!(
        (backgrounds.len(), skipped.len()),
        (Backgrounds::MAX_COUNT, 30)
    );
    assert!(skipped.iter().all(|s| s.reason == Reason::NoMoreRoom));
    // More than 256 colours: three bytes a pixel, so that 24 MiB hold four pictures of 2 Mi pixels.
    let large = (0..5)
        .map(|n| {
            (
                format!("{n}.png"),
                picture(2_048, 1_020 + n, ImageFormat::Png),
            )
        })
        .collect();
    let (backgrounds, skipped) = Backgrounds::load(large);
    assert_eq!((backgrounds.len(), skipped.len()), (4, 1));
    let max = Backgrounds::MAX_FILE_BYTES;
    assert_eq!(
        refusal("huge.png", vec![0; max + 1]),
        Reason::TooManyBytes { max }
    );
}

#[test]
fn a_picture_of_one_pixel_is_tiled() {
    let dot = RgbImage::from_pixel(1, 1, Rgb([190, 230, 200]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(dot)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    let live = classic(Assets::load(
        Vec::new(),
        named("dot.png", bytes.into_inner()),
    ));
    let drawing = live.draw("tomato", 1, Look::default()).unwrap();
    let pixels = image::load_from_memory(&drawing.png).unwrap().to_rgb8();
    let (width, height) = pixels.dimensions();
    for (x, y) in [(0, 0), (width - 1, height - 1)] {
        assert_eq!(pixels.get_pixel(x, y).0, [190, 230, 200]);
    }
}

#[test]
fn a_photograph_is_drawn_in_its_own_colours() {
    let live = classic(Assets::load(
        Vec::new(),
        named("photo", picture(300, 200, ImageFormat::Jpeg)),
    ));
    let drawing = live.draw("tomato", 1, Look::at(Scale::Two)).unwrap();
    assert_eq!(
        image::load_from_memory(&drawing.png).unwrap().color(),
        image::ColorType::Rgb8
    );
}

#[test]
fn fonts_are_told_by_name_and_read_by_content() {
    for name in ["a.ttf", "a.OTF", "a.b.TtF"] {
        assert!(is_font_name(name), "{name}");
    }
    for name in ["ttf", "a.ttf.txt", "a.woff", ""] {
        assert!(!is_font_name(name), "{name}");
    }
    let mut files = named("b.TTF", font("Play-Bold.ttf"));
    files.extend(named("a.otf", font("GNUTypewriter.ttf")));
    files.extend(named("c.ttf", b"no font".to_vec()));
    files.extend(named("d.ttf", font("Play-Bold.ttf")));
    files.extend(named("LICENSE", b"text".to_vec()));
    let (fonts, skipped) = Fonts::load(files);
    assert_eq!(
        fonts.names(),
        ["a.otf", "b.TTF"],
        "in the order of names, the same content once"
    );
    assert_eq!(skipped.len(), 1);
    assert_eq!(
        (skipped[0].name.as_str(), &skipped[0].reason),
        ("c.ttf", &Reason::NotAFont)
    );
}

#[test]
fn a_font_that_lacks_letters_is_refused_and_says_which() {
    // Without the character map every letter is missing; its tag is the only thing changed.
    let mut bytes = font("Play-Bold.ttf");
    let tag = bytes.windows(4).position(|tag| tag == b"cmap").unwrap();
    bytes[tag..tag + 4].copy_from_slice(b"cmaq");
    let (fonts, skipped) = Fonts::load(named("mute.ttf", bytes));
    assert!(fonts.is_empty());
    let all: String = ('a'..='z').chain('A'..='Z').collect();
    assert_eq!(skipped[0].reason, Reason::MissingLetters(all));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Damaged fonts and pictures are refused or drawn, and never end the program.
    #[test]
    fn damaged_files_do_no_harm(
        spots in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        cut in any::<prop::sample::Index>(),
        shorten in any::<bool>(),
        webp in any::<bool>(),
    ) {
        let damage = |mut bytes: Vec<u8>| {
            for (spot, value) in &spots {
                let at = spot.index(bytes.len());
                bytes[at] = *value;
            }
            if shorten { bytes.truncate(cut.index(bytes.len())); }
            bytes
        };
        let format = if webp { ImageFormat::WebP } else { ImageFormat::Jpeg };
        let fonts = named("a.ttf", damage(font("GNUTypewriter.ttf")));
        let grounds = named("a", damage(picture(60, 40, format)));
        let assets = Arc::new(Assets::load(fonts, grounds));
        for preset in Preset::ALL {
            let live = live(preset, Arc::clone(&assets));
            prop_assert!(live.draw("tomato", 1, Look::default()).is_ok());
        }
    }
}
