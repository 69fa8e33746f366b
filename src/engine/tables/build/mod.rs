//! Building tables: retrograde analysis, checkpoints between passes, and the check of a finished group.

pub(in crate::engine::tables) mod checkpoint;
pub(in crate::engine::tables) mod retrograde;
pub(in crate::engine::tables) mod table_builder;
pub(in crate::engine::tables) mod verify;
