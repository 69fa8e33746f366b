//! Squares and positions of noughts and crosses as text.
//!
//! A position is three rows from the top between slashes, `X`, `O` or `.` a square, then a space and the side to move, `x` or
//! `o`: `X../.O./... x`. The slashes may be left out, and case does not matter.

use crate::text::quoted;
use crate::tic_tac_toe::position::TicTacToePosition;
use rookery_engine::Position;

const EXAMPLE: &str = "for example 'X../.O./... x'";

/// The squares of the board: columns a to c from the left, rows 3 to 1 from the top.
pub(super) const SQUARES: crate::Grid = crate::Grid::new(3, 3);

/// Writes a position.
pub(super) fn print(grid: &TicTacToePosition) -> String {
    let has = |side: usize, square| grid.marks[side] >> square & 1 == 1;
    let board = SQUARES.print(|square| match (has(0, square), has(1, square)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '.',
    });
    let side = if grid.side() == 0 { 'x' } else { 'o' };
    format!("{board} {side}")
}

/// Reads a position that a game can reach.
pub(super) fn parse(text: &str) -> Result<TicTacToePosition, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side] = fields[..] else {
        return Err(format!(
            "expected the board, a space and the side to move, {EXAMPLE}"
        ));
    };
    let grid = parse_board(board)?;
    check_counts(&grid, side)?;
    check_lines(&grid)?;
    Ok(grid)
}

fn parse_board(text: &str) -> Result<TicTacToePosition, String> {
    let mut grid = TicTacToePosition::default();
    for (square, c) in SQUARES.read(text)?.into_iter().enumerate() {
        match c.to_ascii_uppercase() {
            'X' => grid.marks[0] |= 1 << square,
            'O' => grid.marks[1] |= 1 << square,
            '.' => {}
            _ => {
                return Err(format!(
                    "{} is not a square: write X, O or a dot",
                    quoted(c)
                ));
            }
        }
    }
    Ok(grid)
}

fn check_counts(grid: &TicTacToePosition, side: &str) -> Result<(), String> {
    let [crosses, noughts] = grid.marks.map(u16::count_ones);
    let said = match side.to_ascii_lowercase().as_str() {
        "x" => 0,
        "o" => 1,
        _ => {
            return Err(format!(
                "{} is not a side to move: write x or o",
                quoted(side)
            ));
        }
    };
    if crosses != noughts && crosses != noughts + 1 {
        return Err(format!(
            "{crosses} X and {noughts} O cannot be: X moves first, so there are as many X as O, or one more"
        ));
    }
    if said != grid.side() {
        let due = if grid.side() == 0 { 'x' } else { 'o' };
        return Err(format!(
            "after {crosses} X and {noughts} O it is the turn of {due}, not of {side}"
        ));
    }
    Ok(())
}

fn check_lines(grid: &TicTacToePosition) -> Result<(), String> {
    let moved = 1 - grid.side();
    let name = |side: usize| ['X', 'O'][side];
    match (grid.has_line(moved), grid.has_line(1 - moved)) {
        (true, true) => {
            Err("X and O cannot both have three in a row: the first line ends the game".to_owned())
        }
        (false, true) => Err(format!(
            "{} cannot have moved after {} had three in a row: that ends the game",
            name(moved),
            name(1 - moved)
        )),
        _ => Ok(()),
    }
}
