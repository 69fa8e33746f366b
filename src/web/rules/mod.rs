//! Rules of the games: pages with diagrams beside the paragraphs, one of which is an exercise.

pub(in crate::web) mod exercise;
pub(in crate::web) mod notes;
pub(in crate::web) mod rules_page;
pub(in crate::web) mod section;
