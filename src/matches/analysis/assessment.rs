//! Assessment of one position by the engine, and its row in the database.

use rookery_engine::{PvLine, Value};

use crate::matches::analysis::chance::winning_chance;
use crate::matches::analysis::outlook::Outlook;
use crate::matches::score;

/// Plies of a line that are kept.
const LINE_MOST: usize = 10;

/// A value with the line that it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// For the side to move.
    pub value: Value,
    /// The moves, each as its path of tokens; none where the game is over.
    pub path: Vec<Vec<String>>,
    /// The moves in the usual notation.
    pub notation: Vec<String>,
}

/// A line of an analysis as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLine {
    /// The ply of the position.
    pub ply: usize,
    /// 0: the best line of the analysis; 1 to 3: lines that somebody asked for, the best first.
    pub place: usize,
    /// The value as a text.
    pub score: String,
    /// The moves: tokens joined by commas, moves by spaces.
    pub path: String,
    /// The notation of the moves, joined by spaces.
    pub notation: String,
}

impl Assessment {
    /// The value of a position in which the game is over.
    pub fn over(value: Value) -> Self {
        Assessment {
            value,
            path: Vec::new(),
            notation: Vec::new(),
        }
    }

    /// Whether the value is proven: by a table, a solver, the rules, or a search to the end.
    pub fn is_exact(&self) -> bool {
        !matches!(self.value, Value::Cp(_))
    }

    /// The chances of side 0 to win, 0 to 1; `side` is the side to move.
    pub fn chance(&self, side: usize) -> f64 {
        let own = winning_chance(self.value);
        if side == 0 { own } else { 1.0 - own }
    }

    /// What the value says of the two sides; `side` is the side to move.
    pub fn outlook(&self, side: usize) -> Outlook {
        Outlook::of(self.value, side)
    }

    /// The evaluation for side 0, centipawns; `None` where the value is proven.
    pub fn centipawns(&self, side: usize) -> Option<i32> {
        match self.value {
            Value::Cp(cp) => Some(if side == 0 { cp } else { -cp }),
            Value::Win(_) | Value::Loss(_) | Value::Exact(_) => None,
        }
    }

    /// The row of this line.
    pub fn to_stored(&self, ply: usize, place: usize) -> StoredLine {
        let path: Vec<String> = self.path.iter().map(|m| m.join(",")).collect();
        StoredLine {
            ply,
            place,
            score: score::print(self.value),
            path: path.join(" "),
            notation: self.notation.join(" "),
        }
    }

    /// The inverse of [`Assessment::to_stored`]; `None` for what this build does not write.
    pub fn of_stored(line: &StoredLine) -> Option<Self> {
        Some(Assessment {
            value: score::parse(&line.score)?,
            path: words(&line.path).map(tokens).collect(),
            notation: words(&line.notation).map(str::to_owned).collect(),
        })
    }
}

/// The parts of a text between spaces.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

/// The tokens of a move.
fn tokens(path: &str) -> Vec<String> {
    path.split(',').map(str::to_owned).collect()
}

impl From<&PvLine> for Assessment {
    fn from(line: &PvLine) -> Self {
        Assessment {
            value: line.value,
            path: line.pv.iter().take(LINE_MOST).cloned().collect(),
            notation: line.notation.iter().take(LINE_MOST).cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_as_it_was() {
        let moves = |texts: &[&str]| {
            texts
                .iter()
                .map(|m| m.split(',').map(str::to_owned).collect())
                .collect()
        };
        let line = Assessment {
            value: Value::Cp(-31),
            path: moves(&["e7,e8,=Q", "a4,a1"]),
            notation: vec!["e8=Q+".to_owned(), "Ra1".to_owned()],
        };
        let stored = line.to_stored(7, 2);
        assert_eq!(
            (
                stored.score.as_str(),
                stored.path.as_str(),
                stored.notation.as_str()
            ),
            ("cp -31", "e7,e8,=Q a4,a1", "e8=Q+ Ra1")
        );
        assert_eq!(Assessment::of_stored(&stored), Some(line));
        let over = Assessment::over(Value::Loss(0));
        assert_eq!(Assessment::of_stored(&over.to_stored(9, 0)), Some(over));
        let strange = StoredLine {
            score: "mate 3".to_owned(),
            ..stored
        };
        assert_eq!(Assessment::of_stored(&strange), None);
    }
}
