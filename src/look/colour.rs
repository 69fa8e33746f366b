//! Colours as `#rrggbb`, their contrast, and the grounds of the site's pages.

use std::fmt;
use std::str::FromStr;

use rookery_captcha::{contrast_ratio, luminance};

/// A colour of 8 bits per channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// A colour on light pages and its counterpart on dark ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Themed {
    pub light: Colour,
    pub dark: Colour,
}

/// The paper of the pages: `--paper` of `static/site.css`.
pub const PAPER: Themed = Themed {
    light: Colour([0xf7, 0xf5, 0xef]),
    dark: Colour([0x14, 0x18, 0x1c]),
};
/// The colour of cards on the paper: `--card` of `static/site.css`.
pub const CARD: Themed = Themed {
    light: Colour([0xff, 0xfe, 0xfb]),
    dark: Colour([0x1c, 0x22, 0x28]),
};

/// Text: `--ink` of `static/site.css`.
pub const INK: Themed = Themed {
    light: Colour([0x1b, 0x24, 0x2b]),
    dark: Colour([0xe9, 0xe7, 0xe1]),
};

/// Quieter text, such as hints: `--soft` of `static/site.css`.
pub const SOFT_INK: Themed = Themed {
    light: Colour([0x53, 0x60, 0x6a]),
    dark: Colour([0xa9, 0xb3, 0xbb]),
};

impl Colour {
    pub const BLACK: Colour = Colour([0; 3]);
    pub const WHITE: Colour = Colour([255; 3]);

    /// The contrast ratio of WCAG 2.2: 1 for equal colours, 21 for black and white.
    pub fn contrast(self, other: Colour) -> f32 {
        contrast_ratio(luminance(self.0), luminance(other.0))
    }

    /// Black or white, whichever can be read better on this colour.
    pub fn ink(self) -> Colour {
        match self.contrast(Colour::BLACK) >= self.contrast(Colour::WHITE) {
            true => Colour::BLACK,
            false => Colour::WHITE,
        }
    }

    /// This colour with `percent` of another mixed in.
    pub fn mixed(self, other: Colour, percent: u32) -> Colour {
        let percent = percent.min(100);
        let channel = |at: usize| {
            let (own, new) = (u32::from(self.0[at]), u32::from(other.0[at]));
            // A mean of two bytes is one.
            ((own * (100 - percent) + new * percent + 50) / 100) as u8
        };
        Colour([channel(0), channel(1), channel(2)])
    }

    /// Hue in sixths of the circle, saturation and lightness from 0 to 1.
    pub fn hsl(self) -> [f32; 3] {
        let [red, green, blue] = self.0.map(|channel| f32::from(channel) / 255.0);
        let most = red.max(green).max(blue);
        let least = red.min(green).min(blue);
        let (lightness, chroma) = (f32::midpoint(most, least), most - least);
        if chroma == 0.0 {
            return [0.0, 0.0, lightness];
        }
        let hue = match most {
            most if most == red => (green - blue) / chroma,
            most if most == green => (blue - red) / chroma + 2.0,
            _ => (red - green) / chroma + 4.0,
        };
        let saturation = chroma / (1.0 - (2.0 * lightness - 1.0).abs());
        [hue.rem_euclid(6.0), saturation.min(1.0), lightness]
    }

    /// The inverse of [`Colour::hsl`].
    pub fn of_hsl([hue, saturation, lightness]: [f32; 3]) -> Colour {
        let chroma = (1.0 - (2.0 * lightness - 1.0).abs()) * saturation;
        let second = chroma * (1.0 - (hue.rem_euclid(2.0) - 1.0).abs());
        let [red, green, blue] = match hue {
            hue if hue < 1.0 => [chroma, second, 0.0],
            hue if hue < 2.0 => [second, chroma, 0.0],
            hue if hue < 3.0 => [0.0, chroma, second],
            hue if hue < 4.0 => [0.0, second, chroma],
            hue if hue < 5.0 => [second, 0.0, chroma],
            _ => [chroma, 0.0, second],
        };
        let least = lightness - chroma / 2.0;
        Colour(
            [red, green, blue].map(|part| ((part + least).clamp(0.0, 1.0) * 255.0).round() as u8),
        )
    }
}

/// A text that is not `#` and six hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAColour;

impl FromStr for Colour {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Self, NotAColour> {
        let digits = text.strip_prefix('#').ok_or(NotAColour)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotAColour);
        }
        let channel =
            |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| NotAColour);
        Ok(Colour([channel(0)?, channel(2)?, channel(4)?]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_digits_after_a_hash_are_a_colour() {
        assert_eq!("#115E69".parse(), Ok(Colour([0x11, 0x5e, 0x69])));
        assert_eq!(Colour([0x11, 0x5e, 0x69]).to_string(), "#115e69");
        for wrong in [
            "", "#", "#fff", "115e69", "#115e6g", "#115e690", "#115e69;", "red", "#é1234",
            "#+11111",
        ] {
            assert_eq!(wrong.parse::<Colour>(), Err(NotAColour), "{wrong}");
        }
    }

    /// Pairs from the CSS Color specification's table of HSL.
    #[test]
    fn hue_saturation_and_lightness_are_those_of_css() {
        for (colour, [hue, saturation, lightness]) in [
            ("#ff0000", [0.0, 1.0, 0.5]),
            ("#ffff00", [1.0, 1.0, 0.5]),
            ("#008000", [2.0, 1.0, 0.251]),
            ("#00ffff", [3.0, 1.0, 0.5]),
            ("#0000ff", [4.0, 1.0, 0.5]),
            ("#ff00ff", [5.0, 1.0, 0.5]),
            ("#808080", [0.0, 0.0, 0.502]),
            ("#663399", [4.5, 0.5, 0.4]),
        ] {
            let colour: Colour = colour.parse().unwrap();
            let found = colour.hsl();
            for (found, expected) in found.iter().zip([hue, saturation, lightness]) {
                assert!(
                    (found - expected).abs() < 0.005,
                    "{colour}: {found} {expected}"
                );
            }
            assert_eq!(Colour::of_hsl(found), colour);
        }
    }

    #[test]
    fn every_colour_comes_back_from_its_hue() {
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(17) {
                for blue in (0..=255).step_by(51) {
                    let colour = Colour([red, green, blue]);
                    assert_eq!(Colour::of_hsl(colour.hsl()), colour);
                }
            }
        }
    }

    #[test]
    fn a_mixture_lies_between() {
        assert_eq!(Colour::BLACK.mixed(Colour::WHITE, 0), Colour::BLACK);
        assert_eq!(Colour::BLACK.mixed(Colour::WHITE, 100), Colour::WHITE);
        assert_eq!(Colour::BLACK.mixed(Colour::WHITE, 20), Colour([51; 3]));
        assert_eq!(Colour([255, 255, 0]).ink(), Colour::BLACK);
        assert_eq!(Colour([0, 0, 128]).ink(), Colour::WHITE);
    }
}
