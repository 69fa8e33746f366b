//! A typeface reduced to the needs of the captcha: the outlines of a–z and A–Z, read once.

use ab_glyph::{
    Font, FontRef, Glyph, GlyphId, Outline, OutlineCurve, OutlinedGlyph, Point, PxScale,
    PxScaleFactor, Rect, point,
};

use crate::Reason;
use crate::Scale;
use crate::fonts::font_file::FontFile;
use crate::picture::ink::Ink;

/// Maximum number of curves of a letter; with more, a picture would take milliseconds. Hatched display fonts need about 2,000.
const MAX_CURVES: usize = 4_000;
/// Maximum distance from the origin that a letter may reach, in em; no text font exceeds it.
const MAX_REACH_EM: f32 = 3.0;
/// The size at which a letter is tested.
const PROBE_PX: u32 = 24;

/// Letters of a font with clean edges have fewer curves than this on average; those of worn and hatched fonts have more.
const RAGGED_CURVES: usize = 85;

/// The letters that are read from a font.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z')
}

/// A letter of a face, in em, y upwards from the baseline.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    curves: Vec<OutlineCurve>,
    /// The box round its curves, in em, y upwards.
    pub(crate) bounds: Rect,
}

/// A typeface: the outlines of a–z and A–Z.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// Whether the edges of its letters are so worn that their outline is a scribble.
    pub(crate) is_ragged: bool,
    letters: Vec<Letter>,
}

/// The box of a turned letter in whole pixels, measured from its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnedBox {
    /// Left-most x.
    pub(crate) min_x: i32,
    /// Right-most x.
    pub(crate) max_x: i32,
    /// The height of the highest upper corner above the baseline.
    pub(crate) ascent: i32,
    /// The depth of the lowest lower corner below the baseline; negative where it is above.
    pub(crate) descent: i32,
}

impl Face {
    /// Reads the outlines of a–z and A–Z.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Reason> {
        let file = FontFile::open(bytes)?;
        let bytes = file.without_variations();
        let font = FontRef::try_from_slice(&bytes).map_err(|_| Reason::NotAFont)?;
        let glyphs: Vec<u16> = letters().map(|letter| font.glyph_id(letter).0).collect();
        file.check_outlines(&glyphs)?;
        let units_per_em = font
            .units_per_em()
            .filter(|u| *u > 0.0)
            .ok_or(Reason::NotAFont)?;
        let mut shapes = Vec::with_capacity(52);
        let mut missing = String::new();
        for letter in letters() {
            let id = font.glyph_id(letter);
            match font
                .outline(id)
                .filter(|o| id != GlyphId(0) && !o.curves.is_empty())
            {
                None => missing.push(letter),
                Some(outline) => match Letter::new(outline, units_per_em) {
                    Some(shape) if !shape.leaves_ink() => missing.push(letter),
                    Some(shape) => shapes.push(shape),
                    None => return Err(Reason::GlyphTooComplex(letter)),
                },
            }
        }
        if missing.is_empty() {
            let curves: usize = shapes.iter().map(|shape| shape.curves.len()).sum();
            Ok(Face {
                is_ragged: curves > RAGGED_CURVES * shapes.len(),
                letters: shapes,
            })
        } else {
            Err(Reason::MissingLetters(missing))
        }
    }

    /// The outline of a letter a–z or A–Z.
    pub(crate) fn letter(&self, letter: char) -> Option<&Letter> {
        let place = match letter {
            'a'..='z' => letter as usize - 'a' as usize,
            'A'..='Z' => letter as usize - 'A' as usize + 26,
            _ => return None,
        };
        self.letters.get(place)
    }
}

#[cfg(test)]
impl Face {
    /// The same face with another outline of a letter, in em and y upwards.
    pub(crate) fn with_letter(&self, letter: char, curves: Vec<OutlineCurve>) -> Self {
        let mut face = self.clone();
        let bounds = bounds(&curves);
        for (known, shape) in letters().zip(&mut face.letters) {
            if known == letter {
                let curves = curves.clone();
                *shape = Letter { curves, bounds };
            }
        }
        face
    }
}

