//! Chess as people see it: its words, the view, the reasons for refusals.

pub(in crate::games::chess) mod chess_game;
pub(in crate::games::chess) mod messages;
pub(in crate::games::chess) mod metadata;
pub(in crate::games::chess) mod refusal;
