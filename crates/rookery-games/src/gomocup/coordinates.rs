//! Coordinates of the protocol: `x,y` from 0, columns from the left and rows from the top.

use std::fmt;

use crate::text::quoted;

/// A point, which may lie beyond the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coordinates {
    /// Columns to its left.
    pub x: u8,
    /// Rows above it.
    pub y: u8,
}

impl Coordinates {
    /// Reads `x,y`.
    ///
    /// # Errors
    /// The text, and what is expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let numbers = numbers(text)?;
        match numbers[..] {
            [x, y] => Ok(Coordinates { x, y }),
            _ => Err(expected("two numbers such as 7,7", text)),
        }
    }

    /// The point of a name such as `h8`, on a board with this many points a side.
    pub fn of_name(name: &str, size: u8) -> Option<Self> {
        let (letter, number) = name.split_at_checked(1)?;
        let number: u8 = number.parse().ok()?;
        Some(Coordinates {
            x: letter.as_bytes()[0].checked_sub(b'a')?,
            y: size.checked_sub(number)?,
        })
    }

    /// Its name as the game has it: a letter from the left, a number from below.
    pub fn name(self, size: u8) -> String {
        let letter = char::from(b'a'.saturating_add(self.x));
        format!("{letter}{}", u32::from(size).saturating_sub(self.y.into()))
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The numbers between the commas of a text, each from 0 to 255.
///
/// # Errors
/// The text, and what is expected.
pub(super) fn numbers(text: &str) -> Result<Vec<u8>, String> {
    let numbers = text.split(',').map(|part| part.trim().parse());
    let numbers: Result<_, _> = numbers.collect();
    numbers.map_err(|_| expected("whole numbers from 0 with commas between them", text))
}

/// The sentence for a text that was not understood.
pub(super) fn expected(what: &str, text: &str) -> String {
    match text.is_empty() {
        true => format!("{what} are expected"),
        false => format!("{what} are expected, not {}", quoted(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the protocol 0,0 is the upper left corner; in the notation of renju a1 is the lower left one.
    #[test]
    fn rows_are_counted_from_the_top() {
        for (x, y, size, name) in [
            (0, 0, 15, "a15"),
            (0, 14, 15, "a1"),
            (7, 7, 15, "h8"),
            (14, 0, 15, "o15"),
            (18, 18, 19, "s1"),
            (9, 3, 19, "j16"),
        ] {
            let point = Coordinates { x, y };
            assert_eq!(point.name(size), name);
            assert_eq!(Coordinates::of_name(name, size), Some(point));
            assert_eq!(Coordinates::parse(&format!("{x},{y}")), Ok(point));
        }
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for text in [
            "", "7", "7,", ",7", "7,7,7", "-1,3", "300,1", "a,b", "7;7", "7.5,1",
        ] {
            assert!(Coordinates::parse(text).is_err(), "{text}");
        }
        for name in ["", "h", "8", "é1", "h99", "A1"] {
            assert_eq!(Coordinates::of_name(name, 15), None, "{name}");
        }
    }
}
