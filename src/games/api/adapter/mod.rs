//! The one implementation of `Game` for every board: history, endings, identity of pieces, refusals, the drawing in text.

pub(in crate::games) mod diagram;
pub(in crate::games) mod ending;
pub(in crate::games) mod game_adapter;
pub(in crate::games) mod history;
pub(in crate::games) mod pieces;
pub(in crate::games) mod refusal;
