//! Syntax of the configuration file, and its errors in words: the line and what to do, without the text that stands there.

use std::string::FromUtf8Error;

/// The table in a file.
///
/// # Errors
/// It is not TOML in UTF-8: the line, and what is wrong there.
pub fn table(bytes: Vec<u8>) -> Result<toml::Table, String> {
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(&error))?;
    toml::from_str(&text).map_err(|error| not_toml(&text, &error))
}

fn not_utf8(error: &FromUtf8Error) -> String {
    let bytes = error.as_bytes();
    // The byte order marks of UTF-16.
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return "is in UTF-16; save it as UTF-8".to_owned();
    }
    let before = &bytes[..error.utf8_error().valid_up_to()];
    let line = before.split(|byte| *byte == b'\n').count();
    format!("line {line}: a character that is not in UTF-8; save the file as UTF-8")
}

/// The line and the message, without the piece of the file: a secret may stand there.
fn not_toml(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().trim().replace('\n', ": ");
    let before = error.span().and_then(|span| text.get(..span.start));
    let words = match message.as_str() {
        "duplicate key" => before.and_then(|before| twice(text, before.len())),
        too_large if too_large.contains("as i128") || too_large.contains("as u128") => {
            Some("a number is too large".to_owned())
        }
        _ => None,
    };
    let words = words.unwrap_or(message);
    match before {
        Some(before) => format!("line {}: {words}", line_of(before)),
        None => words,
    }
}

/// The number of the line in which a text ends.
fn line_of(before: &str) -> usize {
    before.split('\n').count()
}

/// The words for a section or a key that is in the file for the second time at this place.
fn twice(text: &str, at: usize) -> Option<String> {
    let begin = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let (before, rest) = text.split_at(begin);
    let name = name_of(rest.lines().next()?);
    let lines: Vec<&str> = before.lines().collect();
    let first = lines.iter().rposition(|line| name_of(line) == name);
    let first = first.map_or_else(String::new, |n| format!(" (first in line {})", n + 1));
    Some(match name.starts_with('[') {
        true => format!("{name} is there twice{first}: put its lines together"),
        false => format!("`{name}` is there twice{first}: keep one of the lines"),
    })
}

/// The section that a line begins, with its brackets, or the key that it sets.
fn name_of(line: &str) -> &str {
    let line = line.trim();
    let end = match line.starts_with('[') {
        true => line.find(']').map(|end| end + 1),
        false => line.find('='),
    };
    end.map_or(line, |end| line[..end].trim())
}
