//! Hierarchy of signature tables (Samuel 1967): 24 terms in six groups, whose correlations are combined by threes, and those by two.

use crate::checkers::samuel::play::scoring::{self, CREDIT, Scoring};
use crate::checkers::samuel::signature::correlation_table::{
    CorrelationTable, MoveCounts, combination,
};
use crate::checkers::samuel::terms::rated_position::RatedPosition;
use crate::checkers::samuel::terms::rating::Rating;
use crate::checkers::samuel::terms::sides::Sides;
use crate::checkers::samuel::terms::term::TermValues;

/// Parts of a game, by the number of pieces, each with tables of its own.
pub const PARTS: usize = 6;
const GROUPS: usize = 6;
const GROUP: usize = 4;
/// Terms that the tables read.
pub const INPUTS: usize = GROUPS * GROUP;
/// The terms of the first-level tables. The first of each group has five values, the others three: 135 combinations. RECAP, which repeats
/// EXCH, and DIA, which is part of DIAV, are left out.
const TERMS: [[Rating; GROUP]; GROUPS] = [
    [Rating::Guard, Rating::Back, Rating::Oreo, Rating::Apex],
    [Rating::Diav, Rating::Cent, Rating::Cntr, Rating::Kcent],
    [Rating::Mobil, Rating::Mob, Rating::Deny, Rating::Move],
    [Rating::Expos, Rating::Exch, Rating::Thret, Rating::Fork],
    [Rating::Adv, Rating::Cramp, Rating::Corn, Rating::Dyke],
    [Rating::Gap, Rating::Hole, Rating::Node, Rating::Pole],
];
const FIRST_LIMITS: [i8; GROUP] = [2, 1, 1, 1];
const FIRST: usize = 5 * 3 * 3 * 3;
/// The second level has two tables of three outputs of five levels, the third one table of two outputs of fifteen.
const SECOND_LIMIT: i8 = 2;
const SECOND_TABLES: usize = 2;
const SECOND_INPUTS: usize = GROUPS / SECOND_TABLES;
const SECOND: usize = 5 * 5 * 5;
const THIRD_LIMIT: i8 = 7;
const THIRD: usize = 15 * 15;
/// The worth of a full correlation: half a man.
const FULL: f64 = CREDIT as f64;

/// A position in which the move of good play is known.
#[derive(Clone, Debug)]
pub struct BookPosition {
    /// The part of the game.
    pub part: usize,
    /// The terms after each legal move, for the side that makes it.
    pub moves: Vec<[i8; INPUTS]>,
    /// The number of the move that was chosen.
    pub chosen: usize,
}

/// The part of a game by the number of pieces: six parts of four pieces each.
pub fn part_of(sides: &Sides) -> usize {
    let pieces = (sides.passive | sides.active).count_ones() as usize;
    (24_usize.saturating_sub(pieces) / 4).min(PARTS - 1)
}

/// The terms that the tables read.
pub fn inputs(terms: &TermValues) -> [i8; INPUTS] {
    let mut inputs = [0; INPUTS];
    for (input, rating) in inputs.iter_mut().zip(TERMS.into_iter().flatten()) {
        *input = terms.0[rating as usize];
    }
    inputs
}

/// The absolute values above which a term with five values gets its greatest, one for each group.
type Thresholds = [i8; GROUPS];

/// The tables of a part of the game; those that have not been learned yet are missing.
#[derive(Clone, Debug, Default, PartialEq)]
struct PartTables {
    first: Vec<CorrelationTable>,
    second: Vec<CorrelationTable>,
    third: Option<CorrelationTable>,
}

impl PartTables {
    /// The combination of a second-level table, by the levels of the first.
    fn second(&self, thresholds: &Thresholds, terms: &[i8; INPUTS], table: usize) -> usize {
        let groups = table * SECOND_INPUTS..(table + 1) * SECOND_INPUTS;
        combination(groups.map(|group| {
            let level = self.first[group].level(first(thresholds, terms, group));
            (level, SECOND_LIMIT)
        }))
    }

