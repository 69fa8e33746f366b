//! Three-move openings: the 156 ballots that the federations draw from, so that a match does not begin as every other one does.

use crate::checkers::notation;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::Checkers;
use crate::checkers::rules::rule_options::DrawRules;
use rookery_engine::{Position, SplitMix};

/// The first two moves, a colon, and each third move (deck of the American Checker Federation: its 174 openings without the 18 that
/// are barred as lost for one side).
const DECK: &str = include_str!("three_move_openings.txt");

/// The openings, three moves each in the usual notation.
pub fn all() -> impl Iterator<Item = [&'static str; 3]> {
    DECK.lines().flat_map(|line| {
        let (begun, thirds) = line.split_once(": ").unwrap_or_default();
        let (first, second) = begun.split_once(' ').unwrap_or_default();
        thirds.split(' ').map(move |third| [first, second, third])
    })
}

/// The moves of an opening; `None` if one is not legal.
fn moves(opening: [&str; 3], rules: DrawRules) -> Option<Vec<CheckersMove>> {
    let mut position = Checkers::new(rules);
    let read = |text: &str| {
        let mut legal = position.moves().into_iter();
        let m = legal.find(|&m| notation::write(&position, m) == text)?;
        position.play(m);
        Some(m)
    };
    opening.into_iter().map(read).collect()
}

/// The position after an opening, White to move; `None` if one of its moves is not legal.
pub fn play(opening: [&str; 3], rules: DrawRules) -> Option<Checkers> {
    let after = |position: Checkers, m: CheckersMove| position.after(m);
    Some(
        moves(opening, rules)?
            .into_iter()
            .fold(Checkers::new(rules), after),
    )
}

/// The moves of the opening that leads to a position, if there is one.
pub fn leading_to(position: &Checkers) -> Option<Vec<CheckersMove>> {
    let rules = position.rules();
    let mut openings = all();
    let leads_there = |opening: &[&str; 3]| play(*opening, rules).as_ref() == Some(position);
    moves(openings.find(leads_there)?, rules)
}

/// The position after the opening that this number decides.
pub fn by_chance(chance: u64, rules: DrawRules) -> Option<Checkers> {
    let nth = SplitMix::new(chance).below(all().count());
    play(all().nth(nth)?, rules)
}
