//! Tables of Morabaraba against published counts, the rules of the game, and the search.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use crate::morabaraba::knowledge::MorabarabaKnowledge;
use crate::morabaraba::position_text;
use crate::morabaraba::rules::points::{self, Points};
use crate::morabaraba::rules::position::{Morabaraba, Parts, SeeSaw};
use crate::morabaraba::rules::rule_options::{Rules, ThreeCowDraw};
use crate::morabaraba::tables::endgame_index::{Endgame, UNCOUNTED};
use crate::morabaraba::tables::{OPEN_TABLES, SPACE, endgames, probe, solver};
use crate::{Registry, Setup};
use rookery_engine::tables::{
    BuildOptions, Error, Finished, Head, Moves, PackedValue, Place, Space, up_to,
};
use rookery_engine::{Control, MoveList, Outcome, Position, Request, Solver, SplitMix};
use rookery_engine::{Technique, Techniques, Value, search};

fn build(folder: &Path, number: usize) -> Result<Vec<Head>, Error> {
    let options = BuildOptions {
        folder,
        threads: 2,
        is_time_to_save: &|| false,
    };
    let mut tell = |_| ControlFlow::Continue(());
    let built = endgames().build(number, &options, &mut tell)?;
    Ok(built.tables)
}

/// The endings up to four against three, built and opened once for all tests.
static SMALL: LazyLock<Vec<Head>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let numbers = up_to(&endgames().plans(), "4-3").unwrap();
    let heads = numbers.flat_map(|n| build(folder.path(), n).unwrap());
    let heads = heads.collect();
    let (open, errors) = endgames()
        .open(folder.path(), &mut || ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((open.len(), errors.len()), (3, 0));
    heads
});

/// The open tables as the builder asks for them.
struct Open;

impl Finished for Open {
    fn cell(&self, place: Place) -> PackedValue {
        OPEN_TABLES.cell(place).expect("the material is open")
    }
}

fn position(own: Points, other: Points, rules: Rules) -> Morabaraba {
    let parts = Parts {
        cows: [own, other],
        hand: [0; 2],
        side: 0,
        bans: [None; 2],
        quiet: 0,
    };
    Morabaraba::from_parts(parts, rules)
}

fn random_set(rng: &mut SplitMix, count: u32, without: Points) -> Points {
    let mut set: Points = 0;
    while set.count_ones() < count {
        set |= 1 << (rng.next() % 24) & !without;
    }
    set
}

/// The published totals for endings with flying, one of each class under the sixteen symmetries, and the longest lines.
#[test]
fn small_endings_have_the_published_counts() {
    let counts = SMALL.iter().map(|head| {
        let s = head.summary;
        (head.name.as_str(), [s.wins, s.losses, s.draws], s.longest)
    });
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [
            ("3-3", [141_204, 28_422, 0], 16),
            ("4-3", [158_379, 8_768, 593_251], 22),
            ("3-4", [154_170, 13_252, 592_976], 23),
        ]
    );
}

/// The rules themselves are the judge: a value is right where it follows from those after every legal move.
#[test]
fn values_follow_from_those_after_every_move() {
    LazyLock::force(&SMALL);
    for material in 0..=u16::from(u8::MAX) {
        let len = if OPEN_TABLES.has(material) {
            SPACE.len(material)
        } else {
            0
        };
        for index in (0..len).step_by(17) {
            let place = Place { material, index };
            let Some(state) = SPACE.state(place) else {
                assert_eq!(Open.cell(place), PackedValue::HOLE);
                continue;
            };
            let here = position(state.own, state.other, UNCOUNTED);
            let mut moves = MoveList::new();
            here.generate(&mut moves);
            let after = moves.into_iter().map(|m| {
                let mut child = here.clone();
                child.play(m);
                match child.outcome() {
                    Some(outcome) => {
                        assert_eq!(outcome, Outcome::Loss);
                        PackedValue::LOST
                    }
                    None => Open.cell(SPACE.place(Endgame::of(&child).unwrap())),
                }
            });
            let best = after
                .map(PackedValue::a_ply_earlier)
                .reduce(PackedValue::better);
            assert_eq!(best, Some(Open.cell(place)), "{state:?}");
        }
    }
}

