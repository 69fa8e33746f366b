//! A match of Go in the Smart Game Format.

use crate::go::rules::go_rules::halves_in_words;
use crate::go::rules::goban::points;
use crate::go::rules::position::{GoPosition, PASS};
use crate::sgf::writer::{Place, RESIGNED, SgfRecord, result};
use crate::{Credits, Export};
use rookery_engine::Position;

/// The number of Go in the standard.
const GO: u8 = 1;
/// The standard has no name for these rules: AGA's and New Zealand's are the nearest, and differ in passes and in suicide.
const RULES: &str = "area scoring, positional superko, no suicide";

/// The match from its first position on.
pub fn write(start: &GoPosition, moves: &[u8], credits: &Credits) -> Export {
    let rules = start.rules();
    let mut record = SgfRecord::new(GO, rules.size);
    record.property("KM", &halves_in_words(rules.komi_halves));
    record.property("RU", RULES);
    record.credits(credits, &result(credits, &margin(start, moves)));
    let black = start.stones(0).count_ones();
    if start.stones(1) == 0 && start.side() == 1 && black > 1 {
        record.property("HA", &black.to_string());
    }
    let stones = [0, 1].map(|side| {
        let stones = points(start.stones(side));
        stones.filter_map(|point| place(start, point)).collect()
    });
    record.set_up(stones, start.side());
    let mut position = start.clone();
    for &m in moves {
        record.play(position.side(), place(&position, m));
        position.play(m);
    }
    record.into_export()
}

/// The margin, where the areas were counted; otherwise who has not won has resigned.
fn margin(start: &GoPosition, moves: &[u8]) -> String {
    let last = moves
        .iter()
        .fold(start.clone(), |position, m| position.after(*m));
    match last.outcome() {
        Some(_) => halves_in_words(last.lead_halves().abs()),
        None => RESIGNED.to_owned(),
    }
}

/// The point of a move; none of a pass.
fn place(position: &GoPosition, m: u8) -> Option<Place> {
    (m != PASS).then(|| position.goban().grid().place(m))
}
