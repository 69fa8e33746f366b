//! Alpha-beta search, endgame tables and learning from self-play, generic over a game.
//!
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

#[macro_use]
mod names;

mod checksum;
mod knowledge;
pub mod learning;
mod memory;
mod move_ordering;
pub mod nim;
mod perft;
mod position;
mod proof_number;
mod search;
mod selectivity;
mod solver;
mod splitmix;
pub mod tables;
#[cfg(test)]
mod tests;
mod threads;
mod time_control;

pub use checksum::checksum;
pub use knowledge::{Knowledge, RulesOnly};
pub use memory::alloc::as_many;
pub use memory::transposition::Table;
pub use perft::{perft, perft_until};
pub use position::{
    EVAL_MAX, GameMove, MARGIN_MAX, MoveList, Outcome, Position, Repetition, STRUCTURES, Score,
};
pub use proof_number::{Proof, ProofNumberSearch};
pub use search::conspiracy::{Conspiracy, conspiracy};
pub use search::handicap::Handicap;
pub use search::iterative_deepening::{search, search_with, watched};
pub use search::limits::{
    Bound, Control, DEPTH_MAX, Driver, Iteration, PvLine, Request, SearchReport, Value,
};
pub use search::observer::{Edge, Observer, Recorded, Recorder, Visit, Why};
pub use search::search_builder::Search;
pub use search::search_result::{SearchContext, SearchEvent, SearchResult, Variation};
pub use selectivity::params::Params;
pub use selectivity::technique::{Repertoire, Technique, Techniques, UnknownTechnique};
pub use selectivity::usable::usable;
pub use solver::{Solved, Solver, SolverSpec};
pub use splitmix::SplitMix;
pub use time_control::clock_budget::{Budget, TimeLeft};

/// Pages on what a game can bring beyond its rules.
pub mod guide {
    #[doc = include_str!("../guide/evaluation.md")]
    pub mod evaluation {}
    #[doc = include_str!("../guide/learning.md")]
    pub mod learning {}
    #[doc = include_str!("../guide/ordering.md")]
    pub mod ordering {}
    #[doc = include_str!("../guide/tables.md")]
    pub mod tables {}
    #[doc = include_str!("../guide/techniques.md")]
    pub mod techniques {}
}

/// The names that a new game and a search of it need.
pub mod prelude {
    pub use crate::{
        Bound, Control, Driver, EVAL_MAX, GameMove, Knowledge, MoveList, Outcome, Position,
        Repetition, Request, RulesOnly, Score, Search, SearchResult, SplitMix, Technique,
        Techniques, Value,
    };
}
