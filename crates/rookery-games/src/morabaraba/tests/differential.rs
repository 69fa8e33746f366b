//! Differential test: random games against the second implementation, with the same moves and the same ends at every ply.

use std::collections::HashMap;

use crate::BoardGame;
use crate::morabaraba::rules::cow_move::CowMove;
use crate::morabaraba::rules::points;
use crate::morabaraba::rules::position::Morabaraba;
use crate::morabaraba::tests::reference::{Reference, Turn, junctions};
use crate::morabaraba::tests::table::{Table, TestRng};
use rookery_engine::{GameMove, Position};

/// The events of a random walk, so that the test knows it has tested something.
#[derive(Default)]
struct Seen {
    plies: usize,
    bans: usize,
    ends: HashMap<&'static str, usize>,
}

const OPTIONS: [&[(&str, &str)]; 4] = [
    &[],
    &[("three-cow-draw", "either"), ("moves-first", "light")],
    &[("three-cow-draw", "off"), ("repetition-draw", "off")],
    &[("hundred-ply-draw", "off"), ("repetition-draw", "off")],
];

#[test]
fn random_games_agree_with_the_slow_rules() {
    let mut rng = TestRng(0x9e37_79b9_7f4a_7c15);
    let mut seen = Seen::default();
    for round in 0..60 {
        let options = OPTIONS[round % OPTIONS.len()];
        let table = Table::new(options, "");
        let rules = table.position().rules();
        let slow = Reference::new(HashMap::new(), [12, 12], 0, rules);
        walk(table, slow, &mut rng, &mut seen);
    }
    for round in 0..120 {
        let (table, slow) = scattered(OPTIONS[round % OPTIONS.len()], &mut rng);
        walk(table, slow, &mut rng, &mut seen);
    }
    assert!(seen.plies > 10_000, "{} plies", seen.plies);
    assert!(
        seen.bans > 20,
        "the see-saw ban was met {} times",
        seen.bans
    );
    for end in [
        "two-cows",
        "blocked",
        "ten-moves",
        "repetition",
        "hundred-plies",
    ] {
        assert!(
            seen.ends.contains_key(end),
            "no game ended by {end}: {:?}",
            seen.ends
        );
    }
}

/// Three to nine cows a side anywhere, nothing in hand.
fn scattered(options: &[(&str, &str)], rng: &mut TestRng) -> (Table, Reference) {
    let mut free = junctions();
    let mut board = HashMap::new();
    for side in 0..2 {
        for _ in 0..3 + rng.below(7) {
            board.insert(free.swap_remove(rng.below(free.len())), side);
        }
    }
    let side = rng.below(2);
    let light = usize::from(!options.contains(&("moves-first", "light")));
    let mut rings = String::new();
    for ring in [
        "d5 e5 e4 e3 d3 c3 c4 c5",
        "/ d6 f6 f4 f2 d2 b2 b4 b6",
        "/ d7 g7 g4 g1 d1 a1 a4 a7",
    ] {
        for name in ring.split(' ') {
            rings.push_str(match board.get(name) {
                _ if name == "/" => "/",
                None => "*",
                Some(&owner) if owner == light => "O",
                Some(_) => "@",
            });
        }
    }
    let count = |side: usize| board.values().filter(|s| **s == side).count();
    let (white, black) = (count(light), count(1 - light));
    let letter = if side == light { "w" } else { "b" };
    let text = format!("{rings} {letter} m s {white} 0 {black} 0 board:12d");
    let table = Table::new(options, &text);
    assert_eq!(table.game.print(table.position()), text);
    let rules = table.position().rules();
    (table, Reference::new(board, [0, 0], side, rules))
}

fn walk(mut table: Table, mut slow: Reference, rng: &mut TestRng, seen: &mut Seen) {
    let temper = *rng.pick(&[Temper::Swinging, Temper::Eager, Temper::Timid]);
    for _ in 0..300 {
        compare(&table, &slow);
        let end = slow.end();
        assert_eq!(
            table.verdict(),
            end,
            "{}",
            table.game.print(table.position())
        );
        if let Some((_, reason)) = end {
            *seen.ends.entry(reason).or_default() += 1;
            return;
        }
        slow.bans_felt = 0;
        let expected = slow.moves();
        seen.bans += slow.bans_felt;
        let moves = table.moves();
        let fast: Vec<&String> = moves.iter().map(|(text, _)| text).collect();
        assert_eq!(fast, expected.iter().collect::<Vec<_>>());
        assert_eq!(table.position().count_moves(), moves.len());
        assert!(moves.len() <= Morabaraba::MAX_MOVES);
        check_moves(&table, &moves);
        let text = choose(&table, &expected, temper, rng);
        slow.play(&text);
        table.play(&text);
        seen.plies += 1;
    }
}

