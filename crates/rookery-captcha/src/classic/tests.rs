//! Tests of the classic recipe step by step: the word, the settings, the positions of letters, the effect of noise.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::Assets;
use crate::Scale;
use crate::classic::distortion::lines::lines;
use crate::classic::distortion::noise::noise;
use crate::classic::distortion::strike::strike;
use crate::classic::draw::{draw, place, write};
use crate::classic::layout::{Layout, Placed};
use crate::classic::{Pattern, Settings, code};
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::ink::Ink;

/// Read once: the fonts take longer than a picture.
static SHIPPED: LazyLock<Assets> = LazyLock::new(Assets::shipped);

#[test]
fn a_chosen_pattern_is_followed_letter_by_letter() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    for name in &Pattern::NAMES[1..] {
        let mut settings = crate::Settings {
            preset: crate::Preset::Classic,
            ..crate::Settings::default()
        };
        settings.set("classic.pattern", name).unwrap();
        let captcha = crate::Captcha {
            settings,
            assets: std::sync::Arc::default(),
        };
        for _ in 0..50 {
            let word = captcha.code(&mut rng);
            let kinds: String = word
                .chars()
                .map(|letter| if "aeiou".contains(letter) { 'V' } else { 'C' })
                .collect();
            assert_eq!(kinds, *name, "{word}");
        }
    }
}

#[test]
fn words_follow_the_pattern_and_use_every_letter_and_length_about_equally() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut lengths = HashMap::new();
    let mut letters: HashMap<(usize, char), u32> = HashMap::new();
    for _ in 0..30_000 {
        let word = code(Pattern::Original, &mut rng);
        *lengths.entry(word.len()).or_insert(0u32) += 1;
        for (place, letter) in word.chars().enumerate() {
            let set = if matches!(place, 1 | 4) {
                "aeiou"
            } else {
                "bcdgjxvmnprst"
            };
            assert!(set.contains(letter), "{word}");
            *letters.entry((place, letter)).or_insert(0) += 1;
        }
    }
    // 30,000 words: 10,000 of each length, give or take five standard deviations (82 each).
    assert_eq!(
        lengths.keys().copied().collect::<HashSet<_>>(),
        HashSet::from([4, 5, 6])
    );
    assert!(
        lengths.values().all(|n| n.abs_diff(10_000) < 410),
        "{lengths:?}"
    );
    // At the first place each of 13 consonants comes 2,308 times, give or take five times 46; at the second each vowel 6,000.
    for letter in "bcdgjxvmnprst".chars() {
        assert!(letters[&(0, letter)].abs_diff(2_308) < 231, "{letter}");
    }
    for letter in "aeiou".chars() {
        assert!(letters[&(1, letter)].abs_diff(6_000) < 347, "{letter}");
    }
}

