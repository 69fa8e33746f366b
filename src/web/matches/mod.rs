//! Matches on pages: start one, show it, act on it, list them.

pub(in crate::web) mod best_levels;
pub(in crate::web) mod match_page;
pub(in crate::web) mod match_presenter;
pub(in crate::web) mod match_preview;
pub(in crate::web) mod move_list;
pub(in crate::web) mod moves;
pub(in crate::web) mod next_match;
pub(in crate::web) mod requested_match;
pub(in crate::web) mod rows;
pub(in crate::web) mod start;
pub(in crate::web) mod strips;
