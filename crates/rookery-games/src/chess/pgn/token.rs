//! PGN tokens.

use crate::chess::pgn::text::{Misread, Rest, TextPlace, ends_line, is_of_name};
use crate::text::{quoted, shortened};

/// A word or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`, with the place of the value.
    Tag {
        name: &'a str,
        value: String,
        at: TextPlace,
    },
    /// A comment, in either form.
    Comment(String),
    /// A numeric annotation, or the signs that stand for one (`!`, `??`).
    Annotation(u8),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a result, or a word that should be one.
    Word(&'a str),
}

/// Characters that end a word.
fn ends_word(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>' | ';' | '$' | '.' | '!' | '?' | '"'
        )
}

/// The signs after a move, in the order of their numbers from 1.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The next word or sign with its place; numbers of moves, their periods and escaped lines are passed over.
pub(super) fn next<'a>(rest: &mut Rest<'a>) -> Result<Option<(TextPlace, Token<'a>)>, Misread> {
    loop {
        rest.take_while(char::is_whitespace);
        let at = rest.place;
        let Some(first) = rest.first() else {
            return Ok(None);
        };
        let token = match first {
            '%' if at.column == 1 => {
                rest.take_while(|c| !ends_line(c));
                continue;
            }
            '.' | '…' => {
                rest.bump();
                continue;
            }
            '<' => {
                skip_reserved(rest)?;
                continue;
            }
            '[' => tag(rest)?,
            '{' => comment(rest)?,
            ';' => {
                rest.bump();
                Token::Comment(tidy(rest.take_while(|c| !ends_line(c))))
            }
            '$' => number(rest)?,
            '!' | '?' => signs(rest)?,
            '(' => single(rest, Token::Open),
            ')' => single(rest, Token::Close),
            _ => {
                let Some(word) = word(rest) else { continue };
                match word {
                    "" => {
                        return Err(at.misread(format!(
                            "a move, a comment or a result is expected, not {}",
                            quoted(first.encode_utf8(&mut [0; 4]))
                        )));
                    }
                    _ if word.bytes().all(|b| b.is_ascii_digit()) => continue,
                    _ => Token::Word(word),
                }
            }
        };
        return Ok(Some((at, token)));
    }
}

/// The next word, without the `e.p.` of old books behind it; `None` where there is nothing else.
fn word<'a>(rest: &mut Rest<'a>) -> Option<&'a str> {
    const IN_PASSING: &str = ".p.";
    let word = rest.take_while(|c| !ends_word(c));
    match word.strip_suffix('e') {
        Some(before) if rest.text.starts_with(IN_PASSING) => {
            IN_PASSING.chars().for_each(|_| _ = rest.bump());
            rest.take_while(|c| matches!(c, '+' | '#'));
            (!before.is_empty()).then_some(before)
        }
        _ => Some(word),
    }
}

fn single<'a>(rest: &mut Rest<'a>, token: Token<'a>) -> Token<'a> {
    rest.bump();
    token
}

/// A comment on one line, with single blanks, and without the brace that would end it.
pub(super) fn tidy(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('}', ")")
}

fn comment<'a>(rest: &mut Rest<'a>) -> Result<Token<'a>, Misread> {
    let at = rest.place;
    rest.bump();
    match rest.take_up_to('}') {
        Some(text) => Ok(Token::Comment(tidy(text))),
        None => Err(at.misread("this comment has no end: '}' is expected")),
    }
}

/// The text between `<` and `>` is reserved for later versions of the standard.
fn skip_reserved(rest: &mut Rest<'_>) -> Result<(), Misread> {
    let at = rest.place;
    match rest.take_up_to('>') {
        Some(_) => Ok(()),
        None => Err(at.misread("'>' is expected after this '<'")),
    }
}

fn number<'a>(rest: &mut Rest<'a>) -> Result<Token<'a>, Misread> {
    let at = rest.place;
    rest.bump();
    let digits = rest.take_while(|c| c.is_ascii_digit());
    match digits.parse() {
        Ok(number) => Ok(Token::Annotation(number)),
        Err(_) => Err(at.misread(format!(
            "a number from 0 to 255 is expected after '$', not {}",
            quoted(digits)
        ))),
    }
}

fn signs<'a>(rest: &mut Rest<'a>) -> Result<Token<'a>, Misread> {
    let at = rest.place;
    let signs = rest.take_while(|c| matches!(c, '!' | '?'));
    let number = (1..).zip(SIGNS).find(|(_, known)| *known == signs);
    match number {
        Some((number, _)) => Ok(Token::Annotation(number)),
        None => Err(at.misread(format!(
            "{} is not a sign; there are {}",
            quoted(signs),
            SIGNS.join(" ")
        ))),
    }
}

fn tag<'a>(rest: &mut Rest<'a>) -> Result<Token<'a>, Misread> {
    rest.bump();
    rest.take_while(char::is_whitespace);
    let at = rest.place;
    let name = rest.take_while(is_of_name);
    if name.is_empty() {
        return Err(at.misread("the name of a tag is expected after '['"));
    }
    let said = shortened(name);
    rest.take_while(char::is_whitespace);
    let opening = rest.place;
    if rest.bump() != Some('"') {
        return Err(opening.misread(format!(
            "the value of the tag {said} is expected, in quotation marks"
        )));
    }
    let at = rest.place;
    let value = tag_value(rest).ok_or_else(|| {
        opening.misread(format!(
            "the value of the tag {said} has no end: '\"' is expected in the same line"
        ))
    })?;
    rest.take_while(char::is_whitespace);
    let closing = rest.place;
    if rest.bump() != Some(']') {
        return Err(closing.misread(format!("']' is expected after the value of the tag {said}")));
    }
    Ok(Token::Tag { name, value, at })
}

/// The rest of a value, up to the quotation mark that ends it; a backslash takes the next mark or backslash as it is.
fn tag_value(rest: &mut Rest<'_>) -> Option<String> {
    let mut value = String::new();
    loop {
        match rest.bump()? {
            '"' => return Some(value),
            c if ends_line(c) => return None,
            '\\' if matches!(rest.first(), Some('"' | '\\')) => value.extend(rest.bump()),
            c => value.push(c),
        }
    }
}
