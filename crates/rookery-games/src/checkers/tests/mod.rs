//! Tests of checkers.

mod differential;
mod evaluation;
mod patterns;
mod perft;
mod reference;
mod text;