#[test]
fn images_share_a_number_and_numbers_name_one_image() {
    let mut rng = SplitMix::new(3);
    for (own_count, other_count) in [(3, 3), (5, 4), (4, 5), (6, 3), (8, 7)] {
        let line: Points = 0b111;
        // Symmetrical sets are rare among random ones: some begin with a line.
        for start in [0, line, line].into_iter().cycle().take(300) {
            let own = start | random_set(&mut rng, own_count - start.count_ones(), start);
            let other = random_set(&mut rng, other_count, own);
            let state = Endgame::new(own, other, true);
            let place = SPACE.place(state);
            let named = SPACE.state(place).expect("a position has a number");
            let images: Vec<_> = (0..16).map(|s| SPACE.image(state, s)).collect();
            assert!(images.contains(&named));
            assert!(images.iter().all(|&image| SPACE.place(image) == place));
            let stays = images.iter().filter(|&&image| image == state).count();
            assert_eq!(SPACE.stabiliser(named).count_ones() as usize, stays);
        }
    }
}

#[test]
fn unmoves_are_moves_taken_back() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(9);
    for (own_count, other_count) in [(3, 4), (4, 3), (3, 3)].into_iter().cycle().take(90) {
        let own = random_set(&mut rng, own_count, 0);
        let state = Endgame::new(own, random_set(&mut rng, other_count, own), true);
        let mut moves = Moves::new();
        SPACE.moves(state, &Open, &mut moves);
        for child in moves.quiet() {
            let mut before = Vec::new();
            SPACE.unmoves(*child, &mut before);
            assert_eq!(before.iter().filter(|b| **b == state).count(), 1);
        }
        let mut before = Vec::new();
        SPACE.unmoves(state, &mut before);
        for earlier in before {
            let mut moves = Moves::new();
            SPACE.moves(earlier, &Open, &mut moves);
            assert!(moves.wins_at_once() || moves.quiet().contains(&state));
        }
    }
}

/// After a see-saw the ban holds for a move; a search that knows the rules and no table is the judge.
#[test]
fn a_ban_is_played_out_before_the_table_is_asked() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(5);
    // No game comes to a ban with four cows, but the rules define its meaning, and the tables stay small.
    let [from, to] = ["c3", "d3"].map(|name| points::by_name(name).unwrap());
    let others = ["c4", "c5", "d2"].map(|name| points::bit(points::by_name(name).unwrap()));
    let other = points::bit(to) | others.iter().sum::<Points>();
    for _ in 0..12 {
        let parts = Parts {
            cows: [random_set(&mut rng, 3, other | points::bit(from)), other],
            hand: [0; 2],
            side: 0,
            bans: [None, Some(SeeSaw { from, to })],
            quiet: 0,
        };
        let banned = Morabaraba::from_parts(parts, UNCOUNTED);
        assert!(banned.ban(1).is_some() && probe(&banned).is_none());
        let worth = SPACE.worth(&banned, &Open).value().unwrap();
        let request = Request {
            depth: 3,
            ..Request::default()
        };
        let found = search(
            &banned,
            &[],
            &MorabarabaKnowledge,
            &request,
            &Control::unlimited(),
        );
        match (worth, found.lines[0].value) {
            (Value::Win(n) | Value::Loss(n), value) if n <= 3 => assert_eq!(worth, value),
            (_, value) => assert!(matches!(value, Value::Cp(_)), "{worth:?}, {value:?}"),
        }
    }
}

#[test]
fn only_what_cannot_be_otherwise_is_told() {
    LazyLock::force(&SMALL);
    let longest = (0..SPACE.len(0)).map(|index| Place { material: 0, index });
    let longest = longest.max_by_key(|&place| Open.cell(place).plies());
    let state = SPACE.state(longest.unwrap()).unwrap();
    let at = |quiet: u16, rules: Rules| {
        let parts = Parts {
            cows: [state.own, state.other],
            hand: [0; 2],
            side: 0,
            bans: [None; 2],
            quiet,
        };
        probe(&Morabaraba::from_parts(parts, rules))
    };
    // Sixteen plies of the twenty that the ten-move rule leaves.
    let usual = Rules::default();
    assert_eq!(at(0, usual), Some(Value::Loss(16)));
    assert_eq!(at(4, usual), Some(Value::Loss(16)));
    assert_eq!(at(5, usual), None);
    let uncounted = Rules {
        three_cow_draw: ThreeCowDraw::Off,
        ..usual
    };
    assert_eq!(at(84, uncounted), Some(Value::Loss(16)));
    assert_eq!(at(85, uncounted), None);
    assert_eq!(at(85, UNCOUNTED), Some(Value::Loss(16)));

    assert_eq!(probe(&Morabaraba::new(usual)), None, "cows in hand");
    let five = random_set(&mut SplitMix::new(1), 5, 0b111);
    assert_eq!(probe(&position(five, 0b111, usual)), None, "no such table");
}

