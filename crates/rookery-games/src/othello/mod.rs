//! Othello on eight by eight squares: a disc is placed where it encloses discs of the other side in a line, and flips them.
//! The side with more discs wins.

mod bits;
mod disc_move;
mod evaluation;
mod knowledge;
mod leaves;
mod notation;
mod position;
mod solver;
#[cfg(test)]
mod tests;
mod tune;
mod ui;

pub use ui::OthelloGame;
