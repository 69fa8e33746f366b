//! Exact techniques: every driver and every set of techniques finds the value by definition; leaf counts match the theory.

use crate::search::score;
use crate::tests::tree::{Carried, Child, Opinion, Ordered, Random, definition, mix};
use crate::tests::{DRIVERS, bare, found, request};
use crate::{Bound, Driver, Knowledge, MoveList, Outcome, Position, Request, Score};
use crate::{Technique, Techniques, Value};

/// The value of a score as the definition would report it; a proof is not a difference here.
fn same(value: Value, expected: Score) -> bool {
    [true, false]
        .map(|p| score::value(expected, p))
        .contains(&value)
}

fn agrees_with_the_definition<const A: bool>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        for (has_ends, wins_stuck) in [(false, false), (true, false), (true, true)] {
            let root = Random::<A> {
                wins_stuck,
                ..Random::new(seed, has_ends)
            };
            let depth = 1 + (seed % 7) as u32;
            let expected = definition(&root, depth, 0);
            for driver in DRIVERS {
                for request in [bare(driver, depth), request(driver, depth)] {
                    let found = found(&root, &Opinion, &request);
                    let value = found.lines[0].value;
                    assert!(
                        same(value, expected),
                        "{root:?} {request:?}: {value:?} for {expected}"
                    );
                    // A margin of points that is not proven is proven in one direction.
                    let expected = match value {
                        Value::Exact(n) if n > 0 && found.bound != Bound::Exact => Bound::Lower,
                        Value::Exact(n) if n < 0 && found.bound != Bound::Exact => Bound::Upper,
                        _ => Bound::Exact,
                    };
                    assert_eq!(found.bound, expected);
                }
            }
        }
    }
}

#[test]
fn all_drivers_agree_with_the_definition() {
    agrees_with_the_definition::<true>(0..300);
}

#[test]
fn all_drivers_agree_where_a_side_moves_twice() {
    agrees_with_the_definition::<false>(0..300);
}

/// By the first move the side to move wins at ply 3, when the other one has lost. By the second one it has no move at ply 2, and that wins, too.
#[derive(Clone, Debug)]
struct Stuck {
    moves: Vec<Child>,
}

impl Position for Stuck {
    type Move = Child;
    const NAME: &'static str = "stuck";
    const MAX_MOVES: usize = 2;
    const HISTORY: usize = 2;

    fn side(&self) -> usize {
        self.moves.len() % 2
    }

    fn key(&self) -> u64 {
        let append = |path: u64, m: &Child| path << 1 | u64::from(m.0);
        mix(self.moves.iter().fold(1, append))
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        match self.moves[..] {
            [] => out.extend([Child(0), Child(1)]),
            [Child(1), _] => {}
            _ => out.push(Child(0)),
        }
    }

    fn play(&mut self, m: Child) {
        self.moves.push(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.moves.len() == 3).then_some(Outcome::Loss)
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Win
    }
}

/// No view of anything, so that all that is found is proven.
#[derive(Clone, Copy, Debug)]
struct Nothing;

impl Knowledge<Stuck> for Nothing {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, _: &Stuck, _acc: &()) -> Score {
        0
    }
}

#[test]
fn to_have_no_move_may_be_the_shortest_win() {
    for driver in DRIVERS {
        for request in [bare(driver, 4), request(driver, 4)] {
            let start = Stuck { moves: Vec::new() };
            let value = found(&start, &Nothing, &request).value();
            assert_eq!(value, Some(Value::Win(2)), "{request:?}");
        }
    }
}

#[test]
fn every_exact_technique_alone_or_missing_finds_the_same_value() {
    let exact: Vec<_> = Techniques::EXACT.iter().collect();
    let one = |t: &Technique| Techniques::of(&[*t]);
    for seed in 0..10 {
        let root = Random::<false>::new(seed, true);
        let expected = definition(&root, 6, 0);
        let missing = exact.iter().map(one);
        let alone = exact.iter().map(|t| Techniques::EXACT.without(one(t)));
        // And sets of any size, left to chance.
        let mixed = (0..200).map(|i| {
            let bits = mix(seed << 32 | i);
            let chosen = exact.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            chosen.fold(Techniques::NONE, |set, (_, t)| set.with(*t))
        });
        for off in missing.chain(alone).chain(mixed) {
            let request = Request {
                off,
                ..request(Driver::Pvs, 6)
            };
            let value = found(&root, &Opinion, &request).lines[0].value;
            assert!(
                same(value, expected),
                "{off:?} off: {value:?} for {expected}"
            );
        }
    }
}

#[test]
fn trying_moves_changes_no_value() {
    let request = Request {
        on: Techniques::of(&[Technique::Trial]),
        ..request(Driver::Pvs, 6)
    };
    for seed in 0..60 {
        let root = Random::<false>::new(seed, true);
        let expected = definition(&root, 6, 0);
        let value = found(&root, &Opinion, &request).lines[0].value;
        assert!(same(value, expected), "{value:?} for {expected}");
    }
}

#[test]
fn a_table_of_one_bucket_changes_no_value() {
    for seed in 0..100 {
        let root = Random::<true>::new(seed, true);
        let expected = definition(&root, 7, 0);
        for driver in [Driver::Pvs, Driver::Mtdf, Driver::AlphaBeta] {
            let request = Request {
                hash_mb: 0,
                ..request(driver, 7)
            };
            let value = found(&root, &Opinion, &request).lines[0].value;
            assert!(
                same(value, expected),
                "{driver:?}: {value:?} for {expected}"
            );
        }
    }
}

