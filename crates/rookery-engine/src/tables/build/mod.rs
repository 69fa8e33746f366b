//! Table building: retrograde analysis, checkpoints between passes, and verification of a finished group.

pub(in crate::tables) mod checkpoint;
pub(in crate::tables) mod retrograde;
pub(in crate::tables) mod table_builder;
pub(in crate::tables) mod verify;
