//! Weights of the evaluation: a file in the build, written by `rookery tune chess`.
//!
//! The file is text. Its first line is `rookery chess weights 1`; then each group of terms has a line with its name and how many
//! there are, and lines of weights, each as `middlegame/endgame` in centipawns.

use std::fmt::{self, Write};
use std::sync::{Arc, LazyLock};

use crate::chess::evaluation::pair::Pair;
use crate::chess::evaluation::squares::SquareTable;
use crate::chess::evaluation::tuning::terms::{COUNT, GROUPS};

/// The first line of a file.
const HEAD: &str = "rookery chess weights 1";
/// Weights on a line.
const PER_LINE: usize = 8;
/// No weight is larger.
const WEIGHT_MAX: i16 = 3_000;

/// Centipawns for each term, middle game and endgame.
#[derive(Clone)]
pub struct TermWeights {
    /// By the numbers of the terms.
    pub values: Box<[Pair; COUNT]>,
    /// Material and squares once more, summed up for each placing of the kings.
    pub squares: SquareTable,
}

impl TermWeights {
    /// The weights of this build.
    pub fn built_in() -> Arc<TermWeights> {
        static WEIGHTS: LazyLock<Arc<TermWeights>> = LazyLock::new(|| {
            let weights = include_str!("../weights.txt").parse();
            Arc::new(weights.expect("a test reads the weights of the build"))
        });
        Arc::clone(&WEIGHTS)
    }

    /// Weights with these values.
    pub fn new(values: Box<[Pair; COUNT]>) -> Self {
        let squares = SquareTable::new(&values);
        TermWeights { values, squares }
    }
}

impl fmt::Debug for TermWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

impl std::str::FromStr for TermWeights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines());
        let head = lines.next().map_or("", |(_, line)| line);
        if head != HEAD {
            return Err(format!(
                "these are not chess weights of this version: the first line is '{head}', expected '{HEAD}'"
            ));
        }
        let mut values = Box::new([Pair::ZERO; COUNT]);
        for group in GROUPS {
            let title = format!("{} {}", group.name, group.len);
            let (number, line) = lines.next().unwrap_or((0, "the end of the file"));
            if line != title {
                return Err(format!(
                    "the weights are of another version: line {number} should be '{title}', it is '{line}'"
                ));
            }
            let mut at = 0;
            while at < group.len {
                let (number, line) = lines
                    .next()
                    .ok_or_else(|| format!("the weights end before all of '{title}' are there"))?;
                for word in line.split_whitespace() {
                    if at == group.len {
                        return Err(format!(
                            "line {number} has more weights than '{title}' says"
                        ));
                    }
                    values[group.at(at)] = weight(word).ok_or_else(|| {
                        format!(
                            "line {number}: '{word}' is not a weight: two whole numbers of at most {WEIGHT_MAX} with '/' between are expected"
                        )
                    })?;
                    at += 1;
                }
            }
        }
        match lines.next() {
            None => Ok(TermWeights::new(values)),
            Some((number, _)) => Err(format!(
                "line {number} is one too many: all weights were there before it"
            )),
        }
    }
}

/// The text of the file.
impl fmt::Display for TermWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        for group in GROUPS {
            writeln!(f, "{} {}", group.name, group.len)?;
            let values = &self.values[group.first..group.first + group.len];
            for row in values.chunks(PER_LINE) {
                let mut line = String::new();
                for pair in row {
                    write!(line, " {}/{}", pair.middlegame(), pair.endgame())?;
                }
                writeln!(f, "{}", line.trim_start())?;
            }
        }
        Ok(())
    }
}

fn weight(word: &str) -> Option<Pair> {
    let (middlegame, endgame) = word.split_once('/')?;
    let number = |text: &str| {
        let number: i16 = text.parse().ok()?;
        (number.unsigned_abs() <= WEIGHT_MAX.unsigned_abs()).then_some(number)
    };
    Some(Pair::new(number(middlegame)?, number(endgame)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_back() {
        let built_in = TermWeights::built_in();
        let text = built_in.to_string();
        assert_eq!(text, include_str!("../weights.txt"));
        let read: TermWeights = text.parse().unwrap();
        assert_eq!(read.values, built_in.values);
    }

    #[test]
    fn a_damaged_file_is_refused_with_the_line() {
        let text = TermWeights::built_in().to_string();
        let error = |text: &str| text.parse::<TermWeights>().unwrap_err();
        assert!(error("").contains("the first line is ''"));
        assert!(error(&text.replace("tempo 1", "tempo 2")).contains("should be 'tempo 1'"));
        assert!(error(&text.replacen('/', "-", 1)).starts_with("line 3: '"));
        assert!(error(&format!("{text}1/2\n")).contains("one too many"));
        let half = text.split_at(text.find("tempo").unwrap()).0;
        assert!(error(half).contains("the end of the file"));
        let cut = half.trim_end().rsplit_once('\n').unwrap().0;
        assert!(error(cut).contains("end before all"), "{}", error(cut));
    }
}
