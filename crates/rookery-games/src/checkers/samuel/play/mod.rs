//! Play of Samuel's kind: scores, the look-ahead, games and matches.

pub mod contest;
pub mod look_ahead;
pub mod played_game;
pub mod polynomial;
pub mod scoring;