impl Letter {
    fn new(outline: Outline, units_per_em: f32) -> Option<Self> {
        if outline.curves.len() > MAX_CURVES {
            return None;
        }
        let curves: Vec<_> = outline
            .curves
            .iter()
            .map(|c| map(c, |p| point(p.x / units_per_em, p.y / units_per_em)))
            .collect();
        let bounds = bounds(&curves);
        let reach = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y];
        // A letter without width and height would be invisible.
        let sound = reach.iter().all(|r| r.abs() <= MAX_REACH_EM)
            && bounds.width() > 0.0
            && bounds.height() > 0.0;
        sound.then_some(Letter { curves, bounds })
    }

    /// Whether drawing the letter leaves ink: outlines may cancel each other out or enclose nothing.
    fn leaves_ink(&self) -> bool {
        let Rect { min, max } = self.bounds;
        let size_px = PROBE_PX as f32 / self.bounds.width().max(self.bounds.height());
        let mut ink = Ink::new(PROBE_PX, PROBE_PX, Scale::One);
        ink.glyph(&self.outlined(size_px, 0.0, -min.x * size_px, max.y * size_px));
        ink.levels().iter().any(|level| *level > 0)
    }

    /// The box of the letter at `size_px` per em, turned by `angle_deg` anticlockwise round its origin: the corners of the
    /// upright box are turned, as GD does it.
    pub(crate) fn turned_box(&self, size_px: f32, angle_deg: f32) -> TurnedBox {
        let (sin, cos) = angle_deg.to_radians().sin_cos();
        let corner =
            |x: f32, y: f32| ((x * cos - y * sin) * size_px, (x * sin + y * cos) * size_px);
        let Rect { min, max } = self.bounds;
        let lower = [corner(min.x, min.y), corner(max.x, min.y)];
        let upper = [corner(min.x, max.y), corner(max.x, max.y)];
        let xs = [lower[0].0, lower[1].0, upper[0].0, upper[1].0];
        TurnedBox {
            min_x: xs.iter().copied().fold(f32::INFINITY, f32::min).floor() as i32,
            max_x: xs.iter().copied().fold(f32::NEG_INFINITY, f32::max).ceil() as i32,
            ascent: upper[0].1.max(upper[1].1).ceil() as i32,
            descent: (-lower[0].1.min(lower[1].1)).ceil() as i32,
        }
    }

    /// The letter at `size_px` per em, turned by `angle_deg` anticlockwise, its origin at (`x`, `y`) pixels, y downwards.
    pub(crate) fn outlined(&self, size_px: f32, angle_deg: f32, x: f32, y: f32) -> OutlinedGlyph {
        let (sin, cos) = angle_deg.to_radians().sin_cos();
        let turn = |p: Point| point(p.x * cos - p.y * sin, p.x * sin + p.y * cos);
        let curves = self.curves.iter().map(|c| map(c, turn)).collect();
        outlined(curves, size_px, point(x, y))
    }

    /// The middle of the box round its curves, in em, y upwards.
    pub(crate) fn middle(&self) -> Point {
        let Rect { min, max } = self.bounds;
        point((min.x + max.x) / 2.0, (min.y + max.y) / 2.0)
    }

    /// Points all along the outline, in em, y upwards: the ends of its curves and points between them.
    pub(crate) fn points(&self) -> impl Iterator<Item = Point> {
        self.curves.iter().flat_map(|curve| match *curve {
            OutlineCurve::Line(a, b) => [a, mix(a, b, 0.33), mix(a, b, 0.67)],
            OutlineCurve::Quad(a, b, c) => [a, mix(mix(a, b, 0.5), mix(b, c, 0.5), 0.5), c],
            OutlineCurve::Cubic(a, b, c, d) => [a, mix(mix(a, b, 0.75), mix(c, d, 0.25), 0.5), d],
        })
    }

    /// The letter with every point of its outline, in em and y upwards, mapped by `place` to pixels with y downwards. Long
    /// lines become several, so that they may bend.
    pub(crate) fn mapped(&self, place: impl Fn(Point) -> Point) -> OutlinedGlyph {
        let up = |p: Point| {
            let p = place(p);
            point(p.x, -p.y)
        };
        let mut curves = Vec::with_capacity(self.curves.len() * 2);
        for curve in &self.curves {
            match *curve {
                OutlineCurve::Line(a, b) => bend(a, b, &up, &mut curves),
                ref bent => curves.push(map(bent, up)),
            }
        }
        outlined(curves, 1.0, point(0.0, 0.0))
    }
}

/// A glyph of `curves`, whose y points upwards, at `size_px` per unit of theirs, its origin at `position`, y downwards.
fn outlined(curves: Vec<OutlineCurve>, size_px: f32, position: Point) -> OutlinedGlyph {
    let Rect { min, max } = bounds(&curves);
    // ab_glyph keeps the upper edge in `min.y`, although its y still points upwards here.
    let bounds = Rect {
        min: point(min.x, max.y),
        max: point(max.x, min.y),
    };
    let glyph = Glyph {
        id: GlyphId(0),
        scale: PxScale::from(size_px),
        position,
    };
    let factor = PxScaleFactor {
        horizontal: size_px,
        vertical: size_px,
    };
    OutlinedGlyph::new(glyph, Outline { bounds, curves }, factor)
}

fn mix(a: Point, b: Point, t: f32) -> Point {
    point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
}

/// Maximum length of a line, in em, before it is split.
const STRAIGHT_EM: f32 = 0.2;

