//! Tests of finished pictures: the golden ones, and properties under every setting.

use std::path::Path;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate as captcha;
use crate::backgrounds;
use crate::classic::Settings;
use crate::shipped;
use crate::{Assets, Captcha, Error, Kind, Look, Preset, Scale, Theme, answer_matches};

fn live(classic: Settings, assets: Assets) -> Captcha {
    Captcha {
        settings: captcha::Settings {
            preset: Preset::Classic,
            classic,
            ..captcha::Settings::default()
        },
        assets: Arc::new(assets),
    }
}

fn plain(mut assets: Assets) -> Assets {
    assets.backgrounds = backgrounds::Backgrounds::default();
    assets
}

fn pixels(png: &[u8]) -> image::RgbImage {
    image::load_from_memory(png).unwrap().to_rgb8()
}

/// Compares pixels with the committed picture; `ROOKERY_BLESS=1 cargo test captcha` writes it anew, to be looked at.
fn golden(name: &str, png: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        std::fs::write(&path, png).unwrap();
    }
    let expected = std::fs::read(&path)
        .unwrap_or_else(|e| panic!("{}: {e}; make it with ROOKERY_BLESS=1", path.display()));
    let same = pixels(&expected) == pixels(png);
    assert!(
        same,
        "{name} is drawn otherwise than before; if that is meant, ROOKERY_BLESS=1 and look at it"
    );
}

#[test]
fn golden_pictures_stay_as_they_were() {
    let shipped = Assets::shipped();
    let strong = Captcha {
        settings: captcha::Settings::default(),
        assets: Arc::new(shipped.clone()),
    };
    let dark = Look {
        scale: Scale::Two,
        theme: Theme::Dark,
    };
    for (name, seed, look) in [
        ("strong-1.png", 1, Look::default()),
        ("strong-2.png", 2, Look::default()),
        ("strong-3-dark-2x.png", 3, dark),
    ] {
        golden(name, &strong.draw("kadetz", seed, look).unwrap().png);
    }
    let pictured = Captcha {
        settings: captcha::Settings {
            strong: captcha::strong::Settings {
                photos_percent: 100,
                ..captcha::strong::Settings::default()
            },
            ..captcha::Settings::default()
        },
        ..strong
    };
    golden(
        "strong-photo.png",
        &pictured.draw("kadetz", 4, Look::default()).unwrap().png,
    );
    let factory = live(Settings::default(), shipped.clone());
    golden(
        "shipped.png",
        &factory.draw("cavcel", 1, Look::default()).unwrap().png,
    );
    golden(
        "shipped-2x.png",
        &factory.draw("cavcel", 1, Look::at(Scale::Two)).unwrap().png,
    );
    let capitals = Settings {
        uppercase: true,
        rotation_deg: 45,
        image_rotation_deg: 15,
        ..Settings::default()
    };
    golden(
        "turned-plain.png",
        &live(capitals, plain(shipped))
            .draw("remos", 2, Look::default())
            .unwrap()
            .png,
    );
    golden(
        "built-in.png",
        &live(Settings::default(), Assets::default())
            .draw("jimpox", 3, Look::default())
            .unwrap()
            .png,
    );
}

/// Every switch is on but that of background pictures, and what some pictures have comes so often that the sheet has all of it: rows,
/// masks, patterns, joined letters.
#[test]
fn a_golden_sheet_shows_every_idea_of_the_strong_preset() {
    let mut settings = captcha::Settings::default();
    let switches = captcha::Settings::fields()
        .filter(|spec| spec.key.starts_with("strong.") && matches!(spec.kind, Kind::Switch));
    for spec in switches {
        settings.set(spec.key, "true").unwrap();
    }
    for (key, value) in [
        ("strong.photos", "false"),
        ("strong.rows_percent", "40"),
        ("strong.joined_percent", "40"),
        ("strong.pattern_percent", "50"),
        ("strong.stroke_px", "3"),
    ] {
        settings.set(key, value).unwrap();
    }
    let strong = Captcha {
        settings,
        assets: Arc::new(Assets::shipped()),
    };
    let words = ["kadetz", "hulpe", "mirtaxo", "bivo", "snerkuda", "qumfe"];
    let mut sheet = image::RgbImage::new(4 * 200, 8 * 110);
    for (place, word) in (0..32_u32).zip(words.into_iter().cycle()) {
        let picture = pixels(
            &strong
                .draw(word, place.into(), Look::default())
                .unwrap()
                .png,
        );
        let (x, y) = (place % 4 * 200, place / 4 * 110);
        image::imageops::replace(&mut sheet, &picture, x.into(), y.into());
    }
    let mut png = Vec::new();
    let small = PngEncoder::new_with_quality(&mut png, CompressionType::Best, FilterType::NoFilter);
    sheet.write_with_encoder(small).unwrap();
    golden("strong-sheet.png", &png);
}

