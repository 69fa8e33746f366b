//! Noughts and crosses on three by three squares: crosses move first, three in a row win, a full board is a draw. The whole
//! game is in a table, so the best level never loses.

mod endings;
mod knowledge;
mod notation;
mod position;
mod table;
#[cfg(test)]
mod tests;
mod ui;

pub use ui::TicTacToe;
