//! Fill styles of letters. In every style the border of a letter is ink: people read by it.

use crate::picture::captcha_rng::CaptchaRng;
use crate::strong::Settings;
use crate::strong::ground::tones::{covered, fraction, length};

/// Width of the border that every style keeps.
pub(in crate::strong) const BORDER: f32 = 2.2;
/// Offset of a shadow to the right and down.
pub(in crate::strong) const SHADOW: f32 = 2.5;

/// Distance by which the sticker extends beyond the border of its letter.
pub(in crate::strong) const STICKER: f32 = 3.6;

/// Distance of an echo line from the border of its letter.
pub(in crate::strong) const ECHO: f32 = 3.2;

/// Fill style of a letter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::strong) enum Style {
    /// All ink.
    Solid,
    /// Only the border.
    Hollow,
    /// Ink with a light line along the inside of the border.
    Inline,
    /// Stripes between the borders: direction and distance from stripe to stripe.
    Striped { across: f32, down: f32 },
    /// Dots between the borders: how many a pixel.
    Dotted { per_px: f32 },
    /// Checks between the borders: direction and number a pixel.
    Checked { across: f32, down: f32 },
    /// All ink, with a thin line round it.
    Echo,
    /// Paper on a sticker of ink that has the letter's shape.
    Sticker,
    /// One half solid, the other hollow; with the line where they meet.
    Split { across: f32, down: f32, at: f32 },
    /// Hollow, with a shadow beside it.
    Shadow,
    /// Grey inside the border.
    Grey,
}

/// The ink inside a grey letter: the step of a finished picture that decoys have, too.
pub(in crate::strong) const GREY: f32 = 0.4;

impl Style {
    /// The style of the next letter; a ragged one has no outline that could be filled, and one on a busy background never has a
    /// texture of its own.
    pub(in crate::strong) fn draw_lot(
        settings: &Settings,
        is_ragged: bool,
        is_quiet: bool,
        rng: &mut CaptchaRng,
    ) -> Self {
        let styled = rng.chance(settings.styled_percent);
        let angle = rng.real(0.0, std::f32::consts::TAU);
        let (down, across) = angle.sin_cos();
        let period = rng.real(4.5, 6.5);
        let choices = [
            (settings.hollow, Style::Hollow),
            (settings.inline, Style::Inline),
            (
                settings.striped && is_quiet,
                Style::Striped {
                    across: across / period,
                    down: down / period,
                },
            ),
            (
                settings.dotted && is_quiet,
                Style::Dotted {
                    per_px: 1.0 / rng.real(4.5, 6.0),
                },
            ),
            (
                settings.checked && is_quiet,
                Style::Checked {
                    across: across / (1.6 * period),
                    down: down / (1.6 * period),
                },
            ),
            (settings.echo && is_quiet, Style::Echo),
            (settings.sticker, Style::Sticker),
            (
                settings.split,
                Style::Split {
                    across,
                    down,
                    at: rng.real(-4.0, 4.0),
                },
            ),
            (settings.shadow, Style::Shadow),
            (settings.grey, Style::Grey),
        ];
        // Each style draws a number, and the highest of those that are on wins: where one is switched off, its letters get other
        // styles, and all other letters keep theirs.
        let mut highest = (-1.0, Style::Solid);
        for (is_on, style) in choices {
            let number = rng.real(0.0, 1.0);
            if is_on && number > highest.0 {
                highest = (number, style);
            }
        }
        match highest.1 {
            Style::Sticker if styled => Style::Sticker,
            style if styled && !is_ragged => style,
            _ => Style::Solid,
        }
    }

    /// Distance by which the ink of this style extends beyond the border.
    pub(in crate::strong) fn reach(self) -> f32 {
        match self {
            Style::Shadow => SHADOW,
            Style::Echo => ECHO + 0.65,
            Style::Sticker => STICKER,
            _ => 0.0,
        }
    }

