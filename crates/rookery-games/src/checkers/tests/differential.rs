//! Differential test: random games against the second implementation, with the same moves and the same ends at every ply.

use std::collections::BTreeMap;

use crate::checkers::notation;
use crate::checkers::position_text;
use crate::checkers::rules::checkers_move::CheckersMove;
use crate::checkers::rules::position::{Checkers, Placement};
use crate::checkers::rules::rule_options::{DrawRules, FORTY_MOVES_PLIES};
use crate::checkers::rules::squares;
use crate::checkers::tests::reference::{Figure, Place, SlowCheckers, SlowTurn};
use rookery_engine::{GameMove, Outcome, Position, SplitMix};

/// The events of the walks, so that the test knows it has tested something.
#[derive(Default)]
struct Seen {
    plies: usize,
    most_jumps: usize,
    crowned_by_jump: usize,
    full_circles: usize,
    most_moves: usize,
    ends: BTreeMap<&'static str, usize>,
}

fn place(square: u8) -> Place {
    let (column, row) = squares::place(square);
    (column as i8, row as i8)
}

fn board(position: &Checkers) -> BTreeMap<Place, Figure> {
    let of_side = |side| {
        squares::each(position.pieces(side)).map(move |square| {
            let is_king = position.kings() & squares::bit(square) != 0;
            (place(square), Figure { side, is_king })
        })
    };
    of_side(0).chain(of_side(1)).collect()
}

fn turn(m: CheckersMove) -> SlowTurn {
    let landings = m.hops().map(|hop| place(hop.to));
    SlowTurn {
        stops: std::iter::once(place(m.from())).chain(landings).collect(),
        taken: m.hops().filter_map(|hop| hop.over).map(place).collect(),
    }
}

/// Plays at random to the end, or 300 plies.
fn walk(mut position: Checkers, mut slow: SlowCheckers, random: &mut SplitMix, seen: &mut Seen) {
    for _ in 0..300 {
        assert_eq!(board(&position), slow.board);
        assert_eq!(
            (position.side(), u32::from(position.quiet())),
            (slow.side, slow.quiet)
        );
        let moves = position.moves();
        let text = position_text::print(&position);
        let mut fast: Vec<_> = moves.iter().map(|&m| turn(m)).collect();
        let mut expected = slow.turns();
        fast.sort();
        expected.sort();
        assert_eq!(fast, expected, "{text}");
        assert_eq!(position.count_moves(), expected.len(), "{text}");
        let is_jump = |m: &CheckersMove| m.is_jump();
        assert_eq!(position.must_jump(), moves.iter().any(is_jump), "{text}");
        assert_eq!(
            moves.iter().all(is_jump),
            moves.iter().any(is_jump) || moves.is_empty()
        );
        for &m in &moves {
            assert_eq!(CheckersMove::from_bits(m.to_bits()), m);
            assert_eq!(
                m.to(),
                squares::only(squares::bit(m.hops().last().unwrap().to))
            );
        }
        seen.plies += 1;
        seen.most_moves = seen.most_moves.max(moves.len());
        if moves.is_empty() {
            assert_eq!(position.ended(), Some(Outcome::Loss));
            let end = if slow.board.values().any(|f| f.side == slow.side) {
                "blocked"
            } else {
                "no pieces"
            };
            *seen.ends.entry(end).or_default() += 1;
            return;
        }
        let is_drawn = slow.quiet >= u32::from(FORTY_MOVES_PLIES);
        assert_eq!(position.outcome(), is_drawn.then_some(Outcome::Draw));
        if is_drawn {
            *seen.ends.entry("forty moves").or_default() += 1;
            return;
        }
        let m = moves[random.below(moves.len())];
        seen.most_jumps = seen.most_jumps.max(turn(m).taken.len());
        seen.crowned_by_jump += usize::from(m.is_jump() && position.crowns(m));
        seen.full_circles += usize::from(m.from() == m.to());
        position.play(m);
        slow.make(&turn(m));
    }
}

/// Pieces on random squares, `kings` in 8 of them kings.
fn scattered(random: &mut SplitMix, kings: usize) -> Checkers {
    let mut parts = Placement {
        pieces: [0; 2],
        kings: 0,
        side: random.below(2) as u8,
        quiet: 0,
    };
    for side in 0..2 {
        for _ in 0..1 + random.below(12) {
            let square = squares::bit(random.below(squares::COUNT) as u8);
            if (parts.pieces[0] | parts.pieces[1]) & square != 0 {
                continue;
            }
            parts.pieces[side] |= square;
            if random.below(8) < kings || square & squares::KING_ROW[side] != 0 {
                parts.kings |= square;
            }
        }
    }
    Checkers::placed(parts, DrawRules::default())
}

#[test]
fn random_games_agree_with_the_slow_rules() {
    let mut random = SplitMix::new(0x63_6865_636b);
    let mut seen = Seen::default();
    for _ in 0..60 {
        let start = Checkers::new(DrawRules::default());
        walk(start, SlowCheckers::start(), &mut random, &mut seen);
    }
    let circle = "B:W6,7,14,15,30:BK2";
    let circle = position_text::parse(circle, DrawRules::default()).unwrap();
    let rest = (0..400).map(|round| scattered(&mut random, round % 9));
    let positions: Vec<_> = rest.chain([circle]).collect();
    for position in positions {
        let slow = SlowCheckers {
            board: board(&position),
            side: position.side(),
            quiet: 0,
        };
        walk(position, slow, &mut random, &mut seen);
    }
    assert!(seen.plies > 15_000, "{} plies", seen.plies);
    assert!(seen.most_jumps >= 5, "{} jumps", seen.most_jumps);
    assert!(seen.crowned_by_jump > 20, "{}", seen.crowned_by_jump);
    assert!(seen.full_circles > 0, "no king came back to where it began");
    assert!(seen.most_moves <= Checkers::MAX_MOVES);
    for end in ["blocked", "no pieces", "forty moves"] {
        assert!(seen.ends.contains_key(end), "{end}: {:?}", seen.ends);
    }
}

#[test]
fn colours_make_no_difference_to_the_rules() {
    let mut random = SplitMix::new(11);
    for round in 0..500 {
        let position = scattered(&mut random, round % 9);
        let turned = position.turned();
        assert_eq!(turned.turned(), position);
        let image = |m: CheckersMove| {
            let mut turn = turn(m);
            for place in turn.stops.iter_mut().chain(&mut turn.taken) {
                *place = (7 - place.0, 7 - place.1);
            }
            turn
        };
        let mut ours: Vec<_> = position.moves().into_iter().map(image).collect();
        let mut theirs: Vec<_> = turned.moves().into_iter().map(turn).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs);
    }
}

/// The numbering of squares against their names, by the corners and the rows of the usual diagram.
#[test]
fn squares_have_their_numbers() {
    for (number, name) in [
        (1, "b8"),
        (4, "h8"),
        (5, "a7"),
        (8, "g7"),
        (15, "e5"),
        (22, "c3"),
        (29, "a1"),
        (32, "g1"),
    ] {
        let square = squares::by_number(number).unwrap();
        assert_eq!(notation::name(square), name);
        assert_eq!(notation::by_name(name), Some(square));
    }
    for light in ["a8", "h1", "d4x", "c4", ""] {
        assert_eq!(notation::by_name(light), None, "{light}");
    }
}
