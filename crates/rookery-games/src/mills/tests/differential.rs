//! Differential test: random games against the second implementation, with the same moves and the same ends at every ply.

use std::collections::HashMap;

use crate::BoardGame;
use crate::mills::board_game::MillGame;
use crate::mills::rules::mill_move::MillMove;
use crate::mills::rules::points;
use crate::mills::rules::position::MillPosition;
use crate::mills::rules::rule_options::FirstMover;
use crate::mills::tests::reference::{Line, Reference, THREE_MEN, Turn, point_names};
use crate::mills::tests::table::{Table, TestRng};
use rookery_engine::{GameMove, Position};

/// The events of random walks, so that a test knows it has tested something.
#[derive(Default)]
pub struct Seen {
    pub plies: usize,
    pub bans: usize,
    pub double_removals: usize,
    pub ends: HashMap<&'static str, usize>,
}

/// Options that were chosen, by their keys.
pub type Options = &'static [(&'static str, &'static str)];

/// Random games of `K`, whole ones and endings, each by one of `options` in turn.
pub fn compare_random_games<K: MillGame>(lines: &[Line], options: &[Options]) -> Seen {
    let mut rng = TestRng(0x9e37_79b9_7f4a_7c15);
    let mut seen = Seen::default();
    for round in 0..60 {
        let (table, slow) = whole::<K>(lines, options[round % options.len()]);
        walk(table, slow, &mut rng, &mut seen);
    }
    for round in 0..120 {
        let options = options[round % options.len()];
        let (table, slow) = match lines == THREE_MEN {
            true => whole::<K>(lines, options),
            false => scattered::<K>(lines, options, &mut rng),
        };
        walk(table, slow, &mut rng, &mut seen);
    }
    seen
}

/// A game from the start.
fn whole<K: MillGame>(lines: &[Line], options: Options) -> (Table<K>, Reference) {
    let table = Table::<K>::new(options, "");
    let rules = table.position().rules();
    let hands = [usize::from(rules.board.men); 2];
    let slow = Reference::new(lines, HashMap::new(), hands, 0, rules);
    (table, slow)
}

/// Three men a side and more anywhere, in every second position with a few more in hand.
fn scattered<K: MillGame>(
    lines: &[Line],
    options: Options,
    rng: &mut TestRng,
) -> (Table<K>, Reference) {
    let rules = Table::<K>::new(options, "").position().rules();
    let mut free = point_names(lines);
    let mut board = HashMap::new();
    let side = rng.below(2);
    // Three men of each side are on the board.
    let most_in_hand = 3.min(usize::from(rules.board.men) - 4);
    let hand = match (rng.below(2), rng.below(most_in_hand)) {
        (0, _) => [0, 0],
        (_, few) => [1 + few, 1 + few + side],
    };
    for (owner, in_hand) in hand.into_iter().enumerate() {
        let most = 9.min(usize::from(rules.board.men) - in_hand);
        for _ in 0..3 + rng.below(most - 2) {
            board.insert(free.swap_remove(rng.below(free.len())), owner);
        }
    }
    let light = usize::from(rules.first == FirstMover::Dark);
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
    let phase = if hand[side] > 0 { "p p" } else { "m s" };
    let (in_white, in_black) = (hand[light], hand[1 - light]);
    let board_field = rules.board.name;
    let text =
        format!("{rings} {letter} {phase} {white} {in_white} {black} {in_black} {board_field}");
    let table = Table::new(options, &text);
    assert_eq!(table.game.print(table.position()), text);
    (table, Reference::new(lines, board, hand, side, rules))
}

