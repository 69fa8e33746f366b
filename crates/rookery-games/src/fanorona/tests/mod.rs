//! Tests of Fanorona.

mod differential;
mod evaluation;
mod patterns;
mod perft;
mod reference;
mod solved_boards;
mod text;
