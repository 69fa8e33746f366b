//! The settings of the strong preset: a switch and a range for each idea.

use serde::{Deserialize, Serialize};

use crate::settings::fields::{Choice, FieldError, FieldSpec, Problem, Section, Slot};
use crate::strong::fields::FIELDS;

/// What words are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CodeKind {
    /// Letters that are not taken for one another, in any order.
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

/// The settings of the strong preset; the default is the factory setting. The bounds stand in the table of fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What words are made of.
    pub code: CodeKind,
    /// The fewest letters of a word.
    pub letters_min: u32,
    /// The most letters of a word.
    pub letters_max: u32,
    /// The smallest em square of a letter; a word that is too wide is still made narrower.
    pub size_min_px: u32,
    /// The largest em square of a letter.
    pub size_max_px: u32,
    /// Draws some letters as capitals; answers are compared without case.
    pub mixed_case: bool,
    /// Draws every letter in a font of its own; otherwise a word has one.
    pub mixed_fonts: bool,
    /// How many of a hundred letters are drawn in a style other than solid.
    pub styled_percent: u32,
    /// Outlines only.
    pub hollow: bool,
    /// Solid with a light line inside.
    pub inline: bool,
    /// Stripes inside an outline.
    pub striped: bool,
    /// Solid above and hollow below, or the other way round.
    pub split: bool,
    /// Solid with an edge and a shadow beside it.
    pub shadow: bool,
    /// Dots inside an outline.
    pub dotted: bool,
    /// Checks inside an outline.
    pub checked: bool,
    /// Solid with a thin line round it.
    pub echo: bool,
    /// Paper on a sticker of ink in the letter's shape.
    pub sticker: bool,
    /// Grey with an edge.
    pub grey: bool,
    /// How far a letter may slide under its neighbour, in hundredths of its width.
    pub overlap_percent: u32,
    /// How far a letter may turn, each way.
    pub rotation_deg: u32,
    /// Leans letters to either side.
    pub lean: bool,
    /// How far, in hundredths of a letter's height.
    pub lean_percent: u32,
    /// Makes letters wider and narrower.
    pub stretch: bool,
    /// By how much.
    pub stretch_percent: u32,
    /// Lets letters run into each other in some pictures: where two overlap, the tone turns over.
    pub joined: bool,
    /// How many pictures of a hundred.
    pub joined_percent: u32,
    /// Sets some words in two rows; those of more than six letters always.
    pub rows: bool,
    /// How many pictures of a hundred.
    pub rows_percent: u32,
    /// Letters grow or shrink along the word in some pictures.
    pub ramp: bool,
    /// How much, from the first letter to the last.
    pub ramp_percent: u32,
    /// The word rises or falls in some pictures.
    pub slope: bool,
    /// How steeply at most.
    pub slope_deg: u32,
    /// The word bends in some pictures.
    pub arc: bool,
    /// How high its middle stands above its ends at most.
    pub arc_px: u32,
    /// The whole word is warped by a wave.
    pub wave: bool,
    /// How far the wave moves a pixel at most.
    pub wave_px: u32,
    /// Inverts a part of some pictures, letters and ground alike.
    pub masks: bool,
    /// How many pictures of a hundred.
    pub masks_percent: u32,
    /// Lays stripes, tiles or blobs under the letters of some pictures.
    pub pattern: bool,
    /// How many pictures of a hundred.
    pub pattern_percent: u32,
    /// The quiet rim between letters and a busy ground.
    pub halo_px: u32,
    /// A thin line that inverts what it crosses.
    pub stroke: bool,
    /// Its width at most.
    pub stroke_px: u32,
    /// Faint letters behind the word.
    pub decoys: bool,
    /// How many at most.
    pub decoys_count: u32,
    /// Uses the background pictures for some grounds.
    pub photos: bool,
    /// How many pictures of a hundred.
    pub photos_percent: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            code: CodeKind::Letters,
            letters_min: 5,
            letters_max: 7,
            size_min_px: 40,
            size_max_px: 56,
            mixed_case: true,
            mixed_fonts: true,
            styled_percent: 70,
            hollow: true,
            inline: true,
            striped: true,
            split: true,
            shadow: true,
            dotted: false,
            checked: true,
            echo: false,
            sticker: true,
            grey: true,
            overlap_percent: 6,
            rotation_deg: 12,
            lean: true,
            lean_percent: 15,
            stretch: true,
            stretch_percent: 20,
            joined: false,
            joined_percent: 15,
            rows: true,
            rows_percent: 65,
            ramp: true,
            ramp_percent: 30,
            slope: true,
            slope_deg: 6,
            arc: true,
            arc_px: 8,
            wave: true,
            wave_px: 3,
            masks: true,
            masks_percent: 75,
            pattern: true,
            pattern_percent: 55,
            halo_px: 5,
            stroke: true,
            stroke_px: 1,
            decoys: true,
            decoys_count: 5,
            photos: true,
            photos_percent: 15,
        }
    }
}

