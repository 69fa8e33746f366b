//! Asset files that people may put into the directories: odd, broken and hostile ones.

use std::io::Cursor;
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use proptest::prelude::*;

use crate::backgrounds::Backgrounds;
use crate::shipped;
use crate::{
    AssetFile, Assets, Captcha, Content, Fonts, Look, Preset, Reason, Scale, Settings, Source,
    inspect_upload, is_font_name,
};

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
fn a_limit_of_size_belongs_to_what_is_taken() {
    for side in [(4_096, 1), (1, 4_096), (2_048, 1_024)] {
        let reason = refusal("whole.png", bomb(side.0, side.1));
        assert!(matches!(reason, Reason::Undecodable(_)), "{side:?}");
    }
    assert_eq!(
        refusal("high.png", bomb(1, 4_097)),
        Reason::TooManyPixels {
            width_px: 1,
            height_px: 4_097
        }
    );
    let max = Backgrounds::MAX_FILE_BYTES;
    assert_eq!(refusal("zeros", vec![0; max]), Reason::NotAPicture);
    // Four pictures of 2,048 by 1,024 pixels, three bytes each, are 24 MiB; what follows the end of a PNG makes them four files.
    let one = picture(2_048, 1_024, ImageFormat::Png);
    let same = (0..4).map(|n| (format!("{n}.png"), [&one[..], &[n]].concat()));
    let dot = ("dot.png".to_owned(), picture(1, 1, ImageFormat::Png));
    let all: Vec<_> = same.chain([dot]).collect();
    let (backgrounds, skipped) = Backgrounds::load(all.clone());
    assert_eq!(backgrounds.names(), ["0.png", "1.png", "2.png", "3.png"]);
    assert_eq!(skipped[0].reason, Reason::NoMoreRoom);
    // The same is known before one more is kept.
    let held = |file: &(String, Vec<u8>)| inspect_upload(&file.1).unwrap().held_bytes;
    let held: Vec<usize> = all.iter().map(held).collect();
    assert_eq!(held, [6 << 20, 6 << 20, 6 << 20, 6 << 20, 4]);
    let (three, _) = Backgrounds::load(all[..3].to_vec());
    assert!(three.has_room(&held[3..4]) && !three.has_room(&held[3..]));
    assert!(!backgrounds.has_room(&held[4..]) && backgrounds.has_room(&[]));
}

#[test]
fn texts_hidden_files_and_second_copies_are_no_backgrounds() {
    let dot = picture(1, 1, ImageFormat::Png);
    let files = ["b.png", "a.png", ".c.png", "d.txt", "E.MD", "f.md.png"]
        .map(|name| (name.to_owned(), dot.clone()));
    let (backgrounds, skipped) = Backgrounds::load(files.to_vec());
    assert_eq!(backgrounds.names(), ["a.png"]);
    assert_eq!(skipped, []);
    for name in [".c.png", "d.txt", "E.MD"] {
        assert!(Backgrounds::load(named(name, dot.clone())).0.is_empty());
    }
    for name in ["f.md.png", "txt", "md"] {
        assert_eq!(Backgrounds::load(named(name, dot.clone())).0.len(), 1);
    }
}

#[test]
fn there_is_a_limit_to_fonts_and_to_their_bytes() {
    // What follows the tables of a font belongs to none of them.
    let whole = include_bytes!("../../../fonts/AllertaMedium.otf");
    let longer = |bytes: usize| [&whole[..], &vec![0; bytes]].concat();
    let many = (0..102).map(|n| (format!("{n:03}.ttf"), longer(n)));
    let (fonts, skipped) = Fonts::load(many.collect());
    assert_eq!((fonts.len(), skipped.len()), (Fonts::MAX_COUNT, 2));
    assert!(skipped.iter().all(|s| s.reason == Reason::NoMoreRoom));
    let max = Fonts::MAX_FILE_BYTES;
    let largest = longer(max - whole.len());
    let (fonts, skipped) = Fonts::load(vec![
        ("a.ttf".to_owned(), [&largest[..], &[0]].concat()),
        ("b.ttf".to_owned(), largest),
    ]);
    assert_eq!(fonts.names(), ["b.ttf"]);
    assert_eq!(skipped[0].reason, Reason::TooManyBytes { max });
}

#[test]
fn each_file_keeps_its_source() {
    let file = |name: &str, source, bytes| AssetFile {
        name: name.to_owned(),
        source,
        bytes,
    };
    let assets = Assets::load(
        vec![
            file("b.ttf", Source::Uploaded, font("Play-Bold.ttf")),
            file("a.ttf", Source::Shipped, font("GNUTypewriter.ttf")),
        ],
        vec![
            file("d", Source::Uploaded, picture(2, 1, ImageFormat::Png)),
            file("c", Source::Directory, picture(1, 2, ImageFormat::Png)),
        ],
    );
    assert_eq!(assets.fonts.sources(), [Source::Shipped, Source::Uploaded]);
    assert_eq!(
        assets.backgrounds.sources(),
        [Source::Directory, Source::Uploaded]
    );
}

#[test]
fn an_uploaded_font_is_kept_as_it_is_and_a_picture_as_its_pixels() {
    let bytes = font("Play-Bold.ttf");
    let kept = inspect_upload(&bytes).unwrap();
    assert_eq!((kept.content, kept.bytes), (Content::Font, bytes));
    let png = picture(300, 20, ImageFormat::Png);
    let header = 33;
    let text = b"\0\0\0\x06tEXtsecret\0\0\0\0";
    let kept = inspect_upload(&[&png[..header], text, &png[header..]].concat()).unwrap();
    assert_eq!(kept.content, Content::Background);
    assert!(!kept.bytes.windows(6).any(|part| part == b"secret"));
    let pixels = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().into_rgb8();
    assert_eq!(pixels(&kept.bytes), pixels(&png));
}

#[test]
fn an_upload_that_is_of_no_use_is_refused_with_its_reason() {
    let (picture_max, font_max) = (Backgrounds::MAX_FILE_BYTES, Fonts::MAX_FILE_BYTES);
    let zeros = |head: &[u8], length: usize| {
        let mut bytes = vec![0; length];
        bytes[..head.len()].copy_from_slice(head);
        bytes
    };
    let true_type = &[0, 1, 0, 0];
    for (bytes, reason) in [
        (b"<svg/>".to_vec(), Reason::NeitherFontNorPicture),
        (zeros(b"", picture_max), Reason::NeitherFontNorPicture),
        (
            zeros(b"", picture_max + 1),
            Reason::TooManyBytes { max: picture_max },
        ),
        (true_type.to_vec(), Reason::NotAFont),
        (
            zeros(true_type, font_max + 1),
            Reason::TooManyBytes { max: font_max },
        ),
    ] {
        let length = bytes.len();
        assert_eq!(inspect_upload(&bytes), Err(reason), "{length} bytes");
    }
    let largest = zeros(shipped::BUILT_IN_FACE, font_max);
    assert_eq!(inspect_upload(&largest).unwrap().content, Content::Font);
    let cut = inspect_upload(&picture(40, 30, ImageFormat::Png)[..60]);
    assert!(matches!(cut, Err(Reason::Undecodable(_))), "{cut:?}");
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