#[test]
fn the_solver_plays_every_win_to_its_end() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(8);
    let (mut wins, mut draws) = (0, 0);
    while wins < 20 || draws < 5 {
        let own = random_set(&mut rng, 4, 0);
        let mut here = position(own, random_set(&mut rng, 3, own), Rules::default());
        let Some(solved) = solver().solve(&here, &Control::unlimited()) else {
            panic!("every position of four against three is known");
        };
        match solved.value {
            Value::Win(plies) | Value::Loss(plies) => {
                assert_eq!(solved.line.len(), plies as usize);
                for m in solved.line {
                    assert!(here.is_legal(m));
                    here.play(m);
                }
                let is_over = here.outcome() == Some(Outcome::Loss) || here.count_moves() == 0;
                assert!(is_over);
                wins += 1;
            }
            _ => {
                here.play(solved.line[0]);
                assert_eq!(probe(&here), Some(Value::Exact(0)));
                draws += 1;
            }
        }
    }
}

/// The value by which an offer of a draw is answered: each kind is found among positions at random, and is the table's.
#[test]
fn a_game_tells_the_value_of_its_position() {
    LazyLock::force(&SMALL);
    let morabaraba = Registry::shipped().find("morabaraba").unwrap();
    let mut rng = SplitMix::new(12);
    let (mut decided, mut drawn) = (0, 0);
    while decided < 5 || drawn < 5 {
        let own = random_set(&mut rng, 4, 0);
        let here = position(own, random_set(&mut rng, 3, own), Rules::default());
        let Some(known) = probe(&here) else { continue };
        let setup = Setup {
            start: position_text::print(&here),
            ..Setup::default()
        };
        let game = morabaraba.start(&setup).unwrap();
        assert_eq!(game.table_value(), Some(known), "{}", setup.start);
        match known {
            Value::Exact(0) => drawn += 1,
            _ => decided += 1,
        }
    }
    let whole = morabaraba.start(&Setup::default()).unwrap();
    assert_eq!(whole.table_value(), None, "cows in hand are in no table");
}

/// With the tables the answer costs no search, and one ply before them next to none; without, the search finds the same.
#[test]
fn the_search_asks_the_tables() {
    LazyLock::force(&SMALL);
    let mut rng = SplitMix::new(2);
    let here = loop {
        let own = random_set(&mut rng, 4, 0);
        let other = random_set(&mut rng, 3, own);
        let here = position(own, other, Rules::default());
        if probe(&here) == Some(Value::Win(3)) {
            break here;
        }
    };
    let with = Techniques::of(&[Technique::Tables]);
    let ask = |on, depth| Request {
        on,
        depth,
        ..Request::default()
    };
    let setup = Setup {
        start: position_text::print(&here),
        ..Setup::default()
    };
    let game = Registry::shipped()
        .find("morabaraba")
        .unwrap()
        .start(&setup)
        .unwrap();
    let known = game.search(&ask(with, 0), &Control::unlimited());
    assert_eq!((known.lines[0].value, known.nodes), (Value::Win(3), 0));
    let plain = search(
        &here,
        &[],
        &MorabarabaKnowledge,
        &ask(Techniques::NONE, 3),
        &Control::unlimited(),
    );
    let probing = search(
        &here,
        &[],
        &MorabarabaKnowledge,
        &ask(with, 1),
        &Control::unlimited(),
    );
    assert_eq!(plain.lines[0].value, Value::Win(3));
    assert_eq!(probing.lines[0].value, Value::Win(3));
    assert!(probing.nodes < 100 && plain.nodes > probing.nodes);
}

#[test]
fn what_a_group_needs_must_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let error = build(folder.path(), 1).unwrap_err().to_string();
    assert!(
        error.contains("3-3.table is needed and not there"),
        "{error}"
    );
}

#[test]
fn groups_come_after_those_they_need() {
    let groups = SPACE.groups();
    let mut done = Vec::new();
    for group in groups {
        for material in SPACE.needs(&group) {
            assert!(done.contains(&material), "{} needs {material}", group.label);
        }
        done.extend(group.materials);
    }
    // Every pairing of three to twelve cows, and those in which a ban can matter a second time: four and more, not all four.
    assert_eq!(done.len(), 10 * 10 + 9 * 9 - 1);
}

/// The ground of the rules of numbering: with four cows a line broken and a line closed would have to share a cow.
#[test]
fn it_takes_five_cows_to_see_saw() {
    for broken in points::LINES {
        for closed in points::LINES {
            let shared: Vec<u8> = broken.into_iter().filter(|p| closed.contains(p)).collect();
            let [shared] = shared[..] else { continue };
            for from in broken.into_iter().filter(|&p| p != shared) {
                let to: Points = closed.map(points::bit).iter().sum();
                let to = to & !points::bit(shared);
                assert_eq!(points::neighbours(points::bit(from)) & to, 0);
            }
        }
    }
}
