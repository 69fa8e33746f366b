//! Notations: FEN, SAN, the tokens of a tapped move, the score sheet.

pub(in crate::chess) mod fen;
pub(in crate::chess) mod san;
pub(in crate::chess) mod score_sheet;
pub(in crate::chess) mod steps;
