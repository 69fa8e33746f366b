//! Layout of the strong preset: case, font, size, rotation and overlap of each letter, and the fit into the picture.

use ab_glyph::{Point, point};

use crate::fonts::typeface::{Face, Letter};
use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::ground::tones::{HEIGHT, WIDTH};
use crate::strong::letters::warp::{Warp, most};
use crate::{Assets, Fonts};

/// Clear space at each edge, so that halos and bends stay inside.
const MARGIN: f32 = 6.0;
/// Factor by which small letters are enlarged, so that letters of mixed case have similar sizes.
const SMALL_LETTERS: f32 = 1.32;
/// Maximum enlargement of a short word.
const LARGEST: f32 = 1.1;
/// Maximum stretch of a word in width or height to fill the picture.
const WIDEST: f32 = 1.25;
const TALLEST: f32 = 1.2;

/// A letter in its place: the map from em to layout pixels before the bends.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) letter: &'a Letter,
    /// Whether the edges of its font are too worn for outlines.
    pub(super) is_ragged: bool,
    /// Pixels per em.
    size: f32,
    /// Horizontal stretch.
    stretch: f32,
    /// Shift of the top to the right of the foot, per height.
    lean: f32,
    /// Sine and cosine of its turn.
    turn: (f32, f32),
    /// The place of the middle of its box.
    centre: Point,
}

/// The letters of a picture.
pub(super) struct Layout<'a> {
    pub(super) letters: Vec<Placed<'a>>,
    /// Whether the word is set in two rows, and so in smaller letters.
    pub(super) is_small: bool,
    warp: Warp,
    /// The last step, which fits the bent word into the picture: factor and offset.
    fit: (Point, Point),
}

impl<'a> Layout<'a> {
    /// Places the letters of `word`, which are all letters a–z in any case.
    pub(super) fn new(
        settings: &Settings,
        assets: &'a Assets,
        word: &str,
        rng: &mut CaptchaRng,
    ) -> Self {
        let faces = assets.fonts.clean();
        let one_font = rng.index(faces.len());
        // What is off draws its numbers too, here and below: a switch changes nothing but its own idea.
        let is_ramp = rng.chance(50) && settings.ramp;
        let ramp = rng.real(-1.0, 1.0) * share(is_ramp, settings.ramp_percent);
        let in_two_rows = in_two_rows(settings, word.len(), rng);
        let count = word.len() as f32;
        let mut letters = Vec::with_capacity(word.len());
        for (character, n) in word.chars().zip(0u8..) {
            let own_font = rng.index(faces.len());
            let font = match settings.mixed_fonts {
                true => own_font,
                false => one_font,
            };
            let face = faces
                .get(font)
                .copied()
                .unwrap_or_else(|| Fonts::built_in());
            let shown = cased(character, settings.mixed_case, rng);
            let along = (f32::from(n) + 0.5) / count - 0.5;
            let size = rng.real(settings.size_min_px as f32, settings.size_max_px as f32);
            let size = size * (1.0 + ramp * along) / capital_height(face);
            let size = size
                * if shown.is_ascii_lowercase() {
                    SMALL_LETTERS
                } else {
                    1.0
                };
            let most = settings.rotation_deg as f32;
            let turn = rng.real(-most, most).to_radians().sin_cos();
            let lean = share(settings.lean, settings.lean_percent);
            let lean = rng.real(-lean, lean);
            let wide = share(settings.stretch, settings.stretch_percent);
            let wide = rng.real(-0.5 * wide, wide);
            let Some(letter) = face.letter(shown) else {
                continue;
            };
            letters.push(Placed {
                letter,
                is_ragged: face.is_ragged,
                size,
                stretch: 1.0 + wide,
                lean,
                turn,
                centre: point(0.0, 0.0),
            });
        }
        let mut layout = Layout {
            letters,
            is_small: in_two_rows,
            warp: Warp::new(settings, in_two_rows, rng),
            fit: (point(1.0, 1.0), point(0.0, 0.0)),
        };
        layout.line_up(settings, rng);
        layout.fit();
        layout
    }

    /// Puts the letters side by side, in one row or in two, each a little up or down. Their size is determined by the fit.
    fn line_up(&mut self, settings: &Settings, rng: &mut CaptchaRng) {
        if !self.is_small {
            let line = Line::new(settings, self.warp.curvature(), rng);
            let width = line.up(&mut self.letters, rng);
            move_by(
                &mut self.letters,
                (WIDTH as f32 - width) / 2.0,
                HEIGHT as f32 / 2.0,
            );
            return;
        }
        for placed in &mut self.letters {
            // Half the height for each row leaves room to the sides.
            placed.stretch *= WIDER_IN_TWO_ROWS;
        }
        let line = Line::level(settings);
        let half = self.letters.len().div_ceil(2);
        let (upper, lower) = self.letters.split_at_mut(half);
        let (wide, narrow) = (line.up(upper, rng), line.up(lower, rng));
        let most = wide.max(narrow);
        let apart = (height(upper) + height(lower)) / 2.0 + GAP;
        let middle = HEIGHT as f32 / 2.0;
        for (row, width, y) in [
            (upper, wide, middle - apart / 2.0),
            (lower, narrow, middle + apart / 2.0),
        ] {
            // Anywhere from the left to the right, where one row is shorter.
            let play = (most - width) * rng.real(-0.5, 0.5);
            move_by(row, (WIDTH as f32 - width) / 2.0 + play, y);
        }
    }

