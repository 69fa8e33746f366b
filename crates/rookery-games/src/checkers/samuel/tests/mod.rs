//! Tests of Samuel's learning.

use crate::checkers::position_text;
use crate::checkers::rules::rule_options::DrawRules;
use crate::checkers::samuel::terms::rated_position::RatedPosition;

mod course;
mod generalisation;
mod look_ahead;
mod mobility;
mod rote;
mod signature;
mod terms;

fn rated(text: &str) -> RatedPosition {
    let read = position_text::parse(text, DrawRules::default());
    RatedPosition::new(read.unwrap_or_else(|fault| panic!("{text}: {fault}")))
}
