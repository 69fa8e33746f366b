//! A sample of header, notice, button and link in the colours of the form, on a light and on a dark page.

use crate::look::{Accent, CARD, Colour, INK, Logo, Look, PAPER, Themed, beginning};
use crate::web::admin::look::problem_texts::ratio;
use crate::web::page::Page;

/// The room for logo and name in the header of the sample, and between the two, in its units.
const ROOM: u32 = 230;
const GAP: u32 = 10;
/// The width of a character, on average.
const CHARACTER: u32 = 10;
/// The left edge of the header's texts, and its middle.
const LEFT: u32 = 16;
const MIDDLE: u32 = 20;

/// A page in small.
pub struct Pane {
    /// Light or dark, in words.
    pub title: String,
    /// The tone and its contrast, in words.
    pub figures: String,
    pub paper: Colour,
    pub card: Colour,
    pub ink: Colour,
    pub accent: Colour,
    pub on_accent: Colour,
    pub soft: Colour,
}

/// Logo and name at their places in the header of the sample.
pub struct Brand {
    pub logo: Option<LogoPicture>,
    /// The part of the name for which there is room.
    pub name: String,
    pub name_left: u32,
}

/// A logo in its size in the header.
pub struct LogoPicture {
    /// The name of its file.
    pub file: String,
    pub width_px: u32,
    pub height_px: u32,
    pub left: u32,
    pub top: u32,
}

/// The brand of a look.
pub fn brand(look: &Look) -> Brand {
    let logo = look.logo.as_ref().map(LogoPicture::of);
    let taken = logo.as_ref().map_or(0, |logo| logo.width_px + GAP);
    let fitting = ROOM.saturating_sub(taken) / CHARACTER;
    Brand {
        // A number of characters, at most 23.
        name: beginning(&look.name, fitting as usize),
        name_left: LEFT + taken,
        logo,
    }
}

impl LogoPicture {
    fn of(logo: &Logo) -> Self {
        let (width_px, height_px) = logo.shown_px();
        LogoPicture {
            file: logo.to_string(),
            width_px,
            height_px,
            left: LEFT,
            top: MIDDLE.saturating_sub(height_px / 2),
        }
    }
}

/// Both pages, in the accent of a look, or in the built-in accent if there is none or it cannot be used.
pub fn panes(page: &Page, look: &Look) -> [Pane; 2] {
    let colours = look.accent_colours().unwrap_or(Accent::BUILT_IN);
    let pane = |title: String, of: fn(Themed) -> Colour| {
        let (accent, card) = (of(colours.accent), of(CARD));
        let contrast = accent.contrast(card).min(accent.contrast(of(PAPER)));
        Pane {
            title,
            figures: page.t2(
                "look-sample-figures",
                "colour",
                accent,
                "contrast",
                ratio(contrast),
            ),
            paper: of(PAPER),
            card,
            ink: of(INK),
            accent,
            on_accent: of(colours.ink),
            soft: of(colours.soft),
        }
    };
    [
        pane(page.t("theme-light"), |pair| pair.light),
        pane(page.t("theme-dark"), |pair| pair.dark),
    ]
}