    /// Moves and shrinks the bent word until it lies inside the margins.
    fn fit(&mut self) {
        let (mut min, mut max) = (point(f32::MAX, f32::MAX), point(f32::MIN, f32::MIN));
        for placed in &self.letters {
            for p in placed.letter.points() {
                let p = self.warp.bend(placed.straight(p));
                min = point(min.x.min(p.x), min.y.min(p.y));
                max = point(max.x.max(p.x), max.y.max(p.y));
            }
        }
        let (width, height) = (WIDTH as f32, HEIGHT as f32);
        let across = ((width - 2.0 * MARGIN) / (max.x - min.x)).min(LARGEST);
        let down = ((height - 2.0 * MARGIN) / (max.y - min.y)).min(LARGEST);
        let factor = point(across.min(down * WIDEST), down.min(across * TALLEST));
        let offset = point(
            width / 2.0 - factor.x * (min.x + max.x) / 2.0,
            height / 2.0 - factor.y * (min.y + max.y) / 2.0,
        );
        self.fit = (factor, offset);
    }

    /// The position of a point of a letter's outline in the picture, in layout pixels.
    pub(super) fn place(&self, placed: &Placed<'_>, p: Point) -> Point {
        let bent = self.warp.bend(placed.straight(p));
        let (factor, offset) = self.fit;
        point(bent.x * factor.x + offset.x, bent.y * factor.y + offset.y)
    }
}

impl Placed<'_> {
    /// A point of the outline before the bends.
    fn straight(&self, p: Point) -> Point {
        let middle = self.letter.middle();
        let y = middle.y - p.y;
        let x = (p.x - middle.x) * self.stretch - y * self.lean;
        let (sin, cos) = self.turn;
        point(
            self.centre.x + (x * cos + y * sin) * self.size,
            self.centre.y + (y * cos - x * sin) * self.size,
        )
    }
}

/// The line on which letters follow each other.
struct Line {
    /// The most that a letter may slide under its neighbour, as a share of its width.
    overlap: f32,
    /// The distance of letters above and below the line, in turns; negative if the first is above.
    stagger: f32,
    /// Change of the line's direction per pixel, in radians.
    curvature: f32,
}

impl Line {
    fn level(settings: &Settings) -> Self {
        Line {
            overlap: share(true, settings.overlap_percent),
            stagger: 0.0,
            curvature: 0.0,
        }
    }

    fn new(settings: &Settings, curvature: f32, rng: &mut CaptchaRng) -> Self {
        let stagger = most(settings.stagger, settings.stagger_px as f32);
        Line {
            stagger: if rng.chance(50) { stagger } else { -stagger },
            curvature,
            ..Line::level(settings)
        }
    }

