//! Inputs of the learned evaluation against a slow count of them, point by point, and its values in all images of a board.

use std::collections::{BTreeMap, BTreeSet};

use crate::go::knowledge::GoKnowledge;
use crate::go::patterns::GoInputs;
use crate::go::rules::go_rules::GoRules;
use crate::go::rules::goban::points;
use crate::go::rules::position::{GoPosition, PASS};
use rookery_engine::learning::sparse::{SparseEvaluation, SparseInputs};
use rookery_engine::{EVAL_MAX, Knowledge, Position, SplitMix};

/// Positions of random games, of which a pass ends hardly any early.
fn random_positions(seed: u64, games: usize, rules: GoRules, mut look: impl FnMut(&GoPosition)) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = GoPosition::new(rules);
        for _ in 0..2 * usize::from(rules.size).pow(2) {
            if position.ended().is_some() {
                break;
            }
            look(&position);
            let mut moves = position.moves();
            moves.retain(|&m| m != PASS || random.below(8) == 0);
            let m = match moves.len() {
                0 => PASS,
                count => moves[random.below(count)],
            };
            position.play(m);
        }
    }
}

type Place = (i32, i32);

/// What stands on a point, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    Free,
    Own,
    Other,
    Off,
}

/// A board as a list of rows.
struct SlowBoard {
    rows: Vec<Vec<Seen>>,
}

impl SlowBoard {
    fn new(position: &GoPosition) -> Self {
        let (size, me) = (position.goban().size, position.side());
        let seen = |column, row| match position.owner(row * size + column) {
            None => Seen::Free,
            Some(side) if side == me => Seen::Own,
            Some(_) => Seen::Other,
        };
        let row = |row| (0..size).map(|column| seen(column, row)).collect();
        SlowBoard {
            rows: (0..size).map(row).collect(),
        }
    }

    fn size(&self) -> i32 {
        self.rows.len() as i32
    }

    fn at(&self, (column, row): Place) -> Seen {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        let at = |row: &Vec<Seen>| row.get(usize::try_from(column).ok()?).copied();
        row.and_then(at).unwrap_or(Seen::Off)
    }

    fn places(&self) -> Vec<Place> {
        let all =
            (0..self.size()).flat_map(|row| (0..self.size()).map(move |column| (column, row)));
        all.collect()
    }

    /// Above, to the right, below, to the left.
    fn around((column, row): Place) -> [Place; 4] {
        [
            (column, row - 1),
            (column + 1, row),
            (column, row + 1),
            (column - 1, row),
        ]
    }