/// By the FNV-1a hash (64 bits) of what the golden pictures show, in the order of their names: width and height, four bytes each with the
/// lowest first, and the pixels. Another encoding of the same pixels changes nothing.
#[test]
fn pictures_that_look_otherwise_have_another_revision() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|end| end == "png"));
    let bytes = files.iter().flat_map(|file| {
        let picture = pixels(&std::fs::read(file).unwrap());
        let size = [picture.width(), picture.height()].map(u32::to_le_bytes);
        [size.concat(), picture.into_raw()].concat()
    });
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(
        (crate::DRAWING_REVISION, hash),
        (1, 0x83c6_ed5a_ad8f_5956),
        "if a golden picture is meant to look otherwise, DRAWING_REVISION is the next one, and here stands the new hash; \
         if one was only added or taken away, the revision stays and the hash alone is new"
    );
}

#[test]
fn each_code_for_a_recording_is_another_and_can_be_spoken() {
    let captcha = Captcha::default();
    let mut rng = ChaCha20Rng::seed_from_u64(3);
    let codes: Vec<_> = (0..8).map(|_| captcha.audio_code(&mut rng)).collect();
    for (n, code) in codes.iter().enumerate() {
        assert!(captcha.speak(code, 1).is_ok(), "{code}");
        assert!(!codes[..n].contains(code), "{code} came twice");
    }
}

#[test]
fn the_same_seed_draws_the_same_picture_and_another_seed_another() {
    let live = live(Settings::default(), Assets::shipped());
    let first = live.draw("cavce", 7, Look::default()).unwrap();
    assert_eq!(first, live.draw("cavce", 7, Look::default()).unwrap());
    assert_eq!(
        first,
        live.draw("CAVCE", 7, Look::default()).unwrap(),
        "only the setting decides the case"
    );
    assert_ne!(first, live.draw("cavce", 8, Look::default()).unwrap());
}

#[test]
fn scale_two_is_the_same_picture_twice_as_fine() {
    let live = live(Settings::default(), Assets::shipped());
    for seed in 0..20 {
        let one = live.draw("bumper", seed, Look::default()).unwrap();
        let two = live.draw("bumper", seed, Look::at(Scale::Two)).unwrap();
        assert_eq!(
            (two.width_px, two.height_px),
            (2 * one.width_px, 2 * one.height_px)
        );
        let (one, two) = (pixels(&one.png), pixels(&two.png));
        let half = image::imageops::thumbnail(&two, one.width(), one.height());
        let apart: u64 = one
            .as_raw()
            .iter()
            .zip(half.as_raw())
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        let mean = apart as f64 / one.as_raw().len() as f64;
        // Another seed is 20 and more apart.
        assert!(mean < 4.0, "seed {seed}: {mean}");
    }
}

#[test]
fn only_words_of_letters_are_drawn() {
    let captcha = Captcha::default();
    for word in ["", "abcdefghi", "ab1", "é", "a b", "a\0"] {
        let error = captcha.draw(word, 1, Look::default()).unwrap_err();
        assert!(matches!(error, Error::Word { .. }), "{word:?}");
        assert!(error.to_string().contains("letters a–z"));
    }
    assert!(captcha.draw("abcdefgh", 1, Look::default()).is_ok());
}

