//! Drawing of a classic picture, step by step. The order of the random numbers is part of the recipe: the same seed gives the
//! same picture.

use crate::classic::Settings;
use crate::classic::built_in;
use crate::classic::distortion::lines::lines;
use crate::classic::distortion::noise::noise;
use crate::classic::distortion::strike::strike;
use crate::classic::distortion::tilt::tilt;
use crate::classic::layout::Layout;
use crate::classic::paper::Paper;
use crate::picture::captcha_rng::CaptchaRng;
use crate::picture::ink::Ink;
use crate::picture::png;
use crate::{Assets, Drawing, Error, Scale};

/// Draws `code`, whose characters are all letters a–z in any case.
///
/// # Errors
/// [`Error::Png`], which does not happen with sizes that a layout can have.
pub(crate) fn draw(
    settings: &Settings,
    assets: &Assets,
    code: &str,
    seed: u64,
    scale: Scale,
) -> Result<Drawing, Error> {
    let mut rng = CaptchaRng::new(seed);
    let layout = place(settings, assets, code, &mut rng);
    let colour = rgb(&mut rng, 0, 80);
    let plain = assets
        .backgrounds
        .is_empty()
        .then(|| Paper::Plain(rgb(&mut rng, 180, 250)));

    let mut ink = write(&layout, scale);
    strike(&mut ink, &mut rng);
    noise(&mut ink, settings.noise_pixels, &mut rng);
    lines(&mut ink, settings.noise_lines, &mut rng);

    let (width_px, height_px) = (ink.width_px(), ink.height_px());
    let factor = scale.factor();
    let paper = plain.unwrap_or_else(|| {
        Paper::piece(
            assets.backgrounds.pictures(),
            width_px / factor,
            height_px / factor,
            &mut rng,
        )
    });
    Ok(Drawing {
        png: png::encode(width_px, height_px, &paper.under(&ink, colour))?,
        width_px,
        height_px,
        contrast: paper.contrast(&ink, colour),
    })
}

/// The placed letters, rotated as a whole if the settings say so, and never larger than a picture may be.
pub(crate) fn place<'a>(
    settings: &Settings,
    assets: &'a Assets,
    code: &str,
    rng: &mut CaptchaRng,
) -> Layout<'a> {
    let word = match settings.uppercase {
        true => code.to_ascii_uppercase(),
        false => code.to_ascii_lowercase(),
    };
    let mut layout = match assets.fonts.is_empty() {
        true => built_in::layout(settings, &word, rng),
        false => Layout::new(settings, &assets.fonts, &word, rng),
    };
    if settings.image_rotation_deg > 0 {
        let most = settings.image_rotation_deg as i32;
        tilt(&mut layout, rng.between(-most, most) as f32);
    }
    layout.fit();
    layout
}

/// The text layer with nothing but the letters.
pub(crate) fn write(layout: &Layout<'_>, scale: Scale) -> Ink {
    let mut ink = Ink::new(
        layout.width.ceil() as u32,
        layout.height.ceil() as u32,
        scale,
    );
    let factor = scale.factor() as f32;
    for placed in &layout.letters {
        let [size_px, x, y] = [placed.size_px, placed.x, placed.y].map(|length| length * factor);
        ink.glyph(&placed.letter.outlined(size_px, placed.angle_deg, x, y));
    }
    ink
}

fn rgb(rng: &mut CaptchaRng, low: u8, high: u8) -> [u8; 3] {
    [(); 3].map(|()| rng.between(i32::from(low), i32::from(high)) as u8)
}
