//! Positions as text: Forsyth-Edwards notation (FEN), including X-FEN and Shredder-FEN (castling rights as letters of files).

use std::fmt::Write as _;

use crate::chess::board::bits::{bit, file_set, own_rank, rank, rank_set, squares};
use crate::chess::board::role::Role;
use crate::chess::rules::position::{Chess, Setting};
use crate::text::quoted;
use rookery_engine::Position;

/// The usual first position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The way in which castling rights are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rights {
    /// `KQkq`, with the letter of a file where a rook further out could be meant (X-FEN).
    Wings,
    /// Always the letters of the files (Shredder-FEN).
    Files,
}

/// `a1` to `h8`.
pub fn square_name(square: u8) -> String {
    // Without `format!`, which is slow: a page has hundreds of names.
    String::from_iter([file_letter(square), rank_digit(square)])
}

fn rank_digit(square: u8) -> char {
    char::from(b'1' + rank(square))
}

/// The letter of a square's file.
pub fn file_letter(square: u8) -> char {
    char::from(b'a' + square % 8)
}

/// The square of this name.
pub fn square_named(name: &str) -> Option<u8> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else {
        return None;
    };
    Some(8 * (rank - b'1') + file - b'a')
}

/// A field of the text with its place in it.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'static str,
    text: &'a str,
    /// The first character of the field, counted from 1.
    at: usize,
}

impl Field<'_> {
    fn wrong(&self, offset: usize, what: &str) -> String {
        format!("{}, character {}: {what}", self.name, self.at + offset)
    }
}

const NAMES: [&str; 6] = [
    "field 1 (pieces)",
    "field 2 (side to move)",
    "field 3 (castling)",
    "field 4 (en passant)",
    "field 5 (plies without progress)",
    "field 6 (move number)",
];

/// Reads a position. Fields from the third on may be missing at the end.
///
/// # Errors
/// The field, the character and the fault; or the reason why the position cannot be played.
pub fn parse(text: &str) -> Result<Chess, String> {
    let fields = fields(text)?;
    let end = text.trim_end().chars().count() + 1;
    let present = |index: usize, what: &str| {
        let missing = || format!("{}, character {end}: {what}", NAMES[index]);
        fields.get(index).copied().ok_or_else(missing)
    };
    let pieces = present(0, &format!("the pieces are missing, as in '{START}'"))?;
    let mut setting = Setting::default();
    place_pieces(pieces, &mut setting)?;
    let side = present(1, "'w' or 'b' is missing after the pieces")?;
    setting.side = match side.text {
        "w" => 0,
        "b" => 1,
        other => {
            let other = quoted(other);
            return Err(side.wrong(0, &format!("'w' or 'b' is expected, not {other}")));
        }
    };
    check_pieces(pieces, &setting)?;
    if let Some(&field) = fields.get(2) {
        setting.castling = rights(field, &setting)?;
    }
    if let Some(&field) = fields.get(3) {
        setting.en_passant = passed_over(field, &setting)?;
    }
    if let Some(field) = fields.get(4) {
        // Programs with other rules play on after the 75 moves that end the game here.
        setting.quiet_plies = number(field, 0, u16::MAX)?;
    }
    let move_number = match fields.get(5) {
        Some(field) => number(field, 0, 9_999)?.max(1),
        None => 1,
    };
    setting.ply = 2 * (move_number - 1) + setting.side as u16;
    let position = Chess::from_setting(&setting);
    check_checks(pieces, side, &position)?;
    Ok(position)
}

/// The fields, with blanks of any kind and number between them.
fn fields(text: &str) -> Result<Vec<Field<'_>>, String> {
    let mut fields = Vec::new();
    let mut at = 1;
    for text in text.split(char::is_whitespace) {
        if !text.is_empty() {
            let Some(&name) = NAMES.get(fields.len()) else {
                return Err(format!(
                    "character {at}: a position has six fields, and {} would be the seventh",
                    quoted(text)
                ));
            };
            fields.push(Field { name, text, at });
        }
        at += text.chars().count() + 1;
    }
    Ok(fields)
}

