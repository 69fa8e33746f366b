//! Morabaraba against published counts, a slow second implementation, and hand-made positions.

mod differential;
mod endgame;
mod evaluation;
mod perft;
mod play;
mod reference;
mod rule_options;
mod table;
mod text;
