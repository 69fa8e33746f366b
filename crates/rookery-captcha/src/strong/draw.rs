//! Drawing of a strong picture: the order of the ideas.

use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::contrast;
use crate::picture::pixels::Pixels;
use crate::picture::png;
use crate::strong::Settings;
use crate::strong::ground::colours::{palettes, places};
use crate::strong::ground::decoys::decoys;
use crate::strong::ground::mask::mask;
use crate::strong::ground::pattern::pattern;
use crate::strong::ground::photo::photo;
use crate::strong::ground::tones::{Tones, inverted};
use crate::strong::layout::Layout;
use crate::strong::legible::Sides;
use crate::strong::letters::halo::Letters;
use crate::strong::letters::shape::Shape;
use crate::strong::letters::stroke::stroke;
use crate::strong::letters::style::Style;
use crate::{Assets, Drawing, Error, Look, Scale, Theme};

/// The rim between letters on a quiet background.
const QUIET_RIM: f32 = 1.8;

/// Percentage of quiet pictures with a stroke.
const STROKE_PERCENT: u32 = 35;

/// Percentage of masked pictures with two masks.
const TWO_MASKS_PERCENT: u32 = 12;

/// Draws `code`, whose characters are all letters a–z in any case.
///
/// # Errors
/// [`Error::Png`], which does not happen with this size.
pub(crate) fn draw(
    settings: &Settings,
    assets: &Assets,
    code: &str,
    seed: u64,
    look: Look,
) -> Result<Drawing, Error> {
    let drawn = |settings: &Settings, scale| Picture::new(settings, assets, code, seed, scale);
    // Judged at scale 1 in both themes, whatever look is asked for: every look has to show the same layout. One in some thousands
    // whose settings lie at their ends is worse where it is drawn finer, and that one alone leaves something out at scale 2 that it
    // has at scale 1: to judge every picture at both scales would cost four times as much as to draw it.
    let safe = |settings: &Settings| {
        let small = drawn(settings, Scale::One);
        if !small.stands_out(SAFE) {
            return None;
        }
        if look.scale == Scale::One {
            return Some(small);
        }
        let fine = drawn(settings, look.scale);
        fine.stands_out(contrast::ENOUGH).then_some(fine)
    };
    let picture = safe(settings).or_else(|| safe(&quieter(settings)));
    let picture = picture.unwrap_or_else(|| drawn(&plainer(settings), look.scale));
    picture.finish(look.theme)
}

/// The minimum contrast at scale 1 with which a letter nearly always has [`contrast::ENOUGH`] at every scale.
const SAFE: f32 = contrast::ENOUGH + 0.5;

/// The settings without anything that may cover a letter.
fn quieter(settings: &Settings) -> Settings {
    Settings {
        stroke: false,
        joined: false,
        overlap_percent: 0,
        photos: false,
        decoys: false,
        ..settings.clone()
    }
}

/// Solid letters on bare paper.
fn plainer(settings: &Settings) -> Settings {
    Settings {
        styled_percent: 0,
        masks: false,
        pattern: false,
        ramp: false,
        wave: false,
        ..quieter(settings)
    }
}

/// A picture before a theme is applied.
struct Picture {
    width: usize,
    height: usize,
    /// Each pixel's index in a palette.
    places: Vec<u8>,
    /// The palettes of the themes, light and dark.
    palettes: [Vec<[u8; 3]>; 2],
    /// The least contrast of a letter in each theme.
    contrast: [f32; 2],
}

