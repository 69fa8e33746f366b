//! User interface of chess: its words, the view, the reasons for refusals.

pub(in crate::chess) mod chess_game;
pub(in crate::chess) mod messages;
pub(in crate::chess) mod metadata;
pub(in crate::chess) mod refusal;
pub(in crate::chess) mod themes;
