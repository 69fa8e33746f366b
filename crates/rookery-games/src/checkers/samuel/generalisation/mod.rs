//! Generalisation learning: the terms of a polynomial, and the two players that choose and weigh them.

pub mod alpha_and_beta;
pub mod term_selection;
