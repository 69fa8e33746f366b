//! Settings of the strong preset: a switch and a range for each idea.

use serde::{Deserialize, Serialize};

use crate::settings::settings_macro::{Choice, FieldError, above_most, settings};

/// The material of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeKind {
    /// Letters that are not mistaken for one another, in any order.
    #[default]
    Letters,
    /// Consonants and vowels, easy to keep in mind, as in the classic preset.
    Syllables,
}

impl CodeKind {
    /// The words of the setting.
    pub const NAMES: [&'static str; 2] = ["letters", "syllables"];
}

impl Choice for CodeKind {
    fn word(&self) -> &'static str {
        match self {
            CodeKind::Letters => Self::NAMES[0],
            CodeKind::Syllables => Self::NAMES[1],
        }
    }

    fn take(&mut self, word: &str) -> bool {
        let known = [CodeKind::Letters, CodeKind::Syllables];
        let found = known.into_iter().find(|kind| kind.word() == word);
        found.map(|kind| *self = kind).is_some()
    }
}

settings! {
    /// The settings of the strong preset; the default is the factory setting.
    "strong";
    /// What words are made of: "letters" that are not mistaken for one another, or "syllables".
    code: choice(CodeKind) = CodeKind::Letters, Word, "Words are made of";
    /// The fewest letters of a word.
    letters_min: number(4..=8) = 5, Word, "Minimum number of letters";
    /// The most letters of a word.
    letters_max: number(4..=8) = 6, Word, "Maximum number of letters";
    /// The smallest height of a capital in pixels, before the word is fitted into the picture.
    size_min_px: number(30..=60) = 46, Letters, "Smallest letter size";
    /// The largest height of a capital in pixels, before the fit.
    size_max_px: number(30..=60) = 56, Letters, "Largest letter size";
    /// Draws some letters as capitals; answers are compared without case.
    mixed_case: switch = true, Letters, "Capitals and small letters mixed";
    /// Draws every letter in its own font; otherwise a word has one font.
    mixed_fonts: switch = true, Letters, "A different font for each letter";
    /// Percentage of letters drawn in a style other than solid.
    styled_percent: number(0..=100) = 65, Letters, "Letters that are not solid (per cent)";
    /// Outlines only.
    hollow: switch = true, Letters, "Hollow letters";
    /// Solid with a light line inside.
    inline: switch = true, Letters, "Inline letters";
    /// Stripes inside an outline.
    striped: switch = true, Letters, "Striped letters";
    /// Solid above and hollow below, or the other way round.
    split: switch = true, Letters, "Split letters";
    /// Solid with an edge and a shadow beside it.
    shadow: switch = true, Letters, "Letters with a shadow";
    /// Dots inside an outline.
    dotted: switch = false, Letters, "Dotted letters";
    /// Checks inside an outline.
    checked: switch = true, Letters, "Checked letters";
    /// Solid with a thin line round it.
    echo: switch = false, Letters, "Letters with an echo line";
    /// Paper on a sticker of ink in the letter's shape.
    sticker: switch = true, Letters, "Light letters on a sticker";
    /// Grey with an edge.
    grey: switch = true, Letters, "Grey letters with an edge";
    /// How far a letter may slide under its neighbour, in per cent of its width.
    overlap_percent: number(0..=20) = 0, Line, "Overlap of neighbours (per cent)";
    /// How far a letter may turn, each way.
    rotation_deg: number(0..=30) = 14, Line, "Letter rotation";
    /// Leans letters to either side.
    lean: switch = true, Letters, "Leaning letters";
    /// How far, in per cent of a letter's height.
    lean_percent: number(1..=40) = 15, Letters, "Lean of a letter (per cent)";
    /// Makes letters wider and narrower.
    stretch: switch = true, Letters, "Wide and narrow letters";
    /// By how much.
    stretch_percent: number(1..=40) = 20, Letters, "Change of width (per cent)";
    /// Lets letters that overlap (overlap_percent) run into each other in some pictures; where they do, the tone is inverted.
    joined: switch = false, Line, "Letters that run into each other";
    /// Percentage of pictures.
    joined_percent: number(1..=100) = 15, Line, "Pictures with joined letters (per cent)";
    /// Sets letters above and below the line in turns.
    stagger: switch = true, Line, "Letters above and below the line";
    /// Maximum distance of a letter from the line.
    stagger_px: number(1..=24) = 18, Line, "Distance from the line";
    /// Sets some words in two rows; those of more than six letters always.
    rows: switch = false, Line, "Two rows";
    /// Percentage of pictures.
    rows_percent: number(1..=100) = 65, Line, "Pictures with two rows (per cent)";
    /// Letters grow or shrink along the word in some pictures.
    ramp: switch = false, Line, "Size ramp";
    /// How much, from the first letter to the last.
    ramp_percent: number(5..=60) = 30, Line, "Size ramp (per cent)";
    /// The word rises or falls.
    slope: switch = true, Line, "Slope";
    /// Maximum steepness; the minimum is two thirds of it.
    slope_deg: number(1..=40) = 36, Line, "Slope (degrees)";
    /// The line of the word bends.
    arc: switch = true, Line, "Arc";
    /// Maximum height of its middle above its ends.
    arc_px: number(1..=40) = 18, Line, "Height of the arc";
    /// The whole word is warped by a wave.
    wave: switch = true, Line, "Wave";
    /// Maximum shift of a pixel by the wave.
    wave_px: number(1..=8) = 3, Line, "Height of the wave";
    /// Inverts a part of some pictures, letters and background alike.
    masks: switch = true, Ground, "Inverting masks";
    /// Percentage of pictures.
    masks_percent: number(1..=100) = 90, Ground, "Pictures with a mask (per cent)";
    /// Lays stripes, tiles or blobs under the letters of some pictures.
    pattern: switch = false, Ground, "Busy background";
    /// Percentage of pictures.
    pattern_percent: number(1..=100) = 20, Ground, "Pictures with a busy background (per cent)";
    /// The quiet rim between letters and a busy background.
    halo_px: number(2..=6) = 5, Ground, "Halo round the letters";
    /// A thin line that inverts what it crosses.
    stroke: switch = true, Ground, "Inverting stroke";
    /// Its maximum width.
    stroke_px: number(1..=3) = 1, Ground, "Width of the stroke";
    /// Faint letters behind the word.
    decoys: switch = true, Ground, "Faint decoy letters";
    /// Maximum number.
    decoys_count: number(1..=8) = 3, Ground, "Maximum number of decoys";
    /// Uses the background images for some pictures.
    photos: switch = true, Ground, "Background pictures";
    /// Percentage of pictures.
    photos_percent: number(1..=100) = 15, Ground, "Pictures on a background picture (per cent)";
}

impl Settings {
    /// Conflicts between settings that are valid by themselves.
    fn contradictions(&self) -> Vec<FieldError> {
        above_most(&[
            (
                ("strong.letters_min", self.letters_min),
                ("strong.letters_max", self.letters_max),
            ),
            (
                ("strong.size_min_px", self.size_min_px),
                ("strong.size_max_px", self.size_max_px),
            ),
        ])
    }
}
