//! Othello on eight by eight squares: a disc is put where it encloses discs of the other side in a line, and turns them over.
//! Most discs win.

mod bits;
mod disc_move;
mod evaluation;
mod knowledge;
mod leaves;
mod messages;
mod notation;
mod position;
mod solver;
#[cfg(test)]
mod tests;
mod tune;
mod ui;

pub use ui::OthelloGame;
