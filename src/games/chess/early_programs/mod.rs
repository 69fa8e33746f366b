//! The evaluations of the first chess programs, by Shannon and Turing.

pub(in crate::games::chess) mod shannon;
pub(in crate::games::chess) mod turing;
