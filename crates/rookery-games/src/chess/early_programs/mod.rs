//! The evaluations of the first chess programs, by Shannon and Turing.

pub(in crate::chess) mod shannon;
pub(in crate::chess) mod turing;
