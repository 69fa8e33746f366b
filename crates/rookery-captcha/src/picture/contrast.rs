//! Contrast of two colours by WCAG 2.2 (the definitions of "relative luminance" and "contrast ratio").

use std::sync::LazyLock;

/// The minimum contrast of a letter to its surroundings (WCAG 2.2, 1.4.3, level AA, for text of any size).
pub const ENOUGH: f32 = 4.5;

static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let share = value as f32 / 255.0;
        match share <= 0.040_45 {
            true => share / 12.92,
            false => ((share + 0.055) / 1.055).powf(2.4),
        }
    })
});

/// The relative luminance of a colour: 0 for black, 1 for white.
pub fn luminance([r, g, b]: [u8; 3]) -> f32 {
    let linear = |value: u8| LINEAR[usize::from(value)];
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/// The contrast ratio of two luminances: 1 if they are equal, 21 for black and white.
pub fn ratio(one: f32, other: f32) -> f32 {
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use crate::picture::contrast::{luminance, ratio};

    /// Pairs and ratios that WebAIM's checker and the WCAG examples give.
    #[test]
    fn ratios_are_those_that_are_published() {
        for (one, other, expected) in [
            ([0, 0, 0], [255, 255, 255], 21.0),
            ([119, 119, 119], [255, 255, 255], 4.48),
            ([118, 118, 118], [255, 255, 255], 4.54),
            ([255, 0, 0], [255, 255, 255], 4.0),
            ([0, 0, 255], [255, 255, 255], 8.59),
        ] {
            let found = ratio(luminance(one), luminance(other));
            assert!(
                (found - expected).abs() < 0.01,
                "{one:?} {other:?}: {found}"
            );
        }
    }
}
