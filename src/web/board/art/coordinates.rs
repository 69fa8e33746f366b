//! Names of columns, rows and spaces beside the squares or points of a board, and the rim on which they stand.

use crate::web::board::art::frame::{CELL, Frame, Units};
use rookery_games::api::view::{Board, BoardKind};

/// The name of a column or row, or the second name of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its place, x: negative at the left of the board.
    pub x: i64,
    /// Its place, y.
    pub y: i64,
    /// `file` (a column), `rank` (a row) or `number` (a space).
    pub axis: &'static str,
    /// The name.
    pub text: String,
}

/// A border round a board: as wide as a share of it, so that a board keeps its proportions and `board.css` can leave it out of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rim {
    /// Units for each column at either side, and for each row above and below; 0 without a rim. The class of the drawing has it.
    pub share: Units,
    /// Width at the left and at the right.
    pub x: Units,
    /// Height above and below.
    pub y: Units,
}

/// Whether a board is much wider than high, so that there is little room beside it and much below.
pub fn is_broad(cols: u8, rows: u8) -> bool {
    2 * cols > 3 * rows
}

impl Rim {
    /// The rim of a board whose pieces would cover the names of columns and rows; boards of squares need none, because names fit into
    /// the corners. It is wider on boards with more than eight rows, where names are large in relation to its share of the height, and
    /// on broad boards, where that share is small.
    pub fn of(board: &Board, is_behind: bool) -> Self {
        let share = match board.kind {
            BoardKind::Cells if !is_behind => 0,
            _ if board.rows > 8 || is_broad(board.cols, board.rows) => 4,
            _ => 2,
        };
        Rim {
            share,
            x: Units::from(board.cols) * share,
            y: Units::from(board.rows) * share,
        }
    }
}

/// If spaces have second names, only these are drawn, as players know the spaces by them. They are in the upper right corners, in the
/// order of the spaces, by which `board.js` finds them. Elsewhere columns are named along the lower edge, rows along the left one, as
/// seen: in the corners of squares, or on the rim, in the middle of each column and of each row of points. Places are those of the
/// ends of baselines; `board.css` aligns the text.
pub fn coordinates(board: &Board, frame: Frame, rim: Rim) -> Vec<Coordinate> {
    let is_cells = board.kind == BoardKind::Cells;
    let has_rim = rim.share > 0;
    let bottom = Units::from(board.rows) * CELL;
    let files = (0u8..).zip(board.coords.file_names()).map(|(c, text)| {
        let corner = frame.corner(c, 0).0;
        let (x, y) = match has_rim {
            true => (corner + CELL / 2, bottom + rim.y - 4.max(rim.y / 4)),
            false => (corner + CELL - 6, bottom - 5),
        };
        Coordinate {
            x: x.into(),
            y: y.into(),
            axis: "file",
            text: text.into(),
        }
    });
    let ranks = (0u8..).zip(board.coords.rank_names()).map(|(r, text)| {
        let corner = frame.corner(0, r).1;
        let (x, y) = match (is_cells, has_rim) {
            (true, true) => (3 - i64::from(rim.x), corner + 4),
            (true, false) => (5, corner + 4),
            // The right end of the name.
            (false, _) => (-i64::from(rim.x / 8), corner + CELL / 2),
        };
        Coordinate {
            x,
            y: y.into(),
            axis: "rank",
            text: text.into(),
        }
    });
    let numbers = board.spaces.iter().filter_map(|space| {
        let (x, y) = frame.corner(space.c, space.r);
        Some(Coordinate {
            x: (x + CELL - 3).into(),
            y: (y + 3).into(),
            axis: "number",
            text: space.label.clone()?,
        })
    });
    let numbers: Vec<_> = numbers.collect();
    match numbers.is_empty() {
        true => files.chain(ranks).collect(),
        false => numbers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_games::{Registry, Setup};

    /// The widest digit, and the depth of letters below the line, in parts of the size of the text: those of a common sans serif.
    const WIDTH: f64 = 0.64;
    const DEPTH: f64 = 0.22;
    /// The size of the text for each column, as `board.css` has it.
    const SIZE: f64 = 2.6;

    /// A piece on a point is nearly as wide as its cell, and one behind a board is seen through a hole as wide: names have to be outside.
    #[test]
    fn names_fit_the_rims_of_boards() {
        for (name, size, share) in [
            ("nine-mens-morris", "", 2),
            ("morabaraba", "", 2),
            ("connect-four", "", 2),
            ("fanorona", "", 4),
            ("go", "", 4),
            ("gomoku", "15", 4),
            ("gomoku", "19", 4),
            ("chess", "", 0),
            ("othello", "", 0),
        ] {
            let kind = Registry::shipped().find(name).unwrap();
            let mut setup = Setup::default();
            if !size.is_empty() {
                setup.options.push(("size".to_owned(), size.to_owned()));
            }
            let board = kind.start(&setup).unwrap().board();
            let rim = Rim::of(&board, !kind.sheet().world.over.is_empty());
            assert_eq!(rim.share, share, "{name}");
            let text_size = SIZE * f64::from(board.cols);
            let named = coordinates(&board, Frame::new(&board, false), rim);
            assert_eq!(named.len(), usize::from(board.cols + board.rows), "{name}");
            for place in named.iter().filter(|_| share > 0) {
                let (x, y) = (place.x as f64, place.y as f64);
                if place.axis == "file" {
                    let bottom = f64::from(board.rows) * 100.0;
                    assert!(
                        y > bottom && y + DEPTH * text_size <= bottom + f64::from(rim.y) + 1.0,
                        "{name} {place:?}"
                    );
                } else if board.kind == BoardKind::Points {
                    let width = WIDTH * text_size * place.text.len() as f64;
                    assert!(
                        x < 0.0 && x - width >= -f64::from(rim.x) - 1.0,
                        "{name} {place:?}"
                    );
                }
            }
        }
    }

    /// As printed in books on the game (WCDF): the dark squares have the numbers 1 to 32, and there are no letters.
    #[test]
    fn checkers_has_numbers_alone() {
        let kind = Registry::shipped().find("checkers").unwrap();
        let board = kind.start(&Setup::default()).unwrap().board();
        let rim = Rim::of(&board, false);
        let named = coordinates(&board, Frame::new(&board, false), rim);
        let mut numbers: Vec<u8> = named.iter().map(|n| n.text.parse().unwrap()).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(1..=32));
    }
}
