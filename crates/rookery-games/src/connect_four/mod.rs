//! Connect Four: stones drop to the lowest free cell of a column, and four in a row win. Boards of several sizes, a solver that
//! knows the score of every position, and a book for the first moves.

mod bits;
mod book;
mod book_builder;
mod evaluation;
mod knowledge;
mod notation;
mod patterns;
mod perfect;
mod position;
#[cfg(test)]
mod tests;
mod ui;

pub use ui::ConnectFour;
