//! Reading tests for people: pictures without labels, a sealed file of answers, and the score of typed answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use data_encoding::BASE32_NOPAD;
use serde::Serialize;

use rookery_captcha::answer_matches;
use rookery_games::text::{decode, lines, quoted};

use crate::cli::captcha::output_folder::write;
use crate::cli::failure::Failure;
use crate::cli::output;

/// The name of the file of answers in a folder of pictures.
const SEALED: &str = "answers.sealed";

/// Compare what a person typed with the words of a folder that `captcha sample --blind` made.
#[derive(Debug, Args)]
pub struct Score {
    /// The folder with the pictures and answers.sealed.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The typed words, one per line in the order of the pictures, with an empty line for one that was not read; or each with the number of
    /// its picture before it, in any order. Lines that begin with # are skipped; a number without a picture is refused.
    #[arg(value_name = "FILE")]
    typed: PathBuf,
    /// Print one JSON object per line: one for each picture, then the totals.
    #[arg(long)]
    json: bool,
}

/// Writes the words so that nobody reads them by accident. This is not encryption.
pub fn seal(folder: &Path, words: &[String]) -> Result<(), Failure> {
    let lines: String = words
        .iter()
        .zip(1u32..)
        .map(|(word, number)| format!("{number} {}\n", BASE32_NOPAD.encode(word.as_bytes())))
        .collect();
    write(&folder.join(SEALED), lines.as_bytes())
}

#[derive(Serialize)]
struct ScoreLine<'a> {
    number: u32,
    word: &'a str,
    typed: &'a str,
    right: bool,
}

#[derive(Serialize)]
struct ScoreTotals {
    count: usize,
    right: usize,
}

/// Runs `captcha score`.
///
/// # Errors
/// A folder without answers, a file that cannot be read, a line that is not a word, or an answer to a picture that is not there.
pub fn score(args: &Score) -> Result<(), Failure> {
    let words = unseal(&args.folder.join(SEALED))?;
    let typed = read_typed(&args.typed, &words)?;
    let mut right = 0;
    for (number, word) in &words {
        // A picture without an answer counts as not read.
        let typed = typed.get(number).map_or("", String::as_str);
        let line = ScoreLine {
            number: *number,
            word,
            typed,
            right: answer_matches(word, typed),
        };
        right += usize::from(line.right);
        if args.json {
            output::json_line(&line)?;
        } else {
            let mark = if line.right { "right" } else { "wrong" };
            output::line(&format!("{number:>3}  {word:<8}  {typed:<8}  {mark}"))?;
        }
    }
    let count = words.len();
    if args.json {
        return output::json_line(&ScoreTotals { count, right });
    }
    output::line(&format!("{right} of {count} right"))
}

fn unseal(path: &Path) -> Result<BTreeMap<u32, String>, Failure> {
    let broken = |number: usize| {
        Failure::input(format!(
            "{}, line {number}: not written by `rookery captcha sample --blind`",
            path.display()
        ))
    };
    let text = read(path)?;
    let mut words = BTreeMap::new();
    for (line, at) in lines(text.trim_end()).zip(1..) {
        let (number, sealed) = line.split_once(' ').ok_or_else(|| broken(at))?;
        let number: u32 = number.parse().map_err(|_| broken(at))?;
        let word = BASE32_NOPAD
            .decode(sealed.as_bytes())
            .map_err(|_| broken(at))?;
        words.insert(number, String::from_utf8(word).map_err(|_| broken(at))?);
    }
    Ok(words)
}

/// Reads `12 word`, `12: word` or a bare `word`, which takes the next number. In a file of bare words an empty line takes a number, too: it
/// stands for a picture that was not read. Lines that begin with `#` are skipped.
fn read_typed(
    path: &Path,
    words: &BTreeMap<u32, String>,
) -> Result<BTreeMap<u32, String>, Failure> {
    let text = read(path)?;
    let answers: Vec<_> = (1..)
        .zip(lines(&text).map(str::trim))
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(at, line)| (at, numbered(line)))
        .collect();
    let are_bare = answers.iter().all(|(_, (number, _))| number.is_empty());
    let mut typed = BTreeMap::new();
    let mut next = 1;
    for (at, (digits, word)) in answers {
        if digits.is_empty() && word.is_empty() {
            next += u32::from(are_bare);
            continue;
        }
        let wrong = |what: String| {
            let (path, last) = (path.display(), words.len());
            Failure::input(format!(
                "{path}:{at}: {what}: the folder has pictures 1 to {last}"
            ))
        };
        let number: u32 = match digits {
            "" => next,
            digits => digits
                .parse()
                .map_err(|_| wrong(format!("{} is no picture", quoted(digits))))?,
        };
        if !words.contains_key(&number) {
            return Err(wrong(format!("an answer to picture {number}")));
        }
        if typed.insert(number, word.to_owned()).is_some() {
            return Err(wrong(format!("a second answer to picture {number}")));
        }
        next = number + 1;
    }
    Ok(typed)
}

/// The digits before a word, which are empty where it is bare, and the word.
fn numbered(line: &str) -> (&str, &str) {
    let digits = line.find(|c: char| !c.is_ascii_digit());
    let (digits, word) = line.split_at(digits.unwrap_or(line.len()));
    (digits, word.trim_start_matches([':', '.', ')']).trim())
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = fs::read(path);
    bytes
        .map(|bytes| decode(&bytes))
        .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers of a file of these bytes to three pictures.
    fn typed(bytes: &[u8]) -> Result<Vec<(u32, String)>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("typed.txt");
        fs::write(&path, bytes).unwrap();
        let words = (1..=3).map(|number| (number, "word".to_owned())).collect();
        let typed = read_typed(&path, &words).map_err(|failure| failure.message)?;
        Ok(typed.into_iter().collect())
    }

    #[test]
    fn an_empty_line_is_a_picture_that_was_not_read() {
        let expected = [(1, "ab".to_owned()), (3, "cd".to_owned())];
        for file in [
            "ab\n\ncd\n",
            "# by hand\nab\n\ncd\n\n\n",
            "1 ab\n\n3: cd",
            "3) cd\n1. ab\n",
        ] {
            assert_eq!(typed(file.as_bytes()).unwrap(), expected, "{file:?}");
        }
    }

    #[test]
    fn files_of_other_systems_are_read_alike() {
        let expected = [(1, "ab".to_owned()), (2, "cd".to_owned())];
        for bytes in [
            &b"\xef\xbb\xbfab\ncd\n"[..],
            b"ab\r\ncd\r\n",
            b"ab\rcd\r",
            b"# caf\xe9\nab\ncd",
        ] {
            assert_eq!(typed(bytes).unwrap(), expected, "{bytes:?}");
        }
    }

    #[test]
    fn a_number_that_is_no_picture_is_refused_with_its_line() {
        for (file, said) in [
            ("1 ab\n4 cd\n", "typed.txt:2: an answer to picture 4: "),
            ("# none\n0 ab\n", "typed.txt:2: an answer to picture 0: "),
            (
                "99999999999 ab",
                "typed.txt:1: '99999999999' is no picture: ",
            ),
            ("ab\ncd\n\nef\n", "typed.txt:4: an answer to picture 4: "),
            (
                "1 ab\n1 cd\n",
                "typed.txt:2: a second answer to picture 1: ",
            ),
        ] {
            let refused = typed(file.as_bytes()).unwrap_err();
            assert!(refused.contains(said), "{file:?}: {refused}");
            assert!(refused.ends_with("pictures 1 to 3"), "{refused}");
        }
    }
}
