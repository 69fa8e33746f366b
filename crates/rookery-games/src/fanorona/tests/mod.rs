//! Tests of Fanorona.

mod differential;
mod evaluation;
mod perft;
mod reference;
mod text;