    /// The ink of a pixel at `distance` from the border and (`x`, `y`) from the middle of the letter.
    pub(in crate::strong) fn ink(self, distance: f32, x: f32, y: f32, factor: f32) -> f32 {
        let body = covered(distance, factor);
        if self == Style::Echo {
            let line = covered((distance - ECHO).abs() - 0.65, factor);
            return body.max(line);
        }
        if self == Style::Sticker {
            return covered(distance - STICKER, factor) - body;
        }
        if body == 0.0 || self == Style::Solid {
            return body;
        }
        // The part within the border.
        let core = covered(distance + BORDER, factor);
        let filled = match self {
            Style::Solid | Style::Echo | Style::Sticker => 1.0,
            Style::Dotted { per_px } => {
                let row = y * per_px;
                let shift = if fraction(row / 2.0) < 0.5 { 0.0 } else { 0.5 };
                let middle = |turn: f32| fraction(turn) - 0.5;
                let away = length(middle(x * per_px + shift), middle(row));
                covered((away - 0.36) / per_px, factor)
            }
            Style::Checked { across, down } => {
                let side = |turn: f32| 0.25 - (fraction(turn) - 0.5).abs();
                let (a, b) = (side(x * across + y * down), side(y * across - x * down));
                let near = a.abs().min(b.abs()).copysign(a * b);
                covered(near / length(across, down), factor)
            }
            Style::Hollow | Style::Shadow => 0.0,
            Style::Inline => covered(distance + BORDER + 1.8, factor),
            Style::Striped { across, down } => {
                let turn = x * across + y * down;
                let from_middle = (fraction(turn) - 0.5).abs() - 0.27;
                covered(from_middle / length(across, down), factor)
            }
            Style::Split { across, down, at } => covered(x * across + y * down - at, factor),
            Style::Grey => GREY,
        };
        body - core * (1.0 - filled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fonts with worn edges have no outline to fill: a sticker is the one style that they can have.
    #[test]
    fn a_letter_has_a_style_by_its_lot_and_a_ragged_one_a_sticker_at_most() {
        let styles = |styled_percent, is_ragged| {
            let settings = Settings {
                styled_percent,
                ..Settings::default()
            };
            let mut rng = CaptchaRng::new(5);
            let lots = (0..400).map(|_| Style::draw_lot(&settings, is_ragged, true, &mut rng));
            lots.collect::<Vec<_>>()
        };
        let is_solid = |style: &Style| *style == Style::Solid;
        for is_ragged in [false, true] {
            assert!(styles(0, is_ragged).iter().all(is_solid));
        }
        assert!(!styles(100, false).iter().any(is_solid));
        let ragged = styles(100, true);
        let stickers = ragged
            .iter()
            .filter(|style| **style == Style::Sticker)
            .count();
        // One of the eight styles of the factory setting.
        assert!((25..=80).contains(&stickers), "{stickers} of 400");
        let others = ragged.iter().filter(|style| is_solid(style)).count();
        assert_eq!(stickers + others, 400);
    }

    /// Of twelve hundred letters the hollow ones find another style, and no other letter changes.
    #[test]
    fn a_style_that_is_off_leaves_the_letters_of_the_others_as_they_are() {
        let lots = |hollow| {
            let settings = Settings {
                hollow,
                ..Settings::default()
            };
            let mut rng = CaptchaRng::new(6);
            let lots = (0..1_200).map(|_| Style::draw_lot(&settings, false, true, &mut rng));
            lots.collect::<Vec<_>>()
        };
        let mut changed = 0;
        for (with, without) in lots(true).into_iter().zip(lots(false)) {
            match with {
                Style::Hollow => {
                    assert!(without != Style::Hollow && without != Style::Solid);
                    changed += 1;
                }
                kept => assert_eq!(kept, without),
            }
        }
        // An eighth of the 65 per cent that are styled: 97.5, give or take five standard deviations (9.5 each).
        assert!((50..=145).contains(&changed), "{changed}");
    }

    /// Shares of ink deep inside a letter, from the shapes: discs of radius 0.36 in squares of side 1, squares of a chess board, stripes
    /// of 0.54 of their period, one half of a plane.
    #[test]
    fn each_filling_is_as_much_ink_as_its_shape_says() {
        let disc = std::f32::consts::PI * 0.36 * 0.36;
        let (across, down) = (0.12, 0.16);
        let at = 0.0;
        for (style, expected) in [
            (Style::Solid, 1.0),
            (Style::Echo, 1.0),
            (Style::Sticker, 0.0),
            (Style::Hollow, 0.0),
            (Style::Shadow, 0.0),
            (Style::Inline, 1.0),
            (Style::Grey, 0.4),
            (Style::Dotted { per_px: 0.2 }, disc),
            (Style::Checked { across, down }, 0.5),
            (Style::Striped { across, down }, 0.54),
            (Style::Split { across, down, at }, 0.5),
        ] {
            let mut sum = 0.0;
            // Whole periods of each, symmetric about the middle.
            for row in 0..400u16 {
                for column in 0..400u16 {
                    let place = |n: u16| (f32::from(n) + 0.5) / 2.0 - 100.0;
                    sum += style.ink(-10.0, place(column), place(row), 1.0);
                }
            }
            let share = sum / (400.0 * 400.0);
            assert!((share - expected).abs() < 0.02, "{share}, not {expected}");
        }
    }
}
