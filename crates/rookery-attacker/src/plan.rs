//! The plan of an attack: its resources, its progress messages and its report.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// The means that an attack may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttackPlan {
    /// Labelled pictures to learn from.
    pub images: usize,
    /// CPU seconds of the thread for training alone: drawing and decoding the pictures and reading the fresh ones are not
    /// counted.
    pub cpu_s: f64,
    /// Fresh pictures that it is tested on.
    pub test: usize,
    /// Decides words, layouts, the network's first weights and the order of the pictures.
    pub seed: u64,
    /// How the network tells letters.
    pub head: Head,
    /// Whether it sees three colour channels instead of brightness.
    pub colour: bool,
}

impl Default for AttackPlan {
    /// The larger of the two published budgets: 5,000 pictures and 300 CPU seconds, tested on 300.
    fn default() -> Self {
        AttackPlan {
            images: 5_000,
            cpu_s: 300.0,
            test: 300,
            seed: 1,
            head: Head::Ctc,
            colour: false,
        }
    }
}

/// How the network tells letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Head {
    /// Connectionist temporal classification: a letter or a blank for each of many columns, whatever their alignment.
    #[default]
    Ctc,
    /// The same for one row of letters or two, whichever a picture has.
    Rows,
    /// A letter or nothing for each place of the word, from the whole picture at once.
    Positions,
}

impl Head {
    /// Every head.
    pub const ALL: [Head; 3] = [Head::Ctc, Head::Rows, Head::Positions];

    /// The name on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Head::Ctc => "ctc",
            Head::Rows => "rows",
            Head::Positions => "positions",
        }
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name of an unknown reading head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown reading head {0:?}; choose one of ctc, rows, positions")]
pub struct UnknownHead(pub String);

impl FromStr for Head {
    type Err = UnknownHead;

    fn from_str(name: &str) -> Result<Self, UnknownHead> {
        Head::ALL
            .into_iter()
            .find(|head| head.as_str() == name)
            .ok_or_else(|| UnknownHead(name.to_owned()))
    }
}

/// The stage that an attack has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It draws and decodes the pictures.
    Drawing,
    /// It learns.
    Training,
    /// It reads fresh pictures.
    Testing,
}

/// The state of a running attack.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The present stage of the attack.
    pub stage: Stage,
    /// Share of this stage that is done, 0–1.
    pub done: f64,
    /// The number of times that it has seen every picture.
    pub epochs: f64,
    /// CPU seconds of training so far.
    pub cpu_s: f64,
    /// Mean loss of the last pictures, in nats a word; 0 before the first.
    pub loss: f64,
}

impl Progress {
    /// A stage of which a share is done, 0–1, before anything is learnt.
    pub fn at(stage: Stage, done: f64) -> Self {
        Progress {
            stage,
            done,
            epochs: 0.0,
            cpu_s: 0.0,
            loss: 0.0,
        }
    }
}

/// The result of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AttackReport {
    /// Share of fresh pictures whose whole word was read, without case, 0–1.
    pub words_read: f64,
    /// Share of their letters that were read, 0–1: for each word its letters less the edits between the reading and the word, at least 0,
    /// summed and divided by the number of all letters.
    pub letters_read: f64,
    /// Fresh pictures that were read.
    pub tested: usize,
    /// Labelled pictures that it learnt from.
    pub images: usize,
    /// The number of times that it saw every one of them.
    pub epochs: f64,
    /// CPU seconds of training.
    pub cpu_s: f64,
    /// Numbers in the network that were learnt.
    pub parameters: usize,
    /// Whether it was stopped before its time was used.
    pub stopped: bool,
}
