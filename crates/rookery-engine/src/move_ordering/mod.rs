//! Move ordering: the picker, and the tables by which the search learns which moves are good.

pub(crate) mod best_first;
pub(crate) mod correction;
pub(crate) mod history_tables;
pub(crate) mod move_picker;
pub(crate) mod move_source;
mod scored_moves;
pub(crate) mod trial;
