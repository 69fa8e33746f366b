//! The table of the twelve settings of the classic preset.

use crate::settings::fields::{FieldSpec, Group, Kind};

pub(super) const FIELDS: [FieldSpec; 12] = [
    FieldSpec::switch("classic.uppercase", "Use only uppercase", Group::Fonts),
    FieldSpec::new(
        "classic.fonts_dir",
        "TrueType fonts path",
        Group::Fonts,
        Kind::Directory,
    ),
    FieldSpec::number("classic.font_size_px", "Font size", Group::Fonts, 8, 99),
    FieldSpec::number(
        "classic.spacing_px",
        "Character spacing",
        Group::Fonts,
        0,
        200,
    ),
    FieldSpec::number("classic.jiggle_px", "Character jiggle", Group::Fonts, 0, 99),
    FieldSpec::number(
        "classic.rotation_deg",
        "Character rotation",
        Group::Fonts,
        0,
        90,
    ),
    FieldSpec::number(
        "classic.size_variation_px",
        "Character size adjustment",
        Group::Fonts,
        0,
        50,
    ),
    FieldSpec::new(
        "classic.backgrounds_dir",
        "Background images path",
        Group::Image,
        Kind::Directory,
    ),
    FieldSpec::number(
        "classic.noise_pixels",
        "Image noise (pixels per column)",
        Group::Image,
        0,
        200,
    ),
    FieldSpec::number(
        "classic.noise_lines",
        "Image noise (lines and ellipses)",
        Group::Image,
        0,
        100,
    ),
    FieldSpec::number("classic.margin_px", "Image margin", Group::Image, 0, 200),
    FieldSpec::number(
        "classic.image_rotation_deg",
        "Image rotation",
        Group::Image,
        0,
        30,
    ),
];
