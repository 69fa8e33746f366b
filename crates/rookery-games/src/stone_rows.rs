//! Rows of stones as text: from the top, `x` for side 0, `o` for side 1 and a number for free points in a row, with slashes between rows.
//! Gomoku and Go write their positions so.

/// The signs of the stones and of the side to move.
pub const SIGNS: [char; 2] = ['x', 'o'];

/// Writes the rows of a square board; `owner` tells whose stone stands in a column, from the left, and a row, from the top.
pub fn write(size: u8, owner: impl Fn(u8, u8) -> Option<usize>) -> String {
    let rows = (0..size).map(|row| {
        let mut text = String::new();
        let mut free = 0;
        for column in 0..size {
            match owner(column, row) {
                None => free += 1,
                Some(side) => {
                    push_number(&mut text, free);
                    free = 0;
                    text.push(SIGNS[side]);
                }
            }
        }
        push_number(&mut text, free);
        text
    });
    rows.collect::<Vec<_>>().join("/")
}

fn push_number(text: &mut String, number: u8) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}
