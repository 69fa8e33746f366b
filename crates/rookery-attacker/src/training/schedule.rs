//! The training schedule, by the share of the time used.

/// The greatest rate of learning.
const PEAK_RATE: f64 = 3e-3;
/// Share of the time in which the rate rises.
const WARM_UP: f64 = 0.05;
/// Share of the time in which letters are pulled to their places along the word.
const GUIDED: f64 = 0.15;

/// The rate of learning: it rises for a start and falls to nothing along half a cosine.
pub(crate) fn rate(done: f64) -> f32 {
    let factor = if done < WARM_UP {
        (done / WARM_UP).max(0.05)
    } else {
        let rest = ((done - WARM_UP) / (1.0 - WARM_UP)).min(1.0);
        0.5 + 0.5 * (std::f64::consts::PI * rest).cos()
    };
    (PEAK_RATE * factor) as f32
}

/// The strength with which letters are pulled to their places, from one down to zero.
pub(crate) fn guidance(done: f64) -> f64 {
    (1.0 - done / GUIDED).max(0.0)
}