/// Maps a line in pieces that are short enough to follow a bend.
fn bend(a: Point, b: Point, f: &impl Fn(Point) -> Point, curves: &mut Vec<OutlineCurve>) {
    let pieces = ((b.x - a.x).hypot(b.y - a.y) / STRAIGHT_EM).ceil().max(1.0);
    let mut from = f(a);
    for piece in 1..=pieces as u32 {
        let to = f(mix(a, b, piece as f32 / pieces));
        curves.push(OutlineCurve::Line(from, to));
        from = to;
    }
}

fn map(curve: &OutlineCurve, f: impl Fn(Point) -> Point) -> OutlineCurve {
    match *curve {
        OutlineCurve::Line(a, b) => OutlineCurve::Line(f(a), f(b)),
        OutlineCurve::Quad(a, b, c) => OutlineCurve::Quad(f(a), f(b), f(c)),
        OutlineCurve::Cubic(a, b, c, d) => OutlineCurve::Cubic(f(a), f(b), f(c), f(d)),
    }
}

/// The bounding box of all points of the curves. The header of a font may state a smaller one, which would lose ink.
fn bounds(curves: &[OutlineCurve]) -> Rect {
    let mut min = point(f32::INFINITY, f32::INFINITY);
    let mut max = point(f32::NEG_INFINITY, f32::NEG_INFINITY);
    let mut see = |p: Point| {
        min = point(min.x.min(p.x), min.y.min(p.y));
        max = point(max.x.max(p.x), max.y.max(p.y));
    };
    for curve in curves {
        match *curve {
            OutlineCurve::Line(a, b) => [a, b].into_iter().for_each(&mut see),
            OutlineCurve::Quad(a, b, c) => [a, b, c].into_iter().for_each(&mut see),
            OutlineCurve::Cubic(a, b, c, d) => [a, b, c, d].into_iter().for_each(&mut see),
        }
    }
    Rect { min, max }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped;

    /// The crate that reads fonts is no longer maintained: it has to read or refuse a damaged font without a panic.
    #[test]
    fn a_font_that_is_damaged_anywhere_is_read_or_refused() {
        let otf = include_bytes!("../../fonts/AllertaMedium.otf");
        let mut refused = 0;
        for whole in [shipped::BUILT_IN_FACE, &otf[..]] {
            assert!(Face::read(whole).is_ok());
            // The tables stand in the first bytes, their content everywhere: every byte of the head, and steps through the rest.
            let step = (whole.len() / 300).max(1);
            for at in (0..400).chain((400..whole.len()).step_by(step)) {
                for change in [0x01, 0x80, 0xff] {
                    let mut bytes = whole.to_vec();
                    bytes[at] ^= change;
                    refused += usize::from(Face::read(&bytes).is_err());
                }
                refused += usize::from(Face::read(&whole[..at]).is_err());
            }
        }
        assert!(refused > 400, "{refused} were refused");
    }

    /// A letter of lines from point to point, a thousand units to an em.
    fn drawn(points: &[(f32, f32)]) -> Option<Letter> {
        let points: Vec<Point> = points.iter().map(|(x, y)| point(*x, *y)).collect();
        let curves = points
            .windows(2)
            .map(|ends| OutlineCurve::Line(ends[0], ends[1]))
            .collect();
        let bounds = Rect::default();
        Letter::new(Outline { bounds, curves }, 1_000.0)
    }

    #[test]
    fn a_letter_reaches_three_em_at_most_and_has_width_and_height() {
        for reach in [
            (3_000.0, 500.0),
            (-3_000.0, 500.0),
            (500.0, 3_000.0),
            (500.0, -3_000.0),
        ] {
            assert!(drawn(&[(0.0, 0.0), reach]).is_some(), "{reach:?}");
            let (x, y) = reach;
            let beyond = (x * 1.001, y * 1.001);
            assert!(drawn(&[(0.0, 0.0), beyond]).is_none(), "{beyond:?}");
        }
        for flat in [(500.0, 0.0), (0.0, 500.0)] {
            assert!(drawn(&[(0.0, 0.0), flat]).is_none(), "{flat:?}");
        }
    }

    #[test]
    fn a_letter_has_4_000_curves_at_most() {
        let zigzag = |curves: u16| {
            let points: Vec<_> = (0..=curves)
                .map(|n| (f32::from(n % 2) * 300.0, f32::from(n) / 10.0))
                .collect();
            drawn(&points)
        };
        assert!(zigzag(4_000).is_some());
        assert!(zigzag(4_001).is_none());
    }

    /// Wherever it stands: a triangle does; a line there and back encloses nothing.
    #[test]
    fn a_letter_leaves_ink_if_it_encloses_something() {
        for (x, y) in [(0.0, 0.0), (-2_500.0, 1_500.0), (2_000.0, -2_500.0)] {
            let (a, b, c) = ((x, y), (x + 600.0, y), (x + 200.0, y + 900.0));
            let triangle = drawn(&[a, b, c, a]).unwrap();
            assert!(triangle.leaves_ink(), "at {x}, {y}");
            assert!(!drawn(&[a, c, a]).unwrap().leaves_ink(), "at {x}, {y}");
        }
    }
}
