//! The perfect solver of Connect Four: the search, its table, and the techniques that it uses.

pub(in crate::connect_four) mod plain;
pub(in crate::connect_four) mod search;
pub(in crate::connect_four) mod solver;
pub(in crate::connect_four) mod steps;
pub(in crate::connect_four) mod table;