    /// The combination of the last table, by the levels of the second.
    fn third(&self, thresholds: &Thresholds, terms: &[i8; INPUTS]) -> usize {
        combination((0..SECOND_TABLES).map(|table| {
            let level = self.second[table].level(self.second(thresholds, terms, table));
            (level, THIRD_LIMIT)
        }))
    }
}

/// The combination of a first-level table: the terms cut down to a few values.
fn first(thresholds: &Thresholds, terms: &[i8; INPUTS], group: usize) -> usize {
    let terms = &terms[group * GROUP..(group + 1) * GROUP];
    let cut = |(&term, limit): (&i8, i8)| {
        let is_large = limit > 1 && term.abs() > thresholds[group];
        (term.signum() * if is_large { 2 } else { 1 }, limit)
    };
    combination(terms.iter().zip(FIRST_LIMITS).map(cut))
}

/// The tables of all parts of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureTables {
    parts: Vec<PartTables>,
    thresholds: Thresholds,
}

impl SignatureTables {
    /// Learns the tables level by level from positions of book play.
    pub fn learn(book: &[BookPosition]) -> Self {
        let thresholds = thresholds(book);
        let parts = (0..PARTS).map(|part| {
            let mut tables = PartTables::default();
            let of_part = || book.iter().filter(move |position| position.part == part);
            let table = |size: usize, most: i8, read: &dyn Fn(&[i8; INPUTS]) -> usize| {
                let mut counts = MoveCounts::new(size);
                for position in of_part() {
                    let combinations: Vec<usize> = position.moves.iter().map(read).collect();
                    counts.add(&combinations, position.chosen);
                }
                CorrelationTable::of(&counts, most)
            };
            let firsts = (0..GROUPS).map(|group| {
                table(FIRST, SECOND_LIMIT, &|terms| {
                    first(&thresholds, terms, group)
                })
            });
            tables.first = firsts.collect();
            let seconds = (0..SECOND_TABLES).map(|number| {
                table(SECOND, THIRD_LIMIT, &|terms| {
                    tables.second(&thresholds, terms, number)
                })
            });
            tables.second = seconds.collect();
            let third = table(THIRD, THIRD_LIMIT, &|terms| {
                tables.third(&thresholds, terms)
            });
            tables.third = Some(third);
            tables
        });
        SignatureTables {
            parts: parts.collect(),
            thresholds,
        }
    }

    /// The correlation of a position with good play, for the side that has just moved, -1 to 1.
    pub fn correlation(&self, part: usize, terms: &[i8; INPUTS]) -> f64 {
        let tables = &self.parts[part];
        let at = || tables.third(&self.thresholds, terms);
        let third = tables.third.as_ref();
        third.map_or(0.0, |table| table.correlation(at()))
    }

    /// The share of pairs of a chosen move and another move of its book position in which the chosen one has the greater
    /// correlation; a tie counts as half.
    pub fn agreement(&self, book: &[BookPosition]) -> f64 {
        let (mut right, mut pairs) = (0.0, 0.0);
        for position in book {
            let value = |terms| self.correlation(position.part, terms);
            let values: Vec<f64> = position.moves.iter().map(value).collect();
            for (number, value) in values.iter().enumerate() {
                if number != position.chosen {
                    let sign = (values[position.chosen] - value).partial_cmp(&0.0);
                    right += sign.map_or(0.5, |order| (1.0 + f64::from(order as i8)) / 2.0);
                    pairs += 1.0;
                }
            }
        }
        if pairs > 0.0 { right / pairs } else { 0.5 }
    }
}

/// The median size of the first term of each group, where it is not 0.
fn thresholds(book: &[BookPosition]) -> Thresholds {
    let median = |group: usize| {
        let moves = book.iter().flat_map(|position| &position.moves);
        let sizes = moves.map(|terms| terms[group * GROUP].abs());
        let mut sizes: Vec<i8> = sizes.filter(|&size| size > 0).collect();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().unwrap_or(1)
    };
    std::array::from_fn(median)
}

impl Scoring for SignatureTables {
    fn score(&self, before: &RatedPosition, now: &RatedPosition) -> i32 {
        let terms = inputs(&now.terms(before));
        let correlation = self.correlation(part_of(&now.sides), &terms);
        scoring::with_terms(&now.sides, (FULL * correlation) as i64)
    }
}
