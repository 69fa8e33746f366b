//! Differential test: random games against the second implementation, with the same moves and the same ends at every ply.

use std::collections::{BTreeMap, BTreeSet};

use crate::fanorona::notation;
use crate::fanorona::position_text;
use crate::fanorona::rules::capture::Capture;
use crate::fanorona::rules::fanorona_move::FanoronaMove;
use crate::fanorona::rules::points::{self, FanoronaBoard, StoneSet};
use crate::fanorona::rules::position::Fanorona;
use crate::fanorona::rules::rule_options::{FIFTY_MOVES_PLIES, FanoronaRules};
use crate::fanorona::tests::reference::{Place, SlowFanorona, SlowStep, SlowTurn};
use rookery_engine::{GameMove, Outcome, Position, SplitMix};

const STARTS: [(FanoronaBoard, &str); 4] = [
    (
        FanoronaBoard::NineByFive,
        "BBBBBBBBB BBBBBBBBB BWBW.BWBW WWWWWWWWW WWWWWWWWW",
    ),
    (FanoronaBoard::FiveByFive, "BBBBB BBBBB BW.BW WWWWW WWWWW"),
    (FanoronaBoard::FiveByThree, "BBBBB BW.BW WWWWW"),
    (FanoronaBoard::ThreeByThree, "BBB B.W WWW"),
];

/// The events of the walks, so that the test knows it has tested something.
#[derive(Default)]
struct Seen {
    plies: usize,
    longest_chain: usize,
    choices: usize,
    most_moves: usize,
    ends: BTreeMap<&'static str, usize>,
}

fn rules(board: FanoronaBoard) -> FanoronaRules {
    FanoronaRules {
        board,
        ..FanoronaRules::default()
    }
}

fn place(point: u8) -> Place {
    let (column, row) = points::place(point);
    (column as i8, row as i8)
}

fn board(position: &Fanorona) -> BTreeMap<Place, usize> {
    let of_side = |side| points::each(position.stones(side)).map(move |point| (place(point), side));
    of_side(0).chain(of_side(1)).collect()
}

/// The stones of a line, nearest to the step first.
fn in_order(capture: &Capture) -> Vec<Place> {
    let mut taken: Vec<_> = points::each(capture.taken).map(place).collect();
    let (column, row) = place(capture.to);
    taken.sort_by_key(|at| (at.0 - column).abs().max((at.1 - row).abs()));
    taken
}

fn turn(position: &Fanorona, m: FanoronaMove) -> SlowTurn {
    let captures = position.captures(m);
    if captures.is_empty() {
        return SlowTurn::Paika(place(m.from()), place(m.to()));
    }
    let step = |c: &Capture| -> SlowStep { (place(c.to), notation::letter(c.means), in_order(c)) };
    SlowTurn::Chain(place(m.from()), captures.iter().map(step).collect())
}

fn check_moves(position: &Fanorona, slow: &SlowFanorona, seen: &mut Seen) -> Vec<FanoronaMove> {
    let moves = position.moves();
    let text = position_text::print(position);
    let mut fast: Vec<_> = moves.iter().map(|&m| turn(position, m)).collect();
    let mut expected = slow.turns();
    fast.sort();
    expected.sort();
    assert_eq!(fast, expected, "{text}");
    assert_eq!(position.count_moves(), expected.len(), "{text}");
    let is_capture = |m: &FanoronaMove| m.is_capture();
    assert_eq!(position.must_capture(), moves.iter().any(is_capture));
    for &m in &moves {
        assert_eq!(FanoronaMove::from_bits(m.to_bits()), m);
        let captures = position.captures(m);
        let taken = captures.iter().map(|c| c.taken.count_ones()).sum::<u32>();
        assert_eq!(m.taken(), taken, "{text}");
        assert_eq!(m.to(), captures.last().map_or(m.to(), |last| last.to));
        seen.longest_chain = seen.longest_chain.max(captures.len());
        seen.choices += captures.iter().filter(|c| c.is_choice).count();
    }
    seen.plies += 1;
    seen.most_moves = seen.most_moves.max(moves.len());
    moves
}

/// Plays at random to the end, or 300 plies.
fn walk(mut position: Fanorona, mut slow: SlowFanorona, random: &mut SplitMix, seen: &mut Seen) {
    for _ in 0..300 {
        assert_eq!(board(&position), slow.board);
        assert_eq!(
            (position.side(), u32::from(position.quiet())),
            (slow.side, slow.quiet)
        );
        let moves = check_moves(&position, &slow, seen);
        if moves.is_empty() {
            assert_eq!(position.ended(), Some(Outcome::Loss));
            let end = match slow.board.values().any(|side| *side == slow.side) {
                true => "blocked",
                false => "no stones",
            };
            *seen.ends.entry(end).or_default() += 1;
            return;
        }
        let is_drawn = slow.quiet >= u32::from(FIFTY_MOVES_PLIES);
        assert_eq!(position.outcome(), is_drawn.then_some(Outcome::Draw));
        if is_drawn {
            *seen.ends.entry("fifty moves").or_default() += 1;
            return;
        }
        let m = moves[random.below(moves.len())];
        slow.make(&turn(&position, m));
        position.play(m);
    }
}

