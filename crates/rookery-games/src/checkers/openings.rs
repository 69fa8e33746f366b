//! Three-move openings: the 156 ballots that the federations draw from, so that a match does not begin as every other one does.

use crate::checkers::notation;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use rookery_engine::{Position, SplitMix};

/// The first two moves, a colon, and each third move (deck of the American Checker Federation: its 174 openings without the 18 that
/// are barred because one side loses by force).
const DECK: &str = include_str!("three_move_openings.txt");

/// The openings, three moves each in the usual notation.
pub fn all() -> impl Iterator<Item = [&'static str; 3]> {
    DECK.lines().flat_map(|line| {
        let (begun, thirds) = line.split_once(": ").unwrap_or_default();
        let (first, second) = begun.split_once(' ').unwrap_or_default();
        thirds.split(' ').map(move |third| [first, second, third])
    })
}

/// The position after an opening, White to move; `None` if a move is not legal.
pub fn play(opening: [&str; 3], rules: DrawRules) -> Option<Checkers> {
    opening
        .into_iter()
        .try_fold(Checkers::new(rules), |position, text| {
            let mut moves = position.moves().into_iter();
            let m = moves.find(|&m| notation::write(&position, m) == text)?;
            Some(position.after(m))
        })
}

/// The position after the opening that this number decides.
pub fn by_chance(chance: u64, rules: DrawRules) -> Option<Checkers> {
    let nth = SplitMix::new(chance).below(all().count());
    play(all().nth(nth)?, rules)
}