fn walk<K: MillGame>(mut table: Table<K>, mut slow: Reference, rng: &mut TestRng, seen: &mut Seen) {
    let temper = *rng.pick(&[Temper::Swinging, Temper::Eager, Temper::Timid]);
    for _ in 0..300 {
        compare(&table, &slow);
        let end = slow.end();
        let named = |(winner, key)| match key {
            "too-few" => (winner, K::TERMS.too_few),
            _ => (winner, key),
        };
        let text = table.game.print(table.position());
        assert_eq!(table.verdict(), end.map(named), "{text}");
        if let Some((_, reason)) = end {
            *seen.ends.entry(reason).or_default() += 1;
            return;
        }
        slow.bans_felt = 0;
        let expected = slow.moves();
        seen.bans += slow.bans_felt;
        let doubles = expected.iter().filter(|m| Turn::read(m).removed.len() == 2);
        seen.double_removals += doubles.count();
        let moves = table.moves();
        let fast: Vec<&String> = moves.iter().map(|(text, _)| text).collect();
        assert_eq!(fast, expected.iter().collect::<Vec<_>>());
        assert_eq!(table.position().count_moves(), moves.len());
        assert!(moves.len() <= K::MAX_MOVES);
        check_moves(&table, &moves);
        let text = choose(&table, &expected, temper, rng);
        slow.play(&text);
        table.play(&text);
        seen.plies += 1;
    }
}

/// The same men on the same points, and a position whose key and text can be made anew.
fn compare<K: MillGame>(table: &Table<K>, slow: &Reference) {
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
fn check_moves<K: MillGame>(table: &Table<K>, moves: &[(String, MillMove)]) {
    let position = table.position();
    for (text, m) in moves {
        assert_eq!(MillMove::from_bits(m.to_bits()), *m);
        // A second man removed is the only thing that needs more than fifteen bits.
        let bits = if m.removed_second().is_some() { 20 } else { 15 };
        assert!(m.to_bits() < 1 << bits && *m != MillMove::NULL);
        assert!(
            position.is_legal(*m)
                && MillPosition::<K>::history_index(*m) < MillPosition::<K>::HISTORY
        );
        let steps = table.game.steps(position, *m);
        let taps: Vec<&str> = steps.iter().map(|s| s.token.as_str()).collect();
        assert_eq!(taps.join(","), text.replace(['-', 'x'], ","));
    }
    let mirror = 1 + moves.len() % 15;
    let mut seen_there: Vec<u32> = Vec::new();
    let mut there = Vec::new();
    position.transform(mirror).generate(&mut there);
    seen_there.extend(there.iter().map(|m| m.to_bits()));
    let image =
        |(_, m): &(String, MillMove)| MillPosition::<K>::transform_move(*m, mirror).to_bits();
    let mut expected: Vec<u32> = moves.iter().map(image).collect();
    expected.sort_unstable();
    seen_there.sort_unstable();
    assert_eq!(seen_there, expected);
    let (bits, one_in) = match position.rules().double_removal {
        true => (20, 1024),
        false => (15, 32),
    };
    if position.key().is_multiple_of(one_in) {
        let legal = (0..1 << bits)
            .map(MillMove::from_bits)
            .filter(|m| position.is_legal(*m));
        assert_eq!(legal.count(), moves.len());
    }
}

/// The preference of a random player, so that games meet every rule and every end.
#[derive(Clone, Copy)]
enum Temper {
    /// From mill to mill, to meet the see-saw ban.
    Swinging,
    /// Removals, to get down to three and two men.
    Eager,
    /// Never a removal if there is another move, and the way back if possible, to meet the draws.
    Timid,
}

fn choose<K: MillGame>(
    table: &Table<K>,
    moves: &[String],
    temper: Temper,
    rng: &mut TestRng,
) -> String {
    let position = table.position();
    let lined = position.board().in_mills(position.men(position.side()));
    let swings = |text: &&String| {
        let from = Turn::read(text).from.and_then(|f| points::by_name(&f));
        text.contains('x') && from.is_some_and(|f| lined & points::bit(f) != 0)
    };
    let played = table.history.moves();
    let own_last = played.len().checked_sub(2).map(|i| played[i]);
    let back = |text: &&String| {
        let turn = Turn::read(text);
        let from = turn.from.and_then(|f| points::by_name(&f));
        turn.removed.is_empty() && own_last.is_some_and(|m| Some(m.to()) == from)
    };
    let removed = |text: &str| Turn::read(text).removed.len();
    let most = moves.iter().map(|m| removed(m)).max().unwrap_or(0);
    let liked: Vec<&String> = match (temper, rng.below(4)) {
        (Temper::Swinging, 1..) => moves.iter().filter(swings).collect(),
        (Temper::Eager, 1..) => moves.iter().filter(|m| removed(m) == most).collect(),
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
