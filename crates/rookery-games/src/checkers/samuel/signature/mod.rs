//! Signature tables: one table, their hierarchy, and the play that they learn from.

pub mod book_play;
pub mod correlation_table;
pub mod signature_tables;