/// Stones put down anywhere, on a point in `density` of them.
fn scattered(random: &mut SplitMix, board: FanoronaBoard, density: usize) -> Fanorona {
    let mut stones: [StoneSet; 2] = [0; 2];
    for point in board.reading_order() {
        if random.below(density) == 0 {
            stones[random.below(2)] |= points::bit(point);
        }
    }
    // Every other one is near the limit, which random moves would seldom reach.
    let limit = usize::from(FIFTY_MOVES_PLIES);
    let quiet = match random.below(2) {
        0 => random.below(limit),
        _ => limit - 1 - random.below(10),
    };
    Fanorona::placed(stones, random.below(2) as u8, quiet as u16, rules(board))
}

fn slow_of(position: &Fanorona) -> SlowFanorona {
    let size = position.rules().board;
    SlowFanorona {
        columns: size.columns() as i8,
        rows: size.rows() as i8,
        board: board(position),
        side: position.side(),
        quiet: position.quiet().into(),
    }
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let mut random = SplitMix::new(0x66_616e_6f72);
    let mut seen = Seen::default();
    for (size, picture) in STARTS {
        for _ in 0..25 {
            let start = Fanorona::new(rules(size));
            walk(start, SlowFanorona::drawn(picture), &mut random, &mut seen);
        }
        for round in 0..150 {
            let position = scattered(&mut random, size, 1 + round % 6);
            if position.stones(0) != 0 && position.stones(1) != 0 {
                let slow = slow_of(&position);
                walk(position, slow, &mut random, &mut seen);
            }
        }
    }
    assert!(seen.plies > 4_000, "{} plies", seen.plies);
    assert!(seen.longest_chain >= 6, "{} steps", seen.longest_chain);
    assert!(seen.choices > 1_000, "{}", seen.choices);
    assert!(seen.most_moves <= Fanorona::MAX_MOVES);
    for end in ["blocked", "no stones", "fifty moves"] {
        assert!(seen.ends.contains_key(end), "{end}: {:?}", seen.ends);
    }
}

/// The board with left and right exchanged, or White's side and Black's, has the images of the moves.
#[test]
fn mirrored_boards_have_the_mirrored_moves() {
    let mut random = SplitMix::new(11);
    for round in 0..400 {
        let (size, _) = STARTS[round % STARTS.len()];
        let position = scattered(&mut random, size, 2 + round / STARTS.len() % 4);
        for (columns, rows) in [(true, false), (false, true), (true, true)] {
            let stones = [0, 1].map(|s| points::mirrored(position.stones(s), size, columns, rows));
            let side = position.side() as u8;
            let image = Fanorona::placed(stones, side, 0, position.rules());
            let results = |p: &Fanorona, is_image: bool| -> Vec<[StoneSet; 2]> {
                let after = p.moves().into_iter().map(|m| p.after(m));
                let set = |set| match is_image {
                    true => points::mirrored(set, size, columns, rows),
                    false => set,
                };
                let mut all: Vec<_> = after
                    .map(|p| [set(p.stones(0)), set(p.stones(1))])
                    .collect();
                all.sort_unstable();
                all
            };
            assert_eq!(results(&position, true), results(&image, false));
        }
    }
}

/// The key depends on the stones and the side alone, and tells all positions of the smallest board apart.
#[test]
fn keys_are_those_of_the_position_from_scratch() {
    let size = FanoronaBoard::ThreeByThree;
    let mut keys = BTreeSet::new();
    for number in 0..3_usize.pow(9) {
        let mut stones = [0; 2];
        let mut rest = number;
        for point in size.reading_order() {
            match rest % 3 {
                0 => {}
                side => stones[side - 1] |= points::bit(point),
            }
            rest /= 3;
        }
        for side in 0..2 {
            let position = Fanorona::placed(stones, side, 7, rules(size));
            assert_eq!(
                position.key(),
                Fanorona::placed(stones, side, 0, rules(size)).key()
            );
            keys.insert(position.key());
        }
    }
    assert_eq!(keys.len(), 2 * 3_usize.pow(9));
}

/// Lines of the boards, counted on paper: five rows and nine columns, and five diagonals each way from edge to edge.
#[test]
fn boards_have_their_lines() {
    for (size, count, diagonals) in [
        (FanoronaBoard::NineByFive, 14 + 10, 10),
        (FanoronaBoard::FiveByFive, 10 + 6, 6),
        (FanoronaBoard::FiveByThree, 8 + 4, 4),
        (FanoronaBoard::ThreeByThree, 6 + 2, 2),
    ] {
        let lines: Vec<_> = size.lines().collect();
        assert_eq!(lines.len(), count, "{size:?}");
        let is_diagonal = |(from, to): &&(u8, u8)| {
            let ((a, b), (c, d)) = (points::place(*from), points::place(*to));
            a != c && b != d
        };
        assert_eq!(lines.iter().filter(is_diagonal).count(), diagonals);
    }
}
