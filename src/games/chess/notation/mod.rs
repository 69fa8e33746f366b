//! Notations: FEN, SAN, the tokens of a tapped move, the score sheet.

pub(in crate::games::chess) mod fen;
pub(in crate::games::chess) mod san;
pub(in crate::games::chess) mod score_sheet;
pub(in crate::games::chess) mod steps;
