//! Tests of checkers.

mod differential;
mod evaluation;
mod perft;
mod reference;
mod text;
