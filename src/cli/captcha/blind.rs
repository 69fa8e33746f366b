//! Reading tests for people: pictures without labels, a sealed file of answers, and the score of typed answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use data_encoding::BASE32_NOPAD;
use serde::Serialize;

use rookery_captcha::answer_matches;

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
    /// The typed words, one per line in the order of the pictures; each may have its number before it.
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
    let path = folder.join(SEALED);
    fs::write(&path, lines)
        .map_err(|e| Failure::input(format!("cannot write {}: {e}", path.display())))
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
    let typed = read_typed(&args.typed)?;
    if let Some(number) = typed.keys().find(|number| !words.contains_key(number)) {
        let last = words.len();
        return Err(Failure::input(format!(
            "{} answers picture {number}, but the folder has pictures 1 to {last}",
            args.typed.display()
        )));
    }
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
    for (line, at) in text.lines().zip(1..) {
        let (number, sealed) = line.split_once(' ').ok_or_else(|| broken(at))?;
        let number: u32 = number.parse().map_err(|_| broken(at))?;
        let word = BASE32_NOPAD
            .decode(sealed.as_bytes())
            .map_err(|_| broken(at))?;
        words.insert(number, String::from_utf8(word).map_err(|_| broken(at))?);
    }
    Ok(words)
}

/// Reads `12 word`, `12: word` or a bare `word`, which takes the next number; empty lines and lines that begin with `#` are
/// skipped.
fn read_typed(path: &Path) -> Result<BTreeMap<u32, String>, Failure> {
    let text = read(path)?;
    let mut typed = BTreeMap::new();
    let mut next = 1;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let digits = line
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(line.len());
        let (number, word) = line.split_at(digits);
        let number: u32 = number.parse().unwrap_or(next);
        let word = word.trim_start_matches([':', '.', ')']).trim();
        if typed.insert(number, word.to_owned()).is_some() {
            return Err(Failure::input(format!(
                "{} answers picture {number} twice",
                path.display()
            )));
        }
        next = number.saturating_add(1);
    }
    Ok(typed)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|e| Failure::input(format!("cannot read {}: {e}", path.display())))
}