impl Picture {
    fn new(settings: &Settings, assets: &Assets, code: &str, seed: u64, scale: Scale) -> Self {
        let mut rng = CaptchaRng::new(seed);
        // Each idea has its own numbers, and its lot is drawn whether it is on or off: who changes a setting sees the same picture with
        // another value of that one, and not another picture.
        let mut branch = || rng.branch();
        let [mut layout, mut behind, mut styles] = [branch(), branch(), branch()];
        let [mut strokes, mut masks, mut colours] = [branch(), branch(), branch()];
        let mut tones = Tones::new(scale);
        let layout = Layout::new(settings, assets, code, &mut layout);

        let (halo, is_busy) = ground(&mut tones, settings, assets, layout.is_small, &mut behind);
        // On a busy background and in small letters a stroke, a texture and joined letters would be illegible.
        let is_quiet = !is_busy && !layout.is_small;
        let is_joined = rng.chance(settings.joined_percent) && settings.joined && is_quiet;
        let mut letters = Letters::new(&tones);
        for (placed, n) in layout.letters.iter().zip(0u8..) {
            let style = Style::draw_lot(settings, placed.is_ragged, is_quiet, &mut styles);
            let shape = Shape::new(&layout, placed, &tones, halo + style.reach());
            letters.draw(&mut tones, &shape, style, halo, is_joined, n);
        }
        for (tone, ink) in tones.values.iter_mut().zip(&letters.ink) {
            *tone += (1.0 - *tone) * ink;
        }
        // A stroke and two masks together would be too much.
        let is_struck = rng.chance(STROKE_PERCENT) && settings.stroke && is_quiet;
        if is_struck {
            stroke(&mut tones, settings, &mut strokes);
        }
        let is_masked = rng.chance(settings.masks_percent) && settings.masks;
        let mask = is_masked.then(|| mask_of(&tones, is_quiet && !is_struck, &mut masks));
        invert(&mut tones, mask.as_deref(), rng.chance(50));

        let palettes = palettes(&mut colours);
        let places = places(&tones);
        let sides = Sides::of(&places, letters, mask.as_deref(), tones.factor);
        let contrast = [0, 1].map(|theme| sides.contrast(&palettes[theme]));
        Picture {
            width: tones.width,
            height: tones.height,
            places,
            palettes,
            contrast,
        }
    }

    /// Whether every letter reaches this contrast in both themes.
    fn stands_out(&self, enough: f32) -> bool {
        self.contrast.iter().all(|ratio| *ratio >= enough)
    }

    fn finish(self, theme: Theme) -> Result<Drawing, Error> {
        let theme = match theme {
            Theme::Light => 0,
            Theme::Dark => 1,
        };
        let (width_px, height_px) = (self.width as u32, self.height as u32);
        let pixels = Pixels::Palette {
            colours: self.palettes[theme].clone(),
            places: self.places,
        };
        Ok(Drawing {
            png: png::encode(width_px, height_px, &pixels)?,
            width_px,
            height_px,
            contrast: self.contrast[theme],
        })
    }
}

/// Inverts the part covered by the mask, or the rest.
fn invert(tones: &mut Tones, mask: Option<&[f32]>, all: bool) {
    let all = f32::from(u8::from(all));
    match mask {
        Some(mask) => {
            for (tone, share) in tones.values.iter_mut().zip(mask) {
                *tone = inverted(*tone, (share - all).abs());
            }
        }
        None => {
            for tone in &mut tones.values {
                *tone = inverted(*tone, all);
            }
        }
    }
}

/// One mask, or two combined.
fn mask_of(tones: &Tones, may_be_two: bool, rng: &mut CaptchaRng) -> Vec<f32> {
    let mut first = mask(tones, rng);
    if may_be_two && rng.chance(TWO_MASKS_PERCENT) {
        let second = mask(tones, rng);
        for (share, other) in first.iter_mut().zip(second) {
            *share = inverted(*share, other);
        }
    }
    first
}