fn place_pieces(field: Field<'_>, setting: &mut Setting) -> Result<(), String> {
    let (mut row, mut column) = (0_u8, 0_u8);
    let mut is_after_digit = false;
    for (i, letter) in field.text.chars().enumerate() {
        let wrong = |what: &str| Err(field.wrong(i, what));
        match letter {
            '/' if column == 8 && row < 7 => (row, column) = (row + 1, 0),
            '/' if column == 8 => return wrong("there are only eight ranks"),
            '/' => {
                let rank = 8 - row;
                return wrong(&format!("rank {rank} has {column} squares, not 8"));
            }
            '1'..='8' if is_after_digit => {
                return wrong("a digit after a digit; empty squares side by side are one number");
            }
            '1'..='8' => column += letter as u8 - b'0',
            _ => {
                let Some(role) = Role::of_letter(letter) else {
                    let letter = quoted(letter.encode_utf8(&mut [0; 4]));
                    return wrong(&format!(
                        "{letter} is not a piece; the letters are PNBRQK and pnbrqk, digits count empty squares"
                    ));
                };
                if column < 8 {
                    let square = bit(8 * (7 - row) + column);
                    setting.roles[role as usize] |= square;
                    setting.sides[usize::from(letter.is_ascii_lowercase())] |= square;
                }
                column += 1;
            }
        }
        is_after_digit = letter.is_ascii_digit();
        if column > 8 {
            return wrong(&format!("rank {} has more than 8 squares", 8 - row));
        }
    }
    if row < 7 || column < 8 {
        let end = field.text.chars().count();
        let what = format!("the pieces end on rank {} after {column} squares", 8 - row);
        return Err(field.wrong(end, &what));
    }
    Ok(())
}

/// The letters of the pieces, each with its place in the field and its square.
fn letters(field: Field<'_>) -> impl Iterator<Item = (usize, u8, char)> {
    // Counted as the field goes: from a8 to h1.
    let mut count = 0;
    let letters = field.text.chars().enumerate();
    letters.filter_map(move |(i, letter)| {
        count += match letter {
            '/' => 0,
            digit @ '1'..='8' => digit as u8 - b'0',
            _ => 1,
        };
        letter
            .is_ascii_alphabetic()
            .then(|| (i, (count - 1) ^ 56, letter))
    })
}

/// Checks that there can be these pieces on these squares at all.
fn check_pieces(field: Field<'_>, setting: &Setting) -> Result<(), String> {
    for (side, name) in ["White", "Black"].into_iter().enumerate() {
        let own = setting.sides[side];
        let [pawns, kings] =
            [Role::Pawn, Role::King].map(|role| setting.roles[role as usize] & own);
        // The first piece that is one too many.
        let excess = |pieces: u64, most: usize| {
            let those = letters(field).filter(move |&(_, square, _)| pieces & bit(square) != 0);
            those.map(|(i, ..)| i).nth(most).unwrap_or(0)
        };
        let (at, what) = match (kings.count_ones(), own.count_ones(), pawns.count_ones()) {
            (0, ..) => (0, "no king".to_owned()),
            (n @ 2.., ..) => (excess(kings, 1), format!("{n} kings")),
            (_, n @ 17.., _) => (excess(own, 16), format!("{n} pieces, more than 16")),
            (.., n @ 9..) => (excess(pawns, 8), format!("{n} pawns, more than 8")),
            _ => continue,
        };
        return Err(field.wrong(at, &format!("{name} has {what}")));
    }
    let last_ranks = setting.roles[Role::Pawn as usize] & (rank_set(0) | rank_set(7));
    match letters(field).find(|&(_, square, _)| last_ranks & bit(square) != 0) {
        None => Ok(()),
        Some((at, square, _)) => {
            let square = square_name(square);
            let what = format!("a pawn cannot stand on {square}, the last rank of one side");
            Err(field.wrong(at, &what))
        }
    }
}

/// Checks that the checks of the position can have come about.
fn check_checks(pieces: Field<'_>, side: Field<'_>, position: &Chess) -> Result<(), String> {
    let us = position.side();
    let [mover, waiter] = if us == 0 {
        ["White", "Black"]
    } else {
        ["Black", "White"]
    };
    if position.is_attacked(position.king(1 - us), us, position.occupied()) {
        let what = format!("{waiter} is in check, so it cannot be {mover}'s move");
        return Err(side.wrong(0, &what));
    }
    let checkers = position.checkers();
    let mut giving = letters(pieces).filter(|&(_, square, _)| checkers & bit(square) != 0);
    match giving.nth(2) {
        None => Ok(()),
        Some((at, ..)) => {
            let n = checkers.count_ones();
            Err(pieces.wrong(at, &format!("{n} pieces give check to {mover} at once")))
        }
    }
}

