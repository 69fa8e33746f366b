//! A finished picture.

use serde::{Deserialize, Serialize};

/// A finished picture.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Drawing {
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// The least contrast ratio (WCAG 2.2, 1.4.3: 1 to 21). Of the strong preset that of any letter's border to the rim round it, measured
    /// on the finished picture; of the classic one that of the ink to any bare spot of the background, however much ink the noise leaves.
    pub contrast: f32,
}

/// The look of a picture, which does not change the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Pixels of the picture per pixel of the layout.
    pub scale: Scale,
    /// The theme of the page.
    pub theme: Theme,
}

impl Look {
    /// The light look at a scale.
    pub const fn at(scale: Scale) -> Self {
        Look {
            scale,
            theme: Theme::Light,
        }
    }
}

/// The theme of the page with the picture. [`crate::Preset::Classic`] has one look for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// A light page.
    #[default]
    Light,
    /// A dark page.
    Dark,
}

/// Pixels of the picture per pixel of the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum Scale {
    /// One: for ordinary screens.
    #[default]
    One,
    /// Two: the same layout, drawn twice as fine, for screens with two device pixels per CSS pixel.
    Two,
}

impl Scale {
    /// Device pixels per layout pixel.
    pub const fn factor(self) -> u32 {
        match self {
            Scale::One => 1,
            Scale::Two => 2,
        }
    }
}

impl From<Scale> for u32 {
    fn from(scale: Scale) -> u32 {
        scale.factor()
    }
}

/// A scale other than 1 and 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a captcha is drawn at scale 1 or 2, not {0}")]
pub struct UnknownScale(pub u32);

impl TryFrom<u32> for Scale {
    type Error = UnknownScale;

    fn try_from(factor: u32) -> Result<Self, UnknownScale> {
        match factor {
            1 => Ok(Scale::One),
            2 => Ok(Scale::Two),
            other => Err(UnknownScale(other)),
        }
    }
}