/// Draws the background of the word and returns the width of the rim that letters need on it, and whether it is busy. Small letters
/// get no busy background.
fn ground(
    tones: &mut Tones,
    settings: &Settings,
    assets: &Assets,
    is_small: bool,
    rng: &mut CaptchaRng,
) -> (f32, bool) {
    let pictures = assets.backgrounds.pictures();
    let [mut patterns, mut photos, mut letters] = [(); 3].map(|()| rng.branch());
    if patterns.chance(settings.pattern_percent) && settings.pattern && !is_small {
        pattern(tones, &mut patterns);
        let halo = patterns.real(0.75, 1.0) * settings.halo_px as f32;
        return (halo, true);
    }
    if photos.chance(settings.photos_percent) && settings.photos && !pictures.is_empty() {
        photo(tones, pictures, &mut photos);
    }
    decoys(tones, settings, assets, &mut letters);
    (QUIET_RIM, false)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    use image::RgbImage;

    use super::*;

    /// Read once: the fonts take longer than a picture.
    static SHIPPED: LazyLock<Assets> = LazyLock::new(Assets::shipped);

    /// As many letters as a word may have: the smaller a letter, the more of it a stroke crosses.
    const WORD: &str = "kadetzus";

    fn pixels(settings: &Settings, seed: u64, scale: Scale, theme: Theme) -> RgbImage {
        let drawing = draw(settings, &SHIPPED, WORD, seed, Look { scale, theme }).unwrap();
        image::load_from_memory(&drawing.png).unwrap().to_rgb8()
    }

    /// The number of pixels of the dark look that are another step than those of the light one.
    fn other_steps(light: &RgbImage, dark: &RgbImage) -> usize {
        let mut becomes = HashMap::new();
        let pairs = light.pixels().zip(dark.pixels());
        pairs
            .filter(|(light, dark)| *becomes.entry(light.0).or_insert(dark.0) != dark.0)
            .count()
    }

    /// The mean distance of a channel from that of the picture at scale 2, made half as large.
    fn apart(one: &RgbImage, two: &RgbImage) -> f64 {
        let half = image::imageops::thumbnail(two, one.width(), one.height());
        let pairs = one.as_raw().iter().zip(half.as_raw());
        let apart: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        apart as f64 / one.as_raw().len() as f64
    }

    /// Whatever look fails, and whatever look is asked for: another look of the same letters could be averaged with this one.
    #[test]
    fn a_picture_that_fails_in_one_look_is_quieter_in_every_look() {
        let harsh = Settings {
            overlap_percent: 20,
            joined: true,
            joined_percent: 100,
            stroke_px: 3,
            decoys_count: 8,
            ..Settings::default()
        };
        let quieter = quieter(&harsh);
        let (mut failed, mut in_one_theme) = (0, 0);
        for seed in 0..800 {
            let of = |settings, scale| Picture::new(settings, &SHIPPED, WORD, seed, scale);
            let first = of(&harsh, Scale::One);
            let next = of(&quieter, Scale::One);
            if first.stands_out(SAFE)
                || !next.stands_out(SAFE)
                || !of(&quieter, Scale::Two).stands_out(contrast::ENOUGH)
            {
                continue;
            }
            failed += 1;
            in_one_theme += u32::from(first.contrast.iter().any(|ratio| *ratio >= SAFE));
            let expected = next.finish(Theme::Light).unwrap();
            let expected = image::load_from_memory(&expected.png).unwrap().to_rgb8();
            let light = pixels(&harsh, seed, Scale::One, Theme::Light);
            assert!(light == expected, "seed {seed}");
            let dark = pixels(&harsh, seed, Scale::One, Theme::Dark);
            assert_eq!(other_steps(&light, &dark), 0, "seed {seed}");
            let fine = pixels(&harsh, seed, Scale::Two, Theme::Light);
            let apart = apart(&light, &fine);
            // Another seed is 70 and more apart.
            assert!(apart < 25.0, "seed {seed}: {apart}");
        }
        assert!(failed >= 10, "{failed} that fail");
        assert!(in_one_theme > 0, "none fails in one theme alone");
    }

    /// The last stage has nothing that could cover a letter: it stands out in every look.
    #[test]
    fn the_plainest_picture_stands_out() {
        let plainest = plainer(&Settings::default());
        for seed in 0..60 {
            for scale in [Scale::One, Scale::Two] {
                let picture = Picture::new(&plainest, &SHIPPED, WORD, seed, scale);
                assert!(picture.stands_out(contrast::ENOUGH), "seed {seed}");
            }
        }
    }
}
