//! A suite of wins by continuous fours, from games of levels 5 to 7 at 600 nodes a move, each with the fewest fours that win.

use std::collections::{BTreeMap, BTreeSet};

use crate::gomoku::position_text;
use crate::gomoku::rules::points::Point;
use crate::gomoku::rules::position::GomokuPosition;
use crate::gomoku::rules::row_rules::RowRule;
use crate::gomoku::solver::forced_win::ForcedWin;
use crate::gomoku::solver::fours::FourSearch;
use crate::gomoku::solver::whole_line::whole_line;
use crate::gomoku::tests::table;
use crate::{Registry, Setup};
use rookery_engine::{Control, Outcome, Position, SplitMix};

/// A line is a position and `dm`, the moves of the winner.
const SUITE: &str = include_str!("four_wins.epd");
/// Stones that the search may put down for each: a fraction of a second.
const STONES: u64 = 400_000;
/// Positions of the suite.
const COUNT: usize = 200;
/// The most of them with the same length.
const MOST_ALIKE: usize = 40;
/// Plies of the longest of them.
const LONGEST: u32 = 25;

fn read(line: &str) -> (GomokuPosition, u32) {
    let (position, moves) = line.split_once(" dm ").unwrap();
    let position = position_text::parse(position, table(RowRule::Freestyle, 15)).unwrap();
    (position, moves.trim_end_matches(';').parse().unwrap())
}

fn win(position: &GomokuPosition) -> Option<ForcedWin> {
    FourSearch::new(position.side(), STONES, &|_| false).deepen(position)
}

/// The points where the side to move makes five, by trying all.
fn fives(position: &GomokuPosition) -> Vec<Point> {
    let mut moves = position.moves();
    moves.retain(|&m| position.after(m).outcome() == Some(Outcome::Loss));
    moves.to_vec()
}

/// Whether the side to move wins with so many fours before the five, by trying all moves.
fn wins_by_trial(position: &GomokuPosition, fours: u32) -> bool {
    if !fives(position).is_empty() {
        return true;
    }
    fours > 0
        && position.moves().iter().any(|&m| {
            let child = position.after(m);
            // The attacker's fives of the next move, as if the other side passed.
            let mut passed = child.clone();
            let Some(&far) = child.moves().iter().find(|&&far| is_lonely(&child, far)) else {
                return false;
            };
            passed.play(far);
            let threats = fives(&passed);
            fives(&child).is_empty()
                && match threats[..] {
                    [] => false,
                    [answer] => wins_by_trial(&child.after(answer), fours - 1),
                    _ => true,
                }
        })
}

/// Whether a stone on this point is too far from all others to matter.
fn is_lonely(position: &GomokuPosition, point: Point) -> bool {
    (0..2).all(|side| position.worth(side, point) == 0)
}

#[test]
fn wins_by_fours_are_found_with_the_fewest_fours() {
    let mut lengths = BTreeSet::new();
    assert_eq!(SUITE.lines().count(), COUNT);
    for line in SUITE.lines() {
        let (mut position, moves) = read(line);
        let found = win(&position).unwrap();
        assert_eq!(found.plies.div_ceil(2), moves, "{line}");
        lengths.insert(found.plies);
        let whole = whole_line(&position, &found);
        assert_eq!(whole.len(), found.plies as usize, "{line}");
        // The line is played out: each move but the last two makes a four, and the answers are the only ones.
        let attacker = position.side();
        for (n, &m) in found.line.iter().enumerate() {
            assert!(position.is_legal(m), "{line}");
            if n % 2 == 1 {
                assert_eq!(
                    position.wins(attacker).iter().collect::<Vec<_>>(),
                    [m],
                    "{line}"
                );
            }
            position.play(m);
        }
        let is_won = position.winner() == Some(attacker) || position.wins(attacker).len() > 1;
        assert!(is_won, "{line}");
    }
    assert!(lengths.last() <= Some(&LONGEST), "{lengths:?}");
}

#[test]
fn the_shortest_of_them_are_as_short_as_trial_says() {
    let short = SUITE.lines().map(read).filter(|(_, moves)| *moves == 3);
    for (position, moves) in short.take(4) {
        let text = position_text::print(&position);
        assert!(wins_by_trial(&position, moves - 1), "{text}");
        assert!(!wins_by_trial(&position, moves - 2), "{text}");
    }
}

/// Makes the suite: `cargo test -p rookery-games --lib four_wins -- --ignored`.
#[test]
#[ignore = "writes the suite"]
fn make_the_suite() {
    let gomoku = Registry::shipped().find("gomoku").unwrap();
    let mut found: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut random = SplitMix::new(7);
    let count = |found: &BTreeMap<u32, Vec<String>>| found.values().map(Vec::len).sum::<usize>();
    for seed in 1.. {
        let mut game = gomoku.start(&Setup::default()).unwrap();
        let level = gomoku.sheet().levels[4 + seed as usize % 3];
        for ply in 0.. {
            let legal = game.legal();
            if game.ending().is_some() || count(&found) >= COUNT {
                break;
            }
            let position = position_text::parse(&game.position(), table(RowRule::Freestyle, 15));
            let position = position.unwrap();
            if let Some(win) = win(&position).filter(|win| (5..=LONGEST).contains(&win.plies)) {
                let alike = found.entry(win.plies).or_default();
                // One of each game and length.
                if alike.len() < MOST_ALIKE && seen.insert((seed, win.plies)) {
                    let moves = win.plies.div_ceil(2);
                    alike.push(format!("{} dm {moves};\n", game.position()));
                }
            }
            let m = match ply {
                0..4 => legal[random.next() as usize % legal.len()].path.clone(),
                _ => {
                    let mut request = level.request(seed);
                    request.nodes = 600;
                    game.search(&request, &Control::unlimited()).best.unwrap()
                }
            };
            game.play(&m).unwrap();
        }
        if count(&found) >= COUNT {
            break;
        }
    }
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/gomoku/tests/four_wins.epd"
    );
    let lines: String = found.into_values().flatten().collect();
    std::fs::write(path, lines).unwrap();
}
