//! Tests of decoding, scaling and augmenting pictures.

use png::{BitDepth, ColorType, Encoder};

use crate::alphabet::Alphabet;
use crate::training::augment::Look;
use crate::training::picture::{FINE, Picture, Size};

const WIDTH: usize = Size::LINE.width;
const HEIGHT: usize = Size::LINE.height;

fn file(width: usize, height: usize, colour: ColorType, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    if colour == ColorType::Indexed {
        encoder.set_palette(vec![255, 0, 0, 0, 0, 255]);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(data).unwrap();
    writer.finish().unwrap();
    bytes
}

fn shown(picture: &Picture, channel: usize) -> Vec<f32> {
    let mut numbers = vec![0.0; HEIGHT * WIDTH];
    Look::PLAIN.show(picture, channel, &mut numbers);
    numbers
}

#[test]
fn a_picture_is_seen_with_mean_zero_and_deviation_one() {
    // Black on the left, white on the right, four times the fine size.
    let (width, height) = (WIDTH * FINE * 4, HEIGHT * FINE * 4);
    let data: Vec<u8> = (0..width * height)
        .map(|place| if place % width < width / 2 { 0 } else { 255 })
        .collect();
    let png = file(width, height, ColorType::Grayscale, &data);
    let seen = shown(&Picture::decode(&png, false, Size::LINE).unwrap(), 0);
    for (place, number) in seen.iter().enumerate() {
        let expected = if place % WIDTH < WIDTH / 2 { -1.0 } else { 1.0 };
        assert!((number - expected).abs() < 1e-3, "{place}: {number}");
    }
}

#[test]
fn small_and_odd_sizes_fill_the_frame() {
    for (width, height) in [(1, 1), (7, 3), (191, 65), (1000, 20)] {
        let data: Vec<u8> = (0..width * height).map(|i| (i % 251) as u8).collect();
        let png = file(width, height, ColorType::Grayscale, &data);
        let seen = shown(&Picture::decode(&png, false, Size::LINE).unwrap(), 0);
        let mean = seen.iter().sum::<f32>() / seen.len() as f32;
        assert!(mean.abs() < 0.05, "{width}×{height}: {mean}");
    }
}

#[test]
fn a_picture_for_two_rows_is_seen_in_its_own_size() {
    let Size { height, width } = Size::ROWS;
    let data: Vec<u8> = (0..width * height)
        .map(|place| if place / width < height / 2 { 0 } else { 255 })
        .collect();
    let png = file(width, height, ColorType::Grayscale, &data);
    let picture = Picture::decode(&png, false, Size::ROWS).unwrap();
    let mut seen = vec![0.0; height * width];
    Look::PLAIN.show(&picture, 0, &mut seen);
    for (place, number) in seen.iter().enumerate() {
        let row = place / width;
        // The two rows at the edge are mixed where the picture is kept finer than it is.
        if !(height / 2 - 1..=height / 2).contains(&row) {
            let expected = if row < height / 2 { -1.0 } else { 1.0 };
            assert!((number - expected).abs() < 0.05, "{place}: {number}");
        }
    }
}

#[test]
fn every_kind_of_png_is_read() {
    let brightness = |png: &[u8]| Picture::decode(png, false, Size::LINE).unwrap().mean;
    assert!((brightness(&file(1, 1, ColorType::Grayscale, &[77])) - 77.0).abs() < 0.5);
    // A half-transparent pixel over white.
    let half = file(1, 1, ColorType::GrayscaleAlpha, &[0, 128]);
    assert!((brightness(&half) - 127.0).abs() < 0.6);
    // The shares of red, green and blue in brightness are those of ITU-R BT.601.
    let red = file(1, 1, ColorType::Rgb, &[255, 0, 0]);
    assert!((brightness(&red) - 76.2).abs() < 0.6);
    let green = file(1, 1, ColorType::Rgba, &[0, 255, 0, 255]);
    assert!((brightness(&green) - 149.7).abs() < 0.6);
    let blue = file(1, 1, ColorType::Indexed, &[1]);
    assert!((brightness(&blue) - 29.1).abs() < 0.6);
}

#[test]
fn colour_keeps_its_channels_apart() {
    let data: Vec<u8> = [[255, 0, 128], [0, 255, 128]].concat();
    let picture = Picture::decode(&file(2, 1, ColorType::Rgb, &data), true, Size::LINE).unwrap();
    assert_eq!(picture.channels, 3);
    let [red, green, blue] = [0, 1, 2].map(|channel| shown(&picture, channel));
    assert!(red[0] > 0.9 && red[WIDTH - 1] < -0.9);
    assert!(green[0] < -0.9 && green[WIDTH - 1] > 0.9);
    assert!(blue[0].abs() < 0.1 && blue[WIDTH - 1].abs() < 0.1);
}

#[test]
fn what_is_no_png_is_told() {
    let short = &file(9, 9, ColorType::Grayscale, &[1; 81])[..50];
    for bytes in [&b""[..], b"GIF89a", short] {
        let problem = Picture::decode(bytes, false, Size::LINE).unwrap_err();
        assert!(problem.contains("no PNG"), "{problem}");
    }
    let wide = file(5_000_000, 1, ColorType::Grayscale, &vec![0; 5_000_000]);
    let problem = Picture::decode(&wide, false, Size::LINE).unwrap_err();
    assert!(problem.contains("too many"), "{problem}");
}

#[test]
fn an_alphabet_knows_no_case_and_only_what_it_was_taught() {
    let alphabet = Alphabet::of(["Bad", "cab"].into_iter());
    assert_eq!(alphabet.classes(), 5);
    assert_eq!(alphabet.encode("ABCD"), [0, 1, 2, 3]);
    assert_eq!(alphabet.encode("abz"), [0, 1]);
    assert_eq!(alphabet.decode(&[3, 0, 4, 1]), "dab");
}
