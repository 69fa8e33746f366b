//! The twelve settings of the classic preset.

use serde::{Deserialize, Serialize};

use crate::captcha::classic::{FieldError, Kind, Problem, field, fields};

/// The settings of the classic preset; the default is the factory setting. The bounds stand in [`fields`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Draws capitals only; the answer is compared without case anyway.
    pub uppercase: bool,
    /// The directory of the site's own fonts.
    pub fonts_dir: String,
    /// Height of the em square of the letters.
    pub font_size_px: u32,
    /// The most space before a letter; the least is half of it.
    pub spacing_px: u32,
    /// How far a letter may be moved down.
    pub jiggle_px: u32,
    /// How far a letter may be turned, each way.
    pub rotation_deg: u32,
    /// How much a letter may be larger or smaller.
    pub size_variation_px: u32,
    /// The directory of the site's own backgrounds.
    pub backgrounds_dir: String,
    /// Noise pixels in each column.
    pub noise_pixels: u32,
    /// Noise lines, and as many ellipses.
    pub noise_lines: u32,
    /// Space round the text.
    pub margin_px: u32,
    /// How far the whole text may be turned, each way.
    pub image_rotation_deg: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            uppercase: false,
            fonts_dir: "fonts".to_owned(),
            font_size_px: 24,
            spacing_px: 10,
            jiggle_px: 5,
            rotation_deg: 5,
            size_variation_px: 2,
            backgrounds_dir: "backgrounds".to_owned(),
            noise_pixels: 4,
            noise_lines: 4,
            margin_px: 10,
            image_rotation_deg: 0,
        }
    }
}

/// The place of one setting.
enum Slot<'a> {
    Switch(&'a mut bool),
    Number(&'a mut u32),
    Directory(&'a mut String),
}

impl Settings {
    /// Every setting that is wrong, in the order of [`fields`].
    ///
    /// # Errors
    /// All problems at once, each with the field it belongs to.
    pub fn validate(&self) -> Result<(), Vec<FieldError>> {
        let mut errors: Vec<_> = fields()
            .iter()
            .filter_map(|spec| {
                let text = self.get(spec.key)?;
                self.clone().set(spec.key, &text).err()
            })
            .collect();
        if self.size_variation_px >= self.font_size_px
            && errors.iter().all(|e| e.field != "size_variation_px")
        {
            errors.push(FieldError {
                field: "size_variation_px",
                problem: Problem::NotBelowFontSize {
                    font_size_px: self.font_size_px,
                },
            });
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }

    /// The value of a setting as a form shows it; `None` for an unknown key.
    pub fn get(&self, key: &str) -> Option<String> {
        // Reading through the one list of places is worth a copy: a form has twelve fields.
        Some(match self.clone().slot(key)? {
            Slot::Switch(on) => on.to_string(),
            Slot::Number(number) => number.to_string(),
            Slot::Directory(path) => path.clone(),
        })
    }

    /// Takes the value of one setting as a form, an environment variable or a command line gives it. Whether the size
    /// adjustment is below the font size only [`Settings::validate`] can tell.
    ///
    /// # Errors
    /// What is wrong with the value; the setting stays as it was.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), FieldError> {
        let spec = field(key).ok_or(FieldError {
            field: "",
            problem: Problem::Unknown {
                key: key.to_owned(),
            },
        })?;
        let wrong = |problem| FieldError {
            field: spec.key,
            problem,
        };
        match (self.slot(key), spec.kind) {
            (Some(Slot::Switch(on)), _) => {
                *on = match text.trim().to_ascii_lowercase().as_str() {
                    "true" | "on" | "yes" | "1" => true,
                    "false" | "off" | "no" | "0" | "" => false,
                    _ => return Err(wrong(Problem::NotASwitch)),
                };
            }
            (Some(Slot::Number(number)), Kind::Number { min, max }) => {
                let value: u32 = text
                    .trim()
                    .parse()
                    .map_err(|_| wrong(Problem::NotFromTo { min, max }))?;
                if !(min..=max).contains(&value) {
                    return Err(wrong(Problem::NotFromTo { min, max }));
                }
                *number = value;
            }
            (Some(Slot::Directory(path)), _) => {
                let text = text.trim();
                if text.len() > MAX_PATH_BYTES || text.chars().any(char::is_control) {
                    return Err(wrong(Problem::NotAPath));
                }
                *path = text.to_owned();
            }
            (Some(Slot::Number(_)), _) | (None, _) => {
                unreachable!("a test sets every field of the table")
            }
        }
        Ok(())
    }

    fn slot(&mut self, key: &str) -> Option<Slot<'_>> {
        Some(match key {
            "uppercase" => Slot::Switch(&mut self.uppercase),
            "fonts_dir" => Slot::Directory(&mut self.fonts_dir),
            "font_size_px" => Slot::Number(&mut self.font_size_px),
            "spacing_px" => Slot::Number(&mut self.spacing_px),
            "jiggle_px" => Slot::Number(&mut self.jiggle_px),
            "rotation_deg" => Slot::Number(&mut self.rotation_deg),
            "size_variation_px" => Slot::Number(&mut self.size_variation_px),
            "backgrounds_dir" => Slot::Directory(&mut self.backgrounds_dir),
            "noise_pixels" => Slot::Number(&mut self.noise_pixels),
            "noise_lines" => Slot::Number(&mut self.noise_lines),
            "margin_px" => Slot::Number(&mut self.margin_px),
            "image_rotation_deg" => Slot::Number(&mut self.image_rotation_deg),
            _ => return None,
        })
    }
}

/// The longest path that Linux opens.
const MAX_PATH_BYTES: usize = 4096;
