//! The rules of gomoku: points, rows of five, forbidden moves of renju, openings.

pub mod forbidden;
pub mod line_patterns;
pub mod opening;
pub mod points;
pub mod position;
pub mod row_rules;
pub mod threats;