/// The same cows on the same points, and a position whose key and text can be made anew.
fn compare(table: &Table, slow: &Reference) {
    let position = table.position();
    let men = table.game.pieces(position);
    let board: HashMap<String, usize> = men.into_iter().map(|man| (man.at, man.side)).collect();
    assert_eq!(board, slow.board);
    assert_eq!(
        [0, 1].map(|side| usize::from(position.hand(side))),
        slow.hand
    );
    assert_eq!(
        (position.side(), usize::from(position.quiet())),
        (slow.side, slow.quiet)
    );
    assert_eq!(position.key(), position.key_from_scratch());
    let text = table.game.print(position);
    assert_eq!(table.game.parse(&text).as_ref(), Ok(position), "{text}");
}

/// Packing, taps, legality one by one, and the same moves in every mirror.
fn check_moves(table: &Table, moves: &[(String, CowMove)]) {
    let position = table.position();
    for (text, m) in moves {
        assert_eq!(CowMove::from_bits(m.to_bits()), *m);
        assert!(m.to_bits() < 1 << 16 && *m != CowMove::NULL);
        assert!(position.is_legal(*m) && Morabaraba::history_index(*m) < Morabaraba::HISTORY);
        let steps = table.game.steps(position, *m);
        let taps: Vec<&str> = steps.iter().map(|s| s.token.as_str()).collect();
        assert_eq!(taps.join(","), text.replace(['-', 'x'], ","));
    }
    let mirror = 1 + moves.len() % 15;
    let mut seen_there: Vec<u32> = Vec::new();
    let mut there = Vec::new();
    position.transform(mirror).generate(&mut there);
    seen_there.extend(there.iter().map(|m| m.to_bits()));
    let image = |(_, m): &(String, CowMove)| Morabaraba::transform_move(*m, mirror).to_bits();
    let mut expected: Vec<u32> = moves.iter().map(image).collect();
    expected.sort_unstable();
    seen_there.sort_unstable();
    assert_eq!(seen_there, expected);
    if position.key().is_multiple_of(32) {
        let legal = (0..1 << 15)
            .map(CowMove::from_bits)
            .filter(|m| position.is_legal(*m));
        assert_eq!(legal.count(), moves.len());
    }
}

/// The preference of a random player, so that games meet every rule and every end.
#[derive(Clone, Copy)]
enum Temper {
    /// From line to line, to meet the see-saw ban.
    Swinging,
    /// Shots, to get down to three and two cows.
    Eager,
    /// Never a shot if there is another move, and back again if possible, to meet the draws.
    Timid,
}

fn choose(table: &Table, moves: &[String], temper: Temper, rng: &mut TestRng) -> String {
    let position = table.position();
    let lined = points::in_mills(position.cows(position.side()));
    let swings = |text: &&String| {
        let from = Turn::read(text).from.and_then(|f| points::by_name(&f));
        text.contains('x') && from.is_some_and(|f| lined & points::bit(f) != 0)
    };
    let played = table.history.moves();
    let own_last = played.len().checked_sub(2).map(|i| played[i]);
    let back = |text: &&String| {
        let turn = Turn::read(text);
        let from = turn.from.and_then(|f| points::by_name(&f));
        turn.shot.is_none() && own_last.is_some_and(|m| Some(m.to()) == from)
    };
    let liked: Vec<&String> = match (temper, rng.below(4)) {
        (Temper::Swinging, 1..) => moves.iter().filter(swings).collect(),
        (Temper::Eager, 1..) => moves.iter().filter(|m| m.contains('x')).collect(),
        (Temper::Timid, 0) => moves.iter().filter(back).collect(),
        (Temper::Timid, _) => moves.iter().filter(|m| !m.contains('x')).collect(),
        _ => Vec::new(),
    };
    if liked.is_empty() {
        rng.pick(moves).clone()
    } else {
        (*rng.pick(&liked)).clone()
    }
}
