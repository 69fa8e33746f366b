//! Move ordering: the picker, and the tables by which the search learns which moves are good.

pub(in crate::engine) mod correction;
pub(in crate::engine) mod history_tables;
pub(in crate::engine) mod history_update;
pub(in crate::engine) mod move_picker;