    /// Puts letters side by side from x = 0 round y = 0, as close as their outlines allow, some sliding under their neighbour.
    /// Returns the distance of the middles of the first and the last.
    fn up(&self, letters: &mut [Placed<'_>], rng: &mut CaptchaRng) -> f32 {
        let mut x = 0.0;
        let mut stagger = self.stagger;
        let mut before: Option<Profile> = None;
        for placed in letters {
            let y = stagger * rng.real(LEAST_STAGGER, 1.0) + rng.real(-4.0, 4.0);
            placed.centre = point(0.0, y);
            stagger = -stagger;
            let profile = Profile::of(placed);
            if let Some(before) = &before {
                let slide = rng.real(-0.1, 1.0) * self.overlap * profile.width();
                x += before.pitch(&profile, self.curvature) - slide;
            }
            placed.centre.x = x;
            before = Some(profile);
        }
        x
    }
}

/// Whether a word is set in two rows: some are, and those that would be too small in one.
fn in_two_rows(settings: &Settings, count: usize, rng: &mut CaptchaRng) -> bool {
    let lot = rng.chance(settings.rows_percent) && settings.rows;
    let is_long = settings.rows && count > MOST_IN_A_ROW;
    count >= LEAST_IN_TWO_ROWS && (lot || is_long)
}

fn move_by(letters: &mut [Placed<'_>], x: f32, y: f32) {
    for placed in letters {
        placed.centre.x += x;
        placed.centre.y += y;
    }
}

/// The height of a row, from the highest to the lowest point.
fn height(letters: &[Placed<'_>]) -> f32 {
    let ys = letters
        .iter()
        .flat_map(|placed| placed.letter.points().map(|p| placed.straight(p).y));
    let (top, foot) = ys.fold((f32::MAX, f32::MIN), |(top, foot), y| {
        (top.min(y), foot.max(y))
    });
    foot - top
}

/// Longer words would be too small in one row.
const MOST_IN_A_ROW: usize = 6;
/// Shorter words would leave a letter alone.
const LEAST_IN_TWO_ROWS: usize = 4;
const WIDER_IN_TWO_ROWS: f32 = 1.15;

/// Bands of a profile, each [`BAND`] pixels high, the middle of the picture between the two in its middle.
const BANDS: usize = 16;
const BAND: f32 = 6.0;
/// Paper between letters that do not overlap.
const GAP: f32 = 4.0;
/// The least distance of a letter from the line, as a share of the greatest.
const LEAST_STAGGER: f32 = 0.6;
/// Least distance of the middles of neighbours, as a share of their mean width.
const LEAST_PITCH: f32 = 0.8;
/// Least share of a distance that is left on the inner side of a curve.
const LEAST_ROOM: f32 = 0.5;

/// The extent of a letter to the left and to the right of its middle, from top to bottom.
struct Profile {
    left: [f32; BANDS],
    right: [f32; BANDS],
}

impl Profile {
    fn of(placed: &Placed<'_>) -> Self {
        let mut profile = Profile {
            left: [f32::INFINITY; BANDS],
            right: [f32::NEG_INFINITY; BANDS],
        };
        for p in placed.letter.points() {
            let p = placed.straight(p);
            let band = (p.y / BAND + BANDS as f32 / 2.0).clamp(0.0, BANDS as f32 - 1.0) as usize;
            profile.left[band] = profile.left[band].min(p.x);
            profile.right[band] = profile.right[band].max(p.x);
        }
        profile.close();
        profile
    }

    /// Fills the bands that a straight line passes without a point in them.
    fn close(&mut self) {
        let filled = |band: &usize| self.right[*band] > f32::NEG_INFINITY;
        let bands: Vec<usize> = (0..BANDS).filter(filled).collect();
        for pair in bands.windows(2) {
            let (above, below) = (pair[0], pair[1]);
            for band in above + 1..below {
                self.left[band] = self.left[above].min(self.left[below]);
                self.right[band] = self.right[above].max(self.right[below]);
            }
        }
    }

    fn width(&self) -> f32 {
        let right = self.right.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        right - self.left.iter().copied().fold(f32::INFINITY, f32::min)
    }

    /// The distance from this letter's middle to the next one's at which they do not touch. Bands beside each other count too:
    /// the warp bends the letters later. On the inner side of a curve letters move together.
    fn pitch(&self, next: &Profile, curvature: f32) -> f32 {
        let mut pitch = LEAST_PITCH * (self.width() + next.width()) * 0.5;
        for (band, right) in self.right.iter().enumerate() {
            let y = (band as f32 + 0.5 - BANDS as f32 / 2.0) * BAND;
            let room = (1.0 - curvature * y).max(LEAST_ROOM);
            for beside in band.saturating_sub(1)..=(band + 1).min(BANDS - 1) {
                pitch = pitch.max((right - next.left[beside] + GAP) / room);
            }
        }
        pitch
    }
}

/// A percentage as a share; 0 if the idea is off.
fn share(is_on: bool, percent: u32) -> f32 {
    if is_on { percent as f32 / 100.0 } else { 0.0 }
}

/// Bounds of the height of capitals, in em: letters are drawn by it, and one tiny capital makes all others huge. Fonts for texts lie far
/// inside.
const CAPITALS: (f32, f32) = (0.3, 1.5);

/// Height of the capitals of a face, in em.
fn capital_height(face: &Face) -> f32 {
    let (least, most) = CAPITALS;
    face.letter('E')
        .map_or(0.7, |letter| letter.bounds.height().clamp(least, most))
}

/// The case of a letter: if one of the two looks like another letter, always the other one.
fn cased(letter: char, mixed: bool, rng: &mut CaptchaRng) -> char {
    let is_capital = match letter.to_ascii_lowercase() {
        'b' | 'd' | 'r' | 'i' | 'j' | 'l' | 'q' | 'h' => true,
        'g' | 'p' | 'u' => false,
        _ => rng.chance(50) && mixed,
    };
    match is_capital {
        true => letter.to_ascii_uppercase(),
        false => letter.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use ab_glyph::OutlineCurve;

    use super::*;

    /// The pictures of the fonts that ship do not depend on the bounds.
    #[test]
    fn the_capitals_of_the_shipped_fonts_are_far_from_the_bounds() {
        for face in Assets::shipped().fonts.clean() {
            let height = capital_height(face);
            assert!((0.4..=1.0).contains(&height), "{height}");
        }
    }

    #[test]
    fn one_capital_makes_no_letters_huge_or_tiny() {
        for (height, expected) in [(0.001, 0.3), (0.31, 0.31), (1.4, 1.4), (5.9, 1.5)] {
            let edges = [(0.0, 0.0), (0.2, height), (0.4, 0.0), (0.0, 0.0)];
            let curves = edges.windows(2).map(|ends| {
                let [(a, b), (c, d)] = [ends[0], ends[1]];
                OutlineCurve::Line(point(a, b), point(c, d))
            });
            let face = Fonts::built_in().with_letter('E', curves.collect());
            assert!((capital_height(&face) - expected).abs() < 1e-6, "{height}");
        }
    }
}