/// The rooks that may castle.
fn rights(field: Field<'_>, setting: &Setting) -> Result<u64, String> {
    if field.text == "-" {
        return Ok(0);
    }
    let mut castling = 0;
    for (i, letter) in field.text.chars().enumerate() {
        let side = usize::from(letter.is_ascii_lowercase());
        let name = ["White", "Black"][side];
        let said = quoted(letter.encode_utf8(&mut [0; 4]));
        let home = rank_set(7 * side as u8);
        let king = setting.roles[Role::King as usize] & setting.sides[side];
        let rooks = setting.roles[Role::Rook as usize] & setting.sides[side] & home;
        if king & home == 0 || king & (file_set(0) | file_set(7)) != 0 {
            let what = format!(
                "{name} cannot castle ({said}): the king is not between two rooks on its first rank"
            );
            return Err(field.wrong(i, &what));
        }
        let above = rooks & !(king | (king - 1));
        let below = rooks & (king - 1);
        let rook = match letter.to_ascii_lowercase() {
            'k' => above.checked_ilog2().map(|square| square as u8),
            'q' => (below != 0).then(|| below.trailing_zeros() as u8),
            file @ 'a'..='h' => squares(rooks & file_set(file as u8 - b'a')).next(),
            _ => {
                let what = format!(
                    "{said} is expected to be one of KQkq, a letter of a file, or '-' alone"
                );
                return Err(field.wrong(i, &what));
            }
        };
        let Some(rook) = rook else {
            let what =
                format!("{name} cannot castle ({said}): there is no such rook on the first rank");
            return Err(field.wrong(i, &what));
        };
        let wing = if bit(rook) > king { above } else { below };
        if castling & wing != 0 {
            let what = format!("{said} names a second rook on one side of {name}'s king");
            return Err(field.wrong(i, &what));
        }
        castling |= bit(rook);
    }
    Ok(castling)
}

/// The square behind a pawn that has just gone two steps.
fn passed_over(field: Field<'_>, setting: &Setting) -> Result<Option<u8>, String> {
    if field.text == "-" {
        return Ok(None);
    }
    let wrong = |what: &str| Err(field.wrong(0, what));
    let Some(square) = square_named(field.text) else {
        let text = quoted(field.text);
        return wrong(&format!("a square or '-' is expected, not {text}"));
    };
    let them = 1 - setting.side;
    let pawn = bit(square ^ 8) & setting.roles[0] & setting.sides[them];
    if own_rank(square, them) != 2 || pawn == 0 {
        return wrong(&format!(
            "no pawn has just moved two squares over {}",
            field.text
        ));
    }
    let behind = if them == 0 { square - 8 } else { square + 8 };
    let pieces = setting.sides[0] | setting.sides[1];
    if pieces & (bit(square) | bit(behind)) != 0 {
        return wrong(&format!(
            "a piece stands where a pawn has just come from over {}",
            field.text
        ));
    }
    Ok(Some(square))
}

fn number(field: &Field<'_>, least: u16, most: u16) -> Result<u16, String> {
    let is_digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    let value = field.text.parse().ok().filter(|_| is_digits);
    value.filter(|n| (least..=most).contains(n)).ok_or_else(|| {
        let text = quoted(field.text);
        let what = format!("a number from {least} to {most} is expected, not {text}");
        field.wrong(0, &what)
    })
}

/// Writes a position.
pub fn print(position: &Chess, rights: Rights) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let square = 8 * rank + file;
            let Some(role) = position.role_at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            let letter = role.letter();
            text.push(match position.of(0) & bit(square) {
                0 => letter.to_ascii_lowercase(),
                _ => letter,
            });
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(if position.side() == 0 { " w " } else { " b " });
    print_rights(position, rights, &mut text);
    text.push(' ');
    match position.en_passant() {
        Some(square) => text.push_str(&square_name(square)),
        None => text.push('-'),
    }
    let _ = write!(
        text,
        " {} {}",
        position.quiet_plies(),
        position.ply() / 2 + 1
    );
    text
}

fn print_rights(position: &Chess, rights: Rights, text: &mut String) {
    let castling = position.castling_rooks();
    if castling == 0 {
        text.push('-');
        return;
    }
    for side in 0..2 {
        let king = bit(position.king(side));
        let rooks = position.pieces_of(side, Role::Rook) & rank_set(7 * side as u8);
        let ours = castling & position.of(side);
        let mut wings: Vec<_> = squares(ours).collect();
        wings.reverse();
        for rook in wings {
            let is_king_side = bit(rook) > king;
            let further_out = if is_king_side {
                rooks & !(bit(rook) | (bit(rook) - 1))
            } else {
                rooks & (bit(rook) - 1)
            };
            let letter = match (rights, further_out, is_king_side) {
                (Rights::Wings, 0, true) => 'k',
                (Rights::Wings, 0, false) => 'q',
                _ => file_letter(rook),
            };
            text.push(if side == 0 {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
    }
}
