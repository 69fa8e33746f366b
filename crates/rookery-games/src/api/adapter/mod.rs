//! The adapter, the one implementation of `Game` for every board: history, endings, identity of pieces, refusals, the text
//! diagram.

pub(crate) mod diagram;
pub(crate) mod ending;
pub(crate) mod game_adapter;
pub(crate) mod game_type_of;
pub(crate) mod history;
pub(crate) mod pieces;
pub(crate) mod refusal;
mod search_answer;
mod search_words;
pub(crate) mod solver_result;
mod study;