#[test]
fn a_file_with_an_unknown_key_is_refused_and_a_missing_key_is_the_factory_setting() {
    let partly: Settings = serde_json::from_str(r#"{"font_size_px": 30}"#).unwrap();
    assert_eq!((partly.font_size_px, partly.spacing_px), (30, 10));
    assert!(serde_json::from_str::<Settings>(r#"{"font_size": 30}"#).is_err());
    assert!(serde_json::from_str::<Settings>(r#"{"font_size_px": -1}"#).is_err());
}

/// The box of the inked pixels: left, top, right, bottom, both ends included.
fn ink_box(ink: &Ink) -> Option<(u32, u32, u32, u32)> {
    let mut found: Option<(u32, u32, u32, u32)> = None;
    for (n, level) in (0u32..).zip(ink.levels()) {
        if *level > 0 {
            let (x, y) = (n % ink.width_px(), n / ink.width_px());
            let (left, top, right, bottom) = found.unwrap_or((x, y, x, y));
            found = Some((left.min(x), top.min(y), right.max(x), bottom.max(y)));
        }
    }
    found
}

fn inked(ink: &Ink) -> usize {
    ink.levels().iter().filter(|level| **level > 0).count()
}

/// Pixels that are covered by more than a fifth (two of the seven levels, rounded): an edge between two pixels barely covers either of
/// them, or not at all.
fn well_inked(ink: &Ink) -> usize {
    ink.levels().iter().filter(|level| **level >= 2).count()
}

#[test]
fn letters_stand_in_order_and_never_touch() {
    for seed in 0..200 {
        let layout = place(
            &Settings::default(),
            &SHIPPED,
            "bimtup",
            &mut CaptchaRng::new(seed),
        );
        let mut right = 9;
        for placed in &layout.letters {
            let one = Layout {
                width: layout.width,
                height: layout.height,
                margin: 0.0,
                letters: vec![*placed],
            };
            let (left, _, end, _) = ink_box(&write(&one, Scale::One)).unwrap();
            // Half the spacing of 10 at least lies between the boxes, before the first too; a box may be wider than its ink.
            assert!(left >= right + 5, "seed {seed}: {left} after {right}");
            right = end;
        }
    }
}

#[test]
fn noise_and_lines_only_take_ink_and_the_strike_only_adds_it() {
    let layout = place(
        &Settings::default(),
        &SHIPPED,
        "bimtup",
        &mut CaptchaRng::new(1),
    );
    let clean = write(&layout, Scale::One);
    let mut rng = CaptchaRng::new(2);
    for step in [
        |ink: &mut Ink, rng: &mut CaptchaRng| noise(ink, 4, rng),
        |ink: &mut Ink, rng: &mut CaptchaRng| lines(ink, 4, rng),
    ] {
        let mut ink = write(&layout, Scale::One);
        step(&mut ink, &mut rng);
        assert!(inked(&ink) < inked(&clean));
        assert!(
            ink.levels()
                .iter()
                .zip(clean.levels())
                .all(|(after, before)| after == before || *after == 0)
        );
    }
    let mut ink = write(&layout, Scale::One);
    strike(&mut ink, &mut rng);
    assert!(
        ink.levels()
            .iter()
            .zip(clean.levels())
            .all(|(after, before)| after >= before)
    );
}

/// The angles in degrees by which the letters of many pictures are turned: the least, the most, and how far the sum is from even.
fn angles(rotation_deg: u32) -> (f32, f32, f32) {
    let settings = Settings {
        rotation_deg,
        ..Settings::default()
    };
    let turned: Vec<f32> = (0..200)
        .flat_map(|seed| place(&settings, &SHIPPED, "bimtup", &mut CaptchaRng::new(seed)).letters)
        .map(|placed| placed.angle_deg)
        .collect();
    let least = turned.iter().copied().fold(f32::INFINITY, f32::min);
    let most = turned.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    (
        least,
        most,
        turned.iter().sum::<f32>() / turned.len() as f32,
    )
}

/// Whole degrees from minus to plus the setting, both ends included: 1,200 letters reach both, and neither side is preferred.
#[test]
fn letters_turn_as_far_as_the_setting_says_to_either_side() {
    for rotation in [0, 1, 5, 30, 90] {
        let (least, most, mean) = angles(rotation);
        let limit = rotation as f32;
        // 1,200 numbers of 181 miss an end by two or three at worst; of a few numbers they miss none.
        let near = if rotation > 30 { 3.0 } else { 0.0 };
        assert!(
            least >= -limit && least <= near - limit,
            "{rotation}: {least}"
        );
        assert!(most <= limit && most >= limit - near, "{rotation}: {most}");
        assert!(mean.abs() <= limit * 0.1, "{rotation}: {mean}");
    }
}

/// An upright line turned by an angle is as wide as the sine of it: the drawing follows the decision.
#[test]
fn a_turned_letter_is_drawn_turned() {
    let layout = place(&Settings::default(), &SHIPPED, "l", &mut CaptchaRng::new(1));
    let width_of = |angle_deg: f32| {
        let mut letter = layout.letters[0];
        letter.angle_deg = angle_deg;
        letter.size_px = 80.0;
        (letter.x, letter.y) = (150.0, 150.0);
        let one = Layout {
            width: 300.0,
            height: 300.0,
            margin: 0.0,
            letters: vec![letter],
        };
        let (left, _, right, _) = ink_box(&write(&one, Scale::One)).unwrap();
        (right - left, left.abs_diff(150) > right.abs_diff(150))
    };
    let (upright, _) = width_of(0.0);
    let (half, leans_left) = width_of(45.0);
    let (lying, _) = width_of(90.0);
    assert!(upright < half && half < lying, "{upright} {half} {lying}");
    assert!(leans_left, "anticlockwise is to the left");
    assert!(!width_of(-45.0).1);
}

/// Each column loses as many pixels as the setting says, less those that are hit twice or fall below.
#[test]
fn noise_takes_as_much_ink_as_the_setting_says() {
    let (width, height) = (200, 60);
    let taken = |per_column: u32| {
        let mut ink = Ink::new(width, height, Scale::One);
        (0..width as i32).for_each(|x| (0..height as i32).for_each(|y| ink.dot(x, y, 7)));
        noise(&mut ink, per_column, &mut CaptchaRng::new(3));
        (width * height) as usize - inked(&ink)
    };
    assert_eq!(taken(0), 0);
    for per_column in [1u32, 2, 4, 10, 40] {
        // Of 61 rows, the last below the picture, `n` hits leave 60 (60 / 61)^n; four standard deviations are 3 % here.
        let kept = 60.0 * (60.0_f64 / 61.0).powi(per_column as i32);
        let expected = (60.0 - kept) * f64::from(width);
        let found = taken(per_column) as f64;
        assert!(
            (found - expected).abs() < expected * 0.06 + 6.0,
            "{per_column}: {found} of {expected}"
        );
    }
    let mut last = 0;
    for count in [0, 1, 4, 20] {
        let mut ink = Ink::new(width, height, Scale::One);
        (0..width as i32).for_each(|x| (0..height as i32).for_each(|y| ink.dot(x, y, 7)));
        lines(&mut ink, count, &mut CaptchaRng::new(3));
        let gone = (width * height) as usize - inked(&ink);
        assert!(
            gone > last || count == 0 && gone == 0,
            "{count} lines: {gone} after {last}"
        );
        last = gone;
    }
}

/// The number of pixels of a drawn picture, on a plain ground, that are not the ground's colour.
fn marked(settings: &Settings, seed: u64) -> usize {
    let fonts = Assets {
        fonts: SHIPPED.fonts.clone(),
        ..Assets::default()
    };
    let drawing = draw(settings, &fonts, "bimtup", seed, Scale::One).unwrap();
    let picture = image::load_from_memory(&drawing.png).unwrap().into_rgb8();
    let mut colours: HashMap<[u8; 3], usize> = HashMap::new();
    for pixel in picture.pixels() {
        *colours.entry(pixel.0).or_default() += 1;
    }
    picture.pixels().len() - colours.values().max().unwrap()
}

#[test]
fn a_drawn_picture_has_less_ink_the_more_noise_is_set() {
    for (seed, set) in (0..12).flat_map(|seed| {
        let pixels = |settings: &mut Settings, n| settings.noise_pixels = n;
        let lines = |settings: &mut Settings, n| settings.noise_lines = n;
        [(seed, pixels as fn(&mut Settings, u32)), (seed, lines)]
    }) {
        let mut last = usize::MAX;
        for n in [0, 8, 60] {
            let mut settings = Settings {
                noise_pixels: 0,
                noise_lines: 0,
                ..Settings::default()
            };
            set(&mut settings, n);
            let marked = marked(&settings, seed);
            assert!(marked < last, "seed {seed}: {marked} at {n}, {last} before");
            last = marked;
        }
    }
}

#[test]
fn the_strike_stays_in_the_first_120_pixels_and_is_one_pixel_thin() {
    for seed in 0..100 {
        let mut ink = Ink::new(300, 300, Scale::One);
        strike(&mut ink, &mut CaptchaRng::new(seed));
        let (left, top, right, bottom) = ink_box(&ink).unwrap();
        assert!(right <= 120 && bottom <= 120, "seed {seed}");
        // A line of one pixel has as many pixels as its longer side.
        assert_eq!(
            inked(&ink) as u32,
            (right - left).max(bottom - top) + 1,
            "seed {seed}"
        );
    }
}

#[test]
fn noise_pixels_reach_every_column() {
    let mut ink = Ink::new(50, 20, Scale::Two);
    for x in 0..50 {
        for y in 0..20 {
            ink.dot(x, y, 7);
        }
    }
    assert_eq!(inked(&ink), 50 * 20 * 4);
    noise(&mut ink, 200, &mut CaptchaRng::new(1));
    for x in 0..100 {
        assert!(
            (0..40).any(|y| ink.levels()[y * 100 + x] == 0),
            "column {x}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Each letter alone on a canvas with room on every side has the same number of inked pixels as in its place: nothing is cut.
    #[test]
    fn no_letter_is_cut_at_any_setting(
        seed in any::<u64>(),
        size in 8u32..=99,
        variation in 0u32..=50,
        rotation in prop_oneof![0u32..=90, Just(90)],
        jiggle in 0u32..=99,
        spacing in 0u32..=200,
        margin in prop_oneof![Just(0u32), 0u32..=200],
        tilt in prop_oneof![Just(0u32), 0u32..=30],
        built_in in any::<bool>(),
    ) {
        let settings = Settings {
            font_size_px: size,
            size_variation_px: variation.min(size - 1),
            rotation_deg: rotation,
            jiggle_px: jiggle,
            spacing_px: spacing,
            margin_px: margin,
            image_rotation_deg: tilt,
            ..Settings::default()
        };
        let assets = if built_in { &Assets::default() } else { &*SHIPPED };
        let layout = place(&settings, assets, "jagmyf", &mut CaptchaRng::new(seed));
        prop_assert!(layout.width.ceil() * layout.height.ceil() <= 4_194_304.0);
        // A place to the sixteenth of a pixel is as exact far away as it is here, so that both outlines are the same to the last digit.
        let near = |at: f32| (at * 16.0).round() / 16.0;
        for placed in &layout.letters {
            let placed = Placed { x: near(placed.x), y: near(placed.y), ..*placed };
            let roomy = Placed { x: placed.x + 512.0, y: placed.y + 512.0, ..placed };
            let here = Layout { width: layout.width, height: layout.height, margin: 0.0, letters: vec![placed] };
            let there = Layout { width: layout.width + 1024.0, height: layout.height + 1024.0, margin: 0.0, letters: vec![roomy] };
            let (here, there) = (write(&here, Scale::One), write(&there, Scale::One));
            // A size adjustment just below the font size makes letters of one pixel, which may leave no ink.
            prop_assert!(inked(&here) > 0 || placed.size_px < 6.0);
            let (here, there) = (well_inked(&here), well_inked(&there));
            prop_assert!(there > 0 || placed.size_px < 12.0, "{} px without ink", placed.size_px);
            prop_assert_eq!(here, there);
        }
    }
}