    /// The points that steps to neighbours for which `goes_on` holds lead to.
    fn reached(first: Place, goes_on: impl Fn(Place) -> bool) -> BTreeSet<Place> {
        let (mut found, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(place) = open.pop() {
            for next in SlowBoard::around(place) {
                if goes_on(next) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// The free points beside a set.
    fn beside(&self, set: &BTreeSet<Place>) -> BTreeSet<Place> {
        let beside = set.iter().flat_map(|&place| SlowBoard::around(place));
        beside
            .filter(|&place| self.at(place) == Seen::Free)
            .collect()
    }

    fn liberties(&self, stone: Place) -> usize {
        let chain = SlowBoard::reached(stone, |place| self.at(place) == self.at(stone));
        self.beside(&chain).len()
    }

    /// Nothing 0; own by liberties 1 to 4; other 5 to 8; off the board 9.
    fn state(&self, place: Place) -> usize {
        match self.at(place) {
            Seen::Free => 0,
            Seen::Own => self.liberties(place).min(4),
            Seen::Other => 4 + self.liberties(place).min(4),
            Seen::Off => 9,
        }
    }
}

/// Numbers of fillings by the least of their images, in the order of those.
struct Ranks {
    base: usize,
    images: Vec<Vec<usize>>,
    ranks: BTreeMap<usize, usize>,
}

impl Ranks {
    /// `images` tell for each place where it comes to.
    fn new(base: usize, images: Vec<Vec<usize>>) -> Self {
        let mut ranks = Ranks {
            base,
            images,
            ranks: BTreeMap::new(),
        };
        let places = ranks.images[0].len();
        let digits = |number: usize| -> Vec<usize> {
            (0..places as u32)
                .map(|place| number / base.pow(place) % base)
                .collect()
        };
        let least: BTreeSet<_> = (0..base.pow(places as u32))
            .map(|number| ranks.least(&digits(number)))
            .collect();
        ranks.ranks = least.into_iter().zip(0..).collect();
        ranks
    }

    fn least(&self, digits: &[usize]) -> usize {
        let number = |image: &Vec<usize>| -> usize {
            let places = digits.iter().zip(image);
            places
                .map(|(digit, &place)| digit * self.base.pow(place as u32))
                .sum()
        };
        self.images.iter().map(number).min().unwrap()
    }

    fn of(&self, digits: &[usize]) -> usize {
        self.ranks[&self.least(digits)]
    }
}

/// The inputs by their definition.
struct SlowInputs {
    corner: Ranks,
    side: Ranks,
    inside: Ranks,
    contacts: Ranks,
    stone_contacts: Ranks,
}

impl SlowInputs {
    fn new() -> Self {
        let block = |of: fn(usize, usize) -> (usize, usize)| -> Vec<usize> {
            (0..9)
                .map(|place| {
                    let (column, row) = of(place % 3, place / 3);
                    3 * row + column
                })
                .collect()
        };
        let same = block(|c, r| (c, r));
        let all = vec![
            same.clone(),
            block(|c, r| (2 - c, r)),
            block(|c, r| (c, 2 - r)),
            block(|c, r| (2 - c, 2 - r)),
            block(|c, r| (r, c)),
            block(|c, r| (2 - r, c)),
            block(|c, r| (r, 2 - c)),
            block(|c, r| (2 - r, 2 - c)),
        ];
        let around: Vec<Vec<usize>> = [
            [0, 1, 2, 3],
            [1, 2, 3, 0],
            [2, 3, 0, 1],
            [3, 0, 1, 2],
            [0, 3, 2, 1],
            [1, 0, 3, 2],
            [2, 1, 0, 3],
            [3, 2, 1, 0],
        ]
        .map(Vec::from)
        .to_vec();
        SlowInputs {
            corner: Ranks::new(3, vec![same.clone(), block(|c, r| (r, c))]),
            side: Ranks::new(3, vec![same, block(|c, r| (2 - c, r))]),
            inside: Ranks::new(3, all),
            contacts: Ranks::new(10, around.clone()),
            stone_contacts: Ranks::new(4, around),
        }
    }

    fn of(&self, position: &GoPosition) -> BTreeMap<usize, usize> {
        let board = SlowBoard::new(position);
        let mut counts = BTreeMap::new();
        let mut look = |input: usize| *counts.entry(input).or_default() += 1;
        self.blocks(&board, &mut look);
        let stones = 3 * 10_206 + 2 * 2_862 + 1_540;
        for place in board.places() {
            let around = SlowBoard::around(place);
            match board.state(place) {
                0 => look(stones - 1_540 + self.contacts.of(&around.map(|p| board.state(p)))),
                state => {
                    let around = around.map(|place| board.at(place) as usize);
                    look(stones + 55 * (state - 1) + self.stone_contacts.of(&around));
                }
            }
        }
        let groups = stones + 8 * 55;
        SlowInputs::groups(&board, |input| look(groups + input));
        SlowInputs::nearness(&board, |input| look(groups + 240 + input));
        SlowInputs::regions(&board, |input| look(groups + 240 + 75 + input));
        counts
    }

    fn blocks(&self, board: &SlowBoard, look: &mut impl FnMut(usize)) {
        let last = board.size() - 3;
        for (column, row) in board.places() {
            if column > last || row > last {
                continue;
            }
            // Steps from the nearest edge of either kind, and the points in their order away from it.
            let from_edge = |at: i32| at.min(last - at);
            let away = |at: i32, step: i32| {
                if at > last - at {
                    at + 2 - step
                } else {
                    at + step
                }
            };
            let read = |of: &dyn Fn(i32, i32) -> Place| -> Vec<usize> {
                let places = (0..9).map(|place| of(place % 3, place / 3));
                places.map(|place| board.at(place) as usize).collect()
            };
            let (across, down) = (from_edge(column), from_edge(row));
            look(match (across.min(down), across.max(down)) {
                (0, 0) => self
                    .corner
                    .of(&read(&|c, r| (away(column, c), away(row, r)))),
                (0, far) => {
                    let filling = match down {
                        0 => read(&|along, depth| (column + along, away(row, depth))),
                        _ => read(&|along, depth| (away(column, depth), row + along)),
                    };
                    let first = if far == 1 { 10_206 } else { 2 * 10_206 };
                    first + self.side.of(&filling)
                }
                (near, _) => {
                    let first = if near == 1 { 0 } else { 2_862 };
                    let filling = read(&|c, r| (column + c, row + r));
                    3 * 10_206 + first + self.inside.of(&filling)
                }
            });
        }
    }

    /// Stones that are connected by neighbours or by a free point next to both, where they stand along a diagonal of one another.
    fn groups(board: &SlowBoard, mut look: impl FnMut(usize)) {
        for (number, own) in [Seen::Own, Seen::Other].into_iter().enumerate() {
            let is_own = |place: Place| board.at(place) == own;
            let links = |(c, r): Place| {
                let along = [
                    (c - 1, r - 1),
                    (c + 1, r - 1),
                    (c - 1, r + 1),
                    (c + 1, r + 1),
                ];
                board.at((c, r)) == Seen::Free
                    && along.into_iter().any(is_own)
                    && SlowBoard::around((c, r)).into_iter().any(is_own)
            };
            let mut seen = BTreeSet::new();
            for place in board.places() {
                if !is_own(place) || seen.contains(&place) {
                    continue;
                }
                let group = SlowBoard::reached(place, |place| is_own(place) || links(place));
                let stones: BTreeSet<_> = group.into_iter().filter(|&p| is_own(p)).collect();
                let liberties = board.beside(&stones);
                let is_eye = |place: &&Place| {
                    let mut around = SlowBoard::around(**place).into_iter();
                    around.all(|place| is_own(place) || board.at(place) == Seen::Off)
                };
                let eyes = liberties.iter().filter(is_eye).count().min(2);
                let size = [2, 3, 5, 8]
                    .into_iter()
                    .filter(|&n| stones.len() >= n)
                    .count();
                look(120 * number + 15 * (liberties.len().min(8) - 1) + 3 * size + eyes);
                seen.extend(stones);
            }
        }
    }

    fn nearness(board: &SlowBoard, mut look: impl FnMut(usize)) {
        let is_taken = |place: Place| board.at(place) == Seen::Other && board.liberties(place) == 1;
        let is_free = |place: Place| board.at(place) == Seen::Free || is_taken(place);
        // Steps over free points from a point to the nearest stone of a side, less one, at most four.
        let steps = |from: Place, to: Seen| {
            let mut reached = BTreeSet::from([from]);
            (0..4)
                .find(|_| {
                    let next = reached.iter().flat_map(|&place| SlowBoard::around(place));
                    let next: BTreeSet<_> = next.collect();
                    let is_there = next.iter().any(|&p| board.at(p) == to && !is_taken(p));
                    reached.extend(next.into_iter().filter(|&p| is_free(p)));
                    is_there
                })
                .unwrap_or(4)
        };
        for (column, row) in board.places() {
            let place = (column, row);
            if is_free(place) {
                let end = board.size() - 1;
                let line = column.min(row).min(end - column).min(end - row).min(2) as usize;
                look(25 * line + 5 * steps(place, Seen::Own) + steps(place, Seen::Other));
            }
        }
    }

    fn regions(board: &SlowBoard, mut look: impl FnMut(usize)) {
        let mut seen = BTreeSet::new();
        for place in board.places() {
            if board.at(place) != Seen::Free || !seen.insert(place) {
                continue;
            }
            let region = SlowBoard::reached(place, |place| board.at(place) == Seen::Free);
            let beside = region.iter().flat_map(|&place| SlowBoard::around(place));
            let beside: Vec<_> = beside.map(|place| board.at(place)).collect();
            let size = region.len().min(12) - 1;
            match (beside.contains(&Seen::Own), beside.contains(&Seen::Other)) {
                (true, false) => look(size),
                (false, true) => look(12 + size),
                _ => {}
            }
            seen.extend(region);
        }
    }
}

fn inputs(position: &GoPosition) -> BTreeMap<usize, usize> {
    let mut counts = BTreeMap::new();
    GoInputs::visit(position, |input| *counts.entry(input).or_default() += 1);
    counts
}

#[test]
fn inputs_are_those_of_their_definition() {
    let slow = SlowInputs::new();
    for (size, games) in [(5, 4), (6, 4), (7, 3), (9, 3)] {
        random_positions(9, games, GoRules::usual(size), |position| {
            let found = inputs(position);
            assert_eq!(found, slow.of(position), "{position:?}");
            assert!(found.keys().all(|&input| input < GoInputs::COUNT));
        });
    }
}

#[test]
fn packed_positions_keep_their_inputs() {
    let handicap = GoRules::default().with_handicap(3);
    for rules in [handicap, GoRules::usual(7), GoRules::usual(5)] {
        random_positions(3, 4, rules, |position| {
            let mut record = [0; GoInputs::PACKED];
            GoInputs::pack(position, &mut record);
            let read = GoInputs::unpack(&record).unwrap();
            assert_eq!(inputs(&read), inputs(position));
            assert_eq!(GoInputs::phase(&read), GoInputs::phase(position));
            assert_eq!(GoInputs::base(&read), GoInputs::base(position));
        });
    }
}

#[test]
fn records_that_are_no_positions_are_refused() {
    let record = |size: u8, own: u128, other: u128| {
        let mut record = vec![size, 14, 0];
        record.extend(own.to_le_bytes());
        record.extend(other.to_le_bytes());
        record
    };
    assert!(GoInputs::unpack(&record(9, 1, 2)).is_some());
    // Two stones on one point; a stone off the board; no such board; a stone without a liberty.
    for wrong in [
        record(9, 1, 1),
        record(9, 1 << 81, 0),
        record(5, 0, 1 << 25),
        record(10, 0, 0),
        record(0, 0, 0),
        record(5, 1, 1 << 1 | 1 << 5),
        record(5, 1 << 1 | 1 << 5, 1),
    ] {
        assert!(GoInputs::unpack(&wrong).is_none(), "{wrong:?}");
    }
    assert!(GoInputs::unpack(&record(9, 1, 2)[1..]).is_none());
    assert!(GoInputs::unpack(&[]).is_none());
}

/// The weights of the build can be read; they count on every board.
#[test]
fn the_learned_evaluation_is_for_all_boards() {
    let (learned, counts) = (
        GoKnowledge(SparseEvaluation::default()),
        GoKnowledge(SparseEvaluation::Counts),
    );
    for size in [5, 6, 7, 9] {
        let mut differ = 0;
        random_positions(6, 3, GoRules::usual(size), |position| {
            let value = learned.eval(position, &());
            assert!(value.abs() <= EVAL_MAX);
            differ += usize::from(value != counts.eval(position, &()));
        });
        assert!(differ > 30, "{size}: {differ}");
    }
}

/// Without komi, the colours and the eight images of a board make no difference.
#[test]
fn images_of_a_position_have_its_value() {
    let learned = GoKnowledge(SparseEvaluation::default());
    for size in [5, 6, 7, 9] {
        let rules = GoRules {
            komi_halves: 0,
            ..GoRules::usual(size)
        };
        random_positions(8, 3, rules, |position| {
            let value = learned.eval(position, &());
            let (side, end) = (position.side(), size - 1);
            for image in 0..8 {
                let moved = |point: u8| {
                    let (mut column, mut row) = (point % size, point / size);
                    if image & 1 != 0 {
                        column = end - column;
                    }
                    if image & 2 != 0 {
                        row = end - row;
                    }
                    if image & 4 != 0 {
                        (column, row) = (row, column);
                    }
                    1_u128 << (row * size + column)
                };
                let [black, white] = [0, 1].map(|side| {
                    let moved = points(position.stones(side)).map(moved);
                    moved.fold(0, |all, bit| all | bit)
                });
                for (stones, side) in [([black, white], side), ([white, black], 1 - side)] {
                    let other = GoPosition::of(rules, stones, side, 0);
                    assert_eq!(learned.eval(&other, &()), value, "{image} {position:?}");
                }
            }
        });
    }
}
