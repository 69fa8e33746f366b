//! Targets of lessons: shares of points, and the scale on which centipawns become them.

use crate::chess::tune::lesson::Lesson;

/// The share of points, 0 to 1, that a value on a scale foretells.
pub fn share(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// What is to be foretold of a lesson, 0 to 1 for White: how the game ended, which counts `result` of 1, and what the search thought.
pub fn target(lesson: &Lesson, result: f32, scale_cp: f32) -> f32 {
    result * f32::from(lesson.halves) / 2.0
        + (1.0 - result) * share(lesson.score_cp.into(), scale_cp)
}

/// The scale on which the values of the searches foretell the results best, centipawns: it keeps the size of a pawn what it is.
pub fn scale_cp(lessons: impl Iterator<Item = (i16, u8)>) -> f32 {
    let lessons: Vec<_> = lessons.collect();
    let error = |scale_cp: f32| -> f64 {
        let squares = lessons.iter().map(|&(score_cp, halves)| {
            let foretold = share(score_cp.into(), scale_cp);
            f64::from(f32::from(halves) / 2.0 - foretold).powi(2)
        });
        squares.sum()
    };
    let scales = (8..=40).map(|tens| 10.0 * tens as f32);
    let measured = scales.map(|scale_cp| (error(scale_cp), scale_cp));
    let best = measured.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("there are scales").1
}