#[test]
fn the_default_has_what_ships_and_settings_out_of_bounds_are_refused() {
    let captcha = Captcha::default();
    assert_eq!(captcha.assets.fonts.len(), shipped::fonts().len());
    assert_eq!(
        captcha.assets.backgrounds.len(),
        shipped::backgrounds().len()
    );
    assert!(Captcha::new(captcha.settings, captcha.assets).is_ok());
    for (json, field) in [
        (
            r#"{"classic":{"noise_pixels":4000000000}}"#,
            "classic.noise_pixels",
        ),
        (r#"{"strong":{"letters_max":12}}"#, "strong.letters_max"),
        (r#"{"strong":{"letters_min":8}}"#, "strong.letters_min"),
    ] {
        let settings: captcha::Settings = serde_json::from_str(json).unwrap();
        let refused = Captcha::new(settings, Assets::default()).unwrap_err();
        let fields: Vec<_> = refused.iter().map(|error| error.field).collect();
        assert_eq!(fields, [field]);
    }
}

#[test]
fn everything_shipped_is_usable_and_the_backgrounds_are_regenerated_byte_by_byte() {
    let assets = Assets::shipped();
    assert_eq!(assets.rejected, []);
    assert_eq!(assets.fonts.len(), shipped::fonts().len());
    assert!(assets.fonts.len() >= 6);
    let made = backgrounds::generate(backgrounds::SHIPPED_SEED).unwrap();
    let made: Vec<_> = made
        .iter()
        .map(|(name, png)| (name.as_str(), png.as_slice()))
        .collect();
    assert_eq!(
        made,
        shipped::backgrounds(),
        "run: rookery captcha backgrounds --out backgrounds"
    );
    for (name, png) in made {
        let picture = pixels(png);
        let colours: std::collections::HashSet<_> = picture.pixels().collect();
        assert!(colours.len() <= 16, "{name}: {} colours", colours.len());
        assert!(
            picture.as_raw().iter().all(|channel| *channel >= 180),
            "{name} is too dark"
        );
    }
}

#[test]
fn a_shipped_picture_is_small() {
    let live = live(Settings::default(), Assets::shipped());
    let bytes: usize = (0..200)
        .map(|seed| {
            live.draw("cavcel", seed, Look::default())
                .unwrap()
                .png
                .len()
        })
        .sum();
    assert!(bytes / 200 <= 2_500, "{} bytes on average", bytes / 200);
}

#[test]
fn an_answer_is_compared_with_the_word_that_was_drawn() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let code = Captcha::default().code(&mut rng);
    assert!(answer_matches(&code, &code.to_uppercase()));
    assert!(!answer_matches(&code, "zzzzz"));
}

fn any_settings() -> impl Strategy<Value = Settings> {
    // Ends are where things break: half of the values lie there.
    let ends = |min: u32, max: u32| prop_oneof![min..=max, Just(min), Just(max)];
    (
        (
            any::<bool>(),
            ends(8, 99),
            ends(0, 200),
            ends(0, 99),
            ends(0, 90),
        ),
        (
            ends(0, 50),
            ends(0, 200),
            ends(0, 100),
            ends(0, 200),
            ends(0, 30),
        ),
    )
        .prop_map(
            |(
                (uppercase, size, spacing, jiggle, rotation),
                (variation, pixels, lines, margin, tilt),
            )| Settings {
                uppercase,
                font_size_px: size,
                spacing_px: spacing,
                jiggle_px: jiggle,
                rotation_deg: rotation,
                size_variation_px: variation.min(size - 1),
                noise_pixels: pixels,
                noise_lines: lines,
                margin_px: margin,
                image_rotation_deg: tilt,
                ..Settings::default()
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_setting_draws_a_bounded_picture(
        settings in any_settings(),
        seed in any::<u64>(),
        word in "[a-z]{1,8}",
        fonts in any::<bool>(),
        grounds in any::<bool>(),
        double in any::<bool>(),
    ) {
        let mut assets = Assets::shipped();
        if !fonts { assets.fonts = Default::default(); }
        if !grounds { assets = plain(assets); }
        let scale = if double { Scale::Two } else { Scale::One };
        let live = live(settings, assets);
        prop_assert_eq!(live.settings.validate(), Ok(()));
        let drawing = live.draw(&word, seed, Look::at(scale)).unwrap();
        let picture = pixels(&drawing.png);
        prop_assert_eq!((picture.width(), picture.height()), (drawing.width_px, drawing.height_px));
        let most = 4_194_304 * scale.factor() * scale.factor();
        prop_assert!(drawing.width_px * drawing.height_px <= most);
    }
}
