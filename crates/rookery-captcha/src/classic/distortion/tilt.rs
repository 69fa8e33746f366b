//! Rotation of the whole text: every letter round the middle of the picture; the canvas grows to hold it.

use crate::classic::layout::Layout;

/// Rotates the text by `angle_deg` anticlockwise. The margin keeps its width.
pub(crate) fn tilt(layout: &mut Layout<'_>, angle_deg: f32) {
    let (sin, cos) = angle_deg.to_radians().sin_cos();
    let text_width = layout.width - 2.0 * layout.margin;
    let text_height = layout.height - 2.0 * layout.margin;
    let width = text_width * cos + text_height * sin.abs() + 2.0 * layout.margin;
    let height = text_width * sin.abs() + text_height * cos + 2.0 * layout.margin;
    for placed in &mut layout.letters {
        let (x, y) = (
            placed.x - layout.width / 2.0,
            placed.y - layout.height / 2.0,
        );
        placed.x = x * cos + y * sin + width / 2.0;
        placed.y = y * cos - x * sin + height / 2.0;
        placed.angle_deg += angle_deg;
    }
    layout.width = width;
    layout.height = height;
}
