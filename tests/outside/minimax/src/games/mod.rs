//! Games with rules and an evaluation, and nothing else: what somebody writes on the first evening.

pub mod breakthrough_6;
pub mod breakthrough_8;
pub mod clobber;
pub mod domineering;
pub mod dots_and_boxes;
pub mod kalah;

use rookery_games::engine::SplitMix;

/// A key of these words, computed from scratch.
pub fn mixed(words: &[u64]) -> u64 {
    words
        .iter()
        .fold(0, |key, word| SplitMix::new(key ^ word).next())
}
