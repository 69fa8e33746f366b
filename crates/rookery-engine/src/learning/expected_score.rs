//! Expected score: the share of points that centipawns foretell, by a logistic curve.

/// The expected score, 0 to 1, of a value on a scale.
pub fn expected_score(value: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The target of a position, 0 to 1: the mean of the result of its game (`halves`, in half points), with the weight `result` (0 to 1), and
/// of the score that the value of a search predicts.
pub fn target(halves: u8, score_cp: i16, result: f32, scale_cp: f32) -> f32 {
    result * f32::from(halves) / 2.0 + (1.0 - result) * expected_score(score_cp.into(), scale_cp)
}

/// The scale on which the values of searches (centipawns) best predict the results (half points): so a learned centipawn keeps its size.
pub fn fitted_scale_cp(ends: &[(i16, u8)]) -> f32 {
    let error = |scale_cp: f32| -> f64 {
        let squares = ends.iter().map(|&(score_cp, halves)| {
            let foretold = expected_score(score_cp.into(), scale_cp);
            f64::from(f32::from(halves) / 2.0 - foretold).powi(2)
        });
        squares.sum()
    };
    let scales = (8..=40).map(|tens| 10.0 * tens as f32);
    let measured = scales.map(|scale_cp| (error(scale_cp), scale_cp));
    let best = measured.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("there are scales").1
}