impl Section for Settings {
    const FIELDS: &'static [FieldSpec] = &FIELDS;

    fn conflicts(&self) -> Option<FieldError> {
        let pairs = [
            ("strong.letters_min", self.letters_min, self.letters_max),
            ("strong.size_min_px", self.size_min_px, self.size_max_px),
        ];
        pairs
            .into_iter()
            .find(|(_, least, most)| least > most)
            .map(|(field, _, most)| FieldError {
                field,
                problem: Problem::LeastAboveMost { most },
            })
    }

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        Some(match key {
            "strong.code" => Slot::Choice(&mut self.code),
            "strong.letters_min" => Slot::Number(&mut self.letters_min),
            "strong.letters_max" => Slot::Number(&mut self.letters_max),
            "strong.size_min_px" => Slot::Number(&mut self.size_min_px),
            "strong.size_max_px" => Slot::Number(&mut self.size_max_px),
            "strong.mixed_case" => Slot::Switch(&mut self.mixed_case),
            "strong.mixed_fonts" => Slot::Switch(&mut self.mixed_fonts),
            "strong.styled_percent" => Slot::Number(&mut self.styled_percent),
            "strong.hollow" => Slot::Switch(&mut self.hollow),
            "strong.inline" => Slot::Switch(&mut self.inline),
            "strong.striped" => Slot::Switch(&mut self.striped),
            "strong.split" => Slot::Switch(&mut self.split),
            "strong.shadow" => Slot::Switch(&mut self.shadow),
            "strong.dotted" => Slot::Switch(&mut self.dotted),
            "strong.checked" => Slot::Switch(&mut self.checked),
            "strong.echo" => Slot::Switch(&mut self.echo),
            "strong.lean" => Slot::Switch(&mut self.lean),
            "strong.lean_percent" => Slot::Number(&mut self.lean_percent),
            "strong.stretch" => Slot::Switch(&mut self.stretch),
            "strong.stretch_percent" => Slot::Number(&mut self.stretch_percent),
            "strong.joined" => Slot::Switch(&mut self.joined),
            "strong.joined_percent" => Slot::Number(&mut self.joined_percent),
            "strong.sticker" => Slot::Switch(&mut self.sticker),
            "strong.grey" => Slot::Switch(&mut self.grey),
            "strong.overlap_percent" => Slot::Number(&mut self.overlap_percent),
            "strong.rotation_deg" => Slot::Number(&mut self.rotation_deg),
            "strong.rows" => Slot::Switch(&mut self.rows),
            "strong.rows_percent" => Slot::Number(&mut self.rows_percent),
            "strong.ramp" => Slot::Switch(&mut self.ramp),
            "strong.ramp_percent" => Slot::Number(&mut self.ramp_percent),
            "strong.slope" => Slot::Switch(&mut self.slope),
            "strong.slope_deg" => Slot::Number(&mut self.slope_deg),
            "strong.arc" => Slot::Switch(&mut self.arc),
            "strong.arc_px" => Slot::Number(&mut self.arc_px),
            "strong.wave" => Slot::Switch(&mut self.wave),
            "strong.wave_px" => Slot::Number(&mut self.wave_px),
            "strong.masks" => Slot::Switch(&mut self.masks),
            "strong.masks_percent" => Slot::Number(&mut self.masks_percent),
            "strong.pattern" => Slot::Switch(&mut self.pattern),
            "strong.pattern_percent" => Slot::Number(&mut self.pattern_percent),
            "strong.halo_px" => Slot::Number(&mut self.halo_px),
            "strong.stroke" => Slot::Switch(&mut self.stroke),
            "strong.stroke_px" => Slot::Number(&mut self.stroke_px),
            "strong.decoys" => Slot::Switch(&mut self.decoys),
            "strong.decoys_count" => Slot::Number(&mut self.decoys_count),
            "strong.photos" => Slot::Switch(&mut self.photos),
            "strong.photos_percent" => Slot::Number(&mut self.photos_percent),
            _ => return None,
        })
    }
}
