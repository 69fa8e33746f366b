//! The colours that follow from the accent of the site, on light and on dark pages, and the stylesheet that carries them.

use crate::look::colour::{CARD, Colour, PAPER, SOFT_INK, Themed};
use rookery_captcha::ENOUGH_CONTRAST;

/// Maximum percentage of the accent in the background of notices and of selected items.
const SOFT_PERCENT: u32 = 16;
/// Steps of lightness from black to white in the search for the tone of dark pages.
const TONES: u16 = 200;

/// The accent with what goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accent {
    /// The accent itself; on dark pages a lighter tone of the same hue.
    pub accent: Themed,
    /// Text on the accent.
    pub ink: Themed,
    /// A ground with a touch of the accent, on which the accent and the quieter texts can be read.
    pub soft: Themed,
}

impl Accent {
    /// The program's own: the tokens of `static/site.css`.
    pub const BUILT_IN: Accent = Accent {
        accent: Themed {
            light: Colour([0x11, 0x5e, 0x69]),
            dark: Colour([0x79, 0xcb, 0xd1]),
        },
        ink: Themed {
            light: Colour([0xff, 0xff, 0xff]),
            dark: Colour([0x0b, 0x23, 0x26]),
        },
        soft: Themed {
            light: Colour([0xdc, 0xec, 0xec]),
            dark: Colour([0x1d, 0x38, 0x3b]),
        },
    };

    /// The colours of an accent.
    ///
    /// # Errors
    /// The accent's contrast to the page, if it is less than [`ENOUGH_CONTRAST`].
    pub fn new(light: Colour) -> Result<Self, f32> {
        let contrast = light.contrast(PAPER.light).min(light.contrast(CARD.light));
        if contrast < ENOUGH_CONTRAST {
            return Err(contrast);
        }
        let dark = on_dark(light);
        let accent = Themed { light, dark };
        Ok(Accent {
            accent,
            ink: Themed {
                light: light.ink(),
                dark: dark.ink(),
            },
            soft: Themed {
                light: soft(light, CARD.light, SOFT_INK.light),
                dark: soft(dark, CARD.dark, SOFT_INK.dark),
            },
        })
    }

    /// The custom properties of `static/site.css` that the accent overrides. Visitors who ask for more contrast, or use their own
    /// colours, keep the built-in ones.
    pub fn css(&self) -> String {
        let one = |name: &str, pair: Themed| format!("--{name}: {};", pair.light);
        let both = |name: &str, pair: Themed| {
            format!("--{name}: light-dark({}, {});", pair.light, pair.dark)
        };
        let properties = |line: &dyn Fn(&str, Themed) -> String| {
            [
                line("accent", self.accent),
                line("on-accent", self.ink),
                line("accent-soft", self.soft),
            ]
            .join(" ")
        };
        format!(
            "/* The accent of this site, for the tokens of site.css. */\n\
             @media (prefers-contrast: no-preference) and (forced-colors: none) {{\n\
             :root:root {{ {} }}\n\
             @supports (color: light-dark(red, red)) {{\n\
             :root:root {{ {} }}\n\
             }}\n\
             }}\n",
            properties(&one),
            properties(&both)
        )
    }
}

/// The darkest tone of the same hue, not darker than the accent, that can be read on dark pages, even on a ground tinted with it.
fn on_dark(light: Colour) -> Colour {
    let [hue, saturation, own] = light.hsl();
    (0..=TONES)
        .map(|step| f32::from(step) / f32::from(TONES))
        .filter(|lightness| *lightness >= own)
        .map(|lightness| Colour::of_hsl([hue, saturation, lightness]))
        .find(|tone| {
            let soft = CARD.dark.mixed(*tone, SOFT_PERCENT);
            let grounds = [PAPER.dark, CARD.dark, soft];
            grounds
                .iter()
                .all(|ground| tone.contrast(*ground) >= ENOUGH_CONTRAST)
        })
        .unwrap_or(Colour::WHITE)
}

/// The ground with as much of the accent as leaves the accent and this text legible on it.
fn soft(accent: Colour, ground: Colour, text: Colour) -> Colour {
    (0..=SOFT_PERCENT)
        .rev()
        .map(|percent| ground.mixed(accent, percent))
        .find(|soft| {
            let least = accent.contrast(*soft).min(text.contrast(*soft));
            least >= ENOUGH_CONTRAST
        })
        .unwrap_or(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every colour of a coarse cube that can be read on the paper gives colours that can be read everywhere.
    #[test]
    fn what_follows_from_an_accent_can_be_read() {
        let mut accepted = 0;
        for red in (0..=255).step_by(15) {
            for green in (0..=255).step_by(15) {
                for blue in (0..=255).step_by(15) {
                    let colour = Colour([red, green, blue]);
                    let Ok(Accent { accent, ink, soft }) = Accent::new(colour) else {
                        assert!(colour.contrast(PAPER.light) < 4.5);
                        continue;
                    };
                    accepted += 1;
                    assert_eq!(accent.light, colour);
                    let pairs = [
                        (accent.light, PAPER.light),
                        (accent.light, CARD.light),
                        (accent.light, soft.light),
                        (SOFT_INK.light, soft.light),
                        (accent.light, ink.light),
                        (accent.dark, PAPER.dark),
                        (accent.dark, CARD.dark),
                        (accent.dark, soft.dark),
                        (SOFT_INK.dark, soft.dark),
                        (accent.dark, ink.dark),
                    ];
                    for (one, other) in pairs {
                        assert!(one.contrast(other) >= 4.5, "{colour}: {one} on {other}");
                    }
                    let ([hue, ..], [dark_hue, dark_saturation, lightness]) =
                        (colour.hsl(), accent.dark.hsl());
                    assert!(lightness > colour.hsl()[2], "{colour}");
                    let turned = (hue - dark_hue).abs();
                    assert!(
                        dark_saturation < 0.05 || turned.min(6.0 - turned) < 0.2,
                        "{colour}: {}",
                        accent.dark
                    );
                }
            }
        }
        assert!(accepted > 1000, "{accepted}");
    }

    #[test]
    fn a_faint_accent_is_refused_with_its_contrast() {
        // Yellow on this paper, by the formula: luminance 0.9278 against 0.9131.
        let yellow = Accent::new(Colour([255, 255, 0])).unwrap_err();
        assert!((1.0..1.1).contains(&yellow), "{yellow}");
        let grey = Accent::new(Colour([0x77, 0x77, 0x77])).unwrap_err();
        assert!((4.0..4.2).contains(&grey), "{grey}");
        assert!(Accent::new(Colour::BLACK).is_ok());
    }

    #[test]
    fn the_stylesheet_has_a_colour_for_each_theme() {
        let css = Accent::new(Colour([0x8a, 0x1c, 0x5b])).unwrap().css();
        assert!(
            css.contains("--accent: #8a1c5b; --on-accent: #ffffff; --accent-soft: #"),
            "{css}"
        );
        assert!(css.contains("--accent: light-dark(#8a1c5b, #"), "{css}");
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }
}
