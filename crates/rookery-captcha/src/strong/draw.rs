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
pub fn draw(
    settings: &Settings,
    assets: &Assets,
    code: &str,
    seed: u64,
    look: Look,
) -> Result<Drawing, Error> {
    let drawn = |settings: &Settings, scale| Picture::new(settings, assets, code, seed, scale);
    // Judged at scale 1 in both themes, whatever look is asked for: every look has to show the same layout. One in some thousands
    // whose settings lie at their ends is worse where it is drawn finer, and only that one is laid out in another way there.
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
        let mut tones = Tones::new(scale);
        let layout = Layout::new(settings, assets, code, &mut rng);

        let halo = ground(&mut tones, settings, assets, layout.is_small, &mut rng);
        // On a busy background and in small letters a stroke, a texture and joined letters would be illegible.
        let is_quiet = halo == QUIET_RIM && !layout.is_small;
        let is_joined = settings.joined && rng.chance(settings.joined_percent) && is_quiet;
        let mut letters = Letters::new(&tones);
        for (placed, n) in layout.letters.iter().zip(0u8..) {
            let style = Style::draw_lot(settings, placed.is_ragged, is_quiet, &mut rng);
            let shape = Shape::new(&layout, placed, &tones, halo + style.reach());
            letters.draw(&mut tones, &shape, style, halo, is_joined, n);
        }
        for (tone, ink) in tones.values.iter_mut().zip(&letters.ink) {
            *tone += (1.0 - *tone) * ink;
        }
        // A stroke and two masks together would be too much.
        let is_struck = settings.stroke && is_quiet && rng.chance(STROKE_PERCENT);
        if is_struck {
            stroke(&mut tones, settings, &mut rng);
        }
        let is_masked = settings.masks && rng.chance(settings.masks_percent);
        let mask = is_masked.then(|| masks(&tones, is_quiet && !is_struck, &mut rng));
        invert(&mut tones, mask.as_deref(), rng.chance(50));

        let palettes = palettes(&mut rng);
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
fn masks(tones: &Tones, may_be_two: bool, rng: &mut CaptchaRng) -> Vec<f32> {
    let mut first = mask(tones, rng);
    if may_be_two && rng.chance(TWO_MASKS_PERCENT) {
        let second = mask(tones, rng);
        for (share, other) in first.iter_mut().zip(second) {
            *share = inverted(*share, other);
        }
    }
    first
}

/// Draws the background of the word and returns the width of the rim that letters need on it. Small letters get no busy
/// background.
fn ground(
    tones: &mut Tones,
    settings: &Settings,
    assets: &Assets,
    is_small: bool,
    rng: &mut CaptchaRng,
) -> f32 {
    let pictures = assets.backgrounds.pictures();
    if settings.pattern && rng.chance(settings.pattern_percent) && !is_small {
        pattern(tones, rng);
        return rng.real(0.75, 1.0) * settings.halo_px as f32;
    }
    if settings.photos && !pictures.is_empty() && rng.chance(settings.photos_percent) {
        photo(tones, pictures, rng);
    }
    decoys(tones, settings, assets, rng);
    QUIET_RIM
}