/// A walk of two sides among a few places, each with three ways on. It comes back, and no rule counts that: so the search keeps no history,
/// and the key of a place does not tell after how many moves it was reached.
#[derive(Clone, Copy, Debug)]
struct Walk {
    seed: u64,
    place: u64,
    side: usize,
}

impl Position for Walk {
    type Move = Child;
    const NAME: &'static str = "walk";
    const MAX_MOVES: usize = 3;
    const HISTORY: usize = 3;

    fn side(&self) -> usize {
        self.side
    }

    fn key(&self) -> u64 {
        mix(self.seed ^ (self.place << 1 | self.side as u64))
    }

    fn generate(&self, out: &mut MoveList<Child>) {
        out.extend((0..3).map(Child));
    }

    fn play(&mut self, m: Child) {
        self.place = mix(self.seed ^ mix(self.place << 8 | u64::from(m.0))) % 16;
        self.side ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn no_moves(&self) -> Outcome {
        Outcome::Draw
    }
}

/// A view of each place that has nothing to do with those after it.
#[derive(Clone, Copy, Debug)]
struct Views;

impl Knowledge<Walk> for Views {
    type Acc = ();
    const USUAL: Techniques = Techniques::EXACT;

    fn eval(&self, position: &Walk, _acc: &()) -> Score {
        (mix(position.key()) % 401) as Score - 200
    }
}

/// The value of a walk by definition.
fn walked(from: &Walk, depth: u32) -> Score {
    if depth == 0 {
        return Views.eval(from, &());
    }
    let moves = from.moves().into_iter();
    let values = moves.map(|m| -walked(&from.after(m), depth - 1));
    values.max().expect("the walk goes on")
}

/// The table may know a place by a deeper search than was asked for. Without it, nothing does.
#[test]
fn where_places_recur_all_drivers_are_exact_without_the_table() {
    let mut deeper = 0;
    for seed in 0..60 {
        let root = Walk {
            seed: mix(seed),
            place: 0,
            side: 0,
        };
        let expected = Some(Value::Cp(walked(&root, 7)));
        for driver in DRIVERS {
            let with_table = request(driver, 7);
            let without = Request {
                off: Techniques::of(&[Technique::Tt]),
                ..with_table
            };
            let value = |request| found(&root, &Views, request).value();
            assert_eq!(value(&without), expected, "{driver:?} {root:?}");
            deeper += usize::from(value(&with_table) != expected);
        }
    }
    assert!(deeper > 0, "what the documents say of the table is not so");
}

#[test]
fn lines_are_the_best_moves_in_order() {
    for seed in 0..60 {
        let root = Random::<false>::new(seed, true);
        for driver in DRIVERS {
            let request = Request {
                multipv: 9,
                ..request(driver, 5)
            };
            let found = found(&root, &Opinion, &request);
            let mut moves = Vec::new();
            for line in &found.lines {
                let mut child = root;
                child.play(line.moves[0]);
                let below = definition(&child, 4, 1);
                let expected = if child.side == root.side {
                    below
                } else {
                    -below
                };
                assert!(same(line.value, expected), "{driver:?} {:?}", line);
                moves.push(line.moves[0]);
            }
            let ranks: Vec<_> = found.lines.iter().map(|l| l.value.rank()).collect();
            assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
            moves.sort_by_key(|m| m.0);
            let mut all = Vec::new();
            root.generate(&mut all);
            assert_eq!(moves, all, "each move once");
        }
    }
}

#[test]
fn minimax_evaluates_every_leaf() {
    for (width, depth) in [(3_u8, 3_u32), (3, 4), (4, 4), (10, 3)] {
        let found = found(
            &Ordered::new(width),
            &Carried,
            &bare(Driver::Minimax, depth),
        );
        assert_eq!(found.leaves, u64::from(width).pow(depth));
        assert_eq!(found.lines[0].value, Value::Cp(7));
    }
}

/// Knuth and Moore, "An analysis of alpha-beta pruning" (1975): b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves where the best move comes first.
#[test]
fn perfect_order_needs_the_leaves_of_knuth_and_moore() {
    for (width, depth, leaves) in [
        (3, 2, 5),
        (3, 3, 11),
        (3, 4, 17),
        (4, 4, 31),
        (5, 4, 49),
        (6, 4, 71),
        (10, 3, 109),
        (10, 4, 199),
    ] {
        for driver in [Driver::AlphaBeta, Driver::Pvs] {
            let found = found(&Ordered::new(width), &Carried, &bare(driver, depth));
            assert_eq!(
                found.leaves, leaves,
                "{driver:?}, {width} wide, {depth} deep"
            );
            let first = vec![Child(0); depth as usize];
            assert_eq!(found.lines[0].moves, first);
        }
    }
}

#[test]
fn the_line_leads_to_its_value() {
    for seed in 0..200 {
        let root = Random::<true>::new(seed, true);
        let found = found(&root, &Opinion, &request(Driver::Pvs, 6));
        let line = &found.lines[0];
        let mut end = root;
        for &m in &line.moves {
            let mut moves = Vec::new();
            end.generate(&mut moves);
            assert!(moves.contains(&m), "the line is legal");
            end.play(m);
        }
        let plies = line.moves.len() as Score;
        let value = definition(&end, 0, plies);
        // A line shorter than the search ends where the game does.
        let value = if plies < 6 {
            definition(&end, 1, plies)
        } else {
            value
        };
        let value = if end.side == root.side { value } else { -value };
        assert!(same(line.value, value), "{line:?} ends at {value}");
    }
}
