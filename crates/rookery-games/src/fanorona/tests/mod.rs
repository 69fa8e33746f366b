//! Tests of Fanorona.

mod differential;
mod evaluation;
mod patterns;
mod perft;
mod reference;
mod smallest_board;
mod text;
